"""The short answer that a label with its value gives, or a cell of a table row in the column that a question names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.asked_label import asks_beyond, is_plain_name
from pincite.answer.values.comings import direction
from pincite.answer.values.value_doubts import hides_period
from pincite.answer.values.value_owner import is_of_other_thing
from pincite.legal.durations import TIME_UNITS
from pincite.legal.figures import find_figures
from pincite.legal.labelled_values import read_labelled
from pincite.legal.wording import stems
from pincite.spans import Span

# A value is told in so many words at most.
_MOST_WORDS = 16
_DAY = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![£$€¥.,\d])\b\d{1,2}(?:[:.][0-5]\d)?\s?[ap]\.?m\b|(?<![£$€¥.,\d])\b(?:[01]?\d|2[0-3]):[0-5]\d\b|\b(?:noon|midday|midnight)\b|"
    r"\b\d{1,2}\s{1,3}o['’]clock\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:\A|\s)[A-Z][\w’'&-]+")
_MONEY = re.compile(r"[£$€¥]|\b(?:USD|EUR|GBP|CZK|dollars?|pounds?|euros?|pence|crowns?)\b", re.IGNORECASE)
_CELL = re.compile(r"[^|]+")


def is_row(piece: str) -> bool:
    """Tell whether a piece of a quotation is one row of a table with several values."""
    found = read_labelled(piece)
    return found is not None and "|" in found.value.slice(piece)


def labelled_short(asked: AskedValue, question: str, pieces: Sequence[str], *, known: str = "") -> Span | None:
    """The short answer within the last piece of a quotation that is a label with its value, or the row of a table.

    The header of a table is the piece before its row. `known` are words that only say which document is meant.
    """
    row = pieces[-1]
    found = read_labelled(row)
    if found is None:
        return None
    value = found.value
    # "Monthly rent: £900" and "Working days: 3 a week" say in their label what the value alone does not.
    if is_of_other_thing(question, value, row) or hides_period(question, value, row):
        return None
    if "|" in value.slice(row):
        cell = _cell(asked, question, pieces[0], row, known=known) if len(pieces) > 1 else None
        return cell if cell and value.contains(cell) else None
    return value if value_as_answer(value.slice(row)) else None


def value_as_answer(value: str) -> str:
    """The value of a label as a short answer; nothing for one that is long, or of several cells."""
    words = value.split()
    if "|" in value or len(words) > _MOST_WORDS:
        return ""
    return as_sentence(value)


def as_sentence(words: str) -> str:
    """Words as a short answer."""
    shown = " ".join(words.split()).rstrip(" .,;:")
    return f"{shown[:1].upper()}{shown[1:]}."


def _cell(asked: AskedValue, question: str, header: str, row: str, *, known: str) -> Span | None:
    """The cell of the kind asked for in the column that the question means.

    That is the one whose name the question has most words of, or the only one of the kind if its name says just that
    and the question asks for nothing beyond the row.
    """
    names, cells = _cells(header), _cells(row)
    if len(names) != len(cells):
        return None
    label = cells[0].slice(row)
    words = set(stems(question)) - set(stems(label))
    columns = [(name.slice(header), cell) for name, cell in zip(names[1:], cells[1:], strict=True)]
    of_kind = [(name, cell) for name, cell in columns if is_of_kind(asked, f"{name}: {cell.slice(row)}")]
    shared = [len(words & set(stems(name))) + _same_way(question, name) for name, _ in of_kind]
    most = max(shared, default=0)
    if most:
        return of_kind[shared.index(most)][1] if shared.count(most) == 1 else None
    plain = len(of_kind) == 1 and is_plain_name(asked, of_kind[0][0])
    return of_kind[0][1] if plain and not asks_beyond(question, f"{label} {header} {known}") else None


def _same_way(question: str, name: str) -> bool:
    told = direction(name)
    return told is not None and told is direction(question)


def _cells(row: str) -> list[Span]:
    found = []
    for match in _CELL.finditer(row):
        words = match[0]
        if not words.strip():  # An empty cell keeps its place.
            found.append(Span(match.start(), match.start()))
            continue
        found.append(Span(match.end() - len(words.lstrip()), match.start() + len(words.rstrip())))
    return found


def is_of_kind(asked: AskedValue, value: str) -> bool:
    """Tell whether a value, read with its label, is of the kind that a question asks for."""
    units = {figure.unit for figure in find_figures(value)}
    timed = any(unit.split(" ")[-1] in TIME_UNITS for unit in units)
    match asked:
        case AskedValue.NOTICE | AskedValue.DURATION:
            return timed
        case AskedValue.PERCENTAGE:
            return "%" in units
        case AskedValue.AMOUNT:
            return "%" in units or (_MONEY.search(value) is not None and bool(units))
        case AskedValue.DATE:
            return "date" in units or timed or bool(_DAY.search(value) or _CLOCK.search(value))
        case AskedValue.TIME:
            return _CLOCK.search(value) is not None
        case AskedValue.COUNT:
            return "" in units and not _MONEY.search(value) and not _CLOCK.search(value)
        case AskedValue.WHO:
            return _NAME.search(value) is not None and "date" not in units
        case _:
            return False
