"""Files of predictions made elsewhere: JSON, JSON lines, TREC runs and BEIR results.

JSON is a list of objects, or an object whose `results`, `predictions` or `qa_result_list` is one. Each names its query
(`id`, `query` or `question`, or the `qa_gt` of LegalBench-RAG's own results) and holds a row of predictions. A BEIR
result is an object too, which gives for each query id the documents with their scores.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pincite.bench.corpus import nfc
from pincite.domain.benchmark import Query
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.response import Response
from pincite.errors import BenchmarkError, ReadError
from pincite.ports.evaluation import Task
from pincite.runs.prediction_row import parse_response
from pincite.spans import Span

_LISTS = ("results", "predictions", "qa_result_list", "tests")
# A document that was retrieved whole, before its length is known.
WHOLE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was given for a query, which is named by id, by its words, or by its position in the file."""

    query_id: str | None
    query: str | None
    response: Response


def read_predictions(path: Path) -> list[Prediction]:
    """The predictions of a JSON, JSON-lines or TREC file."""
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError as error:
        raise BenchmarkError(str(path), "there is no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(str(path), f"cannot be read as UTF-8 text ({error})") from error
    if path.suffix == ".jsonl":
        rows = [_parse(line, f"{path}, line {n}") for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    elif text.lstrip()[:1] in {"[", "{"}:
        data = _parse(text, str(path))
        if _is_beir(data):
            return _beir(data, path)
        rows = _rows(data, path)
    else:
        return _trec(text, path)
    return [_prediction(row, where=f"{path}, prediction {n}") for n, row in enumerate(rows, 1)]


def pair(predictions: Sequence[Prediction], queries: Sequence[Query], *, where: str) -> dict[str, Response]:
    """Predictions as responses to the queries they answer; a query that nobody answered has none.

    Queries with the same words are taken in order. Without ids and words the predictions are taken in order, and then
    there must be as many as there are queries.
    """
    if predictions and all(one.query is None and one.query_id is None for one in predictions):
        if len(predictions) != len(queries):
            raise BenchmarkError(where, f"has {len(predictions)} predictions for {len(queries)} queries")
        return {q.id: replace(one.response, query_id=q.id) for one, q in zip(predictions, queries, strict=True)}
    by_text: dict[str, list[str]] = defaultdict(list)
    for query in queries:
        by_text[query.text.strip()].append(query.id)
    ids = {query.id for query in queries}
    responses: dict[str, Response] = {}
    unknown = []
    for one in predictions:
        waiting = by_text.get((one.query or "").strip(), [])
        id = one.query_id if one.query_id in ids else waiting.pop(0) if waiting else None
        if id is None:
            unknown.append(one.query_id or one.query or "?")
        elif id in responses:
            raise BenchmarkError(where, f"answers query {id} twice")
        else:
            responses[id] = replace(one.response, query_id=id)
    if unknown:
        raise BenchmarkError(
            where,
            f"{len(unknown)} predictions are for queries the benchmark lacks, the first: '{unknown[0][:120]}'",
        )
    return responses


def add_lengths(lengths: dict[str, int], responses: Iterable[Response], task: Task) -> None:
    """Add the length of every text that the hits of some responses lie in."""
    for path in dict.fromkeys(hit.passage.doc_id for response in responses for hit in response.hits):
        if path not in lengths:
            try:
                lengths[path] = len(task.text(path))
            except ReadError:
                # Not a text of the corpus: where its hits lie cannot be checked.
                continue


def check_hits(responses: Mapping[str, Response], lengths: Mapping[str, int], *, where: str) -> dict[str, Response]:
    """The responses, with the spans of hits on whole documents filled in; a hit outside its document is an error."""
    return {id: replace(one, hits=_within(id, one.hits, lengths, where=where)) for id, one in responses.items()}


def _within(query_id: str, given: Sequence[Hit], lengths: Mapping[str, int], *, where: str) -> tuple[Hit, ...]:
    hits = []
    for hit in given:
        path, span = hit.passage.doc_id, hit.passage.span
        length = lengths.get(path)
        if span == WHOLE and length is not None:
            hit = replace(hit, passage=Passage(path, Span(0, length)))
        elif length is not None and span.end > length:
            raise BenchmarkError(
                where,
                f"query {query_id}: hit {hit.rank} [{span.start}, {span.end}) ends after the text of '{path}', "
                f"which has {length} characters",
            )
        hits.append(hit)
    return tuple(hits)


def first_results(response: Response, k: int) -> Response:
    """A response with its first k results."""
    return replace(response, hits=response.hits[:k], texts=response.texts[:k])


def _parse(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BenchmarkError(where, f"is not JSON: {error}") from error


def _rows(data: Any, path: Path) -> list[Any]:
    if isinstance(data, dict):
        data = next((data[key] for key in _LISTS if isinstance(data.get(key), list)), data)
    if not isinstance(data, list):
        raise BenchmarkError(str(path), "needs a list of predictions, each with 'query' and 'retrieved_passages'")
    return data


def _is_beir(data: Any) -> bool:
    return (
        isinstance(data, dict)
        and bool(data)
        and all(isinstance(found, dict) for found in data.values())
        and all(isinstance(score, int | float) for found in data.values() for score in found.values())
    )


def _beir(data: Mapping[str, Mapping[str, float]], path: Path) -> list[Prediction]:
    """Whole documents by score, as BEIR's retrievers give them; equal scores by name."""
    predictions = []
    for query, found in data.items():
        if not all(math.isfinite(score) for score in found.values()):
            raise BenchmarkError(f"{path}, query {query}", "has a score that is not a number")
        order = sorted(found, key=lambda doc: (-found[doc], doc))
        hits = (Hit(Passage(nfc(doc), WHOLE), float(found[doc]), rank) for rank, doc in enumerate(order, start=1))
        predictions.append(Prediction(query, None, Response("", tuple(hits))))
    return predictions


def _prediction(row: Any, *, where: str) -> Prediction:
    response = parse_response(row, where=where)
    truth = row.get("qa_gt") or {}
    query = row.get("query", row.get("question", truth.get("query")))
    return Prediction(row.get("id"), query, response)


def _trec(text: str, path: Path) -> list[Prediction]:
    """Lines `query Q0 document rank score tag`; the order is that of scores, then of ranks."""
    found: dict[str, list[tuple[float, int, str]]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        parts = line.split()
        if not parts:
            continue
        try:
            query, _, doc, rank, score = parts[:5]
            row = (-float(score), int(rank), doc)
        except ValueError as error:
            problem = "is neither JSON nor a TREC run (query Q0 document rank score tag)"
            raise BenchmarkError(f"{path}, line {number}", problem) from error
        if not math.isfinite(row[0]):
            raise BenchmarkError(f"{path}, line {number}", f"has the score {score}")
        found.setdefault(unquote(query), []).append(row)
    return [
        Prediction(
            query,
            None,
            Response(
                "",
                tuple(
                    Hit(trec_passage(doc), -score, rank) for rank, (score, _, doc) in enumerate(sorted(rows), start=1)
                ),
            ),
        )
        for query, rows in found.items()
    ]


def trec_passage(name: str) -> Passage:
    """A passage from a TREC document id: `path#start-end`, or a path alone for the whole document."""
    path, hash, place = name.rpartition("#")
    start, dash, end = place.partition("-")
    if hash and dash and start.isdigit() and end.isdigit():
        return Passage(nfc(unquote(path)), Span(int(start), int(end)))
    return Passage(nfc(unquote(name)), WHOLE)
