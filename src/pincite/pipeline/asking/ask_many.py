"""Files of questions, and of answers given before."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pincite.errors import Hint, ReadError


def read_questions(path: Path) -> list[str]:
    """The questions of a file, one per line, each once; a line of JSON is read for its `question`."""
    try:
        lines = _lines(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(path, "missing", f"no questions can be read from it: {error}") from error
    questions = [_question(line, path, number) for number, line in enumerate(lines, start=1) if line.strip()]
    if not questions:
        raise ReadError(path, "empty", "it holds no question; write one per line.")
    return list(dict.fromkeys(questions))


def answered(path: Path) -> set[str]:
    """Return the questions already answered in a file of JSON lines; a truncated last line is ignored."""
    found = set()
    lines = _lines(path.read_text("utf-8", errors="replace")) if path.exists() else []
    for line in lines:
        try:
            found.add(str(json.loads(line)["question"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
    if not found and any(line.strip() and not line.startswith("{") for line in lines):
        raise ReadError(
            path, "foreign", "it does not contain Pincite's answers, and was not changed.", hint=Hint.OTHER_FOLDER
        )
    return found


def append_line(path: Path, line: str) -> None:
    """Append a line to a file; a truncated last line is ended first, so that the two stay separate."""
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(f"{line}\n".encode("utf-8", "surrogatepass"))


def _lines(text: str) -> list[str]:
    """Split at line feeds only: JSON strings may contain other Unicode line separators."""
    return text.split("\n")


def _question(line: str, path: Path, number: int) -> str:
    if not line.lstrip().startswith("{"):
        return line.strip()
    try:
        return str(json.loads(line)["question"]).strip()
    except (ValueError, KeyError, RecursionError) as error:
        raise ReadError(path, "damaged", f"line {number} is not a JSON object with a question.") from error
