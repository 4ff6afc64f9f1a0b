import pytest

from pincite.answer.questions.follow_up import PreviousTurn
from pincite.answer.questions.other_readings import open_reading, other_reading, other_readings

BEFORE = "How quickly must the tenant repair a wall?"


@pytest.mark.parametrize(
    "question, asked, other",
    [
        (
            "and if it lasts for weeks?",
            "On how quickly the tenant must repair a wall: what happens if it lasts for weeks?",
            "How quickly must the tenant repair a wall if it lasts for weeks?",
        ),
        (
            "he's away",
            "How quickly must the tenant repair a wall if he's away?",
            "On how quickly the tenant must repair a wall: what happens if he's away?",
        ),
        (
            "who decides that?",
            "On how quickly the tenant must repair a wall: who decides that?",
            "Who decides that?",
        ),
        (
            "does the yard insure them?",
            "Does the yard insure them?",
            "On how quickly the tenant must repair a wall: does the yard insure them?",
        ),
    ],
)
def test_a_follow_up_may_be_read_in_another_way(question, asked, other):
    assert other_reading(question, asked, PreviousTurn(BEFORE, BEFORE)) == other


def test_all_documents_are_asked_without_the_name_of_one():
    said = PreviousTurn(BEFORE, BEFORE, "the Harbour Lease")
    asked = "Under the Harbour Lease, on how quickly the tenant must repair a wall: who decides that?"
    assert (
        open_reading("who decides that?", asked, said)
        == "On how quickly the tenant must repair a wall: who decides that?"
    )


@pytest.mark.parametrize(
    "before, question, charged",
    [
        ("When is the rent due?", "and if we're late?", True),
        ("How long do we have to pay the yard's bill?", "what if they don't pay?", True),
        ("How soon must the wall be repaired?", "and if we're late?", False),
        ("When is the rent due?", "and if it rains?", False),
        ("What happens if the rent is late?", "and if they don't pay at all?", False),
        ("When is the rent due?", "who pays if we're late?", False),
    ],
)
def test_what_follows_from_a_late_payment_may_be_a_charge(before, question, charged):
    readings = other_readings(question, f"On rent: {question}", PreviousTurn(before, before, "the Harbour Lease"))
    assert (readings[:1] == ("Under the Harbour Lease: what interest or charge is due on late payment?",)) == charged


def test_a_question_that_stands_alone_is_not_put_with_what_was_asked_before():
    question = "How many vans may stand on the forecourt overnight?"
    said = PreviousTurn(BEFORE, BEFORE, "the Gull lease")
    asked = "Under the Gull lease: how many vans may stand on the forecourt overnight?"
    assert other_reading(question, asked, said) == ""
    assert open_reading(question, asked, said) == question


def test_a_follow_up_that_was_given_words_does_not_stand_alone_with_them():
    asked = "Under the Gull lease: how much does the tenant's decision cost?"
    other = other_reading("how much does that cost?", asked, PreviousTurn(BEFORE, BEFORE, "the Gull lease"))
    assert other.startswith("Under the Gull lease, on how quickly the tenant must repair a wall:")


def test_what_is_due_on_late_payment_is_asked_of_what_the_topic_says_is_paid():
    said = PreviousTurn("By when?", "By when?", "the Gull contract", topic="what royalty we pay Gull")
    readings = other_readings("and if it's late?", "On what royalty we pay Gull: what happens if it's late?", said)
    assert readings == ("Under the Gull contract: what interest or charge is due on late payment?",)
