"""A dataset in BEIR's form."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pincite.bench.dataset.dataset import Dataset, ExportReport
from pincite.bench.dataset.from_beir import HEADER
from pincite.errors import BenchmarkError
from pincite.files import write_text
from pincite.paths import safe_name

SPLIT = "test"


def write_beir(dataset: Dataset, stage: Path, done: ExportReport) -> None:
    """Documents, queries and judgments of whole documents; spans have no place in BEIR."""
    ids = {path: dataset.document_trace(path).source_id or path.name.removesuffix(".txt") for path in dataset.paths}
    if len(set(ids.values())) != len(ids):
        raise BenchmarkError(dataset.name, "several documents have the same id; rename one of them")
    _write_lines(stage / "corpus.jsonl", (_document(dataset, path, id=id) for path, id in ids.items()))
    queries: dict[str, str] = {}
    judged: dict[str, list[tuple[str, str, int]]] = {}
    for item, places in zip(dataset.items, dataset.places, strict=True):
        paths = [place.path for place in places if place.path]
        if not places or len(paths) != len(places):
            done.left_out += 1
            continue
        trace = dataset.trace(item)
        query = trace.source_id or str(item.id)
        if queries.setdefault(query, item.question) != item.question:
            raise BenchmarkError(f"{dataset.name}, id {item.id}", f"another question has the source id {query!r} too")
        scores = trace.scores if len(trace.scores) == len(paths) else [1] * len(paths)
        relevant = {ids[path]: score for path, score in zip(paths, scores, strict=True)}
        split = safe_name(trace.set or SPLIT, where=dataset.name)
        judged.setdefault(split, []).extend((query, document, score) for document, score in relevant.items())
        done.rows += 1
    _write_lines(stage / "queries.jsonl", ({"_id": id, "text": text} for id, text in queries.items()))
    for split, rows in judged.items():
        table = io.StringIO()
        csv.writer(table, delimiter="\t", lineterminator="\n").writerows([HEADER, *rows])
        write_text(stage / "qrels" / f"{split}.tsv", table.getvalue())


def _document(dataset: Dataset, path: Path, *, id: str) -> dict[str, str]:
    """A document; a title that its source had, and that opens its text, stands apart again."""
    text, title = dataset.documents.text(path), dataset.document_trace(path).title or ""
    opening = f"{title}\n\n"
    return {"_id": id, "title": title, "text": text.removeprefix(opening) if title else text}


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
