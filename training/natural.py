"""Questions as people ask them, claims and contrast pairs, written by hand for passages of the training documents.

They come from the data folder (`natural/`) and from `training/natural/`, where the documents are our own inventions.
Spans and windows are characters of a document's text.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from training.config import HERE

OWN = HERE / "natural"


@dataclass(frozen=True, slots=True)
class NaturalQuestion:
    """A question in one of three styles, with the spans that answer it, written for one window of a document."""

    document: str
    style: str
    question: str
    spans: list[list[int]]
    window: list[int]


def read_rows(data: Path, name: str, *, added: bool = True) -> list[dict[str, Any]]:
    """Read the rows of `questions`, `claims` or `pairs`, those of the data folder before ours.

    What was added later is about training documents alone: without it the dev documents are the same as ever.
    """
    paths = [data / "natural" / f"{name}.jsonl", OWN / f"{name}.jsonl"]
    paths += [OWN / f"{name}-added.jsonl", OWN / f"{name}-open.jsonl"] if added else []
    return [row for path in paths if path.is_file() for row in read_lines(path)]


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Read the rows of a file."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            yield json.loads(line)


def own_documents() -> list[tuple[str, str, str]]:
    """Give (id, set, text) of the invented documents our own questions are about."""
    paths = sorted((OWN / "documents").glob("*.txt"))
    return [(f"own/{path.name}", "own", path.read_text(encoding="utf-8")) for path in paths]


def read_questions(data: Path) -> list[NaturalQuestion]:
    """Read every question that has an answer."""
    return [
        NaturalQuestion(row["document"], q["kind"], q["question"], q["spans"], row["window"])
        for row in read_rows(data, "questions")
        for q in row["questions"]
        if q["spans"]
    ]


def choose_natural_dev(data: Path, config: dict[str, Any], taken: set[str]) -> set[str]:
    """Draw the documents whose natural questions, claims and pairs are kept for dev, some of each set."""
    sets: dict[str, set[str]] = {}
    for name in ("questions", "claims", "pairs"):
        for row in read_rows(data, name, added=False):
            if row["document"] not in taken:
                sets.setdefault(row.get("set", "own"), set()).add(row["document"])
    chosen: set[str] = set()
    for s, count in config["dev"]["natural"].items():
        names = sorted(sets.get(s, ()))
        Random(config["seed"]).shuffle(names)
        chosen.update(names[:count])
    return chosen
