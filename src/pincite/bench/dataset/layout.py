"""The dataset layout: a folder with documents under `corpus/` and questions, answers and contexts in `train.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.bench.files import read_json
from pincite.errors import BenchmarkError, Hint

FIELDS = ("id", "question", "answer", "is_impossible", "contexts")
CONTEXT_FIELDS = ("filename", "text")


@dataclass(frozen=True, slots=True)
class DatasetContext:
    """What supports an answer: a file of the corpus by its base name, a text, or both."""

    filename: str | None = None
    text: str | None = None

    def as_json(self) -> dict[str, str] | str:
        """An object with its file's name; a plain string where only the text is known."""
        if self.filename is None:
            return self.text or ""
        return {"filename": self.filename} | ({} if self.text is None else {"text": self.text})


@dataclass(frozen=True, slots=True)
class DatasetItem:
    """A row of `train.json`."""

    id: int
    question: str
    answer: str
    is_impossible: bool = False
    contexts: tuple[DatasetContext, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The row by the field rules: these fields and no others."""
        row: dict[str, Any] = {
            "id": self.id,
            "question": self.question,
            "answer": self.answer,
            "is_impossible": self.is_impossible,
        }
        return row | ({"contexts": [context.as_json() for context in self.contexts]} if self.contexts else {})


@dataclass(frozen=True, slots=True)
class Breach:
    """A field rule that a row breaks."""

    rule: str
    problem: str


def read_train(path: Path) -> list[Any]:
    """The rows of a `train.json`, not yet known to be sound."""
    data = read_json(path, mark="question", unit="row")
    if isinstance(data, list):
        return data
    kind = "an object" if isinstance(data, dict) else f"a {type(data).__name__}"
    problem = f"is {kind}; it must be a list of rows, [{{…}}, …]"
    for key in ("tests", "data"):
        if isinstance(data, dict) and isinstance(data.get(key), list):
            problem += f" (its '{key}' looks like another format)"
            raise BenchmarkError(str(path), problem, hint=Hint.CONVERT_DATASET)
    raise BenchmarkError(str(path), problem)


def breaches(row: Any) -> Iterator[Breach]:
    """Every field rule that a row breaks."""
    if not isinstance(row, dict):
        yield Breach("schema", f"a row must be an object, not {type(row).__name__}")
        return
    for field in ("question", "answer"):
        if not isinstance(row.get(field), str):
            missing = "is missing" if field not in row else f"must be text, not {_shown(row[field])}"
            yield Breach("schema", f"'{field}' {missing}")
    for field in ("id", "query_id"):
        if field in row and type(row[field]) is not int:
            problem = f"'{field}' must be a whole number, the index of the source row, not {_shown(row[field])}"
            yield Breach("id", problem)
    if not isinstance(row.get("is_impossible", False), bool):
        yield Breach("schema", f"'is_impossible' must be true or false, not {_shown(row['is_impossible'])}")
    yield from _context_breaches(row.get("contexts", []))
    for field in row.keys() - {*FIELDS, "query_id"}:
        yield Breach("unknown-field", f"'{field}' is not a field of the layout; leave it out")


def _context_breaches(contexts: Any) -> Iterator[Breach]:
    if not isinstance(contexts, list):
        yield Breach("schema", f"'contexts' must be a list, not {_shown(contexts)}")
        return
    for number, context in enumerate(contexts, 1):
        name = f"context {number}"
        if isinstance(context, str):
            continue
        if not isinstance(context, dict):
            yield Breach("schema", f"{name} must be an object or a text, not {_shown(context)}")
            continue
        if not isinstance(context.get("filename"), str) or not context["filename"]:
            yield Breach("schema", f"{name} has no 'filename'")
        if not isinstance(context.get("text", ""), str):
            yield Breach("schema", f"{name}: 'text' must be text, not {_shown(context['text'])}")
        for field in context.keys() - set(CONTEXT_FIELDS):
            yield Breach("unknown-field", f"{name}: '{field}' is not a field of the layout; leave it out")


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:60]


def parse_item(row: Any, *, index: int, where: str) -> DatasetItem:
    """A row as an item; fields of other systems are passed over, a broken rule is an error."""
    for breach in breaches(row):
        if breach.rule != "unknown-field":
            raise BenchmarkError(where, breach.problem)
    contexts = tuple(
        DatasetContext(text=context)
        if isinstance(context, str)
        else DatasetContext(context["filename"], context.get("text"))
        for context in row.get("contexts", [])
    )
    number = row.get("id", row.get("query_id", index))
    return DatasetItem(number, row["question"], row["answer"], row.get("is_impossible", False), contexts)


@dataclass(frozen=True)
class Layout:
    """A folder in the layout."""

    folder: Path

    @property
    def train(self) -> Path:
        """Where its questions are."""
        return self.folder / "train.json"

    @property
    def corpus(self) -> Path:
        """Where its documents are."""
        return self.folder / "corpus"

    @cached_property
    def files(self) -> dict[str, list[Path]]:
        """Its documents by base name, exactly as on disk; a name may stand in several folders."""
        return by_name(self.corpus)

    def items(self) -> list[DatasetItem]:
        """Every row of `train.json`; the first broken one is an error, and so is an id that comes twice."""
        rows = enumerate(read_train(self.train))
        items = [parse_item(row, index=n, where=f"{self.train}, row {n + 1}") for n, row in rows]
        seen: dict[int, int] = {}
        for number, item in enumerate(items, 1):
            if item.id in seen:
                where = f"{self.train}, row {number}"
                raise BenchmarkError(where, f"its id {item.id} is that of row {seen[item.id]} too")
            seen[item.id] = number
        return items


def by_name(folder: Path) -> dict[str, list[Path]]:
    """The files of a folder and the folders below it by base name; hidden files and links are no documents."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not path.is_symlink() and not hidden:
            found.setdefault(path.name, []).append(path)
    return found
