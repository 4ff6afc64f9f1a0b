"""The digest of a document as it is indexed: the same in every kind of store that holds it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Documents whose readings and vectors are in memory together: some 40 MB where they are contracts.
_TOGETHER = 64
# How damage to what belongs to no single document is called.
COUNTS = "counts of words"
NAMES = "names of documents"
# How often the newest state is verified, where each is deleted while it is read.
VERIFY_ATTEMPTS = 3
KEPT_CHANGING = "every state of it was deleted while it was read; verify it while nothing is indexed"


def superseded_note(before: int, verified: int) -> str:
    """What is said where a state was deleted while it was verified."""
    return f"State {before} was superseded and deleted while it was read, so state {verified} was verified instead."


def in_batches(doc_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """As many documents at a time as are read together: one by one, engines answer a hundred thousand slowly."""
    return (doc_ids[at : at + _TOGETHER] for at in range(0, len(doc_ids), _TOGETHER))


def document_digest(reading: bytes, rows: DocumentRows) -> bytes:
    """SHA-256 of a reading, of its passages and of their vectors in half precision, which every store keeps."""
    digest = hashlib.sha256(reading)
    for layer in Layer:
        digest.update(layer.value.encode())
        digest.update(np.ascontiguousarray(rows.places[layer], dtype="<i4").tobytes())
        digest.update(half(rows.vectors[layer]).astype("<f2").tobytes())
    return digest.digest()


def row_digest(
    *, language: str, card: str, passages: Sequence[int], content: bytes, places: bytes, words: bytes
) -> bytes:
    """SHA-256 of what an engine keeps of a document beside its reading and vectors; words by their own digest."""
    digest = hashlib.sha256()
    for part in (language.encode(), card.encode(), json.dumps(list(passages)).encode(), content, places, words):
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.digest()


def words_digest(passages: Iterable[tuple[int, str]]) -> bytes:
    """SHA-256 of the words of passages: how many each has, and which, as an engine keeps them."""
    digest = hashlib.sha256()
    for length, words in passages:
        digest.update(f"{length} {words}\0".encode())
    return digest.digest()


def is_whole(stored: bytes, document: bytes, row: bytes) -> bool:
    """Whether both digests are those that were stored; stores made before hold only that of the document."""
    return stored in (document, document + row)


def half(vectors: NDArray[np.floating]) -> NDArray[np.float16]:
    """Convert vectors to half precision, with minus zero as zero, since a database may not keep the difference."""
    return np.asarray(vectors, dtype=np.float16) + np.float16(0)
