"""Locate the contexts of a dataset in its documents; each result says how it was found, or why it was not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.bench.corpus import read_text
from pincite.bench.dataset.layout import DatasetContext, DatasetItem, Layout
from pincite.bench.dataset.write import Origin, Trace
from pincite.bench.legalbenchrag.draft import Progress
from pincite.bench.locate import MOST_EDITS, LocationFailure, Locator, TextLocation
from pincite.errors import PinciteError
from pincite.spans import Span

# Reads documents that are not text files; the commands pass one that reads PDF, Word and HTML.
TextReader = Callable[[Path], str]


@dataclass(frozen=True, slots=True)
class ContextLocation:
    """A context of a row (both counted from 1), the document it is in, and where it was found or why it was not.

    `recorded` is the span its source gave; of a context without a text, the part of the file it is about.
    """

    row: int
    number: int
    context: DatasetContext
    path: Path | None
    result: TextLocation | LocationFailure
    recorded: Span | None = None


class Documents:
    """The texts of a dataset's documents, each read once and kept while its rows are at hand."""

    def __init__(self, layout: Layout, *, read: TextReader | None = None, most_edits: float = MOST_EDITS) -> None:
        self.layout = layout
        self._read = read
        self._most_edits = most_edits
        self._kept: dict[Path, Locator] = {}
        self._texts: dict[Path, str] = {}

    def locator(self, path: Path) -> Locator:
        """A document ready to be searched."""
        if path not in self._kept:
            if len(self._kept) >= 8:
                self._kept.pop(next(iter(self._kept)))
            self._kept[path] = Locator(self.text(path), most_edits=self._most_edits)
        return self._kept[path]

    def text(self, path: Path) -> str:
        """The text that spans count in."""
        if path.suffix.lower() in {".txt", ".md"} or self._read is None:
            return read_text(path)
        if path not in self._texts:
            # Reading a PDF takes long: its text is kept.
            self._texts[path] = self._read(path)
        return self._texts[path]


def locate_all(
    items: Sequence[DatasetItem], documents: Documents, *, origin: Origin | None, progress: Progress | None = None
) -> Iterator[ContextLocation]:
    """Every context in order of rows, each located on its own."""
    traces = origin.rows if origin else {}
    for row, item in enumerate(items, 1):
        spans = traces.get(item.id, Trace()).spans
        for number, context in enumerate(item.contexts, 1):
            span = spans[number - 1] if len(spans) == len(item.contexts) else None
            recorded = Span(*span) if span and 0 <= span[0] <= span[1] else None
            path, result = _locate(context, documents, recorded=recorded)
            yield ContextLocation(row, number, context, path, result, recorded)
        if progress:
            progress("rows", row, len(items))


def _locate(
    context: DatasetContext, documents: Documents, *, recorded: Span | None
) -> tuple[Path | None, TextLocation | LocationFailure]:
    files = documents.layout.files
    if context.filename is None:
        return _locate_anywhere(context.text or "", documents)
    paths = files.get(context.filename, [])
    if len(paths) != 1:
        many = "several files of that name" if paths else "no such file"
        return None, LocationFailure(f"the corpus has {many}")
    if context.text is None:
        return paths[0], LocationFailure("it has no text")
    try:
        return paths[0], documents.locator(paths[0]).locate(context.text, recorded=recorded)
    except PinciteError as error:
        return paths[0], LocationFailure(f"its file cannot be read: {error}")


def _locate_anywhere(text: str, documents: Documents) -> tuple[Path | None, TextLocation | LocationFailure]:
    """A text that names no file: it must stand word for word in one document only."""
    holders = []
    for paths in documents.layout.files.values():
        for path in paths:
            try:
                holders += [path] if text.strip() and text in documents.text(path) else []
            except PinciteError:
                continue
    if len(holders) != 1:
        return None, LocationFailure(f"it names no file, and its text stands in {len(holders)} documents")
    return holders[0], documents.locator(holders[0]).locate(text)
