"""Work that nobody waits for any more ends at its next checkpoint.

Whoever starts work sets a cancellation in its context; the slow stages call `checkpoint` between their steps.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pincite.errors import Cancelled

_CURRENT: ContextVar[Cancellation | None] = ContextVar("pincite_cancellation", default=None)


class Cancellation:
    """Says that work is to end: because someone said so, or because its time is over."""

    def __init__(self, *, seconds: float | None = None) -> None:
        self._ends = None if seconds is None else time.monotonic() + seconds
        self._event = threading.Event()

    def cancel(self) -> None:
        """End the work at its next checkpoint; may be called from any thread."""
        self._event.set()

    def check(self) -> None:
        """Raise `Cancelled` where the work is to end."""
        if self._event.is_set():
            raise Cancelled("The work was cancelled: its caller is gone.")
        if self._ends is not None and time.monotonic() > self._ends:
            raise Cancelled("The work took longer than it may.")

    @contextmanager
    def active(self) -> Iterator[None]:
        """Let the checkpoints in this block obey."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)


def checkpoint() -> None:
    """End here if the work is cancelled; free of cost where nothing may cancel it."""
    current = _CURRENT.get()
    if current is not None:
        current.check()
