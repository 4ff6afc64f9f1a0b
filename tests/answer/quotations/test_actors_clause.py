"""A clause on the other party gives way to one in which the party asked about acts."""

import math

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.acting_party import asked_actor
from pincite.answer.quotations.actors_clause import with_actors_clause
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.spans import Span

TEXT = """LEASE

This Lease is made between Orrin Estates Limited (the "Landlord") and Fenn Bakers Limited (the "Tenant").

1. Repairs

1.1 The Landlord shall begin repairs of the roof within fourteen days of the Tenant giving notice of them.

1.2 The Tenant shall begin repairs of the shopfront within thirty days of a notice.

1.3 Either party may ask for a survey before any repairs.

2. Painting

2.1 The Landlord shall paint the outside of the building every five years.

2.2 The Tenant shall keep the inside clean and painted.

3. Ending

3.1 The Tenant may end this lease by three months' notice.

3.2 The Landlord may terminate this lease by six months' notice.

4. Drains

4.1 The Landlord shall clean the drains below the yard.

4.2 The Tenant shall clean the drains that it blocked.
"""
QUESTION = "How long does the tenant have to begin repairs?"


class Odds:
    """A verifier that reads chosen words with chosen log odds, and all others as no answer."""

    def __init__(self, **odds):
        self.odds = odds

    def verify(self, pairs):
        found = [next((odds for word, odds in self.odds.items() if word in text), -4.0) for _, text in pairs]
        return [Verdict(1 / (1 + math.exp(-odds)), 0.0, 0.0) for odds in found]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return OneReading(tmp_path_factory.mktemp("lease") / "lease.txt", TEXT)


def evidence(library, question=QUESTION, *, begins="1.1 The Landlord", **odds):
    start = TEXT.index(begins)
    words = Span(start, TEXT.index("\n", start))
    source = NumberedSource(1, Passage("l", Span(0, len(TEXT))), TEXT, "lease.txt", evidence=((words, 0.9),))
    (source,) = with_actors_clause(AnswerContext(question, (source,)), library, Odds(**odds)).sources
    return [source.words(span)[:16] for span, _ in sorted(source.evidence, key=lambda spot: -spot[1])]


def best_words(library, question=QUESTION, *, begins="1.1 The Landlord", **odds):
    return evidence(library, question, begins=begins, **odds)[0]


def test_the_clause_in_which_the_party_acts_comes_first(library):
    assert best_words(library, roof=3.2, shopfront=3.0).startswith("1.2 The Tenant")


def test_the_clause_of_the_other_party_comes_second(library):
    assert evidence(library, roof=3.2, shopfront=3.0) == ["1.2 The Tenant s", "1.1 The Landlord"]


@pytest.mark.parametrize(
    "question", ["Must the tenant paint the outside?", "How often must the tenant paint the outside?"]
)
def test_a_clause_without_the_words_that_the_best_one_answers_with_does_not(library, question):
    assert best_words(library, question, begins="2.1 The", outside=3.0, inside=4.0).startswith("2.1 The Landlord")


def test_an_act_may_be_said_in_another_word(library):
    asked = "Can the landlord end the lease early?"
    assert best_words(library, asked, begins="3.1 The", three=3.0, six=2.0).startswith("3.2 The Landlord")


@pytest.mark.parametrize(("blocked", "best"), [(2.9, "4.1 The Landlord"), (3.1, "4.2 The Tenant")])
def test_whether_a_party_must_is_answered_by_the_other_unless_its_own_clause_is_surer(library, blocked, best):
    asked = "Does the tenant have to clean the drains?"
    assert best_words(library, asked, begins="4.1 The", yard=3.0, blocked=blocked).startswith(best)


@pytest.mark.parametrize("shopfront", [0.9, 1.6])
def test_a_clause_that_answers_less_surely_does_not(library, shopfront):
    assert best_words(library, roof=3.2, shopfront=shopfront).startswith("1.1 The Landlord")


def test_a_clause_of_the_party_itself_or_of_either_stays(library):
    asked = "How long does the landlord have to begin repairs?"
    assert best_words(library, asked, roof=2.0, shopfront=3.0).startswith("1.1 The Landlord")
    assert best_words(library, begins="1.3 Either", survey=2.0, shopfront=3.0).startswith("1.3 Either")


@pytest.mark.parametrize(
    ("question", "whether", "duty"),
    [
        ("must the tenant paint?", True, True),
        ("does the tenant need to paint?", True, True),
        ("when the lease ends, must the tenant paint?", True, True),
        ("can the tenant paint?", True, False),
        ("when must the tenant paint?", False, True),
        ("how long does the tenant have to paint?", False, True),
    ],
)
def test_what_is_asked_of_the_act_is_read(question, whether, duty):
    asked = asked_actor(question, ["Tenant"])
    assert asked is not None
    assert (asked.verb if "how" not in question else "paint", asked.whether, asked.duty) == ("paint", whether, duty)


@pytest.mark.parametrize(
    ("question", "actor"),
    [
        ("must the tenant repair the roof?", "Tenant"),
        ("The roof leaks; how long does the tenant have?", "Tenant"),
        ("what does the Landlord have to do if the tenant pays late?", "Landlord"),
        ("what does the tenant get when the lease ends?", ""),
        ("does the tenant have a deposit?", ""),
        ("must the tenant be told of an inspection?", ""),
        ("can I end the lease?", ""),
    ],
)
def test_who_acts_is_read_from_the_question(question, actor):
    asked = asked_actor(question, ["Landlord", "Tenant"])
    assert (asked.role if asked else "") == actor
