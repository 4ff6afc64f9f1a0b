"""Dataset folders as benchmarks: `corpus/` with `train.json`, and BEIR's `corpus.jsonl` with queries and qrels.

A context that names only a file counts at the level of files: its gold is the whole file, and measures of characters
have no value for its question. So does one whose text cannot be found in its file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pincite.bench.corpus import nfc
from pincite.bench.dataset.contexts import ContextLocation
from pincite.bench.dataset.dataset import Dataset, open_dataset
from pincite.bench.dataset.from_beir import convert_beir
from pincite.bench.dataset.layout import DatasetItem
from pincite.bench.dataset.to_legalbenchrag import join_overlapping
from pincite.bench.dataset.write import write_dataset
from pincite.bench.locate import TextLocation
from pincite.domain.benchmark import FILE_LEVEL, Benchmark, Gold, Query
from pincite.domain.document import Passage
from pincite.domain.reading import Failure, Reading
from pincite.errors import BenchmarkError, ReadError
from pincite.pipeline.read import read_files
from pincite.settings import cache_folder, load_settings
from pincite.spans import Span

_TRAIN, _BEIR = "train.json", "corpus.jsonl"


def is_dataset(path: Path) -> bool:
    """Tell whether a folder is a dataset of either form."""
    return (path / _TRAIN).is_file() or (path / _BEIR).is_file()


def read_dataset_folder(path: Path) -> tuple[list[Benchmark], Path]:
    """The sets of a dataset, and its corpus; a BEIR folder is written out as files in the cache, once."""
    folder = path if (path / _TRAIN).is_file() else _written_out(path)
    dataset = open_dataset(folder, read=_text_of)
    version = hashlib.sha256((folder / _TRAIN).read_bytes()).hexdigest()[:16]
    sets: dict[str, list[Gold]] = {}
    for item, places in zip(dataset.items, dataset.places, strict=True):
        name = dataset.trace(item).set or path.resolve().name
        sets.setdefault(name, []).append(_gold(item, places, dataset, name=name, where=f"{folder / _TRAIN}"))
    corpus = folder / "corpus"
    return [Benchmark(name, version, str(corpus), tuple(items)) for name, items in sets.items()], corpus


def _gold(item: DatasetItem, places: Sequence[ContextLocation], dataset: Dataset, *, name: str, where: str) -> Gold:
    trace = dataset.trace(item)
    passages: list[Passage] = []
    coarse = False
    for place in places:
        if place.path is None:
            reason = getattr(place.result, "reason", "it has no place")
            raise BenchmarkError(f"{where}, row {place.row}", f"context {place.number} is in no file: {reason}")
        document = nfc(place.path.relative_to(dataset.documents.layout.corpus).as_posix())
        exact = isinstance(place.result, TextLocation)
        coarse |= not exact
        span = place.result.span if isinstance(place.result, TextLocation) else _whole(place.path, dataset)
        passages.append(Passage(document, span))
    gold = Gold(
        Query(f"{name}/{item.id}", item.question),
        tuple(join_overlapping(passages)),
        (item.answer or None) if not item.is_impossible else None,
        (*trace.tags, *((FILE_LEVEL,) if coarse else ())),
    )
    if len(trace.scores) != len(passages):
        return gold
    return replace(gold, grades=tuple((p.doc_id, float(s)) for p, s in zip(passages, trace.scores, strict=True)))


def _whole(path: Path, dataset: Dataset) -> Span:
    length = len(dataset.documents.text(path))
    if not length:
        raise BenchmarkError(str(path), "is empty, and a question rests on it")
    return Span(0, length)


def _written_out(path: Path) -> Path:
    """A BEIR folder in the layout, in the cache, under the hash of its files."""
    digest = hashlib.sha256()
    for file in (path / _BEIR, path / "queries.jsonl", *sorted((path / "qrels").glob("*.tsv"))):
        if not file.is_file():
            raise BenchmarkError(str(path), f"holds no {file.name}")
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    out = cache_folder() / "benchmarks" / digest.hexdigest()[:16] / path.resolve().name
    if not (out / _TRAIN).is_file():
        # Written beside it and moved: two runs may want the same at once.
        draft = out.with_name(f"{out.name}.{os.getpid()}")
        write_dataset(convert_beir(path), draft, source=path, force=True)
        try:
            draft.rename(out)
        except OSError:
            shutil.rmtree(draft)
    return out


def _text_of(path: Path) -> str:
    """The text of a document of any format, read as everywhere."""
    finish: Callable[[Reading], str] = _words
    ((_, result),) = read_files([path], load_settings(flags=["jobs=1"]).settings, finish=finish)
    if isinstance(result, Failure):
        raise ReadError(path, result.kind, result.message)
    return str(result)


def _words(reading: Reading) -> str:
    return reading.doc.text
