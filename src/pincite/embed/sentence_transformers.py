"""Any model of the sentence-transformers library, such as BAAI/bge-m3: an extra, for it brings PyTorch along."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.errors import MissingExtra, ModelError
from pincite.options import Execution, Local

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class SentenceTransformersEmbedder:
    """Embeds with a model from a folder, or from the Hugging Face hub by name.

    Some models want words before a text, such as "query: "; they are set here and are part of the model's identity.
    """

    def __init__(
        self,
        *,
        model: Local[str] = "BAAI/bge-m3",
        device: Execution[str | None] = None,
        batch: Execution[int] = 32,
        max_tokens: int = 0,
        query_prefix: str = "",
        passage_prefix: str = "",
    ) -> None:
        self._name = model
        self._device = device
        self._batch = batch
        self._max_tokens = max_tokens
        self._query_prefix = query_prefix
        self._passage_prefix = passage_prefix

    @property
    def identity(self) -> str:
        """The model by name, how much of a text it reads, and the words put before passages."""
        return f"sentence-transformers:{self._name}:{self._max_tokens or 'whole'}:{self._passage_prefix}"

    @property
    def dimensions(self) -> int:
        """The length of a vector, as the model declares it."""
        return int(self._model.get_sentence_embedding_dimension())

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row per text, normalised."""
        return self._embed([self._passage_prefix + text for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The same for questions, with their own prefix."""
        return self._embed([self._query_prefix + text for text in texts])

    def _embed(self, texts: list[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        sent = [text.encode("utf-8", "replace").decode() for text in texts]
        vectors = self._model.encode(
            sent, batch_size=self._batch, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
        return np.asarray(vectors, dtype=np.float32)

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise MissingExtra("sentence-transformers", f"The embedder '{self._name}'") from error
        try:
            model = SentenceTransformer(self._name, device=self._device)
        # The last two are how PyTorch says that it cannot use a GPU.
        except (OSError, ValueError, RuntimeError, AssertionError) as error:
            reason = str(error).splitlines()[0]
            raise ModelError(self._name, f"sentence-transformers cannot load it: {reason}") from error
        if self._max_tokens:
            model.max_seq_length = self._max_tokens
        return model
