"""A reranker behind Cohere's HTTP interface (`POST /v2/rerank`), which other providers and vLLM speak too."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pincite.domain.usage import Usage
from pincite.http import JsonApi
from pincite.options import Execution
from pincite.prices import Meter

BASE_URL = "https://api.cohere.com"
KEY_VARIABLE = "CO_API_KEY"
# A provider reads some thousand tokens of a passage and no more.
_LONGEST = 24_000


class CohereReranker:
    """Scores passages over the network in batches, several at a time; what was used is counted.

    `path` is for providers that have the same interface at another place, such as `/v1/rerank`.
    """

    def __init__(
        self,
        *,
        model: str = "rerank-v3.5",
        batch: Execution[int] = 100,
        concurrency: Execution[int] = 4,
        base_url: Execution[str] = BASE_URL,
        path: Execution[str] = "/v2/rerank",
        key_variable: Execution[str] = KEY_VARIABLE,
        timeout: Execution[float] = 120,
        attempts: Execution[int] = 6,
    ) -> None:
        self._model = model
        self._batch = max(1, batch)
        self._concurrency = max(1, concurrency)
        self._path = path
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

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        """The provider's score for each passage; a passage's score does not depend on the others in its batch."""
        if not passages:
            return []
        batches = list(self._batches(passages))
        with ThreadPoolExecutor(min(self._concurrency, len(batches))) as pool:
            scored = pool.map(lambda batch: self._score(_sendable(question), batch), batches)
            return [score for scores in scored for score in scores]

    def _batches(self, passages: Sequence[str]) -> Iterator[list[str]]:
        for start in range(0, len(passages), self._batch):
            yield [_sendable(passage) for passage in passages[start : start + self._batch]]

    def _score(self, question: str, passages: list[str]) -> list[float]:
        body: dict[str, Any] = {
            "model": self._model,
            "query": question,
            "documents": passages,
            "top_n": len(passages),
        }
        reply = self.api.post(self._path, body)
        self._meter.count(reply)
        try:
            scores = {int(row["index"]): float(row["relevance_score"]) for row in reply["results"]}
        except (KeyError, TypeError, ValueError) as error:
            raise self.api.out_of_form() from error
        if scores.keys() != set(range(len(passages))) or not all(map(math.isfinite, scores.values())):
            raise self.api.out_of_form()
        return [scores[i] for i in range(len(passages))]


def _sendable(text: str) -> str:
    """A text as it can be sent: never empty, not too long, without half a surrogate pair."""
    return text[:_LONGEST].encode("utf-8", "replace").decode().strip() or " "
