"""No vectors, for stores that are searched by words alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.indexed import WITHOUT_VECTORS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class NoEmbedder:
    """Gives every text the same empty vector, so that indexing by words costs nothing more."""

    identity = "none"
    dimensions = WITHOUT_VECTORS

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one zero per text."""
        return np.zeros((len(texts), self.dimensions), dtype=np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one zero per text."""
        return self.embed_passages(texts)
