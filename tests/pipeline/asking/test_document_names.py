import pytest

from pincite.answer.questions.question_front import FrontedQuestion
from pincite.pipeline.asking.document_names import ask_elsewhere, names_for, without_document
from pincite.retrieve.route import Route


def routed(question, name):
    return Route(("one",), question, "", name=name)


@pytest.mark.parametrize(
    "words, question, kind, name",
    [
        ("Gull", "May Gull end its contract with Tern?", "contract", "the Gull contract"),
        ("a Gull", "Who inspects a Gull mooring?", "licence", "the Gull licence"),
        (
            "Gull under the mooring licence",
            "Must Gull under the mooring licence pay?",
            "licence",
            "the mooring licence",
        ),
        ("Tern", "Where is notice to Tern sent?", "nda", "the Tern NDA"),
        ("Tern", "What is sold to Tern?", "supply-agreement", "the Tern supply agreement"),
        ("the Rope Court", "Who sits in the Rope Court?", "court-guide", "the Rope Court guide"),
    ],
)
def test_a_document_is_called_what_reads_well(words, question, kind, name):
    assert names_for(words, question, kind=kind)[0] == name


@pytest.mark.parametrize(
    "question, name, bare",
    [
        ("Who repairs the roof under the Gull lease?", "under the Gull lease", "Who repairs the roof?"),
        (
            "Can nets covered by the Gull lease be sold?",
            "by the Gull lease",
            "Can nets covered by the Gull lease be sold?",
        ),
    ],
)
def test_a_name_within_a_question_stays_in_it(question, name, bare):
    assert without_document(FrontedQuestion(question), routed(question, name)) == bare


@pytest.mark.parametrize(
    "question, name, elsewhere",
    [
        ("How long may a former Gull tenant moor?", "Gull", "How long may a former tenant moor?"),
        ("Do storms count in the Gull licence?", "in the Gull licence", "Do storms count?"),
        ("Who sees the books if Gull asks for them?", "Gull", "Who sees the books if it asks for them?"),
    ],
)
def test_a_question_is_asked_elsewhere_without_the_name(question, name, elsewhere):
    assert ask_elsewhere(question, routed(question, name)) == elsewhere
