// An answer as claims, each with the citations behind it.

import { IndexedText } from "./codepoints";
import type { Citation } from "./wire";

export interface Claim {
  text: string;
  citations: Citation[];
}

/** Cut an answer behind its marks `[n]`; a mark that no citation has stays in the text. */
export function cutIntoClaims(answer: string, citations: Citation[]): Claim[] {
  const indexed = new IndexedText(answer);
  const claims: Claim[] = [];
  let from = 0;
  for (const match of answer.matchAll(/ ?\[(\d+)\]/g)) {
    const citation = citationAt(indexed.point(match.index), Number(match[1]), citations);
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
function citationAt(point: number, number: number, citations: Citation[]): Citation | undefined {
  const same = citations.filter((one) => one.number === number);
  return same.find((one) => one.claim[0] <= point && point < one.claim[1]) ?? same[0];
}
