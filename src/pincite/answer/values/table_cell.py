"""The cell of a table that a question asks for: a row that it names, in the one column that it can mean.

A wrong cell misleads more than none, so where the row or the column is in doubt there is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.quotations.table_grid import GridRow, TableGrid
from pincite.answer.values.asked_label import ASKING_WORDS, is_plain_name, kind_words
from pincite.answer.values.comings import DIRECTION_WORDS, direction
from pincite.answer.values.labelled_short import is_of_kind
from pincite.answer.values.series import find_series, may_name_member
from pincite.answer.values.weekdays import DAYS, days_in
from pincite.legal.durations import TIME_UNITS
from pincite.legal.wording import STOPWORDS, stem, stems
from pincite.spans import Span

# So many rows may be meant together, and a description has so many words.
_MOST, _DESCRIBES = 3, 2
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|(?<!['’])[^\W\d_]+|(?<=['’])[^\W\d_]{2,}")
# What a label adds to what it names: "Gold service (strip-down)", "Brake bleed, per brake", "Generator 6 kVA".
_ADDED = re.compile(r"\s{0,3}[,(–—/:].*|\b\d+(?:[.,]\d+)*\s{0,3}[^\W\d_]{0,4}(?!\w)")
# The words for what is done and for what is told of it.
_SAME = {stem("resolution"): stem("resolve"), stem("response"): stem("respond"), stem("repair"): stem("fix")}
# Words for what any table of services or prices is on.
_SAYS_LITTLE = frozenset(
    stems("fault incident ticket issue problem hire hiring buy buying customer client supplier provider company")
)
# A case that no column tells of: the price of a thing is not that of it after a while, or of two of it.
_CASES = re.compile(
    r"\b(?:if|unless|after|before|without|during|until|once|late|early|extra|additional|second|third|refund\w*|cancel\w*|not|"
    r"no|instead|discount\w*|guarantee\w*|warrant\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_MANY = re.compile(
    rf"\b(?:[2-9]|\d{{2,}}|two|three|four|five|six|seven|eight|nine|ten|twelve|few|several|couple\s{{1,3}}of|many)\s{{1,3}}"
    rf"(?:(?:working|calendar|business|whole|full)\s{{1,3}})?(?P<unit>{'|'.join(TIME_UNITS)})s\b",
    re.IGNORECASE,
)
# "Price per day", "Brake adjustment, each wheel".
_PER = re.compile(r"\b(?:per|each|every)\s{1,3}(?P<what>[^\W\d_]+)", re.IGNORECASE)
_FIGURE, _LETTER = re.compile(r"\d"), re.compile(r"[^\W\d_]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# Words without a verb ask for the cell of a table that they name: "postage to zone 3".
_PHRASE = re.compile(
    r"(?!\W*(?:what|how|who|whose|when|where|why|which|if)\b)(?:(?!\b(?:is|are|was|were|do|does|did|can|could|may|must|will|"
    r"would|shall|should|has|have|had|i|we|you|they|not|no)\b).){1,120}",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"\W{0,5}what(?:['’]s|\s{1,9}(?:is|are|was|were))?\s{1,9}(?:(?:the|our|your|their)\s{1,9})?", re.IGNORECASE
)
_NOT_STATED = re.compile(r"\W*|n/?a\W*|tb[ac]\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedCell:
    """The row that a question names, and the column that it means, if that is certain."""

    grid: TableGrid
    row: GridRow
    column: int | None

    @property
    def words(self) -> str:
        """What the cell states; nothing where it is empty, or the column is not certain."""
        stated = self.grid.words(self.row, self.column) if self.column is not None else ""
        return "" if _NOT_STATED.fullmatch(stated) else stated

    def value(self, asked: AskedValue | None, question: str) -> Span | None:
        """Where the cell lies, if it says by itself what the question asks for.

        "£12" does not where its label or the name of its column says "per brake", nor "4" below "Time (days)".
        """
        if self.column is None or not self.words or not asks_for_column(asked, question, self.grid.names[self.column]):
            return None
        told = f"{self.grid.label(self.row)} {self.grid.names[self.column]}"
        if any(not set(stems(each["what"])) <= set(stems(question)) for each in _PER.finditer(told)):
            return None
        bare = _FIGURE.search(self.words) and asked is not AskedValue.COUNT
        unit = "(" in self.grid.names[self.column] if asked is None else not is_of_kind(asked, self.words)
        return None if bare and unit else self.row.cells[self.column]

    @property
    def is_empty(self) -> bool:
        """Whether the row has nothing in the column that is asked for."""
        return self.column is not None and not self.grid.words(self.row, self.column)

    @property
    def sentence(self) -> str:
        """The row in words that need no table: the cell alone where it is certain."""
        label = self.grid.label(self.row)
        if self.words and self.column is not None and len(self.grid.alike(self.row)) == 1:
            kind = f"{self.grid.names[0].casefold()} " if len(label) == 1 else ""
            return f"The {self.grid.names[self.column]} for {kind}{label} is {self.words}."
        names = zip(self.grid.names, range(len(self.grid.names)), strict=True)
        return "; ".join(f"{name}: {self.grid.words(self.row, i)}" if name else label for name, i in names)


def asks_for_column(asked: AskedValue | None, question: str, name: str) -> bool:
    """Tell whether a question is for a value, or for a column by its name: "what service credit is there?"."""
    if asked is not None or _PHRASE.fullmatch(question):
        return True
    what = _WHAT.match(question)
    if what is None or not name:
        return False
    return f"{question[what.end() :]} ".casefold().startswith(f"{name} ".casefold())


def named_rows(question: str, grid: TableGrid) -> list[GridRow]:
    """The rows that a question names: by the sign of a series, by a day, or by all the words of their labels.

    Of rows with one label, those that its other words name.
    """
    if (found := _by_sign(question, grid, list(grid.rows), column=0)) is None and (days := days_in(question)):
        found = [row for row, label in zip(grid.rows, grid.labels, strict=True) if days <= days_in(label)] or None
        if found and len({grid.label(row) for row in found}) > 1:
            return []
    if found is None:
        found = _named_by_words(question, grid)
    return _told_apart(question, grid, found)


def _by_sign(question: str, grid: TableGrid, rows: list[GridRow], *, column: int) -> list[GridRow] | None:
    """The rows whose cell in a column is a member of a series that a question names; None where it names none."""
    if not may_name_member(question):
        return None
    cells = grid.labels if rows == list(grid.rows) and not column else [grid.words(row, column) for row in rows]
    series = find_series(cells, column=grid.names[column])
    named = [(one, signs) for one in series if (signs := one.named(question))]
    if not named:
        return None
    wanted = {one.members[sign] for one, signs in named for sign in signs if sign in one.members}
    kinds = f"{grid.names[column].casefold().split(' ')[-1]} " if grid.names[column] else ""
    return [row for row, cell in zip(rows, cells, strict=True) if {cell, f"{kinds}{cell}"} & wanted]


def _told_apart(question: str, grid: TableGrid, rows: list[GridRow]) -> list[GridRow]:
    """Of rows with one label, those whose other cells have words of the question that the others do not have."""
    if len(rows) < 2 or len({grid.label(row) for row in rows}) > 1:
        return rows
    for column in range(1, len(grid.names)):
        rows = _by_sign(question, grid, rows, column=column) or rows
    wanted = _words(question) - _words(grid.label(rows[0]))
    own = [wanted & _words(" ".join(grid.words(row, i) for i in range(1, len(grid.names)))) for row in rows]
    most = max(map(len, own))
    return [row for row, words in zip(rows, own, strict=True) if len(words) == most]


# "with water", "plus the deposit": the price asked for is not the cell of what comes with it.
_ADDED_TO = re.compile(
    r"\b(?:with|without|plus|including|excluding|and)\s{1,3}(?:the\s{1,3})?(?P<word>[^\W_]{1,30})", re.IGNORECASE
)


def find_cell(asked: AskedValue | None, question: str, grid: TableGrid, row: GridRow, *, known: str = "") -> AskedCell:
    """The cell of a row that a question asks for; `known` are words that only say which document is meant."""
    other_case = _MANY.search(question) or _CASES.search(_less(question, " ".join((grid.label(row), *grid.names))))
    if other_case or _is_of_other_row(question, grid, row, known):
        return AskedCell(grid, row, None)
    column = _column(asked, question, grid, row, known)
    several = column is not None and _is_added(question, grid.names[column])
    return AskedCell(grid, row, None if several or column in row.covered else column)


def _is_added(question: str, name: str) -> bool:
    """Tell whether a question asks for more than one cell: "how much is a full plot with water?"."""
    words = name.casefold().split()
    added = {found["word"].casefold() for found in _ADDED_TO.finditer(question)}
    return bool(words) and words[0] in added


def _is_of_other_row(question: str, grid: TableGrid, row: GridRow, known: str) -> bool:
    """Tell whether a question may be for another row: one with the same label, of another size, or in another case.

    A room "off-peak" is not the one of the row "Double | Peak", and a generator of 10 kVA not the one of 6 kVA.
    """
    if len(grid.alike(row)) > 1 and named_rows(question, grid) != [row]:
        return True
    own = [grid.words(row, i) for i in range(len(grid.names))]
    told = _NUMBER.findall(" ".join((*own, *grid.names, known)))
    if _FIGURE.search(own[0]) and not set(_NUMBER.findall(question)) <= set(told):
        return True
    asked, fixed = _phrase(question), _phrase(" | ".join((own[0], *grid.names)))
    for i in range(1, len(grid.names)):
        stated = _phrase(own[i])
        held = fixed + stated if stated in asked else fixed
        for cell in set(grid.column(i)):
            if len(cell) <= len(question) and _LETTER.search(cell) and cell != own[i]:
                other = _phrase(cell)
                if other in asked and other not in held and set(other.split()) - STOPWORDS - ASKING_WORDS:
                    return True
    return False


def _column(asked: AskedValue | None, question: str, grid: TableGrid, row: GridRow, known: str) -> int | None:
    """The column whose name the question has most words of, or the only one that holds what it asks for."""
    words = _words(question) - _words(grid.label(row))
    shared = {i: words & _words(name) for i, name in enumerate(grid.names) if i}
    counts = {i: len(own) + _same_way(question, grid.names[i]) for i, own in shared.items()}
    most = max(counts.values(), default=0)
    fitting = [i for i, count in counts.items() if count == most and (asked is None or _holds(asked, grid, i))]
    if len(fitting) > 1 and most:
        fitting = [i for i in fitting if _words(grid.names[i]) <= words]
    if len(fitting) != 1:
        return None
    (column,) = fitting
    name, told = grid.names[column], _words(grid.names[column])
    beyond = _beyond(question, grid, row, known) - kind_words(asked)
    if days_in(question) <= days_in(grid.label(row)):
        beyond -= _words(" ".join((*DAYS, *(f"{day}s" for day in DAYS))))
    if not most:
        return column if asked and is_plain_name(asked, name) and not beyond else None
    # A name of one word may say for whom or for how long, and leave open of what.
    whole = told <= words and len(told - ASKING_WORDS) >= _DESCRIBES
    return column if whole or not beyond else None


def _holds(asked: AskedValue, grid: TableGrid, column: int) -> bool:
    """Tell whether a column holds values of a kind."""
    name = grid.names[column]
    return any(is_of_kind(asked, f"{name}: {cell}") for cell in grid.column(column))


def _beyond(question: str, grid: TableGrid, row: GridRow, known: str) -> set[str]:
    """The words of a question that neither ask for a value nor stand in the row, the header or the heading above."""
    own = (grid.words(row, i) for i in range(len(grid.names)))
    held = _words(" ".join((*own, *grid.names, grid.heading, known)))
    told = DIRECTION_WORDS if direction(question) is not None else frozenset[str]()
    return _words(question) - held - ASKING_WORDS - told - _SAYS_LITTLE


def _named_by_words(question: str, grid: TableGrid) -> list[GridRow]:
    wanted, labels = _words(question), grid.labels
    cores = [_words(_ADDED.sub("", label)) or _words(label) for label in labels]
    named = [i for i, core in enumerate(cores) if core <= wanted and core - ASKING_WORDS]
    named = [i for i in named if not any(cores[i] < cores[other] for other in named)]
    if len(named) > 1:
        added = {i: len((_words(labels[i]) - cores[i]) & wanted) for i in named}
        named = [i for i in named if added[i] == max(added.values())]
    found = [grid.rows[i] for i in named] or _described(wanted, grid)
    return found if len({grid.label(row) for row in found}) <= _MOST else []


def _described(wanted: set[str], grid: TableGrid) -> list[GridRow]:
    """The rows with a cell that says in several words, and no figures, what a question does."""
    cells = ((row, grid.words(row, i)) for row in grid.rows for i in range(1, len(grid.names)))
    told = ((row, _words(words)) for row, words in cells if not _FIGURE.search(words))
    return [row for row, words in told if len(words - ASKING_WORDS) >= _DESCRIBES and words <= wanted]


def _same_way(question: str, name: str) -> bool:
    told = direction(name)
    return told is not None and told is direction(question)


def _less(question: str, names: str) -> str:
    """A question without the words of some names."""
    own = {word.casefold() for word in _TOKEN.findall(names)}
    return " ".join(word for word in question.split() if word.casefold().strip("?.,!") not in own)


def _phrase(text: str) -> str:
    """Words in their order by their stems, with space round them."""
    return f" {' '.join(stem(word.casefold()) for word in _TOKEN.findall(text))} "


def _words(text: str) -> set[str]:
    """The stems of words, and numbers as they are written; "under" is one, since it bounds an age."""
    found = (word.casefold() for word in _TOKEN.findall(text))
    own = {stem(word) for word in found if word not in STOPWORDS or word == "under"}
    return {_SAME.get(one, one) for one in own}
