"""What a document answers is held to the question by the verifier."""

import pytest

from pincite.answer.list_answer import JudgedDocument
from pincite.domain.answer import DocumentEntry, Outcome
from pincite.domain.hit import DocumentCard
from pincite.pipeline.asking.each import EachResult
from pincite.pipeline.asking.judge_documents import _held, chance_to_qualify

INTEREST = "What is the default interest?"


def judged(words="The interest is 8 per cent. a year.", outcome=Outcome.YES):
    return JudgedDocument(DocumentEntry("a", "a.txt", None, outcome, 0.9, words=words))


def outcome(question, odds, surest, **more):
    return _held(judged(**more), question, odds, surest=surest).entry.outcome


@pytest.mark.parametrize(
    ("odds", "surest", "expected"),
    [
        (-0.5, 2.0, Outcome.UNSURE),
        (-0.5, 0.5, Outcome.YES),
        (0.5, 4.0, Outcome.YES),
        (None, None, Outcome.YES),
    ],
)
def test_doubtful_words_are_unsure_beside_sure_ones(odds, surest, expected):
    assert outcome(INTEREST, odds, surest) is expected


def test_what_does_not_answer_stays_so():
    assert outcome(INTEREST, -0.5, 2.0, outcome=Outcome.NO) is Outcome.NO


def test_a_period_of_notice_answers_a_question_for_it():
    words = "Either party may end this Agreement on 60 days’ written notice."
    assert outcome("What is the notice period?", -0.5, 2.0, words=words) is Outcome.YES


def chance(confidence, odds, alone=0.5):
    card = DocumentCard("a", "a.txt", None, "agreement", (), (), "", 30)
    result = EachResult(card, confidence, odds=odds, alone=alone, words="The grower may raise the fee.")
    return chance_to_qualify(result, "May the grower raise the fee?", least=0.4)


def test_a_document_that_the_verifier_is_sure_of_qualifies():
    assert chance(0.9, 2.0, alone=0.01) == 0.9


def test_a_document_that_the_verifier_doubts_is_no_more_than_unsure():
    assert chance(0.1, -3.0, alone=0.9) == pytest.approx(0.2)


def test_without_a_verifier_the_words_decide():
    assert chance(0.1, None, alone=0.9) > 0.9
