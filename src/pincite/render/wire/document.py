"""Documents on the wire: cards, outlines, places and the text at a span."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from pincite.domain.document import Box, Page, Passage, Place
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.domain.section import Section
from pincite.legal.pinpoints import pinpoint
from pincite.render.wire.base import WireBox, WireModel, WireSpan, boxes, pair


class WireCard(WireModel):
    """What is known of a document without opening it."""

    id: str
    path: str
    title: str | None
    kind: str
    parties: list[str]
    dates: list[str]
    summary: str
    characters: int
    also_at: list[str]
    language: str | None
    authority: int
    governing_law: str | None
    made: str | None
    pages: int | None
    metadata: dict[str, str]

    @classmethod
    def of(cls, card: DocumentCard) -> WireCard:
        """Convert a card to its wire record."""
        return cls.model_validate(asdict(card) | {"metadata": dict(card.metadata)})


class WirePlace(WireModel):
    """Where in a document a passage stands."""

    section: str
    pinpoint: str
    page: int | None

    @classmethod
    def of(cls, place: Place) -> WirePlace:
        """Convert a place to its wire record."""
        return cls(section=place.section, pinpoint=pinpoint(place.section), page=place.page)


class WireSection(WireModel):
    """A node of the clause tree; `id` 0 is the document itself, and a parent comes before its children."""

    id: int
    parent: int | None
    kind: str
    level: int
    number: str | None
    heading: str | None
    path: str
    page: int | None
    span: WireSpan
    head: WireSpan | None

    @classmethod
    def of(cls, section: Section, reading: Reading) -> WireSection:
        """Convert a section to its wire record."""
        page = reading.doc.page_of(section.span.start)
        return cls(
            id=section.id,
            parent=section.parent,
            kind=section.kind.value,
            level=section.level,
            number=section.number,
            heading=section.heading,
            path=reading.outline.path(section),
            page=page.number if page else None,
            span=pair(section.span),
            head=pair(section.head) if section.head else None,
        )


class WireTerm(WireModel):
    """A defined term: where it stands, and the sentence that defines it."""

    term: str
    span: WireSpan
    definition: WireSpan
    section: int


class WireReference(WireModel):
    """Words that point at another place, and the section they point at, if it is in the document."""

    text: str
    span: WireSpan
    target: int | None


class WireOutline(WireModel):
    """The clause tree of a document, with the terms it defines and the places it refers to."""

    doc_id: str
    document: str
    title: str | None
    sections: list[WireSection]
    terms: list[WireTerm]
    references: list[WireReference]

    @classmethod
    def of(cls, reading: Reading, card: DocumentCard) -> WireOutline:
        """Convert an outline to its wire record."""
        outline = reading.outline
        return cls(
            doc_id=card.id,
            document=card.path,
            title=card.title,
            sections=[WireSection.of(section, reading) for section in outline.sections],
            terms=[
                WireTerm(term=one.term, span=pair(one.span), definition=pair(one.definition), section=one.section)
                for one in outline.terms
            ],
            references=[
                WireReference(text=one.text, span=pair(one.span), target=one.target) for one in outline.references
            ],
        )


class WireSectionText(WireModel):
    """A section with its words."""

    path: str
    pinpoint: str
    span: WireSpan
    page: int | None
    text: str

    @classmethod
    def of(cls, section: Section, reading: Reading) -> WireSectionText:
        """Convert a section to its wire record."""
        page, path = reading.doc.page_of(section.span.start), reading.outline.path(section)
        return cls(
            path=path,
            pinpoint=pinpoint(path),
            span=pair(section.span),
            page=page.number if page else None,
            text=reading.doc.slice(section.span),
        )


class WireText(WireModel):
    """The words of a document at a span, where they stand, and the boxes that cover them on their pages."""

    doc_id: str
    document: str
    span: WireSpan
    place: WirePlace
    text: str
    boxes: list[WireBox]

    @classmethod
    def of(cls, passage: Passage, card: DocumentCard, *, place: Place, text: str, covers: Iterable[Box]) -> WireText:
        """Convert a passage to its wire record."""
        return cls(
            doc_id=card.id,
            document=card.path,
            span=pair(passage.span),
            place=WirePlace.of(place),
            text=text,
            boxes=boxes(covers),
        )


class WirePage(WireModel):
    """A page: its size in points, the range of the text on it, and boxes over the words that were asked for."""

    number: int
    width: float
    height: float
    span: WireSpan
    confidence: float | None
    boxes: list[WireBox]

    @classmethod
    def of(cls, page: Page, *, covers: Iterable[Box] = ()) -> WirePage:
        """Convert a page to its wire record."""
        return cls(
            number=page.number,
            width=page.width,
            height=page.height,
            span=pair(page.span),
            confidence=page.confidence,
            boxes=boxes(box for box in covers if box.page == page.number),
        )


class WireCollection(WireModel):
    """A store by name; `problem` says why it cannot be opened, where it cannot."""

    name: str
    documents: int
    generation: int
    problem: str = ""
