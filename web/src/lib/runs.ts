// Runs of evaluations: what they scored, how two of them differ, and what each query gave.

import { get, withQuery } from "./api";
import { shownNumber } from "./i18n.svelte";
import type { Comparison, Run, RunPassage, RunQuery, RunResult, RunSummary, Span } from "./wire";

const at = (id: string, path = ""): string => `/runs/${encodeURIComponent(id)}${path}`;

export interface QueryChoice {
  set: string;
  sort: string;
  offset: number;
  limit: number;
}

export const runs = {
  list: async () => (await get<{ runs: Run[] }>("/runs")).runs,
  summary: (id: string) => get<RunSummary>(at(id)),
  queries: (id: string, choice: QueryChoice) =>
    get<{ queries: RunQuery[]; total: number }>(withQuery(at(id, "/queries"), { ...choice })),
  query: (id: string, query: string) => get<RunResult>(withQuery(at(id, "/query"), { id: query })),
  against: (id: string, reference: string) => get<Comparison>(at(id, `/against/${encodeURIComponent(reference)}`)),
  reportAt: (id: string, reference = "") => withQuery(at(id, "/report"), { reference }),
};

/** A stretch of a document with passages in it. */
export interface Stretch {
  document: string;
  start: number;
  text: string;
}

/** The stretches of the documents that passages and what stands around them cover, those with gold first. */
export function stretches(passages: RunPassage[], gold: RunPassage[]): Stretch[] {
  const found: Stretch[] = [];
  for (const one of passages) {
    if (one.text === null) continue;
    const before = [...one.before];
    let next: Stretch = { document: one.document, start: one.span[0] - before.length, text: one.before + one.text + one.after };
    for (const other of found.filter((old) => old.document === next.document && touch(old, next))) {
      next = join(other, next);
      found.splice(found.indexOf(other), 1);
    }
    found.push(next);
  }
  const rank = (one: Stretch): number => (inStretch(one, gold).length ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

const end = (one: Stretch): number => one.start + [...one.text].length;
const touch = (one: Stretch, other: Stretch): boolean => one.start <= end(other) && other.start <= end(one);

function join(one: Stretch, other: Stretch): Stretch {
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  const rest = [...second.text].slice(end(first) - second.start);
  return { document: first.document, start: first.start, text: first.text + rest.join("") };
}

/** The parts of passages that lie in a stretch, counted from its beginning. */
export function inStretch(stretch: Stretch, passages: RunPassage[]): { span: Span; passage: RunPassage }[] {
  const length = [...stretch.text].length;
  return passages.flatMap((passage) => {
    const [from, to] = passage.span.map((place) => place - stretch.start) as Span;
    const span: Span = [Math.max(0, from), Math.min(length, to)];
    return passage.document === stretch.document && span[0] < span[1] ? [{ span, passage }] : [];
  });
}

export const shownScore = (value: number | null | undefined): string => (value === null || value === undefined ? "–" : shownNumber(value, 3));
