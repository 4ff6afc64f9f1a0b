"""What search puts first for a question, out of all documents of its set."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from training.ranked import Embedder, rank_clauses, rank_documents

MODELS = Path(__file__).parents[2] / "src" / "pincite" / "models"
TEXTS = {
    "gym": "Lockers are rented by the year, and the key of each stays with the member who pays for it.\n"
    "Each member may bring two guests a month, who sign the book at the desk and pay the day rate.",
    "club": "A member may bring a guest to the bar on any evening, who pays five pounds at the door.\n"
    "Dogs are left at the gate on a lead, and the steward may turn away those that bark at others.",
}


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder.load(MODELS / "embedder.onnx", MODELS)


def test_the_passages_nearest_to_a_question_come_first_whichever_document_they_are_of(embedder):
    found = rank_documents(embedder, TEXTS, ["may I bring guests", "where does my dog stay"], 2)
    assert [question for question, *_ in found] == ["may I bring guests"] * 2 + ["where does my dog stay"] * 2
    assert {name for _, name, *_ in found[:2]} == {"gym", "club"}
    assert all("guest" in TEXTS[name][a:b] for _, name, a, b in found[:2])
    _, name, a, b = found[2]
    assert TEXTS[name][a:b].startswith("Dogs")


def test_a_question_on_clauses_is_put_beside_those_of_other_rows_and_never_of_kept_ones(embedder):
    rows = [
        {"a": f"The {who} may enter on notice.", "b": f"The {who} may let a room.", "pairs": [["come in?", "let?"]]}
        | {"neither": [f"can the {who} sell?"]}
        for who in ("owner", "lessor", "landlord", "trustee")
    ]
    found = rank_clauses(embedder, rows, 2)
    assert {question for question, _ in found} == {
        "come in?",
        "let?",
        *(f"can the {r} sell?" for r in ("lessor", "landlord", "trustee")),
    }
    assert not any("owner" in clause for _, clause in found)
    assert all("lessor" not in clause for question, clause in found if question == "can the lessor sell?")
