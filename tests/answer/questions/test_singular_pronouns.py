import pytest

from pincite.answer.questions.singular_pronouns import of_one


@pytest.mark.parametrize(
    ("words", "single"),
    [
        ("renew by themselves", "renew by itself"),
        ("simply run on their own after a year", "simply run on its own after a year"),
        ("say that they're void", "say that it is void"),
        ("state they can be sold", "state it can be sold"),
        ("need renewal before they are used", "need renewal before it is used"),
    ],
)
def test_a_pronoun_for_the_documents_is_put_in_the_singular(words, single):
    assert of_one(words) == single


@pytest.mark.parametrize(
    "words",
    [
        "let the tenant leave if they are ill",
        "let tenants leave if they are ill",
        "make people insure their own goods",
        "let us end them early",
        "allow guests to help themselves",
        "end in May",
    ],
)
def test_the_pronouns_of_others_are_left_alone(words):
    assert of_one(words) == words
