"""Metrics for Prometheus: requests, queued work, stages, model costs and answers."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.registry import Collector

from pincite.api.tracing import Tracing
from pincite.domain.answer import Answer

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class Metrics:
    """The figures of one server."""

    def __init__(self, tracing: Tracing | None = None) -> None:
        self._tracing = tracing or Tracing()
        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "pincite_requests_total", "Requests by route and status.", ["route", "status"], registry=registry
        )
        self.latency = Histogram(
            "pincite_request_seconds", "Seconds of a request, by route.", ["route"], buckets=_SECONDS, registry=registry
        )
        self.refused = Counter(
            "pincite_refused_total", "Requests refused before any work, by reason.", ["reason"], registry=registry
        )
        self.stages = Histogram(
            "pincite_stage_seconds", "Seconds of a stage.", ["stage"], buckets=_SECONDS, registry=registry
        )
        self.cache = Counter(
            "pincite_cache_total", "Searches by whether a kept result served.", ["hit"], registry=registry
        )
        self.answers = Counter("pincite_answers_total", "Answers by outcome.", ["outcome"], registry=registry)
        self.confidence = Histogram(
            "pincite_answer_confidence", "How sure answers were.", buckets=_SHARES, registry=registry
        )
        self.dropped = Counter(
            "pincite_claims_dropped_total", "Claims of drafts that failed verification.", registry=registry
        )
        self.tokens = Counter(
            "pincite_model_tokens_total", "Tokens of hosted models.", ["direction"], registry=registry
        )
        self.dollars = Counter("pincite_model_dollars_total", "Dollars for hosted models.", registry=registry)

    def watch(self, name: str, description: str, value: Callable[[], float]) -> None:
        """Register a gauge that is read on each scrape."""
        Gauge(name, description, registry=self._registry).set_function(value)

    def add(self, collector: Collector) -> None:
        """Register a collector that is read on each scrape."""
        self._registry.register(collector)

    def note_stages(self, seconds: dict[str, float]) -> None:
        """Count the seconds of the stages of a search or an answer."""
        for stage, spent in seconds.items():
            self.stages.labels(stage).observe(spent)
        self._tracing.stages(seconds)

    def note_answer(self, answer: Answer, *, kept: bool = False) -> None:
        """Count an answer; a cached one took no stages and no tokens."""
        self.answers.labels("found" if answer.found else "abstained").inc()
        self.confidence.observe(answer.confidence)
        if kept:
            return
        self.dropped.inc(len(answer.dropped))
        self.tokens.labels("input").inc(answer.usage.input_tokens)
        self.tokens.labels("output").inc(answer.usage.output_tokens)
        self.dollars.inc(answer.usage.dollars or 0.0)
        self.note_stages(answer.seconds)

    def text(self) -> bytes:
        """All figures in the format that Prometheus reads."""
        return generate_latest(self._registry)
