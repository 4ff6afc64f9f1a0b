import pytest

from pincite.legal.provision_terms import find_term
from pincite.legal.provisions import find_provisions


@pytest.mark.parametrize(
    "question",
    [
        "They sent us a Part 91 request.",
        "Is a Part 92 offer binding?",
        "How do I fill in the Part 93 claim form?",
        "The landlord served a section 94 notice",
        "We had a Rule 95 motion refused",
        "Must I answer Part 96 written questions?",
    ],
)
def test_what_is_called_by_a_provision_is_a_term(question):
    assert find_term(question, find_provisions(question)[0])


@pytest.mark.parametrize(
    "question",
    [
        "What does Part 91 say about requests?",
        "Part 91",
        "Under Part 91, may offers be withdrawn?",
        "Which notices does section 94 require?",
        "Does section 94(2) apply?",
        "clause 7 notice",
        "rule 95's orders",
    ],
)
def test_a_provision_that_is_asked_for_is_none(question):
    assert not find_term(question, find_provisions(question)[0])
