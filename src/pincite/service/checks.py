"""Checks with a store's documents: redlines, drafts and legal citations."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from pincite.domain.document import Document
from pincite.domain.finding import CheckedDraft
from pincite.errors import NotFound, UnknownName
from pincite.legal.citations import CitationKind, LegalCitation, find_citations
from pincite.pipeline.checking.check_draft import PASSAGES
from pincite.pipeline.scope import find_card
from pincite.review.question import QuestionSet
from pincite.review.redline.cells import CellChange, compare_rows
from pincite.review.redline.change import Redline
from pincite.review.redline.compare import compare_versions
from pincite.review.report import review_documents
from pincite.service.collection import OpenState
from pincite.service.originals import safe_name
from pincite.service.service import Service


def redline_documents(
    service: Service, name: str, old: str, new: str, asked: QuestionSet | None = None
) -> tuple[Redline, list[CellChange]]:
    """Compare two documents of a store clause by clause; with questions, also return the changed review cells."""

    def work(state: OpenState) -> tuple[Redline, list[CellChange]]:
        cards = [find_card(state.store, one) for one in (old, new)]
        before, after = (state.reading(card.id) for card in cards)
        found = replace(compare_versions(before, after), old=cards[0].path, new=cards[1].path)
        if asked is None or cards[0].id == cards[1].id:
            return found, []
        report = review_documents(state.store, asked, cards)
        if len(report.rows) < 2:
            raise NotFound(f"The questions could not be asked of both: {report.failures[0].message}")
        return found, compare_rows(*report.rows)

    return service.run(name, work)


def check_text(service: Service, name: str, data: bytes, *, label: str, k: int = PASSAGES) -> CheckedDraft:
    """Check a draft against a store, sentence by sentence; it is read as an untrusted file."""
    with tempfile.TemporaryDirectory(prefix="pincite-draft-") as folder:
        path = Path(folder) / safe_name(label)
        path.write_bytes(data)
        return replace(service.check_draft(name, path, k=k), name=label)


def cited_law(text: str, kinds: Collection[str] = ()) -> list[LegalCitation]:
    """The legal citations of a text, of some kinds or of all."""
    for kind in kinds:
        if kind not in set(CitationKind):
            raise UnknownName("kind of citation", kind, [str(known) for known in CitationKind])
    return [citation for citation in find_citations(text) if not kinds or citation.kind in kinds]


def document_law(
    service: Service, name: str, document: str, kinds: Sequence[str] = ()
) -> tuple[Document, list[LegalCitation]]:
    """A document of a store, and its legal citations."""
    doc = service.run(name, lambda state: state.reading(find_card(state.store, document).id).doc)
    return doc, cited_law(doc.text, kinds)
