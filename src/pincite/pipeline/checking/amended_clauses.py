"""Amended clauses: the words of a clause as other documents of the store have changed them.

A draft is held against the clause as it reads now; a sentence that only the words before say is told so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.answer.context import trimmed
from pincite.domain.answer import NumberedSource
from pincite.domain.document import Passage
from pincite.domain.reading import Reading
from pincite.legal.amending import is_amending
from pincite.legal.replaced_words import Replacement, locate_words, read_replacements
from pincite.pipeline.amendments import clause_numbers, find_amendments, find_changes
from pincite.ports.store import Library
from pincite.spans import Span


@dataclass(frozen=True, slots=True)
class ClauseEdit:
    """New words in the place of a range of a document, and the paragraph of the amendment that says so."""

    span: Span
    new: str
    said_in: Passage


@dataclass(frozen=True, slots=True)
class AmendedSource:
    """A source with its words as amended, the same before, and where the new words stand, each with its edit."""

    source: NumberedSource
    before: NumberedSource
    edits: tuple[tuple[Span, ClauseEdit], ...]

    def edit_at(self, place: Span) -> ClauseEdit | None:
        """The edit whose new words, or what is left round deleted ones, lie at a place of the amended text."""
        return next((edit for span, edit in self.edits if span.start < place.end and place.start <= span.end), None)

    def edit_of(self, place: Span) -> ClauseEdit | None:
        """The edit of words that lie at a place of the text before."""
        return next((edit for _, edit in self.edits if edit.span.overlaps(place)), None)

    def as_written(self, passage: Passage) -> Passage:
        """Where words of the amended text that no edit touches stand in the document."""
        moved = sum(len(edit.span) - len(span) for span, edit in self.edits if span.end <= passage.span.start)
        return Passage(passage.doc_id, passage.span.shift(moved))


@dataclass(frozen=True, slots=True)
class _DocumentChanges:
    """What amendments do to a document: the edits that can be read, and clauses changed in words that cannot."""

    edits: tuple[ClauseEdit, ...] = ()
    loose: tuple[tuple[Span, Passage], ...] = ()


class Amendments:
    """The amendments of a store's documents, each document's found once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[str, _DocumentChanges] = {}

    def amend(self, source: NumberedSource) -> AmendedSource | None:
        """A source as it reads now; None where no amendment changes its words."""
        whole = source.passage.span
        pieces, at, places = [], whole.start, []
        length = 0
        for edit in self._of(source.passage.doc_id).edits:
            if not edit.span.overlaps(whole) or edit.span.start < at and at > whole.start:
                continue
            kept = source.words(Span(at, max(at, edit.span.start)))
            pieces += [kept, edit.new]
            start = length + len(kept)
            length = start + len(edit.new)
            places.append((Span(start, length), edit))
            at = min(edit.span.end, whole.end)
        if not places:
            return None
        text = "".join([*pieces, source.words(Span(at, whole.end))])
        passage = Passage(source.passage.doc_id, Span(whole.start, whole.start + len(text)))
        moved = tuple((span.shift(whole.start), edit) for span, edit in places)
        return AmendedSource(replace(source, passage=passage, text=text, evidence=()), source, moved)

    def loosely_changed(self, source: NumberedSource) -> Passage | None:
        """The paragraph that changes the clause of a source in words that cannot be put in place of others."""
        loose = self._of(source.passage.doc_id).loose
        return next((said_in for span, said_in in loose if span.overlaps(source.passage.span)), None)

    def source(self, passage: Passage) -> NumberedSource:
        """A passage as a source to hold a sentence against."""
        card, place = self._library.card(passage.doc_id), self._library.place(passage)
        text = passage.span.slice(self._library.text(passage.doc_id))
        return NumberedSource(1, passage, text, card.path, card.title, place.section, place.page, parties=card.parties)

    def is_of_amendment(self, source: NumberedSource) -> bool:
        """Tell whether a source stands in a document that amends another."""
        return is_amending(self._library.card(source.passage.doc_id))

    def changed_by(self, passage: Passage) -> Iterator[Passage]:
        """The clauses of other documents that a passage of an amendment changes."""
        if not is_amending(self._library.card(passage.doc_id)):
            return
        for card in self._library.cards:
            amended = self._of(card.id)
            said = [(edit.span, edit.said_in) for edit in amended.edits] + list(amended.loose)
            for span, said_in in said:
                if said_in.doc_id == passage.doc_id and said_in.span.overlaps(passage.span):
                    yield Passage(card.id, self._library.reading(card.id).outline.at(span.start).span)

    def _of(self, doc_id: str) -> _DocumentChanges:
        if doc_id not in self._known:
            self._known[doc_id] = self._read(doc_id)
        return self._known[doc_id]

    def _read(self, doc_id: str) -> _DocumentChanges:
        cards = sorted(
            find_amendments(self._library.card(doc_id), self._library), key=lambda one: (one.made or "", one.path)
        )
        if not cards:
            return _DocumentChanges()
        reading = self._library.reading(doc_id)
        numbered = {
            clause_numbers(reading, section.span)[0]: section
            for section in reading.outline.sections
            if (section.number or "")[:1].isdigit()
        }
        edits: list[ClauseEdit] = []
        loose: list[tuple[Span, Passage]] = []
        for card in cards:
            amending = self._library.reading(card.id)
            for change in find_changes(amending, numbered):
                said_in = Passage(card.id, change.span)
                clause = trimmed(reading.doc.text, numbered[change.number].span)
                made = False
                for one in read_replacements(change.span.slice(amending.doc.text)):
                    made = _make(one, clause, reading, said_in, edits) or made
                if not made:
                    loose.append((clause, said_in))
        return _DocumentChanges(tuple(sorted(edits, key=lambda edit: edit.span.start)), tuple(loose))


def _make(one: Replacement, clause: Span, reading: Reading, said_in: Passage, edits: list[ClauseEdit]) -> bool:
    """Put a replacement among the edits of a document; False where the clause lacks its old words."""
    if one.old is None:
        edits[:] = [edit for edit in edits if not clause.contains(edit.span)]
        edits.append(ClauseEdit(clause, one.new, said_in))
        return True
    made = False
    for at, edit in enumerate(edits):
        # Words that an earlier amendment has put there.
        if clause.overlaps(edit.span) and locate_words(one.old, edit.new):
            edits[at] = ClauseEdit(edit.span, _replaced(one, edit.new), said_in)
            made = True
    for start, end in locate_words(one.old, clause.slice(reading.doc.text)):
        span = Span(start, end).shift(clause.start)
        if not any(span.overlaps(edit.span) for edit in edits):
            edits.append(ClauseEdit(span, one.new, said_in))
            made = True
    return made


def _replaced(one: Replacement, text: str) -> str:
    for start, end in reversed(locate_words(one.old or "", text)):
        text = f"{text[:start]}{one.new}{text[end:]}"
    return text
