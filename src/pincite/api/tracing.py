"""Traces: a span for each request and each of its stages, if the operator collects them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from starlette.types import Scope


class Tracing:
    """Writes spans with an OpenTelemetry tracer; without one it does nothing. Spans contain no document text."""

    def __init__(self, tracer: Any = None) -> None:
        self._tracer = tracer

    @contextmanager
    def request(self, scope: Scope, request: str) -> Iterator[None]:
        """Open a span for a request, as a child of the one in its `traceparent` header."""
        if self._tracer is None:
            yield
            return
        from opentelemetry import propagate, trace

        sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        with self._tracer.start_as_current_span(
            scope["method"], context=propagate.extract(sent), kind=trace.SpanKind.SERVER
        ) as span:
            span.set_attribute("http.request.method", scope["method"])
            span.set_attribute("pincite.request_id", request)
            yield

    def end(self, scope: Scope, route: str, status: int) -> None:
        """Record the route pattern and the status of a request at its end."""
        if self._tracer is None:
            return
        from opentelemetry import trace

        span = trace.get_current_span()
        span.update_name(f"{scope['method']} {route}")
        span.set_attribute("http.route", route)
        span.set_attribute("http.response.status_code", status)
        if status >= 500:
            span.set_status(trace.StatusCode.ERROR)

    def stages(self, seconds: Mapping[str, float]) -> None:
        """A span for each stage that has just ended, one after the other."""
        if self._tracer is None:
            return
        at = time.time_ns() - int(sum(seconds.values()) * 1e9)
        for stage, spent in seconds.items():
            span = self._tracer.start_span(f"stage {stage}", start_time=at)
            at += int(spent * 1e9)
            span.end(end_time=at)
