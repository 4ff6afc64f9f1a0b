"""The file of names: what the documents of a generation are called, made at commit so that no opening has to make it.

It holds nothing that the cards do not: where it is missing, damaged or of another version, it is made from them.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path

from pincite.domain.hit import DocumentCard
from pincite.files import write_bytes
from pincite.legal.document_names import DocumentNames
from pincite.store.local.marks import Marks, damaged, mark_of_bytes
from pincite.store.names import pack_names, unpack_names


def write_names(folder: Path, cards: Sequence[DocumentCard], *, before: Marks) -> Marks:
    """Write the names of documents to a new file; gives its mark. Of the file `before`, what still holds is used."""
    data = pack_names(cards, before=_load(folder, before))
    name = f"names-{uuid.uuid4().hex[:16]}.npz"
    write_bytes(folder / name, data)
    return {name: mark_of_bytes(data)}


def read_names(folder: Path, marks: Marks, cards: Sequence[DocumentCard]) -> DocumentNames:
    """The names of documents: from their file where it is whole, and made anew where it is not."""
    return unpack_names(_load(folder, marks), cards)


def _load(folder: Path, marks: Marks) -> bytes | None:
    """What a file of names holds; nothing where it is missing or damaged."""
    whole = list(marks) if not damaged(folder, marks, thorough=True) else []
    try:
        return (folder / whole[0]).read_bytes() if whole else None
    except OSError:
        return None
