"""Whether a document denies what is asked, or has no clause on it."""

from types import SimpleNamespace

import pytest

from pincite.answer.questions.polarity import Polarity
from pincite.answer.quotations.clause_conditions import read_clause_condition
from pincite.answer.verification.verifier_onnx import OnnxVerifier
from pincite.domain.answer import Outcome
from pincite.domain.hit import DocumentCard
from pincite.pipeline.asking.each import EachResult
from pincite.pipeline.asking.negated import judge_negated

CARD = DocumentCard("a", "a.txt", None, "contract", (), (), "", 100)
STORE = SimpleNamespace(verifier=OnnxVerifier())


def judge(question, words, polarity=Polarity.DENIED, likely=Outcome.YES):
    result = EachResult(CARD, 0.9, words=words)
    return judge_negated(polarity, read_clause_condition(question), result, likely=likely, store=STORE)


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        ("Neither party may assign this Agreement.", Outcome.YES),
        ("The Buyer may assign this Agreement without consent.", Outcome.NO),
        ("The Customer must not assign this Agreement without the consent of the Host.", Outcome.UNSURE),
    ],
)
def test_only_a_clause_that_denies_without_exception_qualifies(words, outcome):
    assert judge("Can the agreement be assigned?", words).outcome is outcome
    assert judge("Does the agreement allow assignment?", words).outcome is outcome


def test_a_document_without_a_clause_denies_nothing():
    found = judge("Can the agreement be assigned?", "Invoices are paid monthly.", likely=Outcome.NO)
    assert (found.outcome, found.silent) == (Outcome.NO, False)


def test_a_document_without_a_clause_lacks_it():
    question, clause = "Does the agreement have a non-compete clause?", "The Agent shall not compete for a year."
    none = judge(question, "Invoices are paid monthly.", Polarity.LACKING, Outcome.NO)
    assert (none.outcome, none.silent) == (Outcome.YES, True)
    assert judge(question, clause, Polarity.LACKING).outcome is not Outcome.YES
    assert judge(question, clause, Polarity.LACKING, Outcome.UNSURE).outcome is Outcome.UNSURE
