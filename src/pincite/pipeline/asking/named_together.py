"""Questions that name several documents to ask the same of each: which documents, and what is asked of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from pincite.answer.questions.many import Mode, MultiDocumentQuestion, read_many
from pincite.answer.questions.several_names import read_several
from pincite.answer.questions.single_question import without_frame
from pincite.domain.called import CalledDocuments
from pincite.domain.hit import DocumentCard
from pincite.legal.provisions import find_provisions
from pincite.ports.store import Library
from pincite.retrieve.called import documents_called
from pincite.retrieve.route import Router


@dataclass(frozen=True, slots=True)
class NamedTogether:
    """What is asked of each of the documents named, and the names."""

    many: MultiDocumentQuestion
    names: tuple[CalledDocuments, ...]

    @property
    def called(self) -> str:
        """The names of those that are there, as a question may use them."""
        words = [name.words for name in self.names if not name.absent]
        return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]

    @property
    def missing(self) -> tuple[str, ...]:
        """What is named and not in the store."""
        return tuple(name.words for name in self.names if name.absent)

    def cards(self, library: Library) -> list[tuple[CalledDocuments, list[DocumentCard]]]:
        """Each name that is there, with its documents."""
        there = [name for name in self.names if not name.absent]
        return [(name, [library.card(doc_id) for doc_id in name.doc_ids]) for name in there]


def read_named_together(
    question: str, library: Library, router: Router, *, among: Collection[str] | None = None
) -> NamedTogether | None:
    """Parse a question that names several documents; None where it does not, or asks for numbered clauses of them."""
    if any(not one.instrument for one in find_provisions(question)):
        return None
    found = read_several(question, lambda words: documents_called(words, library, router))
    many = read_many(found.question) if found else None
    if found is None or many is None:
        return None
    names = tuple(_among(name, among) for name in found.names)
    if all(name.absent for name in names):
        return None
    asked = replace(many, question=without_frame(many.question), mode=Mode.TELL, ranked=None, extreme=None)
    return NamedTogether(asked, names)


def _among(name: CalledDocuments, among: Collection[str] | None) -> CalledDocuments:
    """A name with those of its documents that may be asked."""
    if among is None:
        return name
    return replace(name, doc_ids=tuple(doc_id for doc_id in name.doc_ids if doc_id in among))
