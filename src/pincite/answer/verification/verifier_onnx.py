"""The verifier: a small trained model that tells whether a passage supports a claim."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.verdict import Verdict
from pincite.onnx_models import load_on_cpu, shipped_model
from pincite.options import Execution
from pincite.tokens import load_tokenizer, sound

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_CLS, _SEP = 101, 102
_CLAIM_TOKENS, _PASSAGE_TOKENS = 96, 320


class OnnxVerifier:
    """Reads with the model that ships with the package.

    A question may stand for a claim: does the passage answer it?
    """

    def __init__(self, *, threads: Execution[int] = 0) -> None:
        self._threads = threads or os.cpu_count() or 1

    def verify(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """One verdict per pair of a claim and a passage."""
        # One pair at a time: in a batch, an int8 model scales all pairs by the largest value among them.
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self._read, pairs))

    def _read(self, pair: tuple[str, str]) -> Verdict:
        claim, passage = (load_tokenizer().encode(sound(text), add_special_tokens=False).ids for text in pair)
        first, second = claim[:_CLAIM_TOKENS], passage[:_PASSAGE_TOKENS]
        ids = np.array([[_CLS, *first, _SEP, *second, _SEP]], dtype=np.int64)
        kinds = np.zeros_like(ids)
        kinds[0, len(first) + 2 :] = 1
        (logits,) = self._session.run(None, {"ids": ids, "kinds": kinds, "mask": np.ones_like(ids)})
        weights = np.exp(logits[0] - logits[0].max())
        supported, refuted, unsaid = (float(weight) for weight in weights / weights.sum())
        return Verdict(supported, refuted, unsaid)

    @cached_property
    def _session(self) -> InferenceSession:
        return load_on_cpu(shipped_model("verifier"))
