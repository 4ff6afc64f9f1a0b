"""The value that each of several documents states, told side by side."""

import pytest

from pincite.answer.list_answer import JudgedDocument
from pincite.domain.answer import DocumentEntry, Outcome
from pincite.pipeline.asking.compare_values import say_difference

QUESTION = "What is the notice period?"


def judged(*words, outcome=Outcome.YES, confidence=0.9, value=""):
    return [
        JudgedDocument(DocumentEntry(name, f"{name}.txt", None, outcome, confidence, value=value, words=one))
        for name, one in zip("ab", words, strict=False)
    ]


def notice(days):
    return f"Either party may end this Agreement by {days} written notice."


def test_values_that_differ_are_said_to():
    told = say_difference(QUESTION, judged(notice("30 days’"), notice("60 days’")))
    assert told.startswith("They differ. a.txt: 30 days’")
    assert "b.txt: 60 days’" in told


def test_equal_values_are_said_to_be_the_same():
    assert say_difference(QUESTION, judged(notice("30 days’"), notice("thirty (30) days’"))).startswith(
        "The same in both"
    )


@pytest.mark.parametrize("other", ["one month’s", "at least 30 days’"])
def test_values_that_cannot_be_compared_for_sure_are_only_told(other):
    told = say_difference(QUESTION, judged(notice("30 days’"), notice(other)))
    assert "differ" not in told and "same" not in told


def test_nothing_is_said_where_a_document_states_none_or_is_unsure():
    assert say_difference(QUESTION, judged(notice("30 days’"), "A notice is given in writing.")) == ""
    doubtful = judged(notice("30 days’"), notice("60 days’"), outcome=Outcome.UNSURE)
    assert say_difference(QUESTION, doubtful) == ""
    assert say_difference(QUESTION, judged(notice("30 days’"), notice("60 days’"), confidence=0.5)) == ""


def test_a_question_in_the_plural_asks_for_the_same():
    told = say_difference("What are the notice periods?", judged(notice("30 days’"), notice("60 days’")))
    assert told.startswith("They differ.")


@pytest.mark.parametrize(
    ("law", "told"),
    [
        ("State of Ohio", "They differ. a.txt: England; b.txt: Ohio."),
        ("England and Wales", "a.txt: England; b.txt: England and Wales."),
        ("England", "The same in both: England."),
    ],
)
def test_laws_are_compared_by_their_places(law, told):
    entries = [
        JudgedDocument(DocumentEntry(name, f"{name}.txt", None, Outcome.YES, 0.95, value=value, words="…"))
        for name, value in (("a", "English"), ("b", law))
    ]
    assert say_difference("What is the governing law?", entries) == told
