"""Pincite: ask legal documents questions, and prove the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.spans import Span

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.domain.reading import Reading
    from pincite.pipeline.store import Store

__version__ = "0.1.0"
__all__ = ["Span", "Store", "read"]


def __getattr__(name: str) -> Any:
    # Loaded when it is asked for: it brings the libraries of indexing along.
    if name == "Store":
        from pincite.pipeline.store import Store

        return Store
    raise AttributeError(f"module 'pincite' has no attribute {name!r}")


def read(path: Path | str, *, preset: str | None = None) -> Reading:
    """Read a file: its exact text and pages, its particulars and its clause tree.

    Runs in this process; for folders, or files you do not trust, use `pincite.pipeline.read.read_files`.
    """
    from pathlib import Path

    from pincite.pipeline.read import read_file
    from pincite.pipeline.wire import wire_reading
    from pincite.settings import load_settings

    return read_file(Path(path), wire_reading(load_settings(preset).settings))
