"""Pairs of clauses with questions that one of the two answers."""

from random import Random

from training.clause_pairs import KEPT, cut_clause_pairs
from training.contrast import SUPPORTED, UNSAID

ROW = {
    "a": "The Landlord may enter on two days' notice.",
    "b": "The Tenant may let one room on two weeks' notice.",
    "pairs": [["can she just come in?", "can I take a lodger?"]],
    "neither": ["can she sell the flat?"],
}


def another(n: int) -> dict:
    return ROW | {"a": f"{n}. {ROW['a']}", "b": f"{n}. {ROW['b']}"}


def test_each_question_is_answered_by_its_own_clause_alone():
    trained, _ = cut_clause_pairs([another(n) for n in range(2)])
    (first, other_first, second, own) = trained.quads[0]
    assert [e.label for e in trained.quads[0]] == [SUPPORTED, UNSAID, UNSAID, SUPPORTED]
    assert first.claim == second.claim != other_first.claim == own.claim
    assert first.passage == other_first.passage != second.passage == own.passage
    assert [(e.claim, e.label) for e in trained.neither] == [("can she sell the flat?", UNSAID)] * 2


def test_every_eighth_row_is_kept_to_measure_by():
    trained, kept = cut_clause_pairs([another(n) for n in range(2 * KEPT)])
    assert (len(trained.quads), len(kept.quads)) == (2 * KEPT - 2, 2)
    assert not set(trained.clauses) & set(kept.clauses)


def test_a_clause_is_shown_alike_to_both_questions_and_never_beside_its_neighbour():
    trained, _ = cut_clause_pairs([another(n) for n in range(KEPT)])
    beside = 0
    for seed in range(40):
        first, other_first, second, own = trained.quad(Random(seed))
        assert first.passage == other_first.passage and second.passage == own.passage
        numbers = [line.split(".")[0] for line in first.passage.split("\n")]
        assert len(set(numbers)) == len(numbers)
        beside += len(numbers) == 2
    assert 0 < beside < 40
