// An answer as claims, each with the citations behind it.

import { IndexedText } from "./codepoints";
import type { Citation } from "./wire";

export interface Claim {
  text: string;
  citations: Citation[];
}

const OPEN = "“„«";
const CLOSE = "”»";

/** Cut an answer behind its marks `[n]`; a mark that no citation has where it stands, as in quoted words, stays text. */
export function cutIntoClaims(answer: string, citations: Citation[]): Claim[] {
  const indexed = new IndexedText(answer);
  const claims: Claim[] = [];
  let from = 0;
  for (const match of answer.matchAll(/ ?\[(\d+)\]/g)) {
    const citation = citationAt(indexed, match.index, Number(match[1]), citations);
    if (!citation) continue;
    const text = answer.slice(from, match.index);
    const last = claims.at(-1);
    // A second mark right behind the first proves the same claim.
    if (last && !text.trim()) {
      if (!last.citations.includes(citation)) last.citations.push(citation);
    } else claims.push({ text, citations: [citation] });
    from = match.index + match[0].length;
  }
  if (answer.slice(from).trim()) claims.push({ text: answer.slice(from), citations: [] });
  return claims;
}

/** A source that proves several claims has one number and a citation for each: the mark's place tells which. */
function citationAt(answer: IndexedText, unit: number, number: number, citations: Citation[]): Citation | undefined {
  const point = answer.point(unit);
  return citations.find(
    (one) =>
      one.number === number &&
      one.claim[0] <= point &&
      point < one.claim[1] &&
      !isQuoted(answer.slice(...one.claim), unit - answer.unit(one.claim[0])),
  );
}

/** Whether a place stands in a quotation that is closed: marks nest, straight ones alternate. */
function isQuoted(claim: string, place: number): boolean {
  const opened: string[] = [];
  let start = 0;
  let straight = false;
  for (let at = 0; at < claim.length; at++) {
    const mark = claim[at]!;
    if (mark === '"' && (straight || !opened.length)) {
      if (straight && start <= place && place < at) return true;
      straight = !straight;
      start = at;
    } else if (straight) continue;
    else if (opened.length && (CLOSE.includes(mark) || opened.at(-1) + mark === "„“")) {
      opened.pop();
      if (!opened.length && start <= place && place < at) return true;
    } else if (OPEN.includes(mark)) {
      if (!opened.length) start = at;
      opened.push(mark);
    }
  }
  return false;
}
