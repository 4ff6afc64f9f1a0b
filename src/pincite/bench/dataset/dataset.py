"""A dataset opened: its rows, their contexts located, and what its source said of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from pincite.bench.dataset.contexts import ContextLocation, Documents, TextReader, locate_all
from pincite.bench.dataset.layout import DatasetItem, Layout
from pincite.bench.dataset.write import DocumentTrace, Origin, Trace, read_origin
from pincite.bench.legalbenchrag.draft import Progress
from pincite.bench.locate import MOST_EDITS
from pincite.errors import BenchmarkError


@dataclass(slots=True)
class ExportReport:
    """What an export gave: rows written and left out, contexts by the way they were found, and spans joined."""

    rows: int = 0
    left_out: int = 0
    joined: int = 0
    methods: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Dataset:
    """A dataset with its contexts located."""

    name: str
    items: list[DatasetItem]
    places: list[list[ContextLocation]]
    documents: Documents
    origin: Origin | None

    def trace(self, item: DatasetItem) -> Trace:
        """What its source said of a row."""
        return self.origin.rows.get(item.id, Trace()) if self.origin else Trace()

    def document_trace(self, path: Path) -> DocumentTrace:
        """What its source said of a document."""
        return self.origin.documents.get(path.name, DocumentTrace()) if self.origin else DocumentTrace()

    @property
    def paths(self) -> list[Path]:
        """Every document, those its source named first and in its order."""
        order = {name: at for at, name in enumerate(self.origin.documents)} if self.origin else {}
        paths = [path for same in self.documents.layout.files.values() for path in same]
        return sorted(paths, key=lambda path: (order.get(path.name, len(order)), path))


def open_dataset(
    folder: Path,
    *,
    read: TextReader | None = None,
    most_edits: float = MOST_EDITS,
    use_origin: bool = True,
    progress: Progress | None = None,
) -> Dataset:
    """A dataset read and its contexts located; without its origin, from the layout alone."""
    layout = Layout(folder)
    items = layout.items()
    if not layout.files:
        raise BenchmarkError(str(layout.corpus), "holds no document")
    origin = read_origin(folder) if use_origin else None
    documents = Documents(layout, read=read, most_edits=most_edits)
    places: list[list[ContextLocation]] = [[] for _ in items]
    for place in locate_all(items, documents, origin=origin, progress=progress):
        places[place.row - 1].append(place)
    return Dataset(folder.resolve().name, items, places, documents, origin)
