"""The texts of a dataset's PDF, Word and HTML documents, read as everywhere in Pincite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.domain.reading import Reading


def document_reader(*, ocr: bool | None = None) -> Callable[[Path], str]:
    """Return a function that reads a document's text in a separate process."""
    from pincite.cli.options import settings_from
    from pincite.domain.reading import Failure
    from pincite.errors import ReadError
    from pincite.pipeline.read import read_files

    settings = settings_from(None, flags=None, jobs=1, ocr=ocr)

    def read(path: Path) -> str:
        ((_, result),) = read_files([path], settings, finish=_text_of)
        if isinstance(result, Failure):
            raise ReadError(path, result.kind, result.message)
        return str(result)

    return read


def _text_of(reading: Reading) -> str:
    return reading.doc.text
