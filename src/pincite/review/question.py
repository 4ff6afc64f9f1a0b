"""ReviewQuestion: a column of a review, with the type of value that is sought."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ValueType(StrEnum):
    """What a cell of a column holds."""

    TEXT = "text"
    DATE = "date"
    MONEY = "money"
    DURATION = "duration"
    PERCENTAGE = "percentage"
    PARTY = "party"
    YES_NO = "yes/no"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """A question that is asked of every document.

    `name` heads the column and is what conditions refer to. `choices` are the values of a choice.
    """

    name: str
    question: str
    type: ValueType = ValueType.TEXT
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The columns of a review, under a name."""

    name: str
    title: str
    questions: tuple[ReviewQuestion, ...]
