"""A row of predictions: what another system retrieved or answered for one query, in any of the forms in use.

retrieved_passages   texts (`contexts` means the same), or objects as below
retrieved_snippets   objects with `file_path`, `span` and `score`, or [file_path, start, end, score]; or `hits`
answer               the answer in words
citations            objects with `file_path` or `document`, and perhaps `span`, `quote`, `number`, `page` and `label`
abstained            whether the system declined to answer (or `found`, the opposite)
confidence           how sure the system is, from 0 to 1
usage, error         what hosted models were asked; why there is no answer
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from pincite.bench.corpus import nfc
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.response import CitedSource, Response
from pincite.domain.usage import Usage
from pincite.errors import BenchmarkError, SpanError
from pincite.spans import Span

_SNIPPETS = ("retrieved_snippets", "hits", "retrieved")


def parse_response(row: Any, *, where: str) -> Response:
    """The response that a row of predictions, or the result of a callable, holds; its query is not named yet."""
    if not isinstance(row, dict):
        raise BenchmarkError(where, f"must be an object, not {type(row).__name__}")
    hits, texts = _results(row, where=where)
    answer = row.get("answer")
    if answer is not None and not isinstance(answer, str):
        raise BenchmarkError(where, "has an 'answer' that is not a string")
    cited = row.get("citations") or []
    if not isinstance(cited, list):
        raise BenchmarkError(where, "has 'citations' that are not a list")
    return Response(
        "",
        hits,
        texts,
        answer=answer,
        abstained=_flag(row, where=where),
        confidence=_fraction(row.get("confidence"), where=where),
        citations=tuple(_cited(item, where=f"{where}, citation {n}") for n, item in enumerate(cited, 1)),
        usage=_usage(row.get("usage"), where=where),
        error=None if row.get("error") is None else str(row["error"]),
    )


def _results(row: Mapping[str, Any], *, where: str) -> tuple[tuple[Hit, ...], tuple[str, ...]]:
    passages = row.get("retrieved_passages", row.get("contexts"))
    if passages is not None and not isinstance(passages, list):
        raise BenchmarkError(where, "has 'retrieved_passages' that are not a list")
    if passages and isinstance(passages[0], str):
        if not all(isinstance(passage, str) for passage in passages):
            raise BenchmarkError(where, "mixes texts and objects in 'retrieved_passages'")
        return (), tuple(passages)
    found = passages if passages else next((row[key] for key in _SNIPPETS if key in row), passages)
    if found is None and "answer" in row:
        return (), ()
    if not isinstance(found, list):
        raise BenchmarkError(where, "has neither 'retrieved_passages' nor 'retrieved_snippets' nor 'answer'")
    return tuple(_hit(item, rank, where=where) for rank, item in enumerate(found, 1)), _words(found)


def _flag(row: Mapping[str, Any], *, where: str) -> bool | None:
    """Whether the system declined to answer, from either of its names."""
    for name, declined in (("abstained", True), ("found", False)):
        value = row.get(name)
        if isinstance(value, bool):
            return value is declined
        if value is not None:
            raise BenchmarkError(where, f"has '{name}' that is neither true nor false")
    return None


def _fraction(value: Any, *, where: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BenchmarkError(where, f"has the confidence {value!r}, which is not a number from 0 to 1")
    return float(value)


def _usage(value: Any, *, where: str) -> Usage:
    try:
        return Usage(**(value or {}))
    except TypeError as error:
        raise BenchmarkError(where, f"has a 'usage' that is not requests, tokens and dollars ({error})") from error


def _cited(item: Any, *, where: str) -> CitedSource:
    if isinstance(item, str):
        return CitedSource(nfc(item))
    if not isinstance(item, dict):
        raise BenchmarkError(where, "must be an object or the name of a document")
    document = item.get("file_path", item.get("document"))
    if not isinstance(document, str):
        raise BenchmarkError(where, "needs 'file_path' or 'document'")
    path = nfc(document)
    try:
        place = None if item.get("span") is None else Passage(path, Span(*item["span"]))
    except (TypeError, SpanError) as error:
        raise BenchmarkError(where, f"needs a 'span' of two whole numbers ({error})") from error
    quote = item.get("quote", item.get("text"))
    label = str(item.get("label") or "")
    return CitedSource(path, place, str(quote or ""), item.get("number"), item.get("page"), label)


def _hit(item: Any, rank: int, *, where: str) -> Hit:
    where = f"{where}, hit {rank}"
    try:
        if isinstance(item, dict):
            path, (start, end), score = item["file_path"], item["span"], item.get("score", -float(rank))
        else:
            path, start, end, score = item
        hit = Hit(Passage(nfc(path), Span(start, end)), float(-rank if score is None else score), rank)
    except (KeyError, TypeError, ValueError) as error:
        raise BenchmarkError(where, f"needs 'file_path' and a 'span' of two whole numbers ({error})") from error
    except SpanError as error:
        raise BenchmarkError(where, str(error)) from error
    if not math.isfinite(hit.score):
        raise BenchmarkError(where, f"has the score {hit.score}")
    return hit


def _words(found: Sequence[Any]) -> tuple[str, ...]:
    """The words of the hits, where each has them."""
    given = [
        item.get("answer", item.get("text", item.get("full_chunk_text"))) for item in found if isinstance(item, dict)
    ]
    words = [text for text in given if isinstance(text, str)]
    return tuple(words) if len(words) == len(found) else ()
