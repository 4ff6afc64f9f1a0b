"""What is left of a question without the words that name a document."""

import pytest

from pincite.retrieve.asked_rest import ask_of, read_of


def places_of(question, *names):
    return [(question.index(name), question.index(name) + len(name)) for name in names]


@pytest.mark.parametrize(
    ("question", "names", "read"),
    [
        (
            "In the Gull reseller contract, what if we order too little?",
            ("In the Gull reseller contract",),
            "what if we order too little?",
        ),
        ("Gull deal - how much is the break fee?", ("Gull",), "how much is the break fee?"),
        ("Gull's mooring agreement: may we sublet the berth?", ("Gull's",), "may we sublet the berth?"),
        # A name that belongs to the sentence stays.
        ("what does Gull pay Tern if it pays late", ("Gull", "Tern"), "what does Gull pay Tern if it pays late"),
        # Too little would be left.
        ("Gull deal: rent?", ("Gull deal",), "Gull deal: rent?"),
    ],
)
def test_only_words_that_say_which_document_is_meant_are_left_out(question, names, read):
    assert read_of(question, places_of(question, *names)) == read


def test_a_search_asks_for_it_in_the_place_of_a_name():
    question = "what does Gull pay if the goods are late"
    assert ask_of(question, places_of(question, "Gull")) == "what does it pay if the goods are late"
