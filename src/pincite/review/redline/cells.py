"""The cells of a review that changed from one version of a document to the next."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.pipeline.store import Store, index_files
from pincite.review.cell import Cell, ReviewRow
from pincite.review.question import QuestionSet
from pincite.review.report import review_documents
from pincite.settings import Settings


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell before and after."""

    old: Cell
    new: Cell


def changed_cells(paths: Sequence[Path], asked: QuestionSet, settings: Settings) -> list[CellChange]:
    """Review two versions, and tell which cells have another state or another value."""
    with tempfile.TemporaryDirectory(prefix="pincite-redline-") as folder:
        index_files(paths, Path(folder) / "store", settings=settings)
        with Store.open(Path(folder) / "store", settings=settings) as store:
            rows = review_documents(store, asked, store.documents).rows
            by_path = {path: row for row in rows for path in _paths(store, row)}
            found = [by_path.get(str(path)) for path in paths]
    old, new = found
    return compare_rows(old, new) if old and new else []


def _paths(store: Store, row: ReviewRow) -> list[str]:
    return [row.document, *store.card(row.doc_id).also_at]


def compare_rows(old: ReviewRow, new: ReviewRow) -> list[CellChange]:
    """The cells that have another state or another value."""
    pairs = [CellChange(before, after) for before, after in zip(old.cells, new.cells, strict=True)]
    return [pair for pair in pairs if _shown(pair.old) != _shown(pair.new)]


def _shown(cell: Cell) -> tuple[str, str]:
    return cell.state.value, " ".join(cell.value.casefold().split())
