"""The digest of a document as it is indexed: the same in every kind of store that holds it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentRows

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
