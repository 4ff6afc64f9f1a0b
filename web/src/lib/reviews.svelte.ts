// Reviews: tables of documents by questions, filled while they are looked at.

import { type ApiError, asApiError, get, give, inCollection, type Scope, send, withQuery } from "./api";
import { said, shownDate, shownDuration, t } from "./i18n.svelte";
import { readEvents } from "./sse";
import type { Cell, Correction, QuestionSet, Review, ReviewTable, Row } from "./wire";

export interface NewReview {
  title?: string;
  set?: string;
  questions?: { name: string; question: string; type: string; choices: string[] }[];
  scope: Scope;
}

const at = (collection: string, id = "", path = ""): string =>
  inCollection(collection, `/reviews${id ? `/${encodeURIComponent(id)}` : ""}${path}`);

const cellAt = (row: Row, cell: Cell): string => `/rows/${encodeURIComponent(row.doc_id)}/cells/${encodeURIComponent(cell.name)}`;

export const reviews = {
  sets: async () => (await get<{ sets: QuestionSet[] }>("/review-sets")).sets,
  list: async (collection: string) => (await get<{ reviews: Review[] }>(at(collection))).reviews,
  start: (collection: string, asked: NewReview) => give<Review>("POST", at(collection), asked),
  remove: (collection: string, id: string) => send(at(collection, id), { method: "DELETE" }),
  fileAt: (collection: string, id: string, form: "xlsx" | "csv", chosen: { where: string[]; sort: string; find: string; only: string }) =>
    withQuery(at(collection, id, "/file"), { format: form, ...chosen }),
};

/** What is shown for a cell: words, dates and durations of ours in the chosen language, those of the document as they are. */
export function shownValue(cell: Cell, type: string | undefined): string {
  if (cell.state === "not found") return t("review.cell.notfound");
  if (!cell.value) return t("review.see");
  if (type === "yes/no" && (cell.value === "yes" || cell.value === "no")) return t(`answer.outcome.${cell.value}`);
  if (cell.unit === "date") return shownDate(cell.value);
  return type === "duration" || type === "date" ? shownDuration(cell.value) : cell.value;
}

const ISO_DATE = /\d{4}-\d{2}-\d{2}/g;
const CORRECTED_BY = /^Corrected by (.+)\.$/s;

/** The note of a cell in the chosen language, with the days and the name that the server put into it. */
export function shownNote(cell: Cell): string {
  const by = CORRECTED_BY.exec(cell.note)?.[1];
  if (cell.note_kind === "corrected" && by) return said("cell.corrected-by", cell.note, by);
  const [from = "", to = ""] = (cell.note.match(ISO_DATE) ?? []).map(shownDate);
  return said(`cell.${cell.note_kind}`, cell.note).replace("{from}", from).replace("{to}", to);
}

/** The text for the state of a cell, or of a review. */
export const cellState = (state: string) => `review.cell.${state.replace(" ", "")}` as "review.cell.found";
export const reviewState = (review: Review) => `review.state.${review.state}` as "review.state.done";

/** A review that is shown: its rows, growing while cells are read. */
export class OpenReview {
  review = $state.raw<Review | null>(null);
  rows = $state.raw<Row[]>([]);
  columns = $state.raw<ReviewTable["columns"]>([]);
  error = $state.raw<ApiError | null>(null);
  where = $state.raw<string[]>([]);
  sort = $state("");
  private following: AbortController | null = null;

  constructor(
    readonly collection: string,
    readonly id: string,
  ) {}

  get busy(): boolean {
    return this.review?.state === "queued" || this.review?.state === "running";
  }

  /** Load the table; while it is being made, hear of each cell. */
  load = async (): Promise<void> => {
    this.error = null;
    try {
      await this.read();
      if (this.busy && !this.following) await this.follow();
    } catch (error) {
      if (!this.following?.signal.aborted) this.error = asApiError(error);
    }
  };

  close(): void {
    this.following?.abort();
  }

  async cancel(): Promise<void> {
    this.review = await give<Review>("POST", at(this.collection, this.id, "/cancel"), {});
  }

  async resume(): Promise<void> {
    this.review = await give<Review>("POST", at(this.collection, this.id, "/resume"), {});
    await this.load();
  }

  async correct(row: Row, cell: Cell, correction: Correction): Promise<void> {
    this.put(row, await give<Cell>("PUT", at(this.collection, this.id, cellAt(row, cell)), correction));
  }

  async revert(row: Row, cell: Cell): Promise<void> {
    const sent = await send(at(this.collection, this.id, cellAt(row, cell)), { method: "DELETE" });
    this.put(row, (await sent.json()) as Cell);
  }

  private async read(): Promise<void> {
    const path = withQuery(at(this.collection, this.id), { where: this.where, sort: this.sort });
    const table = await get<ReviewTable>(path);
    this.review = table.review;
    this.rows = table.rows;
    this.columns = table.columns;
  }

  private async follow(): Promise<void> {
    const following = (this.following = new AbortController());
    const response = await send(at(this.collection, this.id, "/events"), { signal: following.signal });
    for await (const { event, data } of readEvents(response.body!)) {
      if (event === "cell") this.put(...heard(JSON.parse(data)));
      else this.review = JSON.parse(data) as Review;
    }
    this.following = null;
    // What is chosen and sorted, and the figures of the columns, are known when all is read.
    await this.read();
  }

  private put(row: Omit<Row, "cells">, cell: Cell): void {
    const known = this.rows.find((one) => one.doc_id === row.doc_id);
    // A condition may leave a row out: it is not added back by its cells.
    if (!known && this.where.length) return;
    const cells = [...(known?.cells ?? []).filter((one) => one.name !== cell.name), cell];
    const changed = { ...row, cells };
    this.rows = known ? this.rows.map((one) => (one === known ? changed : one)) : [...this.rows, changed];
    if (this.review && this.busy) this.review = { ...this.review, done: Math.max(this.review.done, this.countCells()) };
  }

  private countCells(): number {
    return this.rows.reduce((sum, row) => sum + row.cells.length, 0);
  }
}

function heard(data: Omit<Row, "cells"> & { cell: Cell }): [Omit<Row, "cells">, Cell] {
  const { cell, ...row } = data;
  return [row, cell];
}
