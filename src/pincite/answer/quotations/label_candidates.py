"""The labelled values of a document as they are read for a question.

Of a table row only the columns count that hold what is asked for: "Job: Wheel build; Time: 3 working days" where the
question is how long it takes, and not what it costs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.quotations.table_grid import GridRow, read_grids, row_at
from pincite.answer.values.asked_label import names_asked
from pincite.answer.values.comings import direction
from pincite.answer.values.labelled_short import is_of_kind
from pincite.answer.values.table_cell import named_rows
from pincite.domain.reading import Reading
from pincite.legal.labelled_values import LabelledValue, find_labelled_values
from pincite.legal.wording import stems
from pincite.spans import Span

_DECIDED = re.compile(
    r":\s{0,3}(?:yes|no|none|(?:not\s{1,3})?(?:included|allowed|permitted|available|required))\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
_NUMBER_OF = re.compile(r"(?:total\s{1,9})?(?:number|no\.?|quantity|count)\b", re.IGNORECASE)
# A row with more cells than a label and a value.
_PAIR = 2
# Columns of these kinds say nothing of a value of another of them.
_MEASURES = (AskedValue.AMOUNT, AskedValue.DURATION, AskedValue.PERCENTAGE)
_WHEN = frozenset({AskedValue.TIME, AskedValue.DATE})
# At most so many are looked into, and so many rows of a table tell what its columns hold.
_LOOKED_INTO, _TELLING = 200, 20


@dataclass(frozen=True, slots=True)
class ValueCandidate:
    """A labelled value as it is read.

    `row` tells that it is one of the rows of a table with several columns, `used` that the best words use its label as
    a term, `inside` that it is a part of them, `named` that its label is what the question asks for, `tied` that it has
    a word of the question, and `shared` what such words are worth among the others.
    """

    one: LabelledValue
    sentence: str
    row: bool
    used: bool
    inside: bool
    named: bool = False
    tied: bool = False
    shared: float = 0.0


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What a question asks for; `known` are words in it that only say which document is meant."""

    question: str
    kind: AskedValue | None
    known: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    """A labelled value with its cells, and with the names of its columns where its table has a header."""

    one: LabelledValue
    cells: tuple[str, ...]
    used: bool
    names: tuple[str, ...] = ()
    table: int | None = None


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which columns of a table are read, and whether one of them holds values of the kind asked for."""

    read: tuple[bool, ...]
    of_kind: bool


def find_candidates(reading: Reading, quoted: Span, asked: AskedFor) -> list[ValueCandidate]:
    """The labelled values of a document that may be what is asked for, beside the best words."""
    text = reading.doc.text
    rows = _rows(reading, asked, f" {_bare(quoted.slice(text))} ", apart_from=quoted)
    columns = _columns(rows, asked)
    found = []
    for row in _nearest(asked.question, rows):
        label = row.one.label.slice(text)
        own = columns[row.table] if row.table is not None else None
        sentence = _with_names(row, own.read) if own else row.one.sentence(text)
        if not _fits(asked, label, sentence, of_kind=own is not None and own.of_kind):
            continue
        named = _is_named(asked, row, label)
        if named:
            sentence = _plainly(asked, row, label, own.read if own else ()) or sentence
        # Below a header that tells what the columns hold, rows are alike; else they are labels with their values.
        alike = bool(row.names) or len(row.cells) > _PAIR
        found.append(ValueCandidate(row.one, sentence, alike, row.used, quoted.contains(row.one.span), named))
    return found


def _rows(reading: Reading, asked: AskedFor, words: str, *, apart_from: Span) -> list[_Row]:
    text = reading.doc.text
    grids = read_grids(reading.doc)
    meant = [(grid.span, rows) for grid in grids if (rows := named_rows(asked.question, grid))]
    found = []
    for one in find_labelled_values(text):
        if any(span.contains(one.span) and not _is_among(one, rows) for span, rows in meant):
            continue
        used = not apart_from.overlaps(one.span) and _is_term(one.label.slice(text), words)
        if (held := row_at(grids, one.span)) is None:
            found.append(_Row(one, tuple(cell.strip() for cell in one.span.slice(text).split("|")), used))
            continue
        grid, row = held
        cells = tuple(grid.words(row, i) for i in range(len(grid.names)))
        found.append(_Row(one, cells, used, grid.names, grid.span.start))
    return found


def _is_among(one: LabelledValue, rows: Sequence[GridRow]) -> bool:
    return any(row.span.overlaps(one.span) for row in rows)


def _nearest(question: str, rows: Sequence[_Row]) -> Sequence[_Row]:
    """The rows that come nearest by their letters, where there are too many to look into."""
    if len(rows) <= _LOOKED_INTO:
        return rows
    words = [word for word in _WORD.findall(question.casefold()) if len(word) > 1]

    def order(row: _Row) -> tuple[bool, int]:
        told = " ".join(row.cells).casefold()
        return not row.used, -sum(word in told for word in words)

    return sorted(rows, key=order)[:_LOOKED_INTO]


def _columns(rows: Sequence[_Row], asked: AskedFor) -> dict[int, _Columns]:
    """What is read of each table: not the columns of measures of another kind than is asked for."""
    tables: dict[int, list[_Row]] = {}
    for row in rows:
        if row.table is not None and len(tables.setdefault(row.table, [])) < _TELLING:
            tables[row.table].append(row)
    wanted = set(stems(asked.question))
    found = {}
    for table, own in tables.items():
        columns = list(zip(own[0].names, zip(*(row.cells for row in own), strict=True), strict=True))
        kinds = [_has_kind(asked.kind, name, cells) for name, cells in columns]
        read = tuple(
            not i or kinds[i] or bool(wanted & set(stems(name))) or not _is_other(asked.kind, cells)
            for i, (name, cells) in enumerate(columns)
        )
        found[table] = _Columns(read, any(kinds[1:]))
    return found


def _has_kind(asked: AskedValue | None, name: str, cells: Sequence[str]) -> bool:
    return asked is not None and any(is_of_kind(asked, f"{name}: {cell}") for cell in cells)


def _is_other(asked: AskedValue | None, cells: Sequence[str]) -> bool:
    """Tell whether the cells of a column are all measures of a kind that is not asked for."""
    return asked is not None and any(
        all(is_of_kind(kind, cell) for cell in cells) for kind in _MEASURES if kind is not asked
    )


def _with_names(row: _Row, read: Sequence[bool]) -> str:
    shown = zip(row.names, row.cells, read, strict=True)
    return "; ".join(f"{name}: {cell}" for name, cell, one in shown if one)


def _is_named(asked: AskedFor, row: _Row, label: str) -> bool:
    if asked.kind is None:
        return False
    known = " ".join((*row.names, asked.known))
    return names_asked(asked.kind, asked.question, label, value=" ".join(row.cells[1:]), known=known)


def _plainly(asked: AskedFor, row: _Row, label: str, read: Sequence[bool]) -> str:
    """A value whose label is what the question asks for, in words that need no table: "Number of users: 15"."""
    if asked.kind is AskedValue.COUNT and len(row.cells) == _PAIR:
        count = label if _NUMBER_OF.match(label) else f"Number of {label[:1].lower()}{label[1:]}"
        return f"{count}: {row.cells[1]}"
    shown = [cell for cell, one in zip(row.cells, read, strict=False) if one]
    return f"{shown[0]}: {shown[1]}" if len(shown) == _PAIR else ""


def _fits(asked: AskedFor, label: str, sentence: str, *, of_kind: bool) -> bool:
    """Tell whether a value may be what is asked for: one of the kind, or a yes or no."""
    if asked.kind is None:
        return _DECIDED.search(sentence) is not None
    if asked.kind in _WHEN and not _is_of_moment(asked, label):
        return False
    return of_kind or is_of_kind(asked.kind, sentence)


def _is_of_moment(asked: AskedFor, label: str) -> bool:
    """Tell whether a time may be the one asked for: not that of the other end of a stay."""
    told, wanted = direction(label), direction(asked.question)
    return told is None or wanted is None or told is wanted


def _is_term(label: str, words: str) -> bool:
    """Tell whether words use a label as a term, in its own capitals."""
    return label[:1].isupper() and f" {_bare(label)} " in words


def _bare(words: str) -> str:
    return " ".join(_WORD.findall(words))
