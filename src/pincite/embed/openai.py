"""Embeddings from a provider with an OpenAI-compatible HTTP interface, hosted or local."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.usage import Usage
from pincite.http import KEY_VARIABLE, JsonApi
from pincite.options import Execution
from pincite.prices import Meter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_DIMENSIONS = {"text-embedding-3-large": 3072, "text-embedding-3-small": 1536, "text-embedding-ada-002": 1536}
# A provider refuses requests over some hundred thousand tokens, and texts over about eight thousand.
_BATCH_CHARACTERS = 200_000
_LONGEST = 24_000


class OpenAiEmbedder:
    """Embeds over the network in batches, several at a time; what was used is counted.

    `dimensions` asks the provider for shorter vectors than the model's own; 0 leaves them as they are.
    """

    def __init__(
        self,
        *,
        model: str = "text-embedding-3-large",
        dimensions: int = 0,
        batch: Execution[int] = 100,
        concurrency: Execution[int] = 4,
        base_url: Execution[str | None] = None,
        key_variable: Execution[str] = KEY_VARIABLE,
        timeout: Execution[float] = 120,
        attempts: Execution[int] = 6,
    ) -> None:
        self._model = model
        self._asked = dimensions
        self._batch = batch
        self._concurrency = concurrency
        self.api = JsonApi(
            model,
            base_url=base_url,
            key_variable=key_variable,
            timeout=timeout,
            attempts=attempts,
            concurrency=concurrency,
        )
        self._meter = Meter(model)

    @property
    def usage(self) -> Usage:
        """What was asked of the provider so far."""
        return self._meter.usage

    @property
    def identity(self) -> str:
        """The model by name, and the length asked for."""
        return f"openai:{self._model}:{self._asked or 'whole'}"

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector: as asked, as known, or as a first vector shows."""
        return self._asked or _DIMENSIONS.get(self._model) or self._embed(["length"]).shape[1]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row per text, normalised."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        with ThreadPoolExecutor(self._concurrency) as pool:
            return np.concatenate(list(pool.map(self._embed, self._batches(texts))))

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Questions are embedded as passages are."""
        return self.embed_passages(texts)

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        size = 0
        for text in texts:
            # The interface refuses an empty text; half a surrogate pair cannot be sent at all.
            sent = text[:_LONGEST].encode("utf-8", "replace").decode() or " "
            if batch and (len(batch) == self._batch or size + len(sent) > _BATCH_CHARACTERS):
                yield batch
                batch, size = [], 0
            batch.append(sent)
            size += len(sent)
        yield batch

    def _embed(self, texts: list[str]) -> Vectors:
        body: dict[str, Any] = {"model": self._model, "input": texts, "encoding_format": "float"}
        if self._asked:
            body["dimensions"] = self._asked
        reply = self.api.post("/embeddings", body)
        self._meter.count(reply)
        try:
            rows = sorted(reply["data"], key=lambda row: int(row["index"]))
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise self.api.out_of_form() from error
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise self.api.out_of_form()
        normalised: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return normalised
