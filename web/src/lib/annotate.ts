// A paragraph cut into pieces by what is marked in it: cited words, matches of a search, references, defined terms.

import type { IndexedText } from "./codepoints";
import type { Outline, Span } from "./wire";

export type MarkKind = "cited" | "match" | "current" | "reference" | "term";

export interface Mark {
  kind: MarkKind;
  span: Span;
  /** The section a reference points at, or the place in the list of terms. */
  target?: number;
}

export interface Piece {
  span: Span;
  marks: Mark[];
}

/** Where defined terms are used: whole words, the longest term first. */
export function termUses(text: IndexedText, outline: Outline): Mark[] {
  const names = [...new Map(outline.terms.map((one, i) => [one.term, i]))].filter(([name]) => name.length > 2);
  if (!names.length) return [];
  names.sort((a, b) => b[0].length - a[0].length);
  const escaped = names.map(([name]) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const index = new Map(names);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return Array.from(text.text.matchAll(pattern), (match): Mark => {
    return { kind: "term", span: [match.index, match.index + match[0].length], target: index.get(match[0])! };
  });
}

/** Cross-references that lead somewhere in the document. */
export function references(text: IndexedText, outline: Outline): Mark[] {
  return outline.references.flatMap((one): Mark[] =>
    one.target === null ? [] : [{ kind: "reference", span: [text.unit(one.span[0]), text.unit(one.span[1])], target: one.target }],
  );
}

/** What a defined term means, by its place in the list of terms. */
export function definitionOf(text: IndexedText, outline: Outline, term: number): { term: string; definition: string } {
  const one = outline.terms[term]!;
  return { term: one.term, definition: text.slice(one.definition[0], one.definition[1]) };
}

/** The pieces of a span in order; each has the marks that cover all of it. */
export function pieces(span: Span, marks: Mark[]): Piece[] {
  const inside = marks.filter((mark) => mark.span[0] < span[1] && mark.span[1] > span[0]);
  if (!inside.length) return [{ span, marks: [] }];
  const cuts = new Set<number>([span[0], span[1]]);
  for (const mark of inside) for (const place of mark.span) if (place > span[0] && place < span[1]) cuts.add(place);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, i) => {
    const end = places[i + 1]!;
    return { span: [start, end], marks: inside.filter((mark) => mark.span[0] <= start && mark.span[1] >= end) };
  });
}

/** Where paragraphs stand: between blank lines. */
export function paragraphs(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(/[^\n](?:[^\n]|\n(?!\s*\n))*/g)) {
    found.push([match.index, match.index + match[0].length]);
  }
  return found;
}
