"""Examining a dataset: every row, id, file and context, and all that is wrong with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.bench.check import Report
from pincite.bench.corpus import decode_text, nfc
from pincite.bench.dataset.contexts import ContextLocation, Documents, TextReader, locate_all
from pincite.bench.dataset.layout import DatasetItem, Layout, breaches, parse_item, read_train
from pincite.bench.dataset.write import read_origin
from pincite.bench.legalbenchrag.draft import Progress
from pincite.bench.locate import TextLocation
from pincite.errors import BenchmarkError, NotFound, ReadError


@dataclass(slots=True)
class LayoutReport(Report):
    """What was examined of a dataset: rows, contexts, and how each context's text was found."""

    rows: int = 0
    contexts: int = 0
    methods: dict[str, int] | None = None


def check_layout(folder: Path, *, read: TextReader | None = None, progress: Progress | None = None) -> LayoutReport:
    """Examine a folder with `corpus/` and `train.json`."""
    layout = Layout(folder)
    if not folder.is_dir():
        raise NotFound(f"There is no folder {folder}.")
    report = LayoutReport(str(folder))
    _check_corpus(layout, report)
    try:
        rows = read_train(layout.train)
    except BenchmarkError as error:
        report.error("json", error.where, problem=error.problem)
        return report
    report.rows = len(rows)
    if not rows:
        report.error("no-rows", str(layout.train), problem="holds no row")
    items = _check_rows(rows, report)
    _check_ids(items, report)
    _check_contexts(items, layout, report, read=read, progress=progress)
    return report


def _check_corpus(layout: Layout, report: Report) -> None:
    if not layout.files:
        report.error("empty-corpus", str(layout.corpus), problem="holds no document")
    for name, paths in layout.files.items():
        if len(paths) > 1:
            places = " and ".join(path.relative_to(layout.corpus).as_posix() for path in paths[:2])
            report.warn("same-name", places, problem="have the same base name; a context cannot tell them apart")
        for path in paths:
            _check_document(path, report, where=path.relative_to(layout.corpus).as_posix())
        report.documents += len(paths)
        if nfc(name) != name and nfc(name) in layout.files:
            report.warn("same-name", name, problem="differs from another file only in its Unicode form")


def _check_document(path: Path, report: Report, *, where: str) -> None:
    size = path.stat().st_size
    if not size:
        report.error("empty-document", where, problem="holds nothing")
    if path.suffix.lower() not in {".txt", ".md"}:
        return
    data = path.read_bytes()
    try:
        report.characters += len(decode_text(data, path))
    except ReadError as error:
        report.error("encoding", where, problem=error.reason)
    if b"\r" in data:
        report.warn("line-ends", where, problem="has CR line ends; spans count LF")
    if size and not data.strip():
        report.error("empty-document", where, problem="holds no text")


def _check_rows(rows: list[Any], report: Report) -> list[tuple[int, DatasetItem]]:
    """Examine each row by the field rules; returns those that can be examined further, by number."""
    sound: list[tuple[int, DatasetItem]] = []
    for number, row in enumerate(rows, 1):
        where = f"row {number}"
        found = list(breaches(row))
        for breach in found:
            report.error(breach.rule, where, problem=breach.problem)
        if all(breach.rule in {"unknown-field", "id"} for breach in found):
            numbered = {**row, "id": row["id"] if type(row.get("id")) is int else number - 1}
            numbered.pop("query_id", None)
            item = parse_item(numbered, index=number - 1, where=where)
            sound.append((number, item))
            _check_words(item, where, row=row, report=report)
    return sound


def _check_words(item: DatasetItem, where: str, *, row: dict[str, Any], report: Report) -> None:
    if not item.question.strip():
        report.error("blank-question", where, problem="the question has no text")
    if not item.answer.strip() and not item.is_impossible:
        report.warn("blank-answer", where, problem="has no answer, and is not marked as impossible")
    if "id" not in row and "query_id" not in row:
        report.warn("no-id", where, problem=f"has no id; it would be {item.id}, the index of the row")


def _check_ids(items: list[tuple[int, DatasetItem]], report: Report) -> None:
    ids: dict[int, int] = {}
    asked: dict[tuple[str, tuple[str | None, ...]], int] = {}
    for number, item in items:
        if item.id in ids:
            report.error("repeated-id", f"row {number}", problem=f"its id {item.id} is that of row {ids[item.id]} too")
        ids.setdefault(item.id, number)
        key = (item.question, tuple(context.filename for context in item.contexts))
        if key in asked:
            report.warn("repeated-question", f"row {number}", problem=f"asks again what row {asked[key]} asks")
        asked.setdefault(key, number)


def _check_contexts(
    items: list[tuple[int, DatasetItem]],
    layout: Layout,
    report: LayoutReport,
    *,
    read: TextReader | None,
    progress: Progress | None,
) -> None:
    try:
        origin = read_origin(layout.folder)
    except BenchmarkError as error:
        report.error("origin", error.where, problem=error.problem)
        origin = None
    methods: Counter[str] = Counter()
    documents = Documents(layout, read=read)
    for place in locate_all([item for _, item in items], documents, origin=origin, progress=progress):
        report.contexts += 1
        where = f"row {items[place.row - 1][0]}, context {place.number}"
        methods[_examine(place, where, layout=layout, report=report)] += 1
    report.methods = dict(methods.most_common())


def _examine(place: ContextLocation, where: str, *, layout: Layout, report: Report) -> str:
    """Examine one context; tells how its text was found."""
    name = place.context.filename
    if name is not None and name not in layout.files:
        near = [file for file in layout.files if nfc(file) == nfc(name) or file.rpartition(".")[0] == name]
        hint = f"; it has {near[0]!r}" if near else ""
        report.error("missing-file", where, problem=f"the corpus has no {name!r}{hint}")
        return "no such file"
    if isinstance(place.result, TextLocation):
        return str(place.result.method)
    if place.context.text is None:
        return "a file and no text"
    if place.result.repeated:
        report.warn("repeated-text", where, problem=place.result.reason)
    else:
        report.error("text-not-found", where, problem=place.result.reason)
    return "not located"
