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
_MOST = 500


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
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        rows: list[dict[str, Any]] = [
            {(key or "").strip().lower(): value.strip() for key, value in row.items() if isinstance(value, str)}
            for row in reader
        ]
    except csv.Error as error:
        raise ReviewError(where, f"is not valid CSV: {error} in line {reader.line_num}") from error
    for row in rows:
        row["choices"] = [choice.strip() for choice in row.get("choices", "").split("|") if choice.strip()]
    return _checked(Path(where).stem, Path(where).stem, rows, where=where)


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
    if not question:
        raise ReviewError(where, f"('{name}') has no question")
    said = str(row.get("type") or "text").strip().lower()
    if said not in list(ValueType):
        raise ReviewError(where, f"('{name}') has the type '{said}'. Known: {', '.join(ValueType)}")
    listed = row.get("choices") or ()
    choices = tuple(str(choice) for choice in listed) if isinstance(listed, list | tuple) else (str(listed),)
    if (said == ValueType.CHOICE) != bool(choices):
        problem = "is a choice and names no choices" if not choices else f"has choices and is of type '{said}'"
        raise ReviewError(where, f"('{name}') {problem}")
    return ReviewQuestion(name, question, ValueType(said), choices)
