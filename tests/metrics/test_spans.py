import numpy as np
import pytest

from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.errors import BenchmarkError
from pincite.metrics.measure import get_measure, parse_measure
from pincite.metrics.scorer import Scorer
from pincite.spans import Span


def at(doc, start, end):
    return Passage(doc, Span(start, end))


def score(measure, *queries):
    return Scorer(queries).score(parse_measure(measure)).tolist()


# Gold: 20 characters of a, 10 of b. Results: half of a's, a wrong document, a's again, all of b's and as much more.
ONE = QueryOutcome(
    gold=[at("a", 100, 120), at("b", 0, 10)],
    hits=[at("a", 90, 110), at("x", 0, 40), at("a", 100, 110), at("b", 0, 20)],
)
EMPTY = QueryOutcome(gold=[at("a", 0, 10)], hits=[])
NO_GOLD = QueryOutcome(gold=[], hits=[at("a", 0, 10)])


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("lbr_precision@1", 10 / 20),
        ("lbr_precision@3", 20 / 70),
        ("precision@3", 10 / 60),
        ("lbr_recall@3", 20 / 30),
        ("recall@3", 10 / 30),
        ("recall", 20 / 30),
        ("lbr_recall", 30 / 30),
        ("precision", 20 / 80),
        ("iou", 20 / (80 + 30 - 20)),
        ("f1", 2 * (1 / 4) * (2 / 3) / (1 / 4 + 2 / 3)),
        ("drm@4", 1 / 4),
        ("drm_query@1", 0),
        ("document_recall@3", 1 / 2),
        ("document_recall@4", 1),
        ("essential@4", 3 / 4),
        ("unnecessary@2", 1 / 2),
        ("first_relevant", 1),
        ("precision@99", 20 / 80),
    ],
)
def test_hand_computed_values(measure, value):
    found = score(measure, ONE, EMPTY, NO_GOLD)
    assert found[0] == pytest.approx(value, abs=1e-15)
    assert found[1] == 0


def test_a_query_without_gold_scores_nothing_and_all_its_results_are_strays():
    assert score("recall", NO_GOLD) == [0]
    assert score("precision", NO_GOLD) == [0]
    assert score("drm", NO_GOLD) == [1]


def test_duplicate_results_push_published_recall_above_one_and_leave_the_corrected_alone():
    query = QueryOutcome(gold=[at("a", 0, 10)], hits=[at("a", 0, 10)] * 3)
    assert score("lbr_recall", query) == [3]
    assert score("recall", query) == [1]
    assert score("precision", query) == [1]


def test_touching_is_not_overlapping():
    query = QueryOutcome(gold=[at("a", 0, 10)], hits=[at("a", 10, 20)])
    assert score("recall", query) == [0]
    assert score("first_relevant", query) == [0]


def test_the_mismatch_of_a_set_is_of_all_its_results_together():
    many = QueryOutcome(gold=[at("a", 0, 5)], hits=[at("x", 0, 5)] * 9 + [at("a", 0, 5)])
    few = QueryOutcome(gold=[at("a", 0, 5)], hits=[at("a", 0, 5)])
    scorer = Scorer([many, few])
    values = scorer.score(get_measure("drm"))
    assert scorer.combine(get_measure("drm"), values, among=np.array([True, True])) == pytest.approx(9 / 11)
    assert scorer.combine(get_measure("drm_query"), values, among=np.array([True, True])) == pytest.approx(0.45)
    assert scorer.combine(get_measure("drm"), values, among=np.array([False, True])) == 0


def by_the_formula(query, k):
    """Precision and recall as LegalBench-RAG's paper defines them, result by result."""
    shared = total = 0
    for hit in query.hits[:k]:
        total += len(hit.span)
        for gold in query.gold:
            if gold.doc_id == hit.doc_id:
                shared += max(0, min(hit.span.end, gold.span.end) - max(hit.span.start, gold.span.start))
    wanted = sum(len(gold.span) for gold in query.gold)
    return (shared / total if total else 0), (shared / wanted if wanted else 0)


def by_the_character(query, k):
    """Precision and recall over sets of characters."""
    found = {(hit.doc_id, i) for hit in query.hits[:k] for i in range(hit.span.start, hit.span.end)}
    wanted = {(gold.doc_id, i) for gold in query.gold for i in range(gold.span.start, gold.span.end)}
    shared = len(found & wanted)
    return (shared / len(found) if found else 0), (shared / len(wanted) if wanted else 0)


def random_query(random):
    gold, at_most = [], 0
    for doc in "abc":
        at_most = 0
        for _ in range(random.integers(0, 3)):
            start = at_most + int(random.integers(0, 40))
            gold.append(at(doc, start, start + int(random.integers(1, 30))))
            at_most = gold[-1].span.end
    hits = []
    for _ in range(random.integers(0, 20)):
        start = int(random.integers(0, 120))
        hits.append(at("abcd"[random.integers(0, 4)], start, start + int(random.integers(0, 50))))
    return QueryOutcome(gold, hits)


@pytest.mark.parametrize("k", [1, 3, 8, None])
def test_random_queries_agree_with_counting_one_by_one(k):
    random = np.random.default_rng(7)
    queries = [random_query(random) for _ in range(200)]
    scorer = Scorer(queries)
    for names, reference in (
        (("lbr_precision", "lbr_recall"), by_the_formula),
        (("precision", "recall"), by_the_character),
    ):
        expected = np.array([reference(query, k) for query in queries])
        for column, name in enumerate(names):
            np.testing.assert_allclose(scorer.score(get_measure(name, k)), expected[:, column], rtol=0, atol=1e-12)


def test_no_queries_at_all_give_no_scores():
    assert score("precision@1") == []


def test_tokens_shared_over_tokens_of_either():
    """Gold: four words of a and one of b. Results: two of the four with two more, all twice, and a word of b."""
    texts = {"a": "one two three four five six seven", "b": "red blue"}
    query = QueryOutcome(
        gold=[at("a", 0, 18), at("b", 0, 3)],
        hits=[at("a", 8, 27), at("a", 8, 27), at("b", 0, 3)],
    )
    scorer = Scorer([query, QueryOutcome(), QueryOutcome(gold=[at("b", 0, 3)])], texts=texts.get)
    assert scorer.score(parse_measure("token_iou")).tolist() == pytest.approx([3 / 7, 0, 0])
    assert scorer.score(parse_measure("token_iou@2")).tolist() == pytest.approx([2 / 7, 0, 0])
    with pytest.raises(BenchmarkError, match="not available"):
        Scorer([query]).score(parse_measure("token_iou"))


def test_a_hit_is_any_gold_and_containment_is_a_whole_gold_passage():
    assert score("hit@1", ONE) == score("hit", ONE) == [1]
    assert score("contains@3", ONE) == [0]
    assert score("contains@4", ONE) == [1 / 2]
    assert score("contains", QueryOutcome(gold=[at("a", 2, 4)], hits=[at("a", 0, 3), at("a", 3, 9)])) == [0]
    assert score("hit", EMPTY) == score("contains", EMPTY) == [0]
    assert np.isnan([*score("hit", NO_GOLD), *score("contains", NO_GOLD)]).all()


@pytest.mark.parametrize("k", [1, 3, None])
def test_random_hits_and_containments_agree_with_looking_at_each(k):
    random = np.random.default_rng(9)
    queries = [random_query(random) for _ in range(300)]
    for name, expected in {
        "hit": lambda q: float(any(shares(h, g) for h in q.hits[:k] for g in q.gold)),
        "contains": lambda q: np.mean([any(holds(h, g) for h in q.hits[:k]) for g in q.gold]),
    }.items():
        wanted = [expected(query) if query.gold else np.nan for query in queries]
        np.testing.assert_allclose(Scorer(queries).score(get_measure(name, k)), wanted, rtol=0, atol=1e-12)


def holds(hit, gold):
    return hit.doc_id == gold.doc_id and hit.span.start <= gold.span.start and hit.span.end >= gold.span.end


def shares(hit, gold):
    return hit.doc_id == gold.doc_id and bool(hit.span.intersection(gold.span))
