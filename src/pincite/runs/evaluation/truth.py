"""Ground truth in words: a JSON-lines file with `question` and `truth`, and perhaps `source_type` and `category`."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.bench.corpus import Corpus
from pincite.domain.benchmark import Benchmark, Gold, Query
from pincite.errors import BenchmarkError, NotFound
from pincite.runs.exam import Exam

_SOURCE_TYPE, _CATEGORY = "source_type=", "category="


@dataclass(frozen=True, slots=True)
class TruthRow:
    """A question with the answer that counts as right; `number` is its line in the file, from 1."""

    number: int
    question: str
    truth: str
    source_type: str = ""
    category: str = ""

    @property
    def tags(self) -> tuple[str, ...]:
        """Source type and category as tags of a query."""
        given = ((_SOURCE_TYPE, self.source_type), (_CATEGORY, self.category))
        return tuple(f"{name}{value}" for name, value in given if value)


def tag_value(tags: Sequence[str], name: str) -> str:
    """What tags say of a name such as `category`; empty where they say nothing."""
    return next((tag.removeprefix(f"{name}=") for tag in tags if tag.startswith(f"{name}=")), "")


def read_truth(path: Path) -> list[TruthRow]:
    """The rows of a ground truth."""
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except FileNotFoundError as error:
        raise BenchmarkError(str(path), "there is no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(str(path), f"cannot be read as UTF-8 text ({error})") from error
    rows = [_row(line, number, path) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise BenchmarkError(str(path), "has no questions")
    return rows


def _row(line: str, number: int, path: Path) -> TruthRow:
    where = f"{path}, line {number}"
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BenchmarkError(where, f"is not JSON: {error}") from error
    if not isinstance(row, dict) or not isinstance(row.get("question"), str) or not row["question"].strip():
        raise BenchmarkError(where, "needs a 'question' in words")
    truth = row.get("truth", row.get("answer"))
    if not isinstance(truth, str):
        raise BenchmarkError(where, "needs a 'truth' in words")
    return TruthRow(number, row["question"], truth, str(row.get("source_type") or ""), str(row.get("category") or ""))


def select(
    rows: Sequence[TruthRow], *, source_type: str | None = None, category: str | None = None, first: int | None = None
) -> list[TruthRow]:
    """The rows of a source type and a category, by any case; at most so many."""
    found = [
        row
        for row in rows
        if (source_type is None or row.source_type.casefold() == source_type.casefold())
        and (category is None or row.category.casefold() == category.casefold())
    ]
    if not found:
        types, categories = counts(rows)
        known = "; ".join(", ".join(sorted(filter(None, names))) for names in (types, categories))
        raise NotFound(f"No question has the source type or category asked for. There are: {known}.")
    return found[:first]


def counts(rows: Sequence[TruthRow]) -> tuple[Counter[str], Counter[str]]:
    """How many questions there are of each source type and of each category."""
    return Counter(row.source_type for row in rows), Counter(row.category for row in rows)


def truth_exam(path: Path, rows: Sequence[TruthRow]) -> Exam:
    """The rows as an exam; a question keeps its id whatever others are left out."""
    name = path.stem
    gold = tuple(Gold(Query(f"{name}/{row.number}", row.question), (), answer=row.truth, tags=row.tags) for row in rows)
    version = hashlib.sha256(json.dumps([(g.query.text, g.answer) for g in gold]).encode()).hexdigest()[:12]
    return Exam((Benchmark(name, version, str(path.parent), gold),), Corpus(path.parent))
