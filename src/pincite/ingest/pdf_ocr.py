"""Words recognised in the picture of a page, put where they stand on the page."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from statistics import median

from pincite.domain.ocr import OcrWord
from pincite.ingest.layout import PageWords, Word, share_box

# Recognition is trained on letters some thirty pixels high: ten-point type at 200 dots an inch.
OCR_DPI = 200.0


def place_words(found: Sequence[OcrWord], printed: PageWords, *, scale: float) -> PageWords:
    """A page with the recognised words, in points, beside its printed ones."""
    glyphs = array("f", printed.glyphs)
    words = list(printed.words)
    usual = median([word.y1 - word.y0 for word in found]) if found else 1.0
    trust: list[float] = []
    for item in found:
        box = (item.x0 * scale, item.y0 * scale, item.x1 * scale, item.y1 * scale)
        text = item.text.strip()
        if not text or any(character.isspace() for character in text) or _covered(box, printed.words):
            continue
        trust.append(item.confidence)
        height = item.y1 - item.y0
        # Heights of boxes waver from line to line where the type does not.
        height = scale * (usual if 0.75 * usual < height < 1.35 * usual else height)
        base = box[3] - 0.22 * (box[3] - box[1])
        words.append(Word(text, *box, base, 0.75 * height, False, len(glyphs) // 4))
        glyphs.extend(share_box(box, len(text)))
    return PageWords(
        number=printed.number,
        width=printed.width,
        height=printed.height,
        words=words,
        glyphs=glyphs,
        upright=(printed.width, printed.height),
        strays=printed.strays,
        confidence=sum(trust) / len(trust) if trust else 0.0,
    )


def _covered(box: tuple[float, float, float, float], words: Sequence[Word]) -> bool:
    """Tell whether a printed word stands where this one was recognised."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(word.x0 <= x <= word.x1 and word.y0 <= y <= word.y1 for word in words)
