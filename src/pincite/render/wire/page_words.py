"""The words of a page with their boxes: what a reader selects when selecting on the picture of a page."""

from __future__ import annotations

import re

from pincite.domain.boxes import line_boxes
from pincite.domain.document import Document, Page
from pincite.render.wire.base import WireModel, WireSpan
from pincite.spans import Span

_WORD = re.compile(r"\S+")


class WireWord(WireModel):
    """A word of a page: its letters, where they stand in the text, and the box that covers them on the page.

    A word that is broken at the end of a line has the box of its first part.
    """

    text: str
    span: WireSpan
    x0: float
    y0: float
    x1: float
    y1: float


def page_words(doc: Document, page: Page) -> list[WireWord]:
    """The words of a page in the order of the text; those that are not drawn are left out."""
    if doc.glyphs is None:
        return []
    words = []
    for match in _WORD.finditer(doc.text, page.span.start, page.span.end):
        boxes = line_boxes(doc.glyphs, Span(match.start(), match.end()))
        if boxes:
            x0, y0, x1, y1 = boxes[0]
            words.append(WireWord(text=match[0], span=match.span(), x0=x0, y0=y0, x1=x1, y1=y1))
    return words
