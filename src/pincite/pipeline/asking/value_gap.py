"""Answers that quote what comes near the value that a question asks for, and not the value: there is none to give."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.set_elsewhere import find_gap
from pincite.domain.answer import NOT_FOUND, Answer, NoteKind

_NAMES = {
    AskedValue.NOTICE: "a period of notice",
    AskedValue.DURATION: "a time",
    AskedValue.PERCENTAGE: "a percentage",
    AskedValue.AMOUNT: "an amount",
    AskedValue.COUNT: "a number",
    AskedValue.LAW: "a law",
}


def without_gap(answer: Answer, question: str) -> Answer:
    """An answer; "not found" if its quotations do not state the value that is asked for."""
    gap = find_gap(question, answer.citations) if answer.found and answer.citations and not answer.short else None
    if gap is None:
        return answer
    note = say_no_value(*gap)
    return replace(answer, text=NOT_FOUND, found=False, citations=(), note=note, note_kind=NoteKind.NO_VALUE)


def say_no_value(asked: AskedValue, place: str) -> str:
    """The note that no passage states a value, and where it is set if one says so."""
    where = f"it is set in {place}" if place else "the nearest are listed"
    return f"No passage that comes near states {_NAMES[asked]}; {where}."
