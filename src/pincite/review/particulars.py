"""Cells that a document's particulars hold: its title, parties, dates and governing law."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from pincite.answer.values.facts import RELIABILITY, Fact, asked_fact, find_fact
from pincite.domain.profile import DateMention
from pincite.domain.reading import Reading
from pincite.legal.dated import agreement_date, effective_date, last_signature
from pincite.legal.effect import find_effect_when_made
from pincite.legal.places import is_american, plain_place
from pincite.legal.sentences import sentence_around
from pincite.legal.values.law import find_other_laws
from pincite.review.question import ReviewQuestion
from pincite.review.values.date import date_value
from pincite.review.values.read import stands_in
from pincite.review.values.value import CellNote, Surroundings, Value
from pincite.spans import Span

_TITLE_RELIABILITY = 0.95
_NOTE = 160
_TITLE = re.compile(
    r"^\s*what\s+(?:is\s+)?(?:the\s+)?(?:title|name|heading)\s+of\s+(?:the|this)\s+\w+\W*$|"
    r"^\s*what\s+is\s+(?:the|this)\s+\w+\s+(?:called|entitled)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Particular:
    """A value from the particulars, the words that state it, and how likely it is right."""

    value: Value
    span: Span
    chance: float


def surroundings(reading: Reading) -> Surroundings:
    """What reading a value may need to know of a document."""
    law, dates = reading.profile.governing_law, reading.profile.dates
    made = agreement_date(dates)
    return Surroundings(
        parties=reading.profile.parties,
        month_first=is_american(law) if law else None,
        begins=_day(effective_date(dates) or made),
        made=_day(made),
    )


def _day(found: DateMention | None) -> date | None:
    return date.fromisoformat(found.iso) if found else None


def find_particular(question: ReviewQuestion, reading: Reading) -> Particular | None:
    """What the particulars say to a question; None where it asks for something else, or they do not say."""
    if _TITLE.match(question.question):
        return _title(reading)
    fact = asked_fact(question.question)
    if fact is None:
        return None
    found = _read(fact, reading)
    return found if found and stands_in(found.value, found.span.slice(reading.doc.text)) else None


def _title(reading: Reading) -> Particular | None:
    profile = reading.profile
    if not profile.title or not profile.title_span:
        return None
    words = profile.title_span.slice(reading.doc.text)
    return Particular(Value(" ".join(words.split()), words), profile.title_span, _TITLE_RELIABILITY)


def _read(fact: Fact, reading: Reading) -> Particular | None:
    text, profile = reading.doc.text, reading.profile
    if fact in {Fact.MADE, Fact.EFFECTIVE}:
        return _dated(fact, reading)
    found = find_fact(fact, profile, text)
    if found is None:
        return None
    if fact is Fact.LAW and profile.governing_law_span:
        others = [plain_place(span.slice(text)) for span in find_other_laws(text, profile.governing_law_span)]
        value = Value(plain_place(found.value), profile.governing_law_span.slice(text))
        if others:
            value = replace(value, note=f"Another clause names {' and '.join(others)}.", note_kind=CellNote.OTHER_LAW)
    elif fact is Fact.PARTIES:
        names = [party for party in profile.parties if found.span.contains(party.span)]
        value = Value("; ".join(" ".join(party.name.split()) for party in names), names[0].name if names else "")
    else:
        words = found.span.slice(text)
        value = Value(" ".join(words.split()), words)
    return Particular(value, found.span, RELIABILITY[fact])


def _dated(fact: Fact, reading: Reading) -> Particular | None:
    text, dates = reading.doc.text, reading.profile.dates
    day = effective_date(dates) if fact is Fact.EFFECTIVE else agreement_date(dates)
    note = ""
    if day is None and fact is Fact.EFFECTIVE and (said := find_effect_when_made(text)):
        day = (last_signature(dates) if said.signed else None) or agreement_date(dates)
        note = f"“{_one_line(said.span.slice(text))}”"
    if day is None or day.role is None:
        return None
    value = replace(date_value(day, text), note=note)
    return Particular(value, sentence_around(text, day.span), RELIABILITY[fact])


def _one_line(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _NOTE else f"{line[:_NOTE].rsplit(' ', 1)[0]}…"
