"""A limit of requests by caller, counted over a sliding window."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable

from limits import parse


class RateLimit:
    """At most so many requests of a caller in so many seconds, written such as `600/minute`.

    Requests are counted by fixed windows; those of the window before count by the share of it that lies within the
    last so many seconds. What is older is forgotten when the first request of a new window comes, so that neither a
    timer nor a thread is needed (the memory of `limits` starts one with every request). May be used by several threads.
    """

    def __init__(self, written: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Raise ValueError where it is not written as a rate."""
        rate = parse(written)
        self._most = rate.amount
        self._seconds = rate.get_expiry()
        self._clock = clock
        self._lock = threading.Lock()
        self._window = 0
        self._now: Counter[str] = Counter()
        self._before: Counter[str] = Counter()

    def hit(self, who: str) -> bool:
        """Count a request of a caller, or refuse it; one that is refused does not count."""
        with self._lock:
            if self._wait(who):
                return False
            self._now[who] += 1
            return True

    def wait(self, who: str) -> int:
        """In how many seconds a caller may come again."""
        with self._lock:
            return math.ceil(self._wait(who))

    def _wait(self, who: str) -> float:
        """Seconds until the count of a caller falls below the limit, at least 1; 0 where it is below."""
        window, passed = divmod(self._clock(), self._seconds)
        if window != self._window:
            self._before = self._now if window == self._window + 1 else Counter()
            self._now, self._window = Counter(), int(window)
        now, before = self._now[who], self._before[who]
        if now >= self._most:
            return max(1.0, self._seconds - passed)
        over = before * (1 - passed / self._seconds) + now - self._most
        return max(1.0, over / before * self._seconds) if over >= 0 else 0.0
