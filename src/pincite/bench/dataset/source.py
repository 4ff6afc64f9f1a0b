"""Convert any source to the layout: detect its format, find its documents, and match its rows to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.bench.dataset.columns import Columns, items_of
from pincite.bench.dataset.from_beir import convert_beir
from pincite.bench.dataset.from_legalbenchrag import convert_legalbenchrag
from pincite.bench.dataset.from_squad import BETWEEN, convert_squad
from pincite.bench.dataset.layout import DatasetContext, DatasetItem, by_name
from pincite.bench.dataset.names import document_name
from pincite.bench.dataset.records import read_records
from pincite.bench.dataset.write import Conversion
from pincite.bench.files import read_json
from pincite.errors import BenchmarkError, Hint, NotFound, UnknownName

TABLES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv", ".parquet": "parquet", ".json": "json"}
FORMATS = ("beir", "csv", "ground_truth", "json", "jsonl", "legalbenchrag", "parquet", "squad", "tsv")


@dataclass(frozen=True, slots=True)
class ConversionSource:
    """What is converted: a file or folder, its format where a user names it, its columns, and where its documents are.

    `make_corpus` writes the contexts themselves as documents; `no_corpus` does without any.
    """

    path: Path
    format: str | None = None
    columns: Columns = Columns()
    corpus: Path | None = None
    only: tuple[str, ...] = ()
    make_corpus: bool = False
    no_corpus: bool = False
    lenient: bool = False


def sniff_format(path: Path) -> str:
    """The format of a source by its folder's files, its suffix, or the shape of its JSON."""
    if path.is_dir():
        if (path / "benchmarks").is_dir():
            return "legalbenchrag"
        if (path / "corpus.jsonl").is_file():
            return "beir"
        if (path / "train.json").is_file():
            raise BenchmarkError(str(path), "is in the layout already", hint=Hint.CHECK_DATASET)
        raise BenchmarkError(
            str(path), "is neither a BEIR folder (corpus.jsonl) nor a LegalBench-RAG one (benchmarks/)"
        )
    if not path.is_file():
        raise NotFound(f"There is no file or folder {path}.")
    format = TABLES.get(path.suffix.lower())
    if format is None:
        known = ", ".join(sorted(TABLES))
        raise BenchmarkError(str(path), f"is none of {known}", hint=Hint.GIVE_FORMAT)
    return _sniff_json(path) if format == "json" else format


def _sniff_json(path: Path) -> str:
    data = read_json(path, mark="question", unit="row")
    rows = data.get("tests", data.get("data")) if isinstance(data, dict) else data
    first = rows[0] if isinstance(rows, list) and rows else None
    if isinstance(first, dict) and "paragraphs" in first:
        return "squad"
    return "legalbenchrag" if isinstance(first, dict) and "snippets" in first else "json"


def convert(source: ConversionSource, *, standing: Path | None = None) -> Conversion:
    """A source in the layout; `standing` is a corpus that is there already and is kept."""
    format = source.format or sniff_format(source.path)
    if format not in FORMATS:
        raise UnknownName("format", format, FORMATS)
    own: dict[str, Callable[[], Conversion]] = {
        "beir": lambda: convert_beir(source.path),
        "squad": lambda: convert_squad(source.path),
        "legalbenchrag": lambda: convert_legalbenchrag(source.path, corpus=source.corpus, only=source.only),
    }
    if format in own:
        return own[format]()
    records = read_records(source.path, format=format, lenient=source.lenient)
    made = items_of(records, source.columns, format=format)
    if not made.items:
        raise BenchmarkError(str(source.path), "holds no row")
    _give_documents(made, source, standing=standing)
    return made


def _give_documents(made: Conversion, source: ConversionSource, *, standing: Path | None) -> None:
    if source.make_corpus:
        _make_documents(made, source)
        return
    folder = source.corpus or standing
    if folder is None:
        if not source.no_corpus:
            raise BenchmarkError(str(source.path), "its documents are not known", hint=Hint.GIVE_OR_MAKE_CORPUS)
        return
    files = by_name(folder)
    if not files:
        raise BenchmarkError(str(folder), "holds no document")
    if source.columns.url:
        _name_as_materialized(made, files)
    if source.corpus:
        made.documents = {path.relative_to(folder).as_posix(): path for paths in files.values() for path in paths}
    _tie(made, {name: paths[0] for name, paths in files.items()}, source=source)
    _refuse_namesakes(made, files, folder=folder)


def _name_as_materialized(made: Conversion, files: Collection[str]) -> None:
    """A name that follows from an address gets the `.pdf` that `dataset materialize` adds, where only that is there."""
    for at, item in enumerate(made.items):
        contexts = tuple(
            replace(context, filename=f"{context.filename}.pdf")
            if context.filename and context.filename not in files and f"{context.filename}.pdf" in files
            else context
            for context in item.contexts
        )
        made.items[at] = replace(item, contexts=contexts)


def _tie(made: Conversion, files: dict[str, Path], *, source: ConversionSource) -> None:
    """Check that every file that a row names is in the corpus; if lenient, only report missing ones."""
    for number, item in enumerate(made.items, 1):
        for context in item.contexts:
            if context.filename is None or context.filename in files:
                continue
            where, problem = (
                f"{source.path}, row {number}",
                f"names {context.filename!r}, which the corpus does not have",
            )
            if not source.lenient:
                raise BenchmarkError(where, problem, hint=Hint.BE_LENIENT)
            made.notes.append(f"{where}: {problem}")


def _refuse_namesakes(made: Conversion, files: dict[str, list[Path]], *, folder: Path) -> None:
    named = {context.filename for item in made.items for context in item.contexts}
    for name, paths in files.items():
        if len(paths) > 1:
            places = " and ".join(path.relative_to(folder).as_posix() for path in paths[:2])
            if name in named:
                raise BenchmarkError(
                    str(folder), f"{places} have the same base name, and rows name {name!r}; rename one"
                )
            made.notes.append(f"{places} have the same base name")


def _make_documents(made: Conversion, source: ConversionSource) -> None:
    """Contexts become documents: those of one file name together, each once, and one by one where there is none."""
    texts: dict[str, dict[str, None]] = {}
    names: dict[str, str] = {}
    for number, item in enumerate(made.items, 1):
        where = f"{source.path}, row {number}"
        contexts = []
        for context in item.contexts:
            if context.text is None:
                raise BenchmarkError(where, f"names {context.filename!r} and has no text to write as a document")
            title = context.filename or names.setdefault(context.text, f"context-{len(names) + 1:06}")
            name = document_name(title, where=where)
            texts.setdefault(name, {})[context.text] = None
            contexts.append(DatasetContext(name, context.text))
        made.items[number - 1] = replace(item, contexts=tuple(contexts))
    if not texts:
        problem = "has no context to write as a document"
        raise BenchmarkError(str(source.path), problem, hint=Hint.GIVE_CONTEXT_COLUMN)
    made.documents = {name: BETWEEN.join(parts) for name, parts in texts.items()}


def preview(items: Sequence[DatasetItem], *, rows: int = 3) -> str:
    """The first rows as `train.json` will have them."""
    return json.dumps([item.as_json() for item in items[:rows]], indent=2, ensure_ascii=False)
