"""Questions for what a defined term means."""

import pytest

from pincite.answer.questions.asked_term import asked_terms, find_definition
from pincite.domain.section import DefinedTerm, Outline
from pincite.legal.sentences import sentence_around
from pincite.spans import Span

TEXT = (
    "The keeper of the bees for the time being (the “Keeper”) opens the gate. “Exit Fee” means an amount of £700.25.   "
    "“Site” means the yard and the mill. “Rent” has the meaning given in Section 4. “Map” means the plan of the"
)


def defined(term):
    start = TEXT.index(f"“{term}”") + 1
    span = Span(start, start + len(term))
    return DefinedTerm(term, span, sentence_around(TEXT, span), 0)


OUTLINE = Outline((), tuple(defined(term) for term in ("Exit Fee", "Site", "Rent", "Keeper", "Map")))


def told(question):
    terms, amount = asked_terms(question, names="Hive Lease between Ada Thorn and Bee Hall Ltd HL")
    span = find_definition(terms, OUTLINE, TEXT, amount=amount)
    return span.slice(TEXT) if span else None


@pytest.mark.parametrize(
    "question",
    [
        "What is the Site?",
        "What does “Site” mean?",
        "How is the term Site defined in the hive lease?",
        "Under the hive lease, what is meant by the site?",
        "site definition",
        "What is the site under our hive lease?",
        "What is the Site in the agreement with Bee Hall?",
        "What is the Site under Ada Thorn's lease?",
        "What is the Site in the HL?",
    ],
)
def test_a_term_is_told_by_its_definition(question):
    assert told(question) == "“Site” means the yard and the mill."


@pytest.mark.parametrize(
    "question",
    [
        "How much is the exit fee?",
        "exit fee amount",
        "How big is the Exit Fee?",
        "How high is the exit fee under the hive contract?",
    ],
)
def test_a_definition_that_states_the_sum_answers_how_much(question):
    assert told(question) == "“Exit Fee” means an amount of £700.25."


@pytest.mark.parametrize(
    "question",
    [
        "How much is the site?",
        "What is the rent?",
        "What is the map?",
        "What is the most that the Site may hold?",
        "Who pays the Exit Fee?",
        "What is the exit fee for the late return of the bees?",
        "What is the Exit Fee of the sublease?",
        "How much is the exit fee on the hive?",
        "Who is the keeper of the honey?",
        "What is the site of the lease to use the meadow?",
        "What is the site under the lease for the first year?",
        "On late payment, what is the exit fee?",
    ],
)
def test_nothing_is_told_where_the_definition_does_not_answer(question):
    assert told(question) is None


def test_a_term_in_brackets_is_told_by_its_sentence():
    assert told("Who is the Keeper?") == "The keeper of the bees for the time being (the “Keeper”) opens the gate."
