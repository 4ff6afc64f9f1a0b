"""Part of a benchmark as a benchmark of its own: some of its tests, and only the documents they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.bench.corpus import Corpus
from pincite.bench.files import move_into_place, refuse_existing, stage_texts, staged
from pincite.bench.legalbenchrag.layout import Test, dump_rows
from pincite.errors import BenchmarkError
from pincite.files import write_text


@dataclass(frozen=True, slots=True)
class Count:
    """The size of a part of a benchmark."""

    queries: int
    documents: int
    characters: int


def documents_of(tests: Sequence[Test]) -> list[str]:
    """The documents that hold a test's gold, each once, sorted."""
    return sorted({snippet.file_path for test in tests for snippet in test.snippets})


def count(tests: Sequence[Test], corpus: Corpus) -> Count:
    """Queries, documents used, and the characters of those documents."""
    documents = documents_of(tests)
    return Count(len(tests), len(documents), sum(len(corpus.text(path)) for path in documents))


def plain_row(test: Test) -> dict[str, Any]:
    """A test as it was written, but for an empty list of tags, which says nothing."""
    return {key: value for key, value in test.row.items() if not (key == "tags" and not value)}


def write_subset(parts: Mapping[str, Sequence[Test]], corpus: Corpus, *, out: Path, force: bool = False) -> None:
    """Write the tests of each set, and the documents they use, into a folder of the same layout."""
    if not any(parts.values()):
        raise BenchmarkError(str(out), "would hold no tests")
    places = [*(f"benchmarks/{name}.json" for name in parts), *(f"corpus/{name}" for name in parts)]
    refuse_existing(out, places, force=force)
    with staged(out) as stage:
        for name, tests in parts.items():
            write_text(stage / "benchmarks" / f"{name}.json", dump_rows(plain_row(test) for test in tests))
            (stage / "corpus" / name).mkdir(parents=True, exist_ok=True)
            stage_texts(stage / "corpus", {path: corpus.text(path) for path in documents_of(tests)})
        folders = sorted(f"corpus/{path.name}" for path in (stage / "corpus").iterdir())
        move_into_place(stage, out, names=[*folders, *(f"benchmarks/{name}.json" for name in parts)])
