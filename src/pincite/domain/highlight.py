"""The output of a highlighter for a window of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class WindowLogits:
    """Each token's characters within the window and its logit, and one logit for the whole window."""

    places: NDArray[np.int64]
    logits: NDArray[np.float32]
    relevance: float
