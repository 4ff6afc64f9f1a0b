"""Work done off the event loop: a number of threads, a bounded queue, and a time limit for each request."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from pincite.api.errors import RequestError
from pincite.cancellation import Cancellation

T = TypeVar("T")
# Seconds after the timeout that work may take to reach a checkpoint before its caller gets a response.
_PATIENCE = 1.0


class Workers:
    """A pool of threads with a bounded queue; when it is full, requests are refused at once."""

    def __init__(self, threads: int, *, queue: int, seconds: float) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="pincite-work")
        self._most = threads + queue
        self.seconds = seconds
        self.held = 0
        self._closing = False

    def close(self) -> None:
        """Accept no more work, and wait for running work."""
        self._closing = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def begin(self, work: Callable[[Cancellation], T], cancellation: Cancellation) -> asyncio.Future[T]:
        """Start work in a thread, or refuse it; it occupies a slot until it has really ended."""
        if self._closing:
            raise RequestError(503, "closing", "The server is shutting down.", retry_after=10)
        if self.held >= self._most:
            raise RequestError(503, "busy", "The server is busy; try again.", retry_after=1)
        context = contextvars.copy_context()

        def begin() -> T:
            with cancellation.active():
                # Its caller may have given up while it was queued.
                cancellation.check()
                return work(cancellation)

        future = asyncio.get_running_loop().run_in_executor(self._pool, lambda: context.run(begin))
        self.held += 1
        future.add_done_callback(self._release)
        return future

    async def run(self, work: Callable[[Cancellation], T], *, gone: Callable[[], Awaitable[None]] | None = None) -> T:
        """Do work in a thread; cancel it when `gone` returns, that is when the caller has disconnected."""
        cancellation = self.cancellation()
        future = self.begin(work, cancellation)
        watcher = asyncio.ensure_future(gone()) if gone else None
        waited: set[asyncio.Future[Any]] = {future, watcher} if watcher else {future}
        try:
            await asyncio.wait(waited, timeout=self.seconds + _PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if not future.done():
                raise RequestError(504, "timeout", f"It took longer than {self.seconds:g} seconds.")
            return future.result()
        finally:
            # This has no effect if the work is done already.
            cancellation.cancel()
            if watcher:
                watcher.cancel()

    def cancellation(self) -> Cancellation:
        """Return a cancellation that ends work at the timeout."""
        return Cancellation(seconds=self.seconds)

    def _release(self, future: asyncio.Future[Any]) -> None:
        self.held -= 1
        if not future.cancelled():
            # Retrieve the error, so that asyncio does not log it as never retrieved.
            future.exception()
