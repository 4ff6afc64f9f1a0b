"""The value that each of several documents states, to compare them: the shortest notice, the highest cap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.list_answer import JudgedDocument
from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.quotations.clause_spans import clause_spans
from pincite.answer.short_names import short_names
from pincite.answer.values.comparable_sizes import holds_size, is_of_whole, sizes_of
from pincite.answer.values.stated_value import stated_value
from pincite.domain.answer import WEAK, Outcome
from pincite.domain.document import Passage
from pincite.legal.places import plain_place, short_place
from pincite.legal.values.dates import find_dates
from pincite.legal.values.figure_words import find_written
from pincite.legal.wording import stem, stems
from pincite.pipeline.asking.each import EachResult
from pincite.pipeline.searchable_store import SearchableStore

# Words of a question that say what kind of value it asks for, and are in no clause that states one.
_SEVERAL = re.compile(r"^What are the (?P<what>(?:[\w-]+ ){0,4}?[\w-]{3,}?)s\b", re.IGNORECASE)
# The unit of a value that was not read as a figure or a day: two such values may say the same in other words.
_UNREAD = "words"
_CLEAR = re.compile(r"\bclear\b", re.IGNORECASE)
# "£1,000 a month" and "£12,000 a year" may be the same.
_PERIODS = frozenset(stems("day week month quarter year annum daily weekly monthly quarterly annually yearly"))
# Words beside a value that change nothing of it.
_BESIDE = frozenset(stems("prior written notice a an the in of s"))
_KIND_WORDS = frozenset(stems("period time length amount sum size date agreement contract lease document"))


def compare_values(
    question: str, results: Sequence[EachResult], store: SearchableStore, *, ranked: bool = False
) -> tuple[list[EachResult], list[float | None]]:
    """Return the results with the clauses that state a value, and one comparable size per result.

    None where a document states no value of the kind, or is too unlikely to answer. Where the documents are `ranked`,
    words with several values, none of which is surely asked for, give way to another clause, too.
    """
    least = store.settings.answer.threshold

    def states(words: str) -> bool:
        return sizes_of([words], question) != [None] if ranked else holds_size(words, question)

    found = [
        result if result.confidence < least or states(result.words) else _with_value(question, result, store)
        for result in results
    ]
    return found, sizes_of([result.words if result.confidence >= least else "" for result in found], question)


def say_difference(question: str, judged: Sequence[JudgedDocument]) -> str:
    """One line on the value that each of some documents states, and whether they differ where that is certain.

    Empty unless each states just one value of the kind asked for.
    """
    asked = asked_value(_singular(question))
    stated = [_stated(asked, question, one) for one in judged] if asked else []
    if len(stated) < 2 or not all(stated):
        return ""
    called = short_names((one.entry.document, one.entry.title) for one in judged)
    named = [f"{called[one.entry.document]}: {value}" for one, value in zip(judged, stated, strict=True)]
    values = [_compared(value) for value in stated]
    if all(value == values[0] for value in values):
        return f"The same in {'both' if len(stated) == 2 else 'all'}: {stated[0]}."
    figures = {figure for figure, _, _ in values}
    # "England" and "England and Wales" may be the same.
    nested = any(one in other for one in figures for other in figures - {one}) and asked is AskedValue.LAW
    units = {unit for _, unit, _ in values}
    alike = len(units) == 1 and len({words & _PERIODS for _, _, words in values}) == 1
    read = asked is AskedValue.LAW or _UNREAD not in units
    apart = len(figures) == len(values) and alike and read and not nested
    return f"{'They differ. ' if apart else ''}{'; '.join(named)}."


def _stated(asked: AskedValue, question: str, one: JudgedDocument) -> str:
    """The one value that a document surely states, in its own words."""
    if one.entry.outcome is not Outcome.YES or one.entry.confidence < WEAK:
        return ""
    if asked is AskedValue.LAW:
        return plain_place(one.entry.value)
    quote = one.entry.words
    span = stated_value(asked, _singular(question), quote)
    return " ".join(span.slice(quote).split()) if span else ""


def _compared(value: str) -> tuple[str, str, frozenset[str]]:
    """A value as it is compared: its figure, its unit, and the words round it ("at least", "above the base rate")."""
    days, written = find_dates(value), find_written(value)
    if len({day.iso for day in days}) == 1:
        span, figure, unit = days[0].span, days[0].iso, "day"
    elif len(written) == 1:
        span, figure, unit = written[0].span, written[0].figure.value, written[0].figure.unit
        # Clear days leave out the first and the last.
        unit = f"clear {unit}" if _CLEAR.search(value) else unit
    else:
        return short_place(value).casefold(), _UNREAD, frozenset()
    rest = re.findall(r"[^\W\d_]+", f"{value[: span.start]} {value[span.end :]}".casefold())
    return figure, unit, frozenset(map(stem, rest)) - _BESIDE


def _singular(question: str) -> str:
    """A question for values, as a question for one: "What are the notice periods?"."""
    return _SEVERAL.sub(r"What is the \g<what>", question)


def _with_value(question: str, result: EachResult, store: SearchableStore) -> EachResult:
    """The result with another clause of its passages that has the question's words and states a value."""
    reading = store.library.reading(result.card.id)
    text = reading.doc.text
    wanted = set(stems(question)) - _KIND_WORDS
    for source in result.sources:
        for clause in clause_spans(text, reading.outline, source.passage.span):
            words = clause.slice(text)
            fitting = is_of_whole(question) or (wanted and wanted <= set(stems(words)))
            if fitting and sizes_of([words], question) != [None]:
                return replace(result, best=Passage(result.card.id, clause), words=words, marked=None, odds=None)
    return result
