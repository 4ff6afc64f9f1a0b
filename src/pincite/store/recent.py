"""Values that were loaded lately, kept by the object that loads them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
# Which documents mention some words: questions share their common words, which take an engine the longest.
KEPT_MENTIONS = 256
# In how many names a word stands: a number for each.
KEPT_COUNTS = 10_000

# A question asks for the readings of a few documents twenty times, and to parse that of a long PDF takes half a second.
KEPT_READINGS = 8


class RecentValues(Generic[T]):
    """The last `limit` values that were asked for, by key; may be used by several threads.

    It belongs to one object. `functools.lru_cache` on a method belongs to the class: it keeps every object alive that
    was ever asked, and their values push each other out.
    """

    def __init__(self, *, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def kept(self, key: str) -> T | None:
        """The value of a key if it is kept."""
        with self._lock:
            return self._values.get(key)

    def get(self, key: str, load: Callable[[str], T]) -> T:
        """The value of a key, loaded if it is not kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = load(key)
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._limit:
                self._values.popitem(last=False)
        return value
