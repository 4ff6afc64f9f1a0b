"""What the tools share: the stores, the caller's permissions, and threads for the work."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
import anyio.to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver.exceptions import ToolError

from pincite.cancellation import Cancellation
from pincite.errors import PinciteError
from pincite.service.audit import AuditLog
from pincite.service.keys import LOCAL, Access, Caller
from pincite.service.service import Service

T = TypeVar("T")
_SECONDS = 120.0
_WAITING = 64


def _threads() -> anyio.CapacityLimiter:
    return anyio.CapacityLimiter(max(2, os.cpu_count() or 2))


@dataclass(slots=True)
class ToolContext:
    """The stores that an assistant may use; over HTTP, as far as its key allows."""

    service: Service
    audit: AuditLog
    _limiter: anyio.CapacityLimiter = field(default_factory=_threads)

    def caller(self, context: ServerRequestContext[Any, Any]) -> Caller:
        """Return the caller: over HTTP the one that the gate admitted, over standard input the local user."""
        if context.request is None:
            return LOCAL
        caller: Caller = context.request.state.caller
        return caller

    def readable(self, context: ServerRequestContext[Any, Any]) -> list[str]:
        """The names of the collections that the caller may read."""
        caller = self.caller(context)
        return [name for name in self.service.names if caller.may(Access.READ, name)]

    def choose(self, collection: str | None, context: ServerRequestContext[Any, Any]) -> str:
        """Return the named collection, or the only one there is."""
        names = self.readable(context)
        if collection is None and len(names) == 1:
            return names[0]
        if collection in names:
            return collection
        listed = ", ".join(names) or "none"
        said = "Name a collection." if collection is None else f"There is no collection '{collection}'."
        raise ToolError(f"{said} There are: {listed}.")

    def note(self, context: ServerRequestContext[Any, Any], action: str, collection: str, **what: object) -> None:
        """Write to the audit log, where there is one."""
        self.audit.write(self.caller(context), f"mcp {action}", collection=collection, request="", **what)

    async def run(self, work: Callable[[], T]) -> T:
        """Do work in a thread; it stops at its next checkpoint if the assistant cancels, or after two minutes."""
        if self._limiter.statistics().tasks_waiting >= _WAITING:
            raise ToolError("The server is busy; try again in a moment.")
        cancellation = Cancellation(seconds=_SECONDS)

        def begin() -> T:
            with cancellation.active():
                return work()

        try:
            return await anyio.to_thread.run_sync(begin, limiter=self._limiter, abandon_on_cancel=True)
        except PinciteError as error:
            raise ToolError(self.service.public_message(error)) from error
        finally:
            cancellation.cancel()
