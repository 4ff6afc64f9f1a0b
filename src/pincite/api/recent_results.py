"""A cache of results, by the state of the collection and the whole request."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from pincite.api.metrics import Metrics
from pincite.domain.answer import Answer

_LIMIT_BYTES = 64 * 1024 * 1024
_ANSWERS = 256


class RecentResults:
    """A thread-safe cache of response bodies; the least recently used are dropped first."""

    def __init__(self, metrics: Metrics, *, limit: int = _LIMIT_BYTES) -> None:
        self._metrics = metrics
        self._limit = limit
        self._size = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the body for a key, making it if it is not cached."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        self._metrics.cache.labels("no" if kept is None else "yes").inc()
        if kept is not None:
            return kept
        made = make()
        with self._lock:
            self._size += len(made) - len(self._kept.get(key, b""))
            self._kept[key] = made
            while self._size > self._limit:
                self._size -= len(self._kept.popitem(last=False)[1])
        return made


class RecentAnswers:
    """A thread-safe cache of answers; the least recently used are dropped first."""

    def __init__(self, metrics: Metrics, *, limit: int = _ANSWERS) -> None:
        self._metrics = metrics
        self._limit = limit
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Answer], *, by: str) -> tuple[Answer, bool]:
        """Return the answer for a key and whether it was cached, making it if not.

        One by another answerer than `by` stood in for a model that failed, and is not kept.
        """
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        self._metrics.cache.labels("no" if kept is None else "yes").inc()
        if kept is not None:
            return kept, True
        made = make()
        if made.answerer != by:
            return made, False
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._limit:
                self._kept.popitem(last=False)
        return made, False
