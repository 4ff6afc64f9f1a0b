"""Documents and questions for `answers.py`: LegalBench-RAG's own, and CUAD's with and without an answer.

Two splits. `mini`: the 72 documents and 776 queries of LegalBench-RAG-mini. `dev`: documents that are neither in mini
nor in training, drawn by the recipe of `training/`; whatever is chosen or fitted is chosen and fitted on them.
"""

from __future__ import annotations

import csv
import json
import random
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SETS = ("contractnli", "cuad", "maud", "privacy_qa")
# Of the dev documents of a set, every so many are used: merger agreements are long.
DEV_EVERY = {"contractnli": 1, "cuad": 3, "maud": 3}
MOST_PAIRS = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """A query with its gold places (file, start, end) and gold words."""

    set: str
    query: str
    gold: tuple[tuple[str, int, int], ...]
    truth: str

    @property
    def id(self) -> str:
        """By what a row is known."""
        return f"{self.set}: {self.query}"


@dataclass(frozen=True, slots=True)
class Pair:
    """A contract and a question to which its annotators found an answer, or none."""

    file: str
    question: str
    answerable: bool

    @property
    def id(self) -> str:
        """By what a row is known."""
        return f"{self.file}: {self.question}"


def documents(data: Path, split: str) -> list[str]:
    """The files of a split, relative to the corpus."""
    sys.path.insert(0, str(ROOT))
    from training.corpus import choose_dev, mini_documents

    mini = mini_documents(data)
    if split == "mini":
        return sorted(mini)
    config = tomllib.loads((ROOT / "training" / "config.toml").read_text("utf-8"))
    corpus = data / "legalbenchrag" / "corpus"
    names = [(f"{s}/{path.name}", s) for s in SETS for path in sorted((corpus / s).glob("*.txt"))]
    chosen = choose_dev([(name, s) for name, s in names if name not in mini], config)
    return [name for s, every in DEV_EVERY.items() for name in sorted(n for n in chosen if n.startswith(s))[::every]]


def queries(data: Path, split: str, *, sets: list[str], most: int) -> list[Asked]:
    """The queries on the documents of a split, up to `most` of each set, drawn by a fixed seed."""
    kept = set(documents(data, split))
    found = []
    for name in sets:
        folder = "mini" if split == "mini" else "benchmarks"
        tests = json.loads((data / "legalbenchrag" / folder / f"{name}.json").read_text("utf-8"))["tests"]
        tests = [test for test in tests if all(snippet["file_path"] in kept for snippet in test["snippets"])]
        found += [_asked(name, test) for test in random.Random(0).sample(tests, min(most, len(tests)))]
    return found


def pairs(data: Path, split: str) -> list[Pair]:
    """Every CUAD contract of a split with questions that have an answer in it, and as many whose cell is empty."""
    files = [file for file in documents(data, split) if file.startswith("cuad/")]
    asked = _cuad_questions(data)
    return [
        Pair(file, question, answerable)
        for file in files
        for question, answerable in asked.get(_label(Path(file).stem), [])
    ]


def _asked(name: str, test: dict[str, Any]) -> Asked:
    gold = tuple((snippet["file_path"], *snippet["span"]) for snippet in test["snippets"])
    return Asked(name, test["query"], gold, " ".join(snippet["answer"] for snippet in test["snippets"]))


def _cuad_questions(data: Path) -> dict[str, list[tuple[str, bool]]]:
    """By document: questions with an answer, and as many whose label is empty, in an order drawn by the name."""
    tests = json.loads((data / "legalbenchrag" / "benchmarks" / "cuad_untitled.json").read_text("utf-8"))["tests"]
    wording = {_label(test["column"]): test["question"] for test in tests}
    found = {}
    with (data / "cuad_raw" / "master_clauses.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            name = _label(re.sub(r"\.(?:pdf|txt)$", "", line["Filename"], flags=re.IGNORECASE))
            labels = {_label(column): value for column, value in line.items()}
            filled = [q for key, q in wording.items() if labels.get(key, "[]").strip() not in {"[]", ""}]
            empty = [q for key, q in wording.items() if labels.get(key, "").strip() == "[]"]
            draw = random.Random(name)
            size = min(len(filled), len(empty), MOST_PAIRS)
            drawn = [(q, True) for q in draw.sample(filled, size)]
            found[name] = drawn + [(q, False) for q in draw.sample(empty, size)]
    return found


def _label(column: str) -> str:
    return re.sub(r"\W+", "", column).casefold()
