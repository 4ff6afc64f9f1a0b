import pytest

from pincite.answer.questions.follow_up import stand_alone
from pincite.answer.questions.follow_up_form import (
    as_what_about,
    asks_of_another,
    asks_of_named,
    needs_history,
    turns_to,
)


@pytest.mark.parametrize(
    "question",
    [
        "our boat is already sold to a neighbour",
        "as much as a harbour master would get?",
        "how much for the key to the boathouse?",
        "within what time must we say so to the yard?",
        "Must the yard keep paying rent in the meantime?",
    ],
)
def test_a_part_of_a_question_or_a_statement_needs_what_was_said(question):
    assert needs_history(question)


@pytest.mark.parametrize(
    "question", ["Who repairs the roof of the boathouse?", "I own a barn in Leeds. Who repairs the roof of the barn?"]
)
def test_a_whole_question_needs_nothing(question):
    assert not needs_history(question)


@pytest.mark.parametrize(
    "question, turned",
    [
        ("And under the ferry lease, if we pay late?", ("the ferry lease", "if we pay late?")),
        ("And with Gull? Must old nets be burnt as well?", ("Gull", "Must old nets be burnt as well?")),
        ("What about the ferry lease if the roof leaks?", ("the ferry lease", "if the roof leaks?")),
        ("And dogs, are they allowed?", ("dogs", "are they allowed?")),
        ("And Gull, can she end it?", ("Gull", "can she end it?")),
        ("And the end date, when is it?", ("the end date", "when is it?")),
        ("And my case, when is it heard?", ("my case", "when is it heard?")),
        ("If it rains, who pays?", None),
        # What tells how something is asked is no name.
        ("And legally, can they do it?", None),
        ("And to be clear, who must pay it?", None),
        ("And in practice, who pays it?", None),
        ("And in the meantime, who pays it?", None),
        ("And for the record, who pays it?", None),
        ("And in that case, who pays it?", None),
        ("And perhaps, can we end it?", None),
        ("And on sundays, can we play it?", None),
        ("And the lease?", None),
    ],
)
def test_a_name_is_read_with_what_follows_it(question, turned):
    assert turns_to(question) == turned


def test_whoever_a_follow_up_turns_to_takes_the_place_of_it():
    asked = asks_of_named("And the ferry operator - can it leave without a reason?")
    assert asked == ("the ferry operator", "can the ferry operator leave without a reason?")


@pytest.mark.parametrize(
    ("question", "ask"),
    [
        ("What about the keys, when do we hand those over?", "when do we hand the keys over?"),
        ("And the deposit, when do we get that back?", "when do we get the deposit back?"),
        ("What about Jo Gull, can she end hers early?", "can Jo Gull end it early?"),
        # "That rule" is another thing.
        ("What about the dog, does that rule apply?", "does that rule apply?"),
    ],
)
def test_what_stands_for_the_thing_just_named_is_named(question, ask):
    found = asks_of_named(question)
    assert found is not None and found[1] == ask


@pytest.mark.parametrize(
    ("question", "turned"),
    [
        ("And legally, can they do it?", None),
        ("And to be clear, who must pay it?", None),
        ("And honestly, can we end it?", None),
        ("And dogs, are they allowed?", ("dogs", "are dogs allowed?")),
        ("And at the office, who pays it?", ("the office", "who pays it?")),
    ],
)
def test_only_a_name_is_put_in_for_what_stands_for_it(question, turned):
    assert asks_of_named(question) == turned


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Would it be the same at night?", "What about at night?"),
        ("is it the same on Sundays?", "What about on Sundays?"),
        ("same in the flat above?", "What about in the flat above?"),
        ("same in the ferry lease?", "What about the ferry lease?"),
        ("same to us?", "What about us?"),
        ("is it the same for children?", "What about children?"),
        ("us always", "us always"),
        ("us perhaps", "us perhaps"),
        ("what about us sometimes?", "what about us sometimes?"),
        ("us partners", "What about the partners?"),
    ],
)
def test_when_or_where_it_is_the_same_is_kept(question, asked):
    assert as_what_about(question) == asked


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("does the scooter firm have one too?", "What about the scooter firm?"),
        ("do the carers charge that as well?", "What about the carers?"),
        ("does the tenancy say the same?", "What about the tenancy?"),
        # Something of its own is asked.
        ("does the tenant have to pay it too?", "does the tenant have to pay it too?"),
    ],
)
def test_whether_another_has_it_too_is_asked_of_the_other(question, asked):
    assert as_what_about(question) == asked


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("And then?", "On whether we can play the organ in the barn: what happens then?"),
        ("ok, then?", "On whether we can play the organ in the barn: what happens then?"),
        ("And?", "Can we play the organ in the barn?"),
        ("Would it be the same at night?", "Can we play the organ in the barn at night?"),
    ],
)
def test_a_follow_up_of_no_words_or_of_a_time_keeps_the_question_before(question, asked):
    assert stand_alone(question, [("Can we play the organ in the barn?", "")]) == asked


@pytest.mark.parametrize(
    "question, another",
    [
        ("sorry, I meant Kiln Yard", "Kiln Yard"),
        ("no, I meant the Gull lease", "the Gull lease"),
        ("no, I meant the supplier", None),
        ("sorry, I meant who pays?", None),
    ],
)
def test_what_is_put_right_may_be_the_document(question, another):
    assert asks_of_another(question) == another


@pytest.mark.parametrize(
    ("before", "question", "asked"),
    [
        (
            "How far can the defendant enforce its costs order?",
            "What about where the claim was struck out?",
            "How far can the defendant enforce its costs order where the claim was struck out?",
        ),
        (
            "When does our skeleton argument have to be filed on the portal?",
            "And the expert reports, is it the same deadline for those?",
            "When does the expert reports have to be filed on the portal?",
        ),
        (
            "How much does Gull owe if it drops the deal?",
            "and the other way round, if it's the buyers who walk?",
            "How much does Gull owe if it's the buyers who walk?",
        ),
        (
            "Can the landlord end the lease early?",
            "And the other way round?",
            "Can the other side end the lease early?",
        ),
    ],
)
def test_a_case_a_like_thing_and_the_other_side_are_asked_about_in_full(before, question, asked):
    assert stand_alone(question, [(before, "")]) == asked


def test_one_of_a_kind_is_no_document():
    assert asks_of_named("What about a final one, how long can that last?") == (
        "a final one",
        "how long can a final one last?",
    )


def test_it_is_the_thing_that_was_asked_for():
    asked = stand_alone(
        "And does it get pushed back if the licence is the only thing still missing?",
        [("What's the closing date for the mill?", "")],
    )
    assert asked == "Does the closing date get pushed back if the licence is the only thing still missing?"
