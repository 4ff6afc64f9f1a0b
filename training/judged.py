"""Passages that a search put first for a question, each judged by hand: does it answer?

These are what the verifier meets when it is used. `natural/judged.jsonl` holds, per natural question, the words it was
written for, and of the passages found besides them those that answer too and those that only come near. A question is
told by a digest of its words: some are in the data folder alone.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from training.contrast import SUPPORTED, UNSAID, Example

KEPT = 10  # every so-manieth question is kept to measure by
REACH = 500  # characters to each side of the middle of words shown with what stands round them, as in the product
ALONE, NEAR = 0.35, 0.25  # shares of the words shown alone, and with what stands round them; else also where they stand

Spot = tuple[str, int, int]
# From this character on of a document, up to that of the next row, words stand under these headings.
Places = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, the words that answer it, and words that do not: each a document and a span."""

    question: str
    answers: list[Spot]
    misses: list[Spot]


@dataclass(frozen=True, slots=True)
class Showing:
    """How words are shown to the verifier: alone, with what stands round them, or also under where they stand."""

    texts: Mapping[str, str]
    places: Mapping[str, Places]

    def alone(self, spot: Spot) -> str:
        """Give the words."""
        document, start, end = spot
        return self.texts[document][start:end].strip()

    def near(self, spot: Spot) -> str:
        """Give the words with what stands round them."""
        document, start, end = spot
        middle = (start + end) // 2
        return self.texts[document][max(0, middle - REACH) : middle + REACH].strip()

    def headed(self, spot: Spot) -> str:
        """Give the same under the document's title and the headings they stand under."""
        head = self.head(spot[0], spot[1])
        return f"{head}\n{self.near(spot)}" if head else self.near(spot)

    def head(self, document: str, at: int) -> str:
        """Give the title and the headings that a place of a document stands under."""
        places = self.places.get(document) or []
        n = bisect_right(places, at, key=lambda place: place[0])
        return places[n - 1][1] if n else ""

    def draw(self, judged: Judged, rng: Random) -> list[Example]:
        """Show an answer and a miss of a question in the same way."""
        chance = rng.random()
        show = self.alone if chance < ALONE else self.near if chance < ALONE + NEAR else self.headed
        return [
            Example(judged.question, show(rng.choice(judged.answers)), SUPPORTED, "judged"),
            Example(judged.question, show(rng.choice(judged.misses)), UNSAID, "judged"),
        ]


def digest(question: str) -> str:
    """Give what a question is told by."""
    return hashlib.sha256(question.encode()).hexdigest()[:16]


def with_words(rows: Iterable[dict[str, Any]], questions: Iterable[str]) -> list[dict[str, Any]]:
    """Give the rows with the words of their questions; those of questions that are not there are left out."""
    words = {digest(question): question for question in questions}
    return [row | {"question": words[row["asked"]]} for row in rows if row["asked"] in words]


def read_judged(rows: list[dict[str, Any]]) -> list[Judged]:
    """Read the judged questions of which a passage that was found answers nothing."""
    return [
        Judged(row["question"], [tuple(spot) for spot in row["answers"]], [tuple(spot) for spot in row["misses"]])
        for row in rows
        if row["answers"] and row["misses"]
    ]
