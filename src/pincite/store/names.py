"""What documents are called, as stores keep it: made at commit, so that no opening has to make it."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import numpy as np

from pincite.domain.hit import DocumentCard, part_humps
from pincite.domain.indexed import NAME_REACH
from pincite.files import readable_stem
from pincite.legal.document_names import NAMES_VERSION, DocumentNames, names_digest

if TYPE_CHECKING:
    from pincite.legal.word_table import Arrays

# NumPy parses the head of an array file as Python, and CPython 3.11 now and then fails at that in two threads at once.
OPENING = threading.Lock()
_UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)


def name_text(card: DocumentCard, text: str) -> str:
    """What a query may call a document by: its file's name, title and parties, weighted, and how it begins."""
    stem = unquote(readable_stem(card.path)).replace("_", " ").replace("-", " ")
    names = f"{stem} {part_humps(stem)} {card.title or ''} {' '.join(card.parties)} "
    return names * 3 + text[:NAME_REACH]


def pack_names(cards: Sequence[DocumentCard], *, before: bytes | None = None) -> bytes:
    """The names of documents, to be kept. Of those that were kept before, what still holds is used."""
    data = io.BytesIO()
    digests = np.array([names_digest(card) for card in cards], dtype=np.uint64)
    arrays: dict[str, Any] = _update(_load(before), cards, digests.tolist()).arrays()
    arrays |= {"version": np.array(NAMES_VERSION), "doc_ids": np.array([card.id for card in cards], dtype=str)}
    arrays["digests"] = digests
    np.savez(data, allow_pickle=False, **arrays)
    return data.getvalue()


def unpack_names(data: bytes | None, cards: Sequence[DocumentCard]) -> DocumentNames:
    """The names of documents from what was kept; made anew where that is missing, damaged or of another version."""
    stored = _load(data)
    doc_ids = [card.id for card in cards]
    if stored and stored["doc_ids"].tolist() == doc_ids:
        return DocumentNames.from_arrays(doc_ids, stored)
    return DocumentNames.of(cards)


def names_differ(data: bytes | None, cards: Sequence[DocumentCard]) -> bool:
    """Whether names that were kept are not those of the documents; ones of another version are made anew anyhow."""
    try:
        stored = _read(data) if data else {}
    except _UNREADABLE:
        return True
    if not stored or int(stored.get("version", -1)) != NAMES_VERSION:
        return False
    fresh = _read(pack_names(cards))
    return fresh.keys() != stored.keys() or any(not np.array_equal(fresh[name], stored[name]) for name in fresh)


def _update(stored: Arrays, cards: Sequence[DocumentCard], digests: Sequence[int]) -> DocumentNames:
    """The names of documents; those that were kept already are taken from there."""
    if "digests" not in stored:
        return DocumentNames.of(cards)
    doc_ids = stored["doc_ids"].tolist()
    known = dict(zip(doc_ids, stored["digests"].tolist(), strict=True))
    same = {card.id for card, digest in zip(cards, digests, strict=True) if known.get(card.id) == digest}
    return DocumentNames.from_arrays(doc_ids, stored).updated(cards, same)


def _load(data: bytes | None) -> Arrays:
    """What was kept, as arrays; nothing where it is missing, damaged, or of another version."""
    try:
        arrays = _read(data or b"")
        return arrays if int(arrays["version"]) == NAMES_VERSION and "doc_ids" in arrays else {}
    except _UNREADABLE:
        return {}


def _read(data: bytes) -> Arrays:
    with OPENING, np.load(io.BytesIO(data), allow_pickle=False) as stored:
        return dict(stored)
