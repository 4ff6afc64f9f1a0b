"""A dataset in LegalBench-RAG's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pincite.bench.dataset.contexts import ContextLocation
from pincite.bench.dataset.dataset import Dataset, ExportReport
from pincite.bench.files import stage_texts
from pincite.bench.legalbenchrag.layout import dump_rows, gold_row
from pincite.bench.locate import TextLocation
from pincite.domain.benchmark import Gold, Query
from pincite.domain.document import Passage
from pincite.files import write_text
from pincite.paths import safe_name
from pincite.spans import Span


def write_legalbenchrag(dataset: Dataset, stage: Path, done: ExportReport) -> None:
    """Rows as tests, their contexts as snippets; a row with one that is not located is left out, not cut short."""
    names = {path: _document_path(dataset, path) for path in dataset.paths}
    sets: dict[str, list[Gold]] = {}
    for item, places in zip(dataset.items, dataset.places, strict=True):
        passages = _passages(places, names)
        if not passages:
            done.left_out += 1
            continue
        apart = join_overlapping(passages)
        done.joined += len(set(passages)) - len(apart)
        trace = dataset.trace(item)
        name = safe_name(trace.set or apart[0].doc_id.split("/", 1)[0], where=dataset.name)
        sets.setdefault(name, []).append(Gold(Query(f"{name}/{item.id}", item.question), tuple(apart), tags=trace.tags))
        done.rows += 1
    texts = {name: dataset.documents.text(path) for path, name in names.items()}
    stage_texts(stage / "corpus", texts)
    for name, golds in sets.items():
        write_text(stage / "benchmarks" / f"{name}.json", dump_rows(gold_row(gold, texts) for gold in golds))


def _document_path(dataset: Dataset, path: Path) -> str:
    """A document's path: its folder, or the dataset's name where it has none, and a name that ends in .txt."""
    inside = path.relative_to(dataset.documents.layout.corpus).as_posix()
    name = inside if "/" in inside else f"{dataset.name}/{inside}"
    return name if name.endswith(".txt") else f"{name}.txt"


def _passages(places: Sequence[ContextLocation], names: Mapping[Path, str]) -> list[Passage]:
    """The passages of a row, or none where one of its contexts has no place."""
    passages = []
    for place in places:
        if place.path is None or not isinstance(place.result, TextLocation):
            return []
        passages.append(Passage(names[place.path], place.result.span))
    return passages


def join_overlapping(passages: Sequence[Passage]) -> list[Passage]:
    """Passages that share no character: those that do are joined, the others stay as and where they are."""
    kept: list[Passage] = []
    for passage in passages:
        rivals = [other for other in kept if other.doc_id == passage.doc_id and other.span.overlaps(passage.span)]
        start = min(rival.span.start for rival in (*rivals, passage))
        end = max(rival.span.end for rival in (*rivals, passage))
        kept = [other for other in kept if other not in rivals]
        kept.append(Passage(passage.doc_id, Span(start, end)))
    return kept
