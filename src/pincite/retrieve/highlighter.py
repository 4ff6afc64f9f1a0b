"""The highlighter: a small trained model that reads a question with a window of text, and marks what answers it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.highlight import WindowLogits
from pincite.onnx_models import load_on_cpu, shipped_model
from pincite.options import Execution
from pincite.tokens import load_tokenizer, sound

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_CLS, _SEP = 101, 102
WINDOW_TOKENS = 256
_QUESTION_TOKENS = 56


class OnnxHighlighter:
    """Reads windows of text with the model that ships with the package."""

    def __init__(self, *, threads: Execution[int] = 0) -> None:
        self._threads = threads or os.cpu_count() or 1

    def read(self, question: str, windows: Sequence[str], *, centres: Sequence[int]) -> list[WindowLogits]:
        """Mark the tokens of each window that answer; of a long one, those round its centre are read."""
        asked = load_tokenizer().encode(sound(question), add_special_tokens=False).ids[-_QUESTION_TOKENS:]
        encoded = load_tokenizer().encode_batch([sound(window) for window in windows], add_special_tokens=False)
        cut = [
            _round_centre(np.array(code.ids), np.array(code.offsets, dtype=np.int64).reshape(-1, 2), centre)
            for code, centre in zip(encoded, centres, strict=True)
        ]
        # Each window by itself, a window a thread: in a batch an int8 model rounds all by the largest value among them,
        # and what is said of a window would depend on the others. It is quicker, too, and saves padding.
        with ThreadPoolExecutor(self._threads) as pool:
            said = list(pool.map(lambda window: self._run(asked, window[0]), cut))
        return [WindowLogits(places, *one) for (_, places), one in zip(cut, said, strict=True)]

    def _run(self, question: list[int], window: Ints) -> tuple[Floats, float]:
        lead = len(question) + 2
        ids = np.array([[_CLS, *question, _SEP, *window, _SEP]], dtype=np.int64)
        kinds = np.zeros_like(ids)
        kinds[0, lead:] = 1
        tokens, relevance = self._session.run(None, {"ids": ids, "kinds": kinds, "mask": np.ones_like(ids)})
        return tokens[0, lead:-1], float(relevance[0])

    @cached_property
    def _session(self) -> InferenceSession:
        return load_on_cpu(shipped_model("highlighter"))


def _round_centre(ids: Ints, places: Ints, centre: int) -> tuple[Ints, Ints]:
    """As many tokens as fit, with the centre in the middle."""
    middle = int(np.searchsorted(places[:, 0], centre))
    start = max(0, min(middle - WINDOW_TOKENS // 2, len(ids) - WINDOW_TOKENS))
    return ids[start : start + WINDOW_TOKENS], places[start : start + WINDOW_TOKENS]
