"""StoreState: what a store says of itself beside its documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class FileRef:
    """A source file as it was when it was read, by which reader, and the document it holds.

    Several files may hold the same document.
    """

    path: str
    size: int
    mtime_ns: int
    reader: str
    doc_id: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class StoreState:
    """How a store was made, and of which files; `retrieval` is how its maker searches it, where nothing else is said.

    `manifest` is what its maker says of documents, by path: `authority`, `title`, `kind`. `version` grows with every
    commit.
    """

    embedder: str
    settings: dict[str, Any]
    retrieval: dict[str, Any] = field(default_factory=dict)
    files: tuple[FileRef, ...] = ()
    manifest: dict[str, dict[str, Any]] = field(default_factory=dict)
    version: int = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """What is missing or damaged in a store, by name, and the documents that must be made anew for it.

    `note` is a sentence on how it was verified, where there is something to say.
    """

    files: tuple[str, ...]
    doc_ids: frozenset[str]
    note: str = ""
