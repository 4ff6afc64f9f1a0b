"""Splits: train, dev and test cut by document, so that no document is in two parts."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.bench.files import refuse_existing, write_json
from pincite.bench.legalbenchrag.layout import Root, Test, read_tests
from pincite.bench.subset import Count, count, documents_of, write_subset
from pincite.errors import BenchmarkError

PARTS = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of the documents each part gets; the rest is for training."""

    dev: float = 0.1
    test: float = 0.2

    def __post_init__(self) -> None:
        if self.dev < 0 or self.test < 0 or self.dev + self.test > 1:
            raise BenchmarkError("Split", f"dev {self.dev} and test {self.test} must be shares that leave room in 1")


@dataclass(frozen=True, slots=True)
class Split:
    """Which part each document is in, the tests of each part by set, and the tests no part can have."""

    documents: dict[str, str]
    parts: dict[str, dict[str, list[Test]]]
    crossing: list[Test]


def part_of(text: str, *, shares: Shares, salt: str = "") -> str:
    """The part of a document, by its text alone.

    So it stays where it is when others are added, renamed or taken away, and two copies never end up in two parts.
    """
    digest = hashlib.sha256(salt.encode() + b"\0" + text.encode("utf-8", "surrogatepass")).digest()
    at = int.from_bytes(digest[:8], "big") / 2**64
    return "test" if at < shares.test else "dev" if at < shares.test + shares.dev else "train"


def split_root(
    root: Root, *, shares: Shares, salt: str = "", held_out: Collection[str] = (), only: Sequence[str] = ()
) -> Split:
    """Cut every set by document; documents in `held_out` are for testing whatever their text."""
    corpus = root.corpus
    tests = {name: read_tests(root.benchmark_file(name)) for name in root.sets(only)}
    held = frozenset(held_out)
    documents = {
        path: "test" if path in held else part_of(corpus.text(path), shares=shares, salt=salt)
        for path in documents_of([test for of_set in tests.values() for test in of_set])
    }
    parts: dict[str, dict[str, list[Test]]] = {part: {} for part in PARTS}
    crossing: list[Test] = []
    for name, all_tests in tests.items():
        for test in all_tests:
            homes = {documents[snippet.file_path] for snippet in test.snippets}
            if len(homes) > 1:
                crossing.append(test)
            else:
                parts[homes.pop() if homes else "train"].setdefault(name, []).append(test)
    return Split(documents, parts, crossing)


def count_split(split: Split, root: Root) -> dict[str, Count]:
    """The size of each part."""
    corpus = root.corpus
    return {part: count([t for tests in sets.values() for t in tests], corpus) for part, sets in split.parts.items()}


def write_split(split: Split, root: Root, *, out: Path, settings: dict[str, Any], force: bool = False) -> None:
    """Write each part as a benchmark of its own, and `split.json`, which says where every document went."""
    refuse_existing(out, ["split.json", *PARTS], force=force)
    for part, sets in split.parts.items():
        if sets:
            write_subset(sets, root.corpus, out=out / part, force=force)
    write_json(out / "split.json", {**settings, "documents": split.documents})
