"""What tables lack: a member that their series does not have, or a cell that they leave empty.

The rows beside it are on other things, so they are no answer; which there are is told instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.answer.questions.asked_value import asked_value
from pincite.answer.quotations.clauses import ClauseLibrary
from pincite.answer.quotations.table_grid import read_grids, row_at
from pincite.answer.values.series import Series, find_series, may_name_member
from pincite.answer.values.table_cell import asks_for_column, find_cell, named_rows
from pincite.answer.values.weekdays import DAYS, days_in
from pincite.domain.answer import AnswerContext
from pincite.domain.document import Document
from pincite.legal.labelled_values import find_labelled_values

# More members are told by the first and the last.
_TOLD = 8
# What stands between the lines of one list.
_LIST_MARKS = " \t\n-*+•▪●|"


def find_lack(context: AnswerContext, library: ClauseLibrary) -> str:
    """Say what the tables that come near do not have; nothing where they lack nothing that is asked for."""
    doc_ids = dict.fromkeys(source.passage.doc_id for source in context.sources)
    docs = [library.reading(doc_id).doc for doc_id in doc_ids]
    return _missing_member(context.question, docs) or _missing_day(context, library) or _empty_cell(context, library)


def _missing_member(question: str, docs: Sequence[Document]) -> str:
    if not may_name_member(question):
        return ""
    for series in (one for doc in docs for one in _series(doc)):
        named = series.named(question)
        missing = [shown for sign, shown in named.items() if sign not in series.members]
        if series.open or not named or len(missing) < len(named):
            continue
        # Another table or a clause may speak of it, or of all beyond some.
        if any(named.keys() & series.named(doc.text).keys() or series.goes_on(doc.text) for doc in docs):
            continue
        return _no_such(missing[0], list(series.members.values()))
    return ""


def _missing_day(context: AnswerContext, library: ClauseLibrary) -> str:
    """Say that a table of days, which the best words stand in, does not have the day that is asked for."""
    days = days_in(context.question)
    if context.best_evidence is None or len(days) != 1:
        return ""
    _, source, span = context.best_evidence
    doc = library.reading(source.passage.doc_id).doc
    grid = next((one for one in read_grids(doc) if one.span.overlaps(span)), None)
    labels = list(dict.fromkeys(grid.labels)) if grid else []
    if not labels or not all(map(days_in, labels)) or days <= days_in(doc.text):
        return ""
    return _no_such(DAYS[min(days)], labels)


def _no_such(wanted: str, told: Sequence[str]) -> str:
    listed = ", ".join(told[:-1]) + f" and {told[-1]}" if 1 < len(told) <= _TOLD else f"{told[0]} to {told[-1]}"
    return f"No passage that comes near speaks of “{wanted}”: there are {listed}."


def _series(doc: Document) -> Iterator[Series]:
    grids = read_grids(doc)
    for grid in grids:
        yield from find_series(grid.labels, column=grid.names[0])
        yield from find_series(grid.names[1:])
    lines: list[str] = []
    end = 0
    for one in find_labelled_values(doc.text):
        if row_at(grids, one.span) is not None:
            continue
        if doc.text[end : one.span.start].strip(_LIST_MARKS):
            yield from find_series(lines)
            lines = []
        lines.append(one.label.slice(doc.text))
        end = one.span.end
    yield from find_series(lines)


def _empty_cell(context: AnswerContext, library: ClauseLibrary) -> str:
    if context.best_evidence is None:
        return ""
    asked = asked_value(context.question)
    _, source, span = context.best_evidence
    held = row_at(read_grids(library.reading(source.passage.doc_id).doc), span)
    if held is None or named_rows(context.question, held[0]) != [held[1]]:
        return ""
    known = f"{source.title or ''} {source.document}"
    cell = find_cell(asked, context.question, *held, known=known)
    if cell.column is None or not cell.is_empty:
        return ""
    label, name = cell.grid.label(cell.row), cell.grid.names[cell.column]
    if not asks_for_column(asked, context.question, name):
        return ""
    return f"The row “{label}” has nothing under “{name}”; the nearest passages are listed."
