"""LegalBench-RAG's layout: `corpus/<set>/*.txt` and `benchmarks/<set>.json`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.bench.corpus import Corpus
from pincite.bench.files import read_json
from pincite.domain.benchmark import Benchmark, Gold, Query
from pincite.domain.document import Passage
from pincite.errors import BenchmarkError, NotFound, SpanError
from pincite.spans import Span

# In the order in which the authors' own code takes them.
SETS = ("privacy_qa", "contractnli", "maud", "cuad")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A gold passage as written in a benchmark file, not yet known to be sound."""

    file_path: str
    start: int
    end: int
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Test:
    """A query as written in a benchmark file; `row` is what else it held."""

    __test__ = False

    query: str
    snippets: tuple[Snippet, ...]
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Root:
    """A folder in the layout."""

    folder: Path

    @property
    def corpus(self) -> Corpus:
        """Its documents."""
        return Corpus(self.folder / "corpus")

    def benchmark_file(self, name: str) -> Path:
        """Where a set's tests are."""
        return self.folder / "benchmarks" / f"{name}.json"

    def sets(self, only: Sequence[str] = ()) -> list[str]:
        """The sets it holds, the official ones first and in the authors' order; or those asked for."""
        found = sorted(path.stem for path in (self.folder / "benchmarks").glob("*.json"))
        if not found:
            raise BenchmarkError(str(self.folder), "holds no benchmarks/*.json; give the folder that has it")
        missing = [name for name in only if name not in found]
        if missing:
            raise NotFound(f"{self.folder} has no set called '{missing[0]}'. It has: {', '.join(found)}.")
        return list(only) or [*(name for name in SETS if name in found), *(name for name in found if name not in SETS)]


def benchmark_files(path: Path, *, only: Sequence[str] = ()) -> list[Path]:
    """The benchmark files a path means: itself, a folder of them, or the `benchmarks` within a folder."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise NotFound(f"There is no benchmark file or folder {path}.")
    if (path / "benchmarks").is_dir():
        root = Root(path)
        return [root.benchmark_file(name) for name in root.sets(only)]
    found = {file.stem: file for file in sorted(path.glob("*.json"))}
    missing = [name for name in only if name not in found]
    if not found or missing:
        wanted = f"{missing[0]}.json" if missing else "*.json, and no benchmarks/ that has some"
        raise NotFound(f"{path} holds no benchmark {wanted}.")
    ordered = [*(name for name in SETS if name in found), *(name for name in found if name not in SETS)]
    return [found[name] for name in only or ordered]


def corpus_beside(path: Path) -> Path:
    """Where the corpus is by custom: in the folder itself, or beside the folder of the benchmark files."""
    for folder in (path, *path.parents[:2]):
        if (folder / "corpus").is_dir():
            return folder / "corpus"
    return (path if path.is_dir() else path.parent) / "corpus"


def read_rows(path: Path) -> list[Any]:
    """The rows of `{"tests": [...]}`, or of a bare list."""
    data = read_json(path, mark="snippets", unit="test")
    rows = data.get("tests") if isinstance(data, dict) else data
    if not isinstance(rows, list):
        raise BenchmarkError(str(path), 'needs {"tests": [...]} or a list of tests')
    return rows


def parse_test(row: Any, *, where: str) -> Test:
    """One row as a test, or an error that names the row and the field."""
    if not isinstance(row, dict):
        raise BenchmarkError(where, f"a test must be an object, not {type(row).__name__}")
    query = row.get("query", row.get("question"))
    if not isinstance(query, str):
        raise BenchmarkError(where, "has no 'query' text")
    snippets = row.get("snippets")
    if not isinstance(snippets, list):
        raise BenchmarkError(where, "has no list of 'snippets'")
    tags = row.get("tags")
    if tags is not None and not (isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)):
        raise BenchmarkError(where, "has 'tags' that are not a list of strings")
    parsed = tuple(_snippet(item, where=f"{where}, snippet {n}") for n, item in enumerate(snippets, 1))
    return Test(query, parsed, row)


def _snippet(item: Any, *, where: str) -> Snippet:
    if not isinstance(item, dict) or not isinstance(item.get("file_path"), str):
        raise BenchmarkError(where, "has no 'file_path' text")
    span = item.get("span")
    if not (isinstance(span, list) and len(span) == 2 and all(type(offset) is int for offset in span)):
        raise BenchmarkError(where, f"needs a 'span' of two whole numbers, not {span!r}")
    answer = item.get("answer")
    if answer is not None and not isinstance(answer, str):
        raise BenchmarkError(where, "has an 'answer' that is not text")
    return Snippet(item["file_path"], span[0], span[1], answer)


def read_tests(path: Path) -> list[Test]:
    """Every test of a benchmark file; the first broken row is an error."""
    return [parse_test(row, where=f"{path}, test {n}") for n, row in enumerate(read_rows(path), 1)]


def read_benchmark(path: Path, *, corpus: str = "") -> Benchmark:
    """A benchmark file as gold; query ids are the set's name and the test's number from 1."""
    items = tuple(_gold(test, id=f"{path.stem}/{n}", path=path) for n, test in enumerate(read_tests(path), 1))
    version = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return Benchmark(path.stem, version, corpus, items)


def _gold(test: Test, *, id: str, path: Path) -> Gold:
    try:
        passages = tuple(Passage(snippet.file_path, Span(snippet.start, snippet.end)) for snippet in test.snippets)
    except SpanError as error:
        raise BenchmarkError(f"{path}, query {id}", str(error)) from error
    return Gold(Query(id, test.query), passages, tags=tuple(test.row.get("tags") or ()))


def gold_row(gold: Gold, texts: Mapping[str, str]) -> dict[str, Any]:
    """A query in the published form, each snippet with its words."""
    snippets = [
        {
            "file_path": passage.doc_id,
            "span": [passage.span.start, passage.span.end],
            "answer": passage.span.slice(texts[passage.doc_id]),
        }
        for passage in gold.passages
    ]
    row: dict[str, Any] = {"query": gold.query.text, "snippets": snippets}
    return {**row, "tags": list(gold.tags)} if gold.tags else row


def dump_rows(rows: Iterable[Mapping[str, Any]]) -> str:
    """The text of a benchmark file."""
    return json.dumps({"tests": list(rows)}, indent=2, ensure_ascii=False) + "\n"
