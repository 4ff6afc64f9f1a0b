"""Answers that quote where a value is set, and not the value that a question asks for: there is none to give."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.set_elsewhere import find_gap
from pincite.domain.answer import NOT_FOUND, Answer, NoteKind

# What values are called in notes.
VALUE_NAMES = {
    AskedValue.NOTICE: "a period of notice",
    AskedValue.DURATION: "a time",
    AskedValue.PERCENTAGE: "a percentage",
    AskedValue.AMOUNT: "an amount",
    AskedValue.LAW: "a law",
}


def without_gap(answer: Answer, question: str) -> Answer:
    """An answer; "not found" if it only says where the value is set, or if the value is left out of the text."""
    gap = find_gap(question, answer.citations) if answer.found and answer.citations and not answer.short else None
    if gap is None:
        return answer
    asked, place = gap
    where = f"it is set in {place}" if place else "it is left out of the text"
    note = f"No passage that comes near states {VALUE_NAMES[asked]}; {where}."
    return replace(answer, text=NOT_FOUND, found=False, citations=(), note=note, note_kind=NoteKind.NO_VALUE)
