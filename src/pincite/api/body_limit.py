"""How large a request may be and how slowly it may come; both are enforced before and while it is read."""

from __future__ import annotations

import asyncio
import time

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope

from pincite.api.errors import RequestError

# Seconds a client may pause within a body, and seconds a whole body without files may take.
_PAUSE = 20.0
_WHOLE = 60.0


class LimitedBody:
    """The body of a request, which is refused if it is too large or arrives too slowly."""

    def __init__(self, scope: Scope, receive: Receive, *, most: int, is_upload: bool) -> None:
        self._receive = receive
        self._most = most
        self._ends = None if is_upload else time.monotonic() + _WHOLE
        self._bytes = 0
        self._done = False
        self._declared = Headers(scope=scope).get("content-length", "")

    def check_declared(self) -> None:
        """Refuse a body whose declared size is too large, before reading it."""
        if self._declared.isdigit() and int(self._declared) > self._most:
            raise RequestError(413, "too-large", _too_large(self._most))

    async def receive(self) -> Message:
        """The next message of the request."""
        if self._done:
            return await self._receive()
        try:
            # Not `wait_for`, which makes a task.
            async with asyncio.timeout(self._patience()):
                message = await self._receive()
        except TimeoutError:
            self._done = True
            raise HTTPException(408, "The request was sent too slowly.", headers={"Connection": "close"}) from None
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            self._done = not message.get("more_body", False)
            if self._bytes > self._most:
                raise HTTPException(413, _too_large(self._most), headers={"Connection": "close"})
        else:
            self._done = True
        return message

    def _patience(self) -> float:
        return _PAUSE if self._ends is None else max(0.1, min(_PAUSE, self._ends - time.monotonic()))


def _too_large(most: int) -> str:
    return f"The request is larger than {most // 1024:,} KB."
