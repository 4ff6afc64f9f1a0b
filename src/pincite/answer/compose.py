"""Build an answer from checked claims: supported ones with citations, the others removed or marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.domain.answer import AnswerContext, CheckedClaim, Citation
from pincite.domain.document import Box, Passage
from pincite.legal.claims import without_marks
from pincite.spans import Span

Boxes = Callable[[Passage], tuple[Box, ...]]
Text = Callable[[str], str]
Where = Callable[[Passage], tuple[str, int | None]]
MARKED = "[unsupported]"


@dataclass(frozen=True, slots=True)
class ComposedAnswer:
    """An answer's text with its citations, and the claims that failed."""

    text: str
    citations: tuple[Citation, ...]
    failed: tuple[CheckedClaim, ...]


class Composer:
    """Puts an answer together; `text` and `boxes` give a document's words and places on the page."""

    def __init__(self, context: AnswerContext, *, text: Text, boxes: Boxes, place: Where) -> None:
        self._context = context
        self._text = text
        self._boxes = boxes
        self._place = place

    def compose(self, checked: Sequence[CheckedClaim], *, unsupported: Literal["remove", "mark"]) -> ComposedAnswer:
        """Build the answer's text; a claim that failed is shown without its citation marks."""
        text = ""
        citations: list[Citation] = []
        for item in checked:
            if item.faults and unsupported == "remove":
                continue
            words = f"{without_marks(item.claim.text)} {MARKED}" if item.faults else item.claim.text
            start = len(text) + (1 if text else 0)
            text = f"{text} {words}" if text else words
            if not item.faults:
                claim = Span(start, start + len(words))
                citations += [self._cite(number, passage, claim, item) for number, passage in item.pinpoints]
        return ComposedAnswer(text, tuple(citations), tuple(item for item in checked if item.faults))

    def _cite(self, number: int, passage: Passage, claim: Span, item: CheckedClaim) -> Citation:
        source = self._context.source(number)
        assert source is not None  # a claim that cites an unknown number has a fault, and gets no citation
        section, page = self._place(passage)
        scores = [score for span, score in source.evidence if span.overlaps(passage.span)]
        return Citation(
            number=number,
            passage=passage,
            quote=passage.span.slice(self._text(passage.doc_id)),
            document=source.document,
            claim=claim,
            title=source.title,
            section=section,
            page=page,
            boxes=self._boxes(passage),
            score=min(item.support, max(scores, default=source.score)),
        )
