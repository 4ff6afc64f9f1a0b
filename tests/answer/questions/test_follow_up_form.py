import pytest

from pincite.answer.questions.follow_up_form import as_what_about, asks_of_named, needs_history, turns_to


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
        ("If it rains, who pays?", None),
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
