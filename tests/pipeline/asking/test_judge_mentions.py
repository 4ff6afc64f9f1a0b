import pytest
from tests.pipeline.conftest import SUBJECTS

from pincite.domain.answer import Outcome
from pincite.pipeline.asking.judge_mentions import mentioned_things

TEXTS = {
    "lease": "LEASE OF THE MILL\n\n1. Cars. The Tenant may park two cars in the yard.\n\n2. Rent. The rent is £90.\n",
    "hire": "HIRE TERMS\n\n1. Hire. Brewer Limited, of 4 Park Road, hires out one kiln.\n\n2. Price. The hire is £9.\n",
    "waste": "WASTE CONTRACT\n\n1. Bins. No vehicle is parked before the bins.\n\n2. Price. Emptying a bin costs £3.\n",
}


@pytest.fixture
def store(workshop):
    for name, text in TEXTS.items():
        (workshop.files / f"{name}.txt").write_text(text)
    workshop.write(SUBJECTS[0])
    return workshop.open_made()


def named(answer, outcome):
    return {entry.document.rsplit("/", 1)[-1] for entry in answer.entries if entry.outcome is outcome}


def test_the_documents_in_which_a_form_of_the_word_stands_mention_a_thing(store):
    answer = store.ask("Which documents mention parking?")
    assert named(answer, Outcome.YES) == {"lease.txt", "waste.txt"}
    assert "hire.txt" in named(answer, Outcome.NO)


def test_the_documents_without_the_word_do_not_mention_it(store):
    assert "hire.txt" in named(store.ask("Which documents don't mention parking?"), Outcome.YES)


@pytest.mark.parametrize(
    "question, things",
    [
        ("Does the document mention parking?", [["parking"]]),
        ("Does the document mention a direct debit or cash at all?", [["direct", "debit"], ["cash"]]),
        ("Does the document mention that we can sublet?", []),
        ("Does the document mention how long it lasts?", []),
        ("Does the agreement talk about data protection?", []),
        ("Does the agreement allow parking?", []),
    ],
)
def test_the_words_decide_only_where_a_thing_is_mentioned(question, things):
    assert mentioned_things(question) == things
