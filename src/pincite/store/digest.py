"""The digest of a document as it is indexed: the same in every kind of store that holds it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Documents whose readings and vectors are in memory together: some 40 MB where they are contracts.
_TOGETHER = 64


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


def half(vectors: NDArray[np.floating]) -> NDArray[np.float16]:
    """Convert vectors to half precision, with minus zero as zero, since a database may not keep the difference."""
    return np.asarray(vectors, dtype=np.float16) + np.float16(0)
