"""The questions of a review: a shipped set by name, or a TOML or CSV file."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from pincite.errors import NotFound, ReviewError, UnknownName
from pincite.files import os_reason
from pincite.review.question import QuestionSet, ReviewQuestion, ValueType

_KEYS = frozenset({"name", "question", "type", "choices"})
_NAME = re.compile(r"[^\W\d]\w{0,59}")
# What every table names besides the questions.
_RESERVED = frozenset({"document", "title", "doc_id"})
_MOST = 500
_LONGEST = 2_000


def set_names() -> list[str]:
    """The sets that ship with the package."""
    folder = files("pincite.review").joinpath("sets")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_set(named: str) -> QuestionSet:
    """The questions of a shipped set; a path is none."""
    if named not in set_names():
        raise UnknownName("set of questions", named, set_names())
    text = files("pincite.review").joinpath("sets", f"{named}.toml").read_text("utf-8")
    return _from_toml(text, where=named)


def load_questions(named: str) -> QuestionSet:
    """The questions of a shipped set, or of a file."""
    if named in set_names():
        return load_set(named)
    path = Path(named)
    if path.suffix.lower() not in {".toml", ".csv"}:
        raise NotFound(
            f"There is no set of questions called '{named}'. Known: {', '.join(set_names())}; or a .toml or .csv file."
        )
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReviewError(named, "is not UTF-8; save it as UTF-8") from error
    except OSError as error:
        raise ReviewError(named, f"cannot be read: {os_reason(error)}") from error
    return _from_toml(text, where=named) if path.suffix.lower() == ".toml" else _from_csv(text, where=named)


def questions_from(title: str, rows: Iterable[Mapping[str, Any]]) -> QuestionSet:
    """Questions that a program gives, checked as those of a file are."""
    return _checked("questions", title, rows, where=title)


def _from_toml(text: str, *, where: str) -> QuestionSet:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ReviewError(where, f"is not valid TOML: {error}") from error
    rows = data.get("questions")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ReviewError(where, "has no [[questions]]; each needs a name, a question and a type")
    title = data.get("title", Path(where).stem)
    return _checked(Path(where).stem, str(title), rows, where=where)


def _from_csv(text: str, *, where: str) -> QuestionSet:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        lines = [[field.strip() for field in line] for line in reader]
    except csv.Error as error:
        raise ReviewError(where, f"is not valid CSV: {error} in line {reader.line_num}") from error
    head = [name.lower() for name in lines[0]] if lines else []
    doubled = next((name for name, count in Counter(head).items() if name and count > 1), None)
    if "name" not in head or "question" not in head or doubled:
        problem = f"has the column '{doubled}' twice" if doubled else "has no columns 'name' and 'question'"
        raise ReviewError(where, f"{problem}; its first line is name,question,type or name,question,type,choices")
    rows = [_csv_row(head, line, f"{where}, row {number}") for number, line in enumerate(lines, start=1) if any(line)]
    return _checked(Path(where).stem, Path(where).stem, rows[1:], where=where)


def _delimiter(text: str) -> str:
    """What parts the columns: a comma, or what spreadsheets write where the comma is a decimal sign."""
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def _csv_row(head: list[str], line: list[str], where: str) -> dict[str, Any]:
    """A question from a line; columns without a name must be empty, as spreadsheets leave them behind."""
    if any(line[i] for i in range(len(line)) if i >= len(head) or not head[i]):
        raise ReviewError(where, "has more fields than columns; put a question that has a comma into quotation marks")
    row: dict[str, Any] = {name: field for name, field in zip(head, line, strict=False) if name}
    listed = (choice.strip() for choice in row.get("choices", "").split("|"))
    return {**row, "choices": [choice for choice in listed if choice]}


def _checked(name: str, title: str, rows: Iterable[Mapping[str, Any]], *, where: str) -> QuestionSet:
    questions = tuple(_question(row, f"{where}, question {i}") for i, row in enumerate(rows, start=1))
    repeated = [key for key, count in Counter(one.name.casefold() for one in questions).items() if count > 1]
    if repeated:
        raise ReviewError(where, f"has several questions called '{repeated[0]}'; give each a name of its own")
    if not questions or len(questions) > _MOST:
        raise ReviewError(where, f"has {len(questions)} questions; there must be between 1 and {_MOST}")
    return QuestionSet(name, title, questions)


def _question(row: Mapping[str, Any], where: str) -> ReviewQuestion:
    unknown = sorted(set(row) - _KEYS)
    if unknown:
        raise ReviewError(where, f"has an unknown key '{unknown[0]}'. Known: {', '.join(sorted(_KEYS))}")
    name, question = str(row.get("name", "")).strip(), str(row.get("question", "")).strip()
    if not _NAME.fullmatch(name):
        raise ReviewError(
            where, f"is called '{name[:60]}'; a name has letters, digits and underscores, such as governing_law"
        )
    if name.casefold() in _RESERVED:
        raise ReviewError(where, f"is called '{name}', which is a column of every review; choose another name")
    if not question or len(question) > _LONGEST:
        problem = f"has more than {_LONGEST} characters in its question" if question else "has no question"
        raise ReviewError(where, f"('{name}') {problem}")
    said = str(row.get("type") or "text").strip().lower()
    if said not in list(ValueType):
        raise ReviewError(where, f"('{name}') has the type '{said}'. Known: {', '.join(ValueType)}")
    listed = row.get("choices") or ()
    named = [str(choice) for choice in listed] if isinstance(listed, list | tuple) else [str(listed)]
    choices = tuple({choice.casefold(): choice for choice in reversed(named)}.values())[::-1]
    if (said == ValueType.CHOICE) != bool(choices):
        problem = "is a choice and names no choices" if not choices else f"has choices and is of type '{said}'"
        raise ReviewError(where, f"('{name}') {problem}")
    return ReviewQuestion(name, question, ValueType(said), choices)
