"""A response as a line of queries.jsonl, and back; what a response does not have is left out."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.response import CitedSource, Response
from pincite.domain.usage import Usage
from pincite.spans import Span


def response_row(response: Response) -> dict[str, Any]:
    """A response in JSON types."""
    row: dict[str, Any] = {"id": response.query_id, "hits": [_hit_row(hit) for hit in response.hits]}
    if response.texts:
        row["texts"] = list(response.texts)
    known = {"answer": response.answer, "abstained": response.abstained, "confidence": response.confidence}
    row |= {name: value for name, value in known.items() if value is not None}
    if response.citations:
        row["citations"] = [_citation_row(source) for source in response.citations]
    if response.usage:
        row["usage"] = asdict(response.usage)
    row["seconds"] = response.seconds
    return row if response.error is None else {**row, "error": response.error}


def read_response(row: dict[str, Any]) -> Response:
    """A response from its row; raises KeyError, TypeError, ValueError or SpanError for a row that is damaged."""
    return Response(
        row["id"],
        tuple(_read_hit(found, rank) for rank, found in enumerate(row["hits"], start=1)),
        tuple(row.get("texts", ())),
        answer=row.get("answer"),
        abstained=row.get("abstained"),
        confidence=row.get("confidence"),
        citations=tuple(_read_citation(found) for found in row.get("citations", ())),
        usage=Usage(**row.get("usage", {})),
        seconds=dict(row.get("seconds", {})),
        error=row.get("error"),
    )


def _hit_row(hit: Hit) -> list[Any]:
    return [hit.passage.doc_id, hit.passage.span.start, hit.passage.span.end, hit.score]


def _read_hit(row: list[Any], rank: int) -> Hit:
    path, start, end, score = row
    if not math.isfinite(score):
        raise ValueError(f"the score of rank {rank} is {score}")
    return Hit(Passage(path, Span(start, end)), float(score), rank)


def _citation_row(source: CitedSource) -> dict[str, Any]:
    row: dict[str, Any] = {"document": source.document}
    if source.passage is not None:
        row["span"] = [source.passage.span.start, source.passage.span.end]
    known = {"quote": source.quote or None, "number": source.number, "page": source.page, "label": source.label or None}
    return row | {name: value for name, value in known.items() if value is not None}


def _read_citation(row: dict[str, Any]) -> CitedSource:
    document = row["document"]
    place = Passage(document, Span(*row["span"])) if "span" in row else None
    return CitedSource(document, place, row.get("quote", ""), row.get("number"), row.get("page"), row.get("label", ""))
