"""Gold of every form that can be scored against: a benchmark with spans, one with words alone, and qrels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pincite.bench.legalbenchrag.layout import read_rows
from pincite.domain.benchmark import Gold, Query
from pincite.domain.document import Passage
from pincite.domain.run import RunQuestion
from pincite.errors import BenchmarkError, SpanError
from pincite.spans import Span


@dataclass(slots=True)
class GoldFile:
    """Questions with the words of their gold and, from qrels, the grades of documents.

    `placeless` names the first test whose gold has words and no sound place; `named` is False where no test has a
    query, so that predictions can only be paired by their place.
    """

    questions: list[RunQuestion] = field(default_factory=list)
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    grades: dict[str, dict[str, float]] = field(default_factory=dict)
    placeless: str = ""
    named: bool = True


def read_gold(paths: Sequence[Path]) -> GoldFile:
    """Benchmark files, each a set; or TREC qrels."""
    gold = GoldFile()
    for path in paths:
        if not path.is_file():
            raise BenchmarkError(str(path), "there is no such file")
        if path.read_text("utf-8-sig", errors="replace").lstrip()[:1] in {"[", "{"}:
            _read_tests(path, gold)
        else:
            _read_qrels(path, gold)
    return gold


def _read_tests(path: Path, gold: GoldFile) -> None:
    """The tests of a benchmark file; as in the published script, a snippet may have an answer and no place."""
    rows = read_rows(path)
    for number, row in enumerate(rows, 1):
        where = f"{path}, test {number}"
        if not isinstance(row, dict):
            raise BenchmarkError(where, f"a test must be an object, not {type(row).__name__}")
        snippets = row.get("snippets") or []
        if not isinstance(snippets, list) or not all(isinstance(snippet, dict) for snippet in snippets):
            raise BenchmarkError(where, "has 'snippets' that are not a list of objects")
        id = f"{path.stem}/{number}"
        text = row.get("query", row.get("question"))
        query = Query(id, text if isinstance(text, str) and text.strip() else id)
        gold.questions.append(RunQuestion(path.stem, _placed(query, snippets, where=where, gold=gold)))
        gold.texts[id] = tuple(str(snippet.get("answer") or "") for snippet in snippets)
    gold.named = any(isinstance(row, dict) and (row.get("query") or row.get("question")) for row in rows)


def _placed(query: Query, snippets: Sequence[dict[str, Any]], *, where: str, gold: GoldFile) -> Gold:
    """A query with the places of its gold, or without any where one of them has none or is unsound."""
    try:
        return Gold(query, tuple(_place(snippet) for snippet in snippets))
    except (KeyError, TypeError, ValueError, SpanError, BenchmarkError):
        gold.placeless = gold.placeless or where
        return Gold(query, ())


def _place(snippet: dict[str, Any]) -> Passage:
    path, (start, end) = snippet["file_path"], snippet["span"]
    if not isinstance(path, str) or type(start) is not int or type(end) is not int:
        raise TypeError("a place is a path and two whole numbers")
    return Passage(path, Span(start, end))


def _read_qrels(path: Path, gold: GoldFile) -> None:
    """Lines `query 0 document grade`; or BEIR's: after a head, query, document and grade with tabs between."""
    grades: dict[str, dict[str, float]] = {}
    lines = path.read_text("utf-8-sig").split("\n")
    beir = bool(lines) and lines[0].startswith("query-id\t")
    for number, line in enumerate(lines, 1):
        parts = line.split("\t" if beir else None)
        if not line.strip() or (beir and number == 1):
            continue
        try:
            query, doc, grade = parts if beir else map(unquote, (parts[0], *parts[2:]))
            grades.setdefault(query, {})[doc] = float(grade)
        except ValueError as error:
            problem = "is neither JSON nor qrels (TREC: query 0 document grade; BEIR: query, document, grade)"
            raise BenchmarkError(f"{path}, line {number}", problem) from error
    for query, found in grades.items():
        gold.questions.append(RunQuestion(path.stem, Gold(Query(query, query), ())))
        gold.grades[query] = found
