"""Pincite: ask legal documents questions, and prove the answers.

Everything a program needs is here: `Store` to index, search and ask; `read` for one file; the types they give; the
errors they raise.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pincite.domain.answer import Answer, Citation
from pincite.domain.chunk import Layer
from pincite.domain.document import Box, Document, Page, Passage, Place
from pincite.domain.hit import DocumentCard, Hit, Ranking
from pincite.domain.reading import Failure, Reading
from pincite.errors import (
    BenchmarkError,
    Cancelled,
    ExecutionError,
    Hint,
    MissingExtra,
    MissingKey,
    ModelError,
    NotFound,
    OcrError,
    PinciteError,
    QuestionError,
    ReadError,
    RegisterError,
    ReviewError,
    RunError,
    SettingsError,
    SpanError,
    StoreError,
    TargetError,
    UnknownName,
)
from pincite.spans import Span

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.pipeline.build import BuildReport
    from pincite.pipeline.store import Store
    from pincite.retrieve.filters import Filters
    from pincite.settings import Settings, load_settings

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "BenchmarkError",
    "Box",
    "BuildReport",
    "Cancelled",
    "Citation",
    "Document",
    "DocumentCard",
    "ExecutionError",
    "Failure",
    "Filters",
    "Hint",
    "Hit",
    "Layer",
    "MissingExtra",
    "MissingKey",
    "ModelError",
    "NotFound",
    "OcrError",
    "Page",
    "Passage",
    "PinciteError",
    "Place",
    "QuestionError",
    "Ranking",
    "ReadError",
    "Reading",
    "RegisterError",
    "ReviewError",
    "RunError",
    "Settings",
    "SettingsError",
    "Span",
    "SpanError",
    "Store",
    "StoreError",
    "TargetError",
    "UnknownName",
    "load_settings",
    "read",
]

# Loaded when they are asked for: they bring the libraries of indexing along, and `import pincite` must not wait.
_LAZY = {
    "BuildReport": "pincite.pipeline.build",
    "Filters": "pincite.retrieve.filters",
    "Settings": "pincite.settings",
    "Store": "pincite.pipeline.store",
    "load_settings": "pincite.settings",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'pincite' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def read(path: Path | str, *, preset: str | None = None) -> Reading:
    """Read a file: its exact text and pages, its particulars and its clause tree.

    Runs in this process; for folders, or files you do not trust, use `pincite.pipeline.read.read_files`.
    """
    from pathlib import Path

    from pincite.pipeline.read import read_file
    from pincite.pipeline.wire import wire_reading
    from pincite.settings import load_settings

    return read_file(Path(path), wire_reading(load_settings(preset).settings))
