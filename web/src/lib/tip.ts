// Where something that explains words on the screen stands: below them, or above where there is no room.

export interface TipPlace {
  left: string;
  top: string;
  bottom: string;
}

const WIDTH = 26 * 16;
const GAP = 6;

export function tipPlace(words: Element): TipPlace {
  const box = words.getBoundingClientRect();
  const below = box.bottom < innerHeight * 0.6;
  return {
    left: `${Math.max(8, Math.min(box.left, innerWidth - WIDTH - 8))}px`,
    top: below ? `${box.bottom + GAP}px` : "auto",
    bottom: below ? "auto" : `${innerHeight - box.top + GAP}px`,
  };
}
