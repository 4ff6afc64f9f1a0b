import pytest

from pincite.answer.questions.follow_up import PreviousTurn
from pincite.answer.questions.other_readings import open_reading, other_reading

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
            "does the yard insure the boats?",
            "Does the yard insure the boats?",
            "On how quickly the tenant must repair a wall: does the yard insure the boats?",
        ),
    ],
)
def test_a_follow_up_may_be_read_in_another_way(question, asked, other):
    assert other_reading(question, asked, PreviousTurn(BEFORE, BEFORE)) == other


def test_all_documents_are_asked_without_the_name_of_one():
    said = PreviousTurn(BEFORE, BEFORE, "the Harbour Lease")
    asked = "Under the Harbour Lease, on how quickly the tenant must repair a wall: who decides that?"
    assert open_reading(asked, said) == "On how quickly the tenant must repair a wall: who decides that?"
