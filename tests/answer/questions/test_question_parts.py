"""Questions of several parts."""

import pytest

from pincite.answer.questions.question_parts import QuestionParts, compared_case, split_loosely, split_parts


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("when is the rent reviewed and can it go down?", "when is the rent reviewed", "can it go down"),
        ("How long is the term, and who may end it?", "How long is the term", "who may end it"),
        ("Mill lease: how many years, and by when do I renew?", "Mill lease: how many years", "by when do I renew"),
        (
            "If the mill burns, does the rent stop and how long for?",
            "If the mill burns, does the rent stop",
            "how long for",
        ),
    ],
)
def test_a_question_is_split_where_the_second_part_asks(question, first, second):
    assert split_parts(question) == QuestionParts((first, second))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "how much is the deposit, who holds it and by when must it be returned?",
            ("how much is the deposit", "who holds it", "by when must it be returned"),
        ),
        ("how much is it and who holds it and when is it due", ("how much is it", "who holds it", "when is it due")),
        ("When are plots inspected, by whom, and how often?", ("When are plots inspected", "by whom", "how often")),
        (
            "when I leave, who gets the keys and how much notice do I give?",
            ("when I leave, who gets the keys", "how much notice do I give"),
        ),
        (
            "can my brother, who lives upstairs, park here and when must he go?",
            ("can my brother, who lives upstairs, park here", "when must he go"),
        ),
    ],
)
def test_a_question_has_as_many_parts_as_ask(question, parts):
    assert split_parts(question) == QuestionParts(parts)


@pytest.mark.parametrize(
    "question",
    [
        "Who pays for repairs and insurance?",
        "The press broke and our apples rotted, can we claim anything?",
        "I signed yesterday and can't sleep over it, how do I get out?",
        "There was a fire and we closed. What is due?",
        "What is due? And when?",
        "Does the court send the form or do we have to?",
    ],
)
def test_a_question_for_one_thing_is_left_whole(question):
    assert split_parts(question) is None


def test_the_second_part_is_asked_with_what_the_first_is_about():
    parts = QuestionParts(("when is the rent reviewed", "can it go down"))
    assert parts.asked() == ("when is the rent reviewed?", "can it go down (about the rent is reviewed)?")


def test_a_condition_holds_for_every_part():
    parts = QuestionParts(("when I leave, who gets the keys", "how much notice do I give"))
    assert parts.asked() == ("when I leave, who gets the keys?", "when I leave, how much notice do I give?")


def test_relative_clauses_and_conditions_are_no_parts():
    for question in (
        "What is the fee, which is payable monthly, and who pays it?",
        "What happens to the deposit, when I leave, and who checks the flat?",
    ):
        found = split_parts(question)
        assert found is not None and len(found.parts) == 2, found


def test_what_is_more_than_four_parts_stays_in_the_last():
    found = split_parts("what is a and " + " and ".join(f"how much is {letter}" for letter in "bcdef"))
    assert found is not None and len(found.parts) == 4
    assert found.parts[-1].endswith("how much is f")


def test_very_many_parts_are_no_trouble():
    assert split_parts("do I x" + " and do I x" * 3000) is not None


@pytest.mark.parametrize(
    ("part", "case"),
    [
        ("is it different for tax", "tax"),
        ("does that differ if the boat is old", "the boat is old"),
        ("is the limit any higher for fraud", "fraud"),
        ("is it payable in advance", ""),
        ("is there a different form", ""),
    ],
)
def test_a_part_may_compare_a_case_with_the_first(part, case):
    assert compared_case(part) == case


def test_parts_are_split_loosely_where_something_else_tells_that_they_ask():
    parts = ("what ends the mill lease", "does wren renew by itself")
    assert split_loosely("what ends the mill lease, and does wren renew by itself?") == parts
    assert split_loosely("may the owner enter and do repairs?") == ("may the owner enter", "do repairs")
    assert split_loosely("what ends the mill lease?") == ()
    assert split_loosely("the lease ends and does it renew?") == ()
