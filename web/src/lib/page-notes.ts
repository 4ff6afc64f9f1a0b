// What is known of words on a page: the clause a reference leads to, the defined term they are. Places are code points.

import { references, termUses } from "./annotate";
import type { IndexedText } from "./codepoints";
import type { Outline, Span } from "./wire";

export interface Note {
  /** The section that a reference leads to. */
  section?: number;
  /** The place of a defined term in the list of terms. */
  term?: number;
}

export class PageNotes {
  private readonly found: { span: Span; note: Note }[];

  constructor(text: IndexedText, outline: Outline) {
    const points = (span: Span): Span => [text.point(span[0]), text.point(span[1])];
    this.found = [
      ...references(text, outline).map((one) => ({ span: points(one.span), note: { section: one.target! } })),
      ...termUses(text, outline).map((one) => ({ span: points(one.span), note: { term: one.target! } })),
    ].sort((a, b) => a.span[0] - b.span[0]);
  }

  /** What is noted of the words between two places; the first note that touches them. */
  at(start: number, end: number): Note | undefined {
    let low = 0;
    let high = this.found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.found[middle]!.span[1] <= start) low = middle + 1;
      else high = middle;
    }
    const one = this.found[low];
    return one && one.span[0] < end ? one.note : undefined;
  }
}

/** The range of the document that is selected on its pages; null where nothing is. */
export function selectedOnPages(root: Element, selection: Selection | null): Span | null {
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  const touched = Array.from(root.querySelectorAll<SVGElement>("[data-point]")).filter((word) => range.intersectsNode(word));
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return null;
  const start = Number(first.dataset["point"]) + (first.contains(range.startContainer) ? points(range.startContainer, range.startOffset) : 0);
  const whole = [...(last.lastChild?.textContent ?? "")].length;
  const end = Number(last.dataset["point"]) + (last.contains(range.endContainer) ? points(range.endContainer, range.endOffset) : whole);
  return end > start ? [start, end] : null;
}

/** How many code points of a text node stand before a place. */
function points(node: Node, offset: number): number {
  return node instanceof Text ? [...node.data.slice(0, offset)].length : 0;
}
