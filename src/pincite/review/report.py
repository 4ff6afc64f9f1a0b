"""A review of a store's documents, from the questions to the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Failure
from pincite.pipeline.searchable_store import SearchableStore
from pincite.review.cell import ReviewRow, ReviewTable
from pincite.review.cell_file import CellFile
from pincite.review.question import QuestionSet
from pincite.review.review import OnCell, Progress, Review, ReviewCounts


@dataclass(slots=True)
class ReviewReport:
    """The rows so far, how many cells were read and kept, and the documents that failed."""

    rows: list[ReviewRow] = field(default_factory=list)
    counts: ReviewCounts = field(default_factory=ReviewCounts)
    failures: list[Failure] = field(default_factory=list)

    def table(self, asked: QuestionSet) -> ReviewTable:
        """The rows as a table."""
        return ReviewTable(asked.title, asked.questions, tuple(self.rows))


def review_documents(
    store: SearchableStore,
    asked: QuestionSet,
    cards: Sequence[DocumentCard],
    *,
    cells: Path | None = None,
    on_row: Callable[[ReviewRow], None] | None = None,
    on_cell: OnCell | None = None,
    progress: Progress | None = None,
    report: ReviewReport | None = None,
) -> ReviewReport:
    """Ask every question of every document; what the file of cells holds already is not read again.

    `on_row` gets each row as it is done, `on_cell` each cell. A `report` that is given is filled as the review goes
    on, so that it can be looked at when the review is interrupted.
    """
    report = report or ReviewReport()
    with CellFile(cells) if cells else nullcontext() as kept:
        review = Review(store, asked.questions, cells=kept, progress=progress, on_cell=on_cell)
        report.counts, report.failures = review.counts, review.failures
        for row in review.rows(cards):
            report.rows.append(row)
            if on_row is not None:
                on_row(row)
    return report
