"""The clause of the regime that a question names comes first, and a general one where it names none."""

import math

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.regime_clause import with_regime_clause
from pincite.answer.quotations.regimes import find_regimes
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.spans import Span

HANDBOOK = """Part 1: General

1. Staff work thirty-eight hours in each week.

2. Staff have twenty-five days of leave in each year.

3. Expenses are claimed within thirty days on a form.

Part 2: Apprentices

4. The week has thirty-five hours of work, one day of them at college.

5. The year has twenty-eight days of leave.

Part 3: Seasonal workers

6. The hours of work are on the rota for the week.

Part 4: Uniforms

7. Staff wear a uniform and wash it each week.
"""
POLICY = """1. We answer a request within forty-five days.

2. We keep account data for three years.

PART A: ADDITIONAL TERMS FOR CALIFORNIA

3. We answer a request within thirty days.

PART B: ADDITIONAL TERMS FOR BRAZIL

4. We keep account data for six months.
"""


class Odds:
    """A verifier that reads chosen words with chosen log odds, and all others as no answer."""

    def __init__(self, **odds):
        self.odds = odds

    def verify(self, pairs):
        found = [next((odds for word, odds in self.odds.items() if word in text), -4.0) for _, text in pairs]
        return [Verdict(1 / (1 + math.exp(-odds)), 0.0, 0.0) for odds in found]


@pytest.fixture(scope="module")
def handbook(tmp_path_factory):
    return OneReading(tmp_path_factory.mktemp("handbook") / "handbook.txt", HANDBOOK)


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    return OneReading(tmp_path_factory.mktemp("policy") / "policy.txt", POLICY)


def first(library, question, words, **odds):
    """The best evidence for a question where some words were it."""
    text = library.reading("d").doc.text
    span = Span(text.index(words), text.index(words) + len(words))
    source = NumberedSource(1, Passage("d", span), words, "d.txt", evidence=((span, 0.5),))
    context = with_regime_clause(AnswerContext(question, (source,)), library, Odds(**odds))
    score, _, best = context.best_evidence
    assert score == 0.5
    return best.slice(text)


def test_the_regimes_of_a_document_are_told_by_their_headings(handbook, policy):
    found = [(sorted(one.words), one.degree) for one in find_regimes(handbook.reading("d"))]
    assert found == [(["apprentic"], 1), (["season", "worker"], 1), (["uniform"], 1)]
    found = [(sorted(one.words), one.degree) for one in find_regimes(policy.reading("d"))]
    assert found == [(["california"], 2), (["brazil"], 2)]


def test_a_clause_of_the_regime_that_is_named_comes_first(handbook):
    question = "How many days of leave does an apprentice have in a year?"
    odds = {"twenty-five": 3.0, "twenty-eight": 2.0}
    assert first(handbook, question, "2. Staff have twenty-five days of leave in each year.", **odds).startswith("5.")


def test_a_regime_may_be_named_by_its_proper_name_alone(policy):
    question = "I live in California. How soon do you answer a request?"
    words = "1. We answer a request within forty-five days."
    assert "thirty days" in first(policy, question, words, forty=3.0, thirty=2.5)


def test_the_general_clause_comes_first_where_no_regime_is_named(policy):
    question = "How long do you keep account data?"
    words = "4. We keep account data for six months."
    assert "three years" in first(policy, question, words, six=3.0, three=2.0)


def test_a_regime_that_the_document_does_not_know_leaves_the_general_clause(policy):
    question = "How long do you keep account data of users in Japan?"
    assert "three years" in first(policy, question, "4. We keep account data for six months.", six=3.0, three=2.0)
    assert "three years" in first(policy, question, "2. We keep account data for three years.", six=3.0, three=2.0)


def test_the_general_clause_stays_where_the_regime_has_none_on_the_matter(handbook):
    question = "By when must an apprentice claim expenses?"
    words = "3. Expenses are claimed within thirty days on a form."
    assert first(handbook, question, words, thirty=3.0, twenty=3.0) == words


@pytest.mark.parametrize(
    "question",
    ["How many days of leave do staff have in a year?", "How many days of leave does a worker have in a year?"],
)
def test_a_general_question_keeps_the_general_clause(handbook, question):
    words = "2. Staff have twenty-five days of leave in each year."
    assert first(handbook, question, words, **{"twenty-five": 2.0, "twenty-eight": 4.0}) == words


def test_a_clause_that_answers_far_less_surely_does_not_come_first(handbook):
    question = "How many days of leave does an apprentice have in a year?"
    words = "2. Staff have twenty-five days of leave in each year."
    assert first(handbook, question, words, **{"twenty-five": 4.0, "twenty-eight": 1.0}) == words


def test_a_clause_that_names_the_regime_itself_stays_first(tmp_path):
    text = HANDBOOK.replace("3. Expenses", "3. Expenses of an apprentice").replace("rota", "form for expenses")
    library = OneReading(tmp_path / "handbook.txt", text)
    words = "3. Expenses of an apprentice are claimed within thirty days on a form."
    assert first(library, "When does an apprentice claim expenses?", words, thirty=1.0, rota=4.0) == words


def test_a_general_clause_lacks_none_of_the_words_that_the_special_one_answers_with(handbook):
    question = "How many hours of work has the week, and how many days at college?"
    words = "4. The week has thirty-five hours of work, one day of them at college."
    assert first(handbook, question, words, **{"thirty-five": 2.0, "thirty-eight": 4.0}) == words


def test_a_matter_that_a_question_names_is_no_other_regime(handbook):
    question = "Who washes the uniform each week?"
    words = "7. Staff wear a uniform and wash it each week."
    assert first(handbook, question, words, uniform=2.0, staff=4.0, Staff=4.0) == words
