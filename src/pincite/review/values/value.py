"""Value: what a cell says in short, with the words of the quotation that say it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pincite.domain.profile import Party


class CellNote(StrEnum):
    """What the note of a cell says, in a word for programs: a page has a sentence for it in its own language."""

    EXCEPTION = "exception"
    COUNTED = "counted"
    OTHER_LAW = "other-law"
    NO_VALUE = "no-value"
    UNCLEAR = "unclear"
    NEAREST = "nearest"
    OTHER_LANGUAGE = "other-language"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Value:
    """A normalised value and the words it was read from, which stand in the quotation.

    `size` is what values of one column are compared by: days, an amount, a percentage, the ordinal of a date. `unit`
    tells which sizes can be compared. `note` says what else matters, such as an exception; `note_kind` is
    which of these it is.
    """

    text: str
    words: str
    size: float | None = None
    unit: str = ""
    note: str = ""
    note_kind: CellNote | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of a document while a value is read.

    Its parties, how 03/04/2019 is meant in it, the day it takes effect and the day it was made.
    """

    parties: tuple[Party, ...] = ()
    month_first: bool | None = None
    begins: date | None = None
    made: date | None = None


NOWHERE = Surroundings()
