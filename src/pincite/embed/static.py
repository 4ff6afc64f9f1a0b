"""Passages by a table of word vectors distilled from the shipped embedder: many times faster, for bulk indexing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.embed.onnx import OnnxEmbedder
from pincite.options import Execution
from pincite.tokens import load_tokenizer, sound

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_BATCH = 512
# What of a long passage is read: the table has no limit, but a mean over a whole document says nothing.
_MOST_TOKENS = 1024
_LONGEST_TOKEN = 40
# What stands for a text without words: the mark that begins every text.
_CLS = 101


class StaticEmbedder:
    """A passage is the mean of its words' vectors; a question is embedded by the model the table was distilled from."""

    def __init__(self, *, threads: Execution[int] = 0) -> None:
        self._questions = OnnxEmbedder(threads=threads)
        self._path = Path(str(files("pincite.models"))) / "static.npz"

    @cached_property
    def identity(self) -> str:
        """The table's file and the question model, by hash."""
        digest = hashlib.sha256(self._path.read_bytes()).hexdigest()[:16]
        return f"static:{digest}:{self._questions.identity}"

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._words.shape[1])

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row per text, normalised."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        reach = _MOST_TOKENS * _LONGEST_TOKEN
        for at in range(0, len(texts), _BATCH):
            batch = [sound(text[:reach]) for text in texts[at : at + _BATCH]]
            for row, encoded in enumerate(load_tokenizer().encode_batch(batch, add_special_tokens=False), start=at):
                summed = self._words[encoded.ids[:_MOST_TOKENS] or [_CLS]].sum(axis=0)
                vectors[row] = summed / max(float(np.linalg.norm(summed)), 1e-12)
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Questions, by the full model."""
        return self._questions.embed_queries(texts)

    @cached_property
    def _words(self) -> Vectors:
        with np.load(self._path, allow_pickle=False) as table:
            words: Vectors = table["words"].astype(np.float32) * table["scale"]
        return words
