import pytest

from pincite.answer.questions.asking_sentence import asking_sentence
from pincite.answer.questions.many import read_many


@pytest.mark.parametrize(
    ("question", "ask", "told"),
    [
        (
            "I run a small kiosk in Wrenfield. Which of our two leases has the lower rent? Just the rent, please.",
            "Which of our two leases has the lower rent?",
            "I run a small kiosk in Wrenfield.",
        ),
        (
            "My boss wants a table: which agreements can be ended early?",
            "which agreements can be ended early?",
            "My boss wants a table",
        ),
        (
            "We are moving house. Which of our contracts renew? thanks!",
            "Which of our contracts renew?",
            "We are moving house.",
        ),
    ],
)
def test_only_the_sentence_that_asks_is_asked(question, ask, told):
    found = asking_sentence(question)
    assert (found.ask, found.told) == (ask, told)


@pytest.mark.parametrize(
    "question",
    [
        "The tenant has died. Which of our leases end?",
        "We sold the kiosk. Which of our leases does that end?",
        "I want to keep bees. Do any of our leases allow it?",
        "Which leases can be ended early? Only those in Wales.",
        "We have three leases. What happens if we are late?",
        "I only mean the leases in Wales. Which of the leases renew?",
        "Which of our leases renew?",
        "Orris contracts: which of our leases renew?",
        "Is the rent due? Which of our leases says so?",
    ],
)
def test_what_may_be_a_condition_or_say_which_documents_are_meant_is_kept(question):
    assert asking_sentence(question).ask == question


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            "I want one stall or none. Going by these two stall contracts, which one takes the bigger commission out "
            "of my takings? only the commission",
            "What is the commission?",
        ),
        ("Which of these three hosting agreements charges the greater fee?", "What is the fee?"),
        (
            "In which leases do rent reviews (all of them, or at least some) have to or may go to an expert?",
            "In the lease, do rent reviews go to an expert?",
        ),
    ],
)
def test_each_document_is_asked_as_one(question, asked):
    many = read_many(question)
    assert many is not None and many.question == asked
