// A conversation: questions with their answers, as they come in.

import { ApiError, asApiError, ask, type Scope, withFilters } from "./api";
import type { Answer, Citation, Source } from "./wire";

export type Stage = "searching" | "reading" | "done" | "failed" | "stopped";

/** How a question is asked: of which documents, of each by itself, and without what was asked before. */
export interface Asking {
  scope: Scope;
  each: boolean;
  alone?: boolean;
}

export class Turn {
  readonly said: string;
  readonly scope: Scope;
  readonly each: boolean;
  /** Whether it was asked by itself, without what was asked before. */
  readonly alone: boolean;
  stage = $state<Stage>("searching");
  draft = $state("");
  passages = $state(0);
  asked = $state("");
  answer = $state.raw<Answer | null>(null);
  error = $state.raw<ApiError | null>(null);

  constructor(said: string, { scope, each, alone = false }: Asking) {
    this.said = said;
    this.scope = scope;
    this.each = each;
    this.alone = alone;
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

  async ask(question: string, asking: Asking): Promise<void> {
    this.stop();
    const { scope, each, alone = false } = asking;
    const before = alone ? [] : this.turns;
    const history = before.flatMap((turn) => (turn.answer ? [{ asked: turn.asked || turn.said, answer: turn.answer.answer }] : []));
    const turn = new Turn(question, asking);
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
  turn.error = withFilters(error, turn.scope);
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
