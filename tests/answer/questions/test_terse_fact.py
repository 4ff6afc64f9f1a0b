import pytest

from pincite.answer.questions.terse_fact import put_in_full


@pytest.mark.parametrize(
    ("question", "full"),
    [
        ("governing law gull mutual / wren (GMW) supply agmt?", "governing law of the gull mutual / wren (GMW) supply"),
        (
            "Orris / Wren hosting agr. - governing law",
            "What is the governing law of the Orris / Wren hosting agreement?",
        ),
        ("parties hosting agreement orris & wren", "Who are the parties to the hosting agreement orris & wren?"),
        ("effective date: the Orris hosting contr.", "What is the effective date of the Orris hosting contract?"),
        ("signature date of our quay lease", "When was the quay lease signed?"),
        ("notice address quay lease", "What is the address for notices under the quay lease?"),
        ("quay lease term", "What is the term of the quay lease?"),
        ("jurisdiction orris licence?", "Which courts have jurisdiction under the orris licence?"),
    ],
)
def test_a_fact_and_a_name_are_put_as_a_sentence(question, full):
    assert full in put_in_full(question)


@pytest.mark.parametrize(
    "question",
    [
        "governing law",
        "governing law disputes quay lease",
        "parties' obligations quay lease",
        "term loan agreement orris",
        "term renewal quay lease",
        "What is the governing law of the quay lease?",
        "date of the rent review in the quay lease on 3 May?",
        "Which law governs the hosting agreement?",
        "is the quay lease term longer than a year?",
        "lease term",
        "governing law orris glass",
    ],
)
def test_what_asks_for_more_or_names_no_document_is_left_alone(question):
    assert put_in_full(question) == question


def test_short_forms_of_agreement_are_spelt_out_wherever_they_stand():
    assert put_in_full("Which agmts. renew?") == "Which agreements renew?"


@pytest.mark.parametrize(
    ("question", "full"),
    [
        ("serial no. of the lathe?", "serial number of the lathe?"),
        ("late pymt interest?", "late payment interest?"),
        ("how many hrs notice, max?", "how many hours notice, maximum?"),
        ("ins cert for the van", "insurance certificate for the van"),
        ("What must Max pay?", "What must Max pay?"),
        ("who do I ask in hr?", "who do I ask in hr?"),
        ("what are the ins and outs?", "what are the ins and outs?"),
        ("the max mara lease", "the max mara lease"),
        ("is that a yes or no.", "is that a yes or no."),
        ("is smoking allowed? no. Why not", "is smoking allowed? no. Why not"),
        ("who reads max@example.com", "who reads max@example.com"),
    ],
)
def test_short_forms_are_put_in_full(question, full):
    assert put_in_full(question) == full
