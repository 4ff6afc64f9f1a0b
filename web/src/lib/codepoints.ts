// Spans count code points, and strings of JavaScript count UTF-16 units. They differ where a text has an emoji, an
// ancient script or a mathematical letter: then the places of the long characters are kept, and looked up.

const LONG = /[\ud800-\udbff][\udc00-\udfff]/g;

export class IndexedText {
  readonly text: string;
  /** The places, in units, of the characters that take two. */
  private readonly long: number[];

  constructor(text: string) {
    this.text = text;
    this.long = Array.from(text.matchAll(LONG), (match) => match.index);
  }

  /** The place in units of a place in code points. */
  unit(point: number): number {
    let low = 0;
    let high = this.long.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.long[middle]! - middle < point) low = middle + 1;
      else high = middle;
    }
    return point + low;
  }

  /** The place in code points of a place in units. */
  point(unit: number): number {
    let low = 0;
    let high = this.long.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.long[middle]! < unit) low = middle + 1;
      else high = middle;
    }
    return unit - low;
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }
}
