"""A review: row after row, each cell read once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.cancellation import checkpoint
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Failure
from pincite.errors import Cancelled, PinciteError
from pincite.pipeline.searchable_store import SearchableStore
from pincite.review.cell import Cell, ReviewRow
from pincite.review.cell_file import CellFile, cell_key
from pincite.review.identity import models_identity, question_identity
from pincite.review.question import ReviewQuestion
from pincite.review.read_cell import CellReader, OpenDocument

# Called with the number of cells done, and the total.
Progress = Callable[[int, int], None]
# Called with each cell when it is ready, and its document.
OnCell = Callable[[DocumentCard, Cell], None]


@dataclass(slots=True)
class ReviewCounts:
    """What a review did: cells that were read now, and cells that were kept from before."""

    read: int = 0
    kept: int = 0


class Review:
    """Questions asked of documents of a store; cells that are kept already are not read again."""

    def __init__(
        self,
        store: SearchableStore,
        questions: Sequence[ReviewQuestion],
        *,
        cells: CellFile | None = None,
        progress: Progress | None = None,
        on_cell: OnCell | None = None,
    ) -> None:
        self._store = store
        self._questions = tuple(questions)
        self._reader = CellReader(store, self._questions)
        self._cells = cells
        self._progress = progress or (lambda *_: None)
        self._on_cell = on_cell or (lambda *_: None)
        self._models = models_identity(store)
        self.counts = ReviewCounts()
        self.failures: list[Failure] = []

    def rows(self, cards: Sequence[DocumentCard]) -> Iterator[ReviewRow]:
        """A row for each document as it is done; one that fails is noted, and the others go on."""
        total = len(cards) * len(self._questions)
        for i, card in enumerate(cards):
            try:
                yield self._row(card, done=i * len(self._questions), total=total)
            except Cancelled:
                raise
            except PinciteError as error:
                self.failures.append(Failure(card.path, "review", "error", str(error)))
            if self._cells is not None:
                self._cells.sync()

    def _row(self, card: DocumentCard, *, done: int, total: int) -> ReviewRow:
        opened: OpenDocument | None = None
        cells = []
        for number, question in enumerate(self._questions):
            checkpoint()
            key = cell_key(card.id, question_identity(question), self._models)
            cell = self._kept(card.id, key)
            if cell is None:
                opened = opened or self._reader.open(card.id)
                cell = self._read(opened, number, key)
            else:
                self.counts.kept += 1
                cell = replace(cell, name=question.name)
            cells.append(cell)
            self._on_cell(card, cell)
            self._progress(done + number + 1, total)
        return ReviewRow(card.id, card.path, card.title or "", tuple(cells))

    def _kept(self, doc_id: str, key: str) -> Cell | None:
        """Return a kept cell if its quotation matches the document."""
        cell = self._cells.get(key) if self._cells is not None else None
        if cell is None or cell.span is None:
            return cell
        text = self._store.library.text(doc_id)
        return cell if text[cell.span.start : cell.span.end] == cell.quote else None

    def _read(self, opened: OpenDocument, number: int, key: str) -> Cell:
        cell = self._reader.read(opened, number)
        self.counts.read += 1
        if self._cells is not None:
            self._cells.put(key, cell)
        return cell
