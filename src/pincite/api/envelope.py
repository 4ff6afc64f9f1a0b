"""Around every request: its id, the gate, the limits of its body, safe headers, a line in the log, and the figures."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.api.body_limit import LimitedBody
from pincite.api.errors import RequestError
from pincite.api.gate import Gate
from pincite.api.metrics import Metrics
from pincite.api.request_ids import begin_request
from pincite.api.tracing import Tracing
from pincite.service.keys import Caller
from pincite.service.options import ServeOptions

_LOG = logging.getLogger("pincite.serve")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
    # For data; a page sets its own policy.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


class Envelope:
    """The outermost part of the application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        gate: Gate,
        options: ServeOptions,
        metrics: Metrics,
        tracing: Tracing,
        mounts: Collection[str],
    ) -> None:
        self._app = app
        self._gate = gate
        self._options = options
        self._metrics = metrics
        self._tracing = tracing
        self._mounts = frozenset(mounts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            # WebSockets are not supported; only the lifespan events of the server pass.
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        own = begin_request(Headers(scope=scope).get("x-request-id"))
        with self._tracing.request(scope, own):
            await self._answer(own, scope, receive, send)

    async def _answer(self, own: str, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = own
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        caller = "nobody"
        try:
            gate = self._gate
            found = await asyncio.to_thread(gate.admit, scope) if gate.is_remote else gate.admit(scope)
            caller = found.name
            await self._serve(found, scope, receive, send_with_headers)
        except RequestError as refused:
            self._metrics.refused.labels(refused.code).inc()
            await refused.response()(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # The server is shutting down and no longer waits for this request.
            if status == 0:
                ending = RequestError(503, "closing", "The server is shutting down.", retry_after=10)
                await ending.response()(scope, receive, send_with_headers)
            raise
        except Exception:
            # Only the place of the error is logged: its message may contain document text.
            _LOG.exception("failure", extra={"fields": {"request": own}})
            if status == 0:
                broken = RequestError(500, "failure", "The server failed; the log of the server says where.")
                await broken.response()(scope, receive, send_with_headers)
        finally:
            self._note(scope, own, caller=caller, status=status, seconds=time.perf_counter() - began)

    async def _serve(self, caller: Caller, scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["caller"] = caller
        if scope["path"] in self._mounts:
            # A mounted app answers only below its path.
            scope["path"] = f"{scope['path']}/"
        content_type = Headers(scope=scope).get("content-type", "").lower()
        is_upload = content_type.startswith("multipart/form-data") and scope["path"].endswith("/documents")
        most = self._options.upload_mb * 1024 * 1024 if is_upload else self._options.body_kb * 1024
        body = LimitedBody(scope, receive, most=most, is_upload=is_upload)
        body.check_declared()
        await self._app(scope, body.receive, send)

    def _note(self, scope: Scope, own: str, *, caller: str, status: int, seconds: float) -> None:
        # The pattern of the route: a path may contain the names of documents.
        route = getattr(scope.get("route"), "path", "none")
        self._metrics.requests.labels(route, str(status)).inc()
        self._metrics.latency.labels(route).observe(seconds)
        self._tracing.end(scope, route, status)
        _LOG.info(
            "request",
            extra={
                "fields": {
                    "request": own,
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                    "caller": caller,
                }
            },
        )
