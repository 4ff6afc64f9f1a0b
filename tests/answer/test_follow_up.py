import pytest

from pincite.answer.follow_up import stand_alone

LEASE = [("Consider the Harbour Lease; who repairs the roof?", "The Tenant.")]


@pytest.mark.parametrize(
    "question, asked",
    [
        ("And the gutters?", "Consider the Harbour Lease; the gutters?"),
        ("When must they be cleaned?", "Consider the Harbour Lease; When must they be cleaned?"),
        ("Consider the NDA; is it mutual?", "Consider the NDA; is it mutual?"),
        ("What notice must the landlord of the mill give?", "What notice must the landlord of the mill give?"),
    ],
)
def test_a_follow_up_names_the_document_again(question, asked):
    assert stand_alone(question, LEASE) == asked


def test_where_no_document_was_named_the_words_before_go_along():
    assert stand_alone("And when is it due?", [("What is the rent?", "£5.")]) == "What is the rent: when is it due?"


def test_the_first_question_stays():
    assert stand_alone("And the gutters?", []) == "And the gutters?"
