"""Questions for the exceptions to a clause: answered with the clauses of its document that make them."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.quotations.exceptions import asks_exception, find_exceptions, pinpoint_of
from pincite.domain.answer import NOT_FOUND, Answer, NoteKind
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.domain.section import Section
from pincite.files import readable_stem
from pincite.legal.page_furniture import trim_furniture
from pincite.legal.provision_places import ProvisionPlace
from pincite.pipeline.asking.ask_provision import ProvisionFinder
from pincite.pipeline.asking.quote_places import place_source, quote_places
from pincite.ports.store import Library

_LONGEST = 3000
# A clause that speaks of exceptions is near; that it is the only one is not proved.
_LIKELY = 0.85
_ABSENT = 0.03


def answer_exception(
    library: Library, provisions: ProvisionFinder, question: str, *, allowed: Sequence[str] | None = None
) -> Answer | None:
    """Answer with the exceptions to the one clause that a question names, or say that none is found."""
    if not asks_exception(question):
        return None
    clauses = provisions.clauses(question, allowed=allowed)
    if len(clauses) != 1:
        return None
    card, clause = clauses[0]
    reading = library.reading(card.id)
    outline = reading.outline
    exceptions = find_exceptions(clause, outline, reading.doc.text)
    if not exceptions:
        return _none(library, question, card, clause)
    found = [(card, ProvisionPlace(section.span, outline.path(section), section)) for section in exceptions]
    steps = tuple(
        Step("exception", f"{place.path} of {card.path} makes one to {pinpoint_of(clause, outline)}")
        for _, place in found
    )
    return quote_places(library, question, found, steps=steps, most=_LONGEST, confidence=_LIKELY)


def _none(library: Library, question: str, card: DocumentCard, clause: Section) -> Answer:
    """Say that no exception is found, with the clause."""
    reading = library.reading(card.id)
    passage = Passage(card.id, trim_furniture(clause.span, reading.doc))
    words = passage.span.slice(reading.doc.text)
    name = card.title or readable_stem(card.path)
    note = f"No exception to {pinpoint_of(clause, reading.outline)} of “{name}” was found; the clause is listed."
    path, page = reading.outline.path(clause), library.place(passage).page
    return Answer(
        question,
        NOT_FOUND,
        found=False,
        confidence=_ABSENT,
        sources=(place_source(1, card, path, passage, words, page, score=_LIKELY),),
        ranking=Ranking(question, (), (Step("exception", note),)),
        note=note,
        note_kind=NoteKind.NO_ANSWER,
    )
