import pytest

from pincite.answer.questions.request import bare_request


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            "need gull software's company number and registered office for a letter",
            "gull software's company number and registered office",
        ),
        ("can you tell me when the rent is due please", "when the rent is due"),
        ("Hi, quick question - who pays for the lift?", "who pays for the lift?"),
        ("could you please remind me what notice we have to give", "what notice we have to give"),
        ("looking for the governing law", "the governing law"),
        ("do you know if dogs are allowed", "if dogs are allowed"),
    ],
)
def test_words_that_only_ask_are_left_out(question, asked):
    assert bare_request(question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "I need a licence to keep bees",
        "I need to serve a notice, what address do I use?",
        "we want the deposit back. how long do they have?",
        "do you know-how licence?",
        "thanks",
        "may I have a dog?",
    ],
)
def test_what_is_asked_stays(question):
    assert bare_request(question) == question
