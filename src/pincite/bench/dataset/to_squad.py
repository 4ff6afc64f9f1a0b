"""A dataset in SQuAD's form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pincite.bench.dataset.contexts import ContextLocation
from pincite.bench.dataset.dataset import Dataset, ExportReport
from pincite.bench.dataset.layout import DatasetItem
from pincite.bench.files import write_json
from pincite.bench.locate import TextLocation
from pincite.spans import Span

Paragraph = tuple[Path, int]


def write_squad(dataset: Dataset, stage: Path, done: ExportReport) -> None:
    """Documents as articles, rows as questions of the paragraph they are answered in.

    A row answered in several paragraphs is asked of each, its id numbered from the second on.
    """
    bounds = {path: _paragraphs(dataset, path) for path in dataset.paths}
    asked: dict[Paragraph, list[dict[str, Any]]] = {}
    for item, places in zip(dataset.items, dataset.places, strict=True):
        answers = _answers(places, bounds)
        done.rows += answers is not None
        done.left_out += answers is None
        id = dataset.trace(item).source_id or str(item.id)
        for number, (paragraph, spans) in enumerate((answers or {}).items(), 1):
            text = dataset.documents.locator(paragraph[0]).text
            qa = _question(item, spans, text=text, start=bounds[paragraph[0]][paragraph[1]].start)
            asked.setdefault(paragraph, []).append({"id": id if number == 1 else f"{id}#{number}", **qa})
    data = [_article(dataset, path, bounds=bounds[path], asked=asked) for path in dataset.paths]
    write_json(stage / "squad.json", {"version": "v2.0", "data": data})


def _paragraphs(dataset: Dataset, path: Path) -> list[Span]:
    """The paragraphs of a document as its source had them, else all of it as one."""
    length = len(dataset.documents.text(path))
    ends = dataset.document_trace(path).paragraph_ends
    if not ends or ends[-1] != length or list(ends) != sorted(ends):
        return [Span(0, length)]
    starts = [0, *(end + 2 for end in ends[:-1])]
    return [Span(start, max(start, end)) for start, end in zip(starts, ends, strict=True)]


def _answers(places: list[ContextLocation], bounds: dict[Path, list[Span]]) -> dict[Paragraph, list[Span]] | None:
    """The spans of a row by paragraph; None where a context has no place within one."""
    found: dict[Paragraph, list[Span]] = {}
    for place in places:
        span = place.result.span if isinstance(place.result, TextLocation) else place.recorded
        if place.path is None or (span is None and place.context.text is not None):
            return None
        span = span or Span(0, 0)
        holders = [n for n, whole in enumerate(bounds[place.path]) if whole.contains(span)]
        if not holders:
            return None
        spans = found.setdefault((place.path, holders[0]), [])
        if isinstance(place.result, TextLocation) and span not in spans:
            spans.append(span)
    return found or None


def _question(item: DatasetItem, spans: list[Span], *, text: str, start: int) -> dict[str, Any]:
    answers = [{"text": span.slice(text), "answer_start": span.start - start} for span in spans]
    return {"question": item.question, "answers": answers, "is_impossible": item.is_impossible}


def _article(
    dataset: Dataset, path: Path, *, bounds: list[Span], asked: dict[Paragraph, list[dict[str, Any]]]
) -> dict[str, Any]:
    text = dataset.documents.text(path)
    paragraphs = [{"context": whole.slice(text), "qas": asked.get((path, n), [])} for n, whole in enumerate(bounds)]
    return {"title": dataset.document_trace(path).title or path.name.removesuffix(".txt"), "paragraphs": paragraphs}
