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


@pytest.mark.parametrize("other", ["one month’s", "at least 30 days’", "30 clear days’"])
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


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("December 31, 2025", "December 31, 2027", "They differ."),
        ("December 31, 2025", "31 December 2025", "The same in both"),
    ],
)
def test_days_are_compared_as_days(first, second, told):
    ends = [f"This Licence expires on {day}." for day in (first, second)]
    assert say_difference("When does the licence expire?", judged(*ends)).startswith(told)


def test_what_is_said_otherwise_may_be_the_same():
    paid = "The premium shall be paid by the Tenant.", "The Tenant shall pay the premium."
    assert "differ" not in say_difference("Who pays the premium?", judged(*paid))
    rent = "The rent is £1,000 per month.", "The rent is £12,000 per annum."
    assert "differ" not in say_difference("How much is the rent?", judged(*rent))
