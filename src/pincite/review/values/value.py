"""Value: what a cell says in short, with the words of the quotation that say it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pincite.domain.profile import Party


@dataclass(frozen=True, slots=True)
class Value:
    """A normalised value and the words it was read from, which stand in the quotation.

    `size` is what values of one column are compared by: days, an amount, a percentage, the ordinal of a date. `unit`
    tells which sizes can be compared. `note` says what else matters, such as an exception.
    """

    text: str
    words: str
    size: float | None = None
    unit: str = ""
    note: str = ""


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
