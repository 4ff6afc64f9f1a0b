import pytest

from pincite.answer.questions.question_front import FrontedQuestion, called, read_front


@pytest.mark.parametrize(
    "shown, searched",
    [
        (
            "Under the Quay Lease, on the rent: is there a cap?",
            "Consider the Quay Lease; is there a cap (about the rent)?",
        ),
        ("Under the Quay Lease: is there a cap?", "Consider the Quay Lease; is there a cap?"),
        (
            "On whether the yard can end it: what does it cost?",
            "what does it cost (about the yard can end it)?",
        ),
    ],
)
def test_people_and_searches_read_forms_of_their_own(shown, searched):
    assert read_front(shown).searched() == searched
    assert read_front(shown).shown() == shown


def test_a_question_with_nothing_before_it_stays():
    assert read_front("Under what law is the lease made?") == FrontedQuestion("Under what law is the lease made?")


def test_a_kind_of_document_has_its_article():
    assert called("Quay Lease") == "the Quay Lease"
    assert called("our lease") == "our lease"
    assert called("Part 12") == "Part 12"
