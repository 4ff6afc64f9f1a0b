"""Export a dataset to another format, with a report on every context."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.bench.dataset.contexts import ContextLocation
from pincite.bench.dataset.dataset import Dataset, ExportReport
from pincite.bench.dataset.to_beir import write_beir
from pincite.bench.dataset.to_legalbenchrag import write_legalbenchrag
from pincite.bench.dataset.to_squad import write_squad
from pincite.bench.files import move_into_place, refuse_existing, staged
from pincite.bench.locate import TextLocation
from pincite.errors import BenchmarkError, Hint, UnknownName
from pincite.files import write_text

REPORT = "located.jsonl"
WRITERS = {"legalbenchrag": write_legalbenchrag, "squad": write_squad, "beir": write_beir}


def export(dataset: Dataset, out: Path, *, format: str, force: bool = False) -> ExportReport:
    """Write a dataset in another form, whole or not at all."""
    if format not in WRITERS:
        raise UnknownName("format to export to", format, WRITERS)
    done = ExportReport()
    done.methods.update(_method(place) for places in dataset.places for place in places)
    with staged(out) as stage:
        WRITERS[format](dataset, stage, done)
        if not done.rows:
            raise BenchmarkError(dataset.name, "no row has all its contexts located", hint=Hint.CHECK_DATASET)
        lines = (json.dumps(row, ensure_ascii=False) for row in _report(dataset))
        write_text(stage / REPORT, "".join(f"{line}\n" for line in lines))
        names = sorted(path.name for path in stage.iterdir())
        refuse_existing(out, names, force=force)
        move_into_place(stage, out, names=names)
    return done


def _method(place: ContextLocation) -> str:
    if isinstance(place.result, TextLocation):
        return str(place.result.method)
    return "a file and no text" if place.context.text is None and place.path else "not located"


def _report(dataset: Dataset) -> Iterator[dict[str, Any]]:
    """A row for every context, and one for each item that has none."""
    for item, places in zip(dataset.items, dataset.places, strict=True):
        if not places:
            yield {"id": item.id, "context": None, "reason": "the row has no context"}
        for place in places:
            head = {"id": item.id, "context": place.number, "filename": place.context.filename}
            if isinstance(place.result, TextLocation):
                span = [place.result.span.start, place.result.span.end]
                yield {**head, "span": span, "method": place.result.method, "similarity": place.result.similarity}
            else:
                yield {**head, "span": None, "reason": place.result.reason}
