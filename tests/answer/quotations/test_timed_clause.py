"""The clause that limits the act asked for comes before one that limits another."""

import pytest
from tests.answer.one_reading import OneReading
from tests.answer.quotations.test_better_clause import Odds

from pincite.answer.quotations.timed_clause import with_timed_clause
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = """RULES OF THE TRIBUNAL

1. Applications
1.1 An application must be made within six years of the event.

2. Decisions
2.1 A party may appeal against a decision.
2.2 Notice of appeal must be lodged within 21 days of the decision.
"""
MADE = "must be made within six years"


def best_words(tmp_path, question, words, verifier):
    start = TEXT.index(words)
    evidence = ((Span(start, start + len(words)), 0.8),)
    source = NumberedSource(1, Passage("doc", Span(0, len(TEXT))), TEXT, "rules.txt", evidence=evidence)
    library = OneReading(tmp_path / "rules.txt", TEXT)
    context = with_timed_clause(AnswerContext(question, (source,)), library, verifier)
    assert context.best_evidence is not None
    _, source, span = context.best_evidence
    return source.words(span)


@pytest.mark.parametrize(
    ("question", "words", "odds", "best"),
    [
        ("how long does a party have to appeal?", MADE, 2.0, "2.2 Notice of appeal must be lodged within 21 days"),
        ("how long does a party have to appeal?", MADE, -1.0, MADE),  # nothing answers
        ("how long does a party have to apply?", MADE, 2.0, MADE),  # the best words speak of the act
        ("how long does a party have to complain?", MADE, 2.0, MADE),  # no clause does
        ("how long is the hearing?", MADE, 2.0, MADE),
    ],
)
def test_the_sentence_that_limits_the_act_comes_first(tmp_path, question, words, odds, best):
    assert best_words(tmp_path, question, words, Odds(Notice=odds)).startswith(best)


def test_without_a_verifier_nothing_changes(tmp_path):
    assert best_words(tmp_path, "how long does a party have to appeal?", MADE, None) == MADE


def test_best_words_that_answer_better_stay(tmp_path):
    question = "how long does a party have to appeal?"
    assert best_words(tmp_path, question, MADE, Odds(Notice=2.0, made=3.0)) == MADE


@pytest.mark.parametrize(("invited", "best"), [(1.5, "1.1 A decision on a complaint"), (2.5, "2.1 A reply to an")])
def test_a_sentence_with_fewer_words_of_the_question_is_much_surer(tmp_path, invited, best):
    text = """RULES OF THE CLUB

1. Complaints
1.1 A decision on a complaint is made within 28 days.

2. Invitations
2.1 A reply to an invitation is sent within three days.
"""
    start = text.index("1.1")
    words = Span(start, text.index("\n", start))
    source = NumberedSource(1, Passage("doc", Span(0, len(text))), text, "rules.txt", evidence=((words, 0.8),))
    context = AnswerContext("How long does the club have to answer a complaint?", (source,))
    found = with_timed_clause(
        context, OneReading(tmp_path / "rules.txt", text), Odds(invitation=invited, complaint=0.0)
    )
    assert found.best_evidence is not None
    _, source, span = found.best_evidence
    assert source.words(span).startswith(best)


def test_how_many_of_something_else_is_no_time_limit(tmp_path):
    question = "how many copies does a party have to appeal with?"
    assert best_words(tmp_path, question, MADE, Odds(Notice=2.0)) == MADE
