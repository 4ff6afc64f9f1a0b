"""Words recognised in the picture of a page, put where they stand on the page."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from pincite.domain.ocr import OcrWord
from pincite.ingest.layout.page import PageWords, Word, share_box
from pincite.ingest.ocr.page import stand_upright

# Recognition is trained on letters some thirty pixels high: ten-point type at 200 dots an inch.
OCR_DPI = 200.0


def place_words(found: Sequence[OcrWord], printed: PageWords, *, scale: float, trusted: bool = True) -> PageWords:
    """A page with the recognised words, in points, beside its printed ones.

    Where both are at the same place the printed word is taken if it is to be trusted, else the recognised one.
    """
    kept = printed.words if trusted else _uncovered(printed.words, found, scale=scale)
    page = stand_upright(found, width=printed.width / scale, height=printed.height / scale)
    glyphs = array("f", printed.glyphs)
    words: list[Word] = []
    trust: list[float] = []
    for item in page.words:
        seen = item.found
        box = (seen.x0 * scale, seen.y0 * scale, seen.x1 * scale, seen.y1 * scale)
        if any(character.isspace() for character in item.text) or _covered(box, kept):
            continue
        trust.append(seen.confidence)
        place = (item.x0 * scale, item.y0 * scale, item.x1 * scale, item.y1 * scale)
        words.append(Word(item.text, *place, item.base * scale, item.size * scale, False, len(glyphs) // 4))
        glyphs.extend(_share_along(box, len(item.text), quarters=page.quarters))
    turned = bool(words) and page.quarters != 0
    return PageWords(
        number=printed.number,
        width=printed.width,
        height=printed.height,
        words=words if turned else [*kept, *words],
        glyphs=glyphs,
        upright=(page.width * scale, page.height * scale) if turned else (printed.width, printed.height),
        strays=[*printed.strays, *kept] if turned else printed.strays,
        confidence=sum(trust) / len(trust) if trust else 0.0,
    )


def _share_along(box: tuple[float, float, float, float], count: int, *, quarters: int) -> array[float]:
    """A box cut into one part for each letter, in the direction the text runs."""
    x0, y0, x1, y1 = box
    if quarters == 0:
        return share_box(box, count)
    if quarters == 2:
        return _backwards(share_box(box, count))
    # Cut as if it lay flat, then stand each part up again.
    flat = share_box((y0, x0, y1, x1), count)
    stood = array("f")
    for i in range(count):
        a, b, c, d = flat[4 * i : 4 * i + 4]
        stood.extend((b, a, d, c))
    return stood if quarters == 1 else _backwards(stood)


def _backwards(boxes: array[float]) -> array[float]:
    turned = array("f")
    for i in range(len(boxes) - 4, -1, -4):
        turned.extend(boxes[i : i + 4])
    return turned


def _uncovered(words: Sequence[Word], found: Sequence[OcrWord], *, scale: float) -> list[Word]:
    """The printed words that no recognised one stands upon."""
    kept: list[Word] = []
    for word in words:
        x, y = (word.x0 + word.x1) / 2 / scale, (word.y0 + word.y1) / 2 / scale
        if not any(item.x0 <= x <= item.x1 and item.y0 <= y <= item.y1 for item in found):
            kept.append(word)
    return kept


def _covered(box: tuple[float, float, float, float], words: Sequence[Word]) -> bool:
    """Tell whether a printed word stands where this one was recognised."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(word.x0 <= x <= word.x1 and word.y0 <= y <= word.y1 for word in words)
