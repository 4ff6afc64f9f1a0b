"""OpenTelemetry: traces sent to a collector, as the variables `OTEL_…` of the environment say; off by default."""

from __future__ import annotations

from typing import Any

from pincite import __version__
from pincite.errors import MissingExtra


def start_telemetry() -> Any:
    """A tracer whose spans are sent away in the background."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError as error:
        raise MissingExtra("telemetry", "Sending traces") from error
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: "pincite"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("pincite", __version__)
