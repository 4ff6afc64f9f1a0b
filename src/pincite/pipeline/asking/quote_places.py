"""An answer that quotes whole provisions: those that a question names by number, or by the topic of their heading."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.answer import Answer, Citation, NumberedSource
from pincite.domain.document import Box, Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.domain.section import Section
from pincite.legal.page_furniture import shown_words, trim_furniture
from pincite.legal.provision_places import ProvisionPlace, fit_whole
from pincite.legal.quotations import put_in_marks
from pincite.ports.store import Library
from pincite.spans import Span


def quote_places(
    library: Library,
    question: str,
    found: Sequence[tuple[DocumentCard, ProvisionPlace]],
    *,
    steps: tuple[Step, ...],
    most: int,
    confidence: float,
) -> Answer:
    """Answer with the words of places; one of more than `most` characters is cut where one of its parts ends."""
    text = ""
    citations: list[Citation] = []
    sources: list[NumberedSource] = []
    for number, (card, place) in enumerate(found, start=1):
        reading = library.reading(card.id)
        span, left = fit_whole(place, reading.outline, most=most)
        span = trim_furniture(span, reading.doc)
        words = f"{put_in_marks(shown_words(span, reading.doc))} [{number}]" + _omission_note(place, left)
        start = len(text) + (1 if text else 0)
        text = f"{text} {words}" if text else words
        page = reading.doc.page_of(span.start)
        passage = Passage(card.id, span)
        boxes: tuple[Box, ...] = reading.doc.boxes(span) if page else ()
        quote = span.slice(reading.doc.text)
        citations.append(
            Citation(
                number,
                passage,
                quote,
                card.path,
                Span(start, start + len(words)),
                title=card.title,
                section=place.path,
                page=page.number if page else None,
                boxes=boxes,
                score=confidence,
            )
        )
        sources.append(
            place_source(number, card, place.path, passage, quote, page.number if page else None, score=confidence)
        )
    return Answer(
        question,
        text,
        found=True,
        confidence=confidence,
        citations=tuple(citations),
        sources=tuple(sources),
        ranking=Ranking(question, (), steps),
    )


def place_source(
    number: int, card: DocumentCard, path: str, passage: Passage, quote: str, page: int | None, *, score: float
) -> NumberedSource:
    """A provision as a source of an answer."""
    return NumberedSource(
        number, passage, quote, card.path, card.title, path, page, score, card.parties, ((passage.span, score),)
    )


def _omission_note(place: ProvisionPlace, left: Sequence[Section]) -> str:
    """Say which parts of a provision were left out."""
    numbers = [f"{section.number} {section.heading or ''}".strip() for section in left]
    return f" {place.path} goes on with {'; '.join(numbers)}." if numbers else ""
