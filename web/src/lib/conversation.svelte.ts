// A conversation: questions with their answers, as they come in.

import { ApiError, asApiError, ask, type Scope } from "./api";
import type { Answer, Citation, Source } from "./wire";

export type Stage = "searching" | "reading" | "done" | "failed" | "stopped";

export class Turn {
  readonly said: string;
  readonly scope: Scope;
  readonly each: boolean;
  stage = $state<Stage>("searching");
  draft = $state("");
  passages = $state(0);
  asked = $state("");
  answer = $state.raw<Answer | null>(null);
  error = $state.raw<ApiError | null>(null);

  constructor(said: string, scope: Scope, each: boolean) {
    this.said = said;
    this.scope = scope;
    this.each = each;
  }

  get busy(): boolean {
    return this.stage === "searching" || this.stage === "reading";
  }
}

/** Words to show in a document: those of a citation, or a passage that comes near. */
export interface Shown {
  turn: Turn;
  place: Citation | Source;
}

class Conversation {
  collection = $state("");
  turns = $state.raw<Turn[]>([]);
  shown = $state.raw<Shown | null>(null);
  private running: AbortController | null = null;

  get busy(): boolean {
    return this.turns.at(-1)?.busy ?? false;
  }

  clear(collection: string): void {
    this.stop();
    this.collection = collection;
    this.turns = [];
    this.shown = null;
  }

  stop(): void {
    this.running?.abort();
    this.running = null;
  }

  async ask(question: string, { scope, each }: { scope: Scope; each: boolean }): Promise<void> {
    this.stop();
    const history = this.turns.flatMap((turn) =>
      turn.answer ? [{ asked: turn.asked || turn.said, answer: turn.answer.answer }] : [],
    );
    const turn = new Turn(question, scope, each);
    this.turns = [...this.turns, turn];
    const running = (this.running = new AbortController());
    try {
      for await (const { event, data } of ask(this.collection, { question, history, scope, each }, running.signal)) {
        hear(turn, event, JSON.parse(data));
      }
      if (turn.busy) throw new ApiError(0, "the answer broke off");
    } catch (error) {
      if (running.signal.aborted) turn.stage = "stopped";
      else fail(turn, asApiError(error));
    }
  }

  /** Ask the last question once more. */
  async again(): Promise<void> {
    const last = this.turns.at(-1);
    if (!last) return;
    this.turns = this.turns.slice(0, -1);
    await this.ask(last.said, last);
  }
}

function fail(turn: Turn, error: ApiError): void {
  turn.stage = "failed";
  turn.error = error;
}

function hear(turn: Turn, event: string, data: Record<string, unknown>): void {
  if (event === "route") turn.asked = String(data["asked"] ?? "");
  else if (event === "sources") {
    turn.stage = "reading";
    turn.passages = (data["sources"] as unknown[] | undefined)?.length ?? 0;
  } else if (event === "draft") {
    turn.stage = "reading";
    turn.draft += String(data["text"] ?? "");
  } else if (event === "answer") {
    turn.answer = data as unknown as Answer;
    turn.asked = turn.answer.asked ?? turn.asked;
    turn.stage = "done";
  } else if (event === "error") {
    const said = data["error"] as { code?: string; message?: string } | undefined;
    fail(turn, new ApiError(500, said?.message ?? String(data["message"] ?? ""), said?.code));
  }
}

export const conversation = new Conversation();
