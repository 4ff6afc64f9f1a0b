"""Predictions made elsewhere: what another system retrieved, as words, as places, or as a TREC run.

JSON is a list of objects, or an object whose `results`, `predictions` or `qa_result_list` is one. Each names its query
(`id`, `query`, or the `qa_gt` of LegalBench-RAG's own results) and what was retrieved: `retrieved_passages` (words),
or `retrieved_snippets` or `hits` (objects with `file_path`, `span` and `score`). A BEIR result is an object too, which
gives for each query id the documents with their scores.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pincite.bench.corpus import nfc
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.run import Question, Record
from pincite.errors import BenchmarkError, SpanError
from pincite.spans import Span

_LISTS = ("results", "predictions", "qa_result_list", "tests")
_SNIPPETS = ("retrieved_snippets", "hits", "retrieved")
# A document that was retrieved whole, before its length is known.
WHOLE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was retrieved for a query, which is named by id, by its words, or by its place in the file."""

    query_id: str | None
    query: str | None
    hits: tuple[Hit, ...] = ()
    texts: tuple[str, ...] = ()


def read_predictions(path: Path) -> list[Prediction]:
    """The predictions of a JSON, JSON-lines or TREC file."""
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError as error:
        raise BenchmarkError(str(path), "there is no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(str(path), f"cannot be read as UTF-8 text ({error})") from error
    if path.suffix == ".jsonl":
        rows = [_parse(line, f"{path}, line {n}") for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    elif text.lstrip()[:1] in {"[", "{"}:
        data = _parse(text, str(path))
        if _is_beir(data):
            return _beir(data, path)
        rows = _rows(data, path)
    else:
        return _trec(text, path)
    return [_prediction(row, where=f"{path}, prediction {n}") for n, row in enumerate(rows, 1)]


def pair(predictions: Sequence[Prediction], questions: Sequence[Question], *, where: str) -> dict[str, Record]:
    """Predictions as records of the questions they answer; a question nobody answered has none.

    Questions with the same words are taken in order. Without ids and words the predictions are taken in order, and then
    there must be as many as there are questions.
    """
    if predictions and all(one.query is None and one.query_id is None for one in predictions):
        if len(predictions) != len(questions):
            raise BenchmarkError(where, f"has {len(predictions)} predictions for {len(questions)} queries")
        return {q.id: _record(one, q.id) for one, q in zip(predictions, questions, strict=True)}
    by_text: dict[str, list[str]] = defaultdict(list)
    for question in questions:
        by_text[question.gold.query.text.strip()].append(question.id)
    ids = {question.id for question in questions}
    records: dict[str, Record] = {}
    strangers = []
    for one in predictions:
        waiting = by_text.get((one.query or "").strip(), [])
        id = one.query_id if one.query_id in ids else waiting.pop(0) if waiting else None
        if id is None:
            strangers.append(one.query_id or one.query or "?")
        elif id in records:
            raise BenchmarkError(where, f"answers query {id} twice")
        else:
            records[id] = _record(one, id)
    if strangers:
        raise BenchmarkError(
            where,
            f"{len(strangers)} predictions are for queries the benchmark lacks, the first: '{strangers[0][:120]}'",
        )
    return records


def check_hits(records: Mapping[str, Record], lengths: Mapping[str, int], *, where: str) -> dict[str, Record]:
    """The records with hits on whole documents spelt out; a hit outside its document is an error."""
    return {id: replace(record, hits=_within(record, lengths, where=where)) for id, record in records.items()}


def _within(record: Record, lengths: Mapping[str, int], *, where: str) -> tuple[Hit, ...]:
    hits = []
    for hit in record.hits:
        path, span = hit.passage.doc_id, hit.passage.span
        length = lengths.get(path)
        if span == WHOLE and length is not None:
            hit = replace(hit, passage=Passage(path, Span(0, length)))
        elif length is not None and span.end > length:
            raise BenchmarkError(
                where,
                f"query {record.query_id}: hit {hit.rank} [{span.start}, {span.end}) ends after the text of '{path}', "
                f"which has {length} characters",
            )
        hits.append(hit)
    return tuple(hits)


def _record(one: Prediction, id: str) -> Record:
    return Record(id, one.hits, {}, one.texts)


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
        predictions.append(Prediction(query, None, tuple(hits)))
    return predictions


def _prediction(row: Any, *, where: str) -> Prediction:
    if not isinstance(row, dict):
        raise BenchmarkError(where, f"must be an object, not {type(row).__name__}")
    truth = row.get("qa_gt") or {}
    query = row.get("query", row.get("question", truth.get("query")))
    passages = row.get("retrieved_passages")
    if passages is not None and not isinstance(passages, list):
        raise BenchmarkError(where, "has 'retrieved_passages' that are no list")
    if passages and isinstance(passages[0], str):
        if not all(isinstance(passage, str) for passage in passages):
            raise BenchmarkError(where, "mixes texts and objects in 'retrieved_passages'")
        return Prediction(row.get("id"), query, texts=tuple(passages))
    found = passages if passages else next((row[key] for key in _SNIPPETS if key in row), passages)
    if not isinstance(found, list):
        raise BenchmarkError(where, "has neither 'retrieved_passages' nor 'retrieved_snippets'")
    hits = tuple(_hit(item, rank, where=where) for rank, item in enumerate(found, 1))
    return Prediction(row.get("id"), query, hits, _words(found))


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
    told = [
        item.get("answer", item.get("text", item.get("full_chunk_text"))) for item in found if isinstance(item, dict)
    ]
    words = [word for word in told if isinstance(word, str)]
    return tuple(words) if len(words) == len(found) else ()


def _trec(text: str, path: Path) -> list[Prediction]:
    """Lines `query Q0 document rank score tag`; the order is that of scores, then of ranks."""
    found: dict[str, list[tuple[float, int, str]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
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
            tuple(Hit(trec_passage(doc), -score, rank) for rank, (score, _, doc) in enumerate(sorted(rows), start=1)),
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
