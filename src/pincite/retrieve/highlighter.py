"""The highlighter: a small trained model that reads a question with a window of text, and marks what answers it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.highlight import Marked
from pincite.tokens import load_tokenizer, sound

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_CLS, _SEP = 101, 102
WINDOW_TOKENS = 256
_QUESTION_TOKENS = 56
_BATCH = 8


class OnnxHighlighter:
    """Reads windows of text with the model that ships with the package."""

    def __init__(self, *, threads: int = 0) -> None:
        self._threads = threads or os.cpu_count() or 1

    def read(self, question: str, windows: Sequence[str], *, centres: Sequence[int]) -> list[Marked]:
        """Mark the tokens of each window that answer; of a long one, those round its centre are read."""
        asked = load_tokenizer().encode(sound(question), add_special_tokens=False).ids[-_QUESTION_TOKENS:]
        encoded = load_tokenizer().encode_batch([sound(window) for window in windows], add_special_tokens=False)
        cut = [
            _round_centre(np.array(code.ids), np.array(code.offsets, dtype=np.int64).reshape(-1, 2), centre)
            for code, centre in zip(encoded, centres, strict=True)
        ]
        order = sorted(range(len(cut)), key=lambda i: len(cut[i][0]))
        marked: dict[int, Marked] = {}
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            for i, (logits, relevance) in zip(batch, self._run(asked, [cut[i][0] for i in batch]), strict=True):
                marked[i] = Marked(cut[i][1], logits, relevance)
        return [marked[i] for i in range(len(cut))]

    def _run(self, question: list[int], windows: list[Ints]) -> list[tuple[Floats, float]]:
        lead = len(question) + 2
        width = lead + max(len(window) for window in windows) + 1
        ids = np.zeros((len(windows), width), dtype=np.int64)
        kinds, mask = np.zeros_like(ids), np.zeros_like(ids)
        for row, window in enumerate(windows):
            end = lead + len(window)
            ids[row, : end + 1] = [_CLS, *question, _SEP, *window, _SEP]
            kinds[row, lead : end + 1] = 1
            mask[row, : end + 1] = 1
        tokens, relevance = self._session.run(None, {"ids": ids, "kinds": kinds, "mask": mask})
        return [(tokens[row, lead : lead + len(window)], float(relevance[row])) for row, window in enumerate(windows)]

    @cached_property
    def _session(self) -> InferenceSession:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.log_severity_level = 3
        path = files("pincite.models").joinpath("highlighter.onnx")
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _round_centre(ids: Ints, places: Ints, centre: int) -> tuple[Ints, Ints]:
    """As many tokens as fit, with the centre in the middle."""
    middle = int(np.searchsorted(places[:, 0], centre))
    start = max(0, min(middle - WINDOW_TOKENS // 2, len(ids) - WINDOW_TOKENS))
    return ids[start : start + WINDOW_TOKENS], places[start : start + WINDOW_TOKENS]
