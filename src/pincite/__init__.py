"""Pincite: ask legal documents questions, and prove the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.spans import Span

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.domain.reading import Reading

__version__ = "0.1.0"
__all__ = ["Span", "read"]


def read(path: Path | str, *, preset: str | None = None) -> Reading:
    """Read a file: its exact text and pages, its particulars and its clause tree.

    Runs in this process; for folders, or files you do not trust, use `pincite.pipeline.read.read_files`.
    """
    from pathlib import Path

    from pincite.pipeline.read import read_file
    from pincite.pipeline.wire import wire_reading
    from pincite.settings import load_settings

    return read_file(Path(path), wire_reading(load_settings(preset).settings))
