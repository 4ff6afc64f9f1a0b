"""A small model on this machine's CPU or GPU, through ONNX Runtime: no key, no network, no torch."""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from pincite.errors import SettingsError
from pincite.onnx_models import load_on_cpu, session_options, shipped_model
from pincite.options import Execution, Local
from pincite.tokens import load_tokenizer, sound

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Vectors = NDArray[np.float32]

_CUDA = "CUDAExecutionProvider"
_INSTALL = "'onnxruntime-gpu[cuda,cudnn]' in place of onnxruntime, and the driver of the GPU"


class OnnxEmbedder:
    """Embeds with the ONNX model that ships with the package, or with a file of yours.

    The model reads token ids and a mask, in this order, and gives a vector per text, or one per token, of which the
    mean is taken. With `device` "cuda" it runs on a GPU, which needs the package onnxruntime-gpu; the model that ships
    is int8 and made for CPUs.
    """

    def __init__(
        self,
        *,
        model: Local[str] = "embedder",
        max_tokens: int = 256,
        threads: Execution[int] = 0,
        device: Execution[Literal["cpu", "cuda"]] = "cpu",
    ) -> None:
        self._path = _find_model(model)
        self._max_tokens = max_tokens
        self._device = device
        self._threads = threads or os.cpu_count() or 1

    @cached_property
    def identity(self) -> str:
        """The model's file by hash, and how much of a text it reads."""
        with self._path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()[:16]
        return f"onnx:{digest}:{self._max_tokens}"

    @property
    def dimensions(self) -> int:
        """The length of a vector, as the model declares it."""
        return int(self._session.get_outputs()[0].shape[-1])

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row per text, normalised."""
        encoded = [ids[: self._max_tokens] for ids in self._encode(texts)]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        # Each text by itself, one text per thread. In a batch an int8 model rounds all texts by the largest value among
        # them, and a text's vector would depend on its neighbours. On a CPU a batch is no faster, and padding is saved.
        if len(encoded) == 1:
            vectors[0] = self._run(encoded[0])
            return vectors
        with ThreadPoolExecutor(self._threads) as pool:
            for row, vector in enumerate(pool.map(self._run, encoded)):
                vectors[row] = vector
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Questions are embedded as passages are."""
        return self.embed_passages(texts)

    def _encode(self, texts: Sequence[str]) -> list[list[int]]:
        # No token is longer than forty characters or so: what lies far beyond the limit need not be tokenised at all.
        reach = self._max_tokens * 40
        return [encoded.ids for encoded in load_tokenizer().encode_batch([sound(text[:reach]) for text in texts])]

    def _run(self, tokens: list[int]) -> Vectors:
        ids = np.array([tokens], dtype=np.int64)
        names = [given.name for given in self._session.get_inputs()]
        found: Vectors = self._session.run(None, dict(zip(names, (ids, np.ones_like(ids)), strict=True)))[0][0]
        pooled = found.mean(axis=0) if found.ndim == 2 else found
        normalised: Vectors = pooled / max(float(np.linalg.norm(pooled)), 1e-12)
        return normalised

    @cached_property
    def _session(self) -> InferenceSession:
        return _cuda_session(self._path) if self._device == "cuda" else load_on_cpu(self._path)


def _cuda_session(path: Path) -> InferenceSession:
    """A session on a GPU; ONNX Runtime itself would go on with the CPU where it cannot have one."""
    import onnxruntime

    _require_cuda(onnxruntime.get_available_providers())
    if hasattr(onnxruntime, "preload_dlls"):
        # The CUDA libraries of pip's packages are where the system does not look. What it prints is told below.
        with redirect_stdout(StringIO()):
            onnxruntime.preload_dlls()
    session = onnxruntime.InferenceSession(str(path), session_options(), providers=[_CUDA, "CPUExecutionProvider"])
    _require_cuda(session.get_providers())
    return session


def _require_cuda(providers: Sequence[str]) -> None:
    if _CUDA not in providers:
        problem = f"is 'cuda', and onnxruntime on {socket.gethostname()} cannot use a GPU; install there {_INSTALL}"
        raise SettingsError("embedder.device", problem)


def _find_model(model: str) -> Path:
    for path in (shipped_model(model), Path(model) / "model.onnx", Path(model)):
        if path.is_file():
            return path
    known = ["embedder"] if shipped_model("embedder").is_file() else []
    problem = f"is {model!r}, which is neither shipped nor an ONNX file, nor a folder with model.onnx"
    raise SettingsError("embedder.model", problem, known=known)
