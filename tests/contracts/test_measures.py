"""What every registered measure must do."""

import inspect

import numpy as np
import pytest

from pincite import registry
from pincite.domain.authority import CitedAuthority
from pincite.domain.document import Passage
from pincite.domain.outcome import Need, QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.domain.usage import Usage
from pincite.metrics.measure import CUTOFFS, get_measure, parse_measure
from pincite.metrics.scorer import Scorer
from pincite.ports.evaluation import Measure
from pincite.spans import Span

TEXTS = {"a": "The tenant shall pay a rent of ninety pounds a month in advance. " * 4, "b": "We sell no data. " * 9}


def at(doc, start, end):
    return Passage(doc, Span(start, end))


TRUTH = (
    "The claimant, the defendant and the pursuer pay ninety pounds under CPR 36.14 and [2019] EWCA Civ 1; "
    "see [lease.pdf]."
)
ANSWER = (
    "The claimant pays ninety pounds, CPR 36.14, [2019] EWCA Civ 1; so the plaintiff, defendant or pursuer "
    "[1] [lease.pdf]."
)


def respond(hits, *citations, **options):
    given = {"answer": ANSWER, "abstained": False, "seconds": {"ask": 1.5}, **options}
    return QueryOutcome(
        gold=[at("a", 0, 40), at("b", 3, 20)],
        hits=hits,
        gold_answer=TRUTH,
        question="Who pays?",
        response=Response("q", citations=citations, **given),
    )


OUTCOMES = [
    respond([at("a", 0, 40), at("b", 3, 20)], CitedSource("a", at("a", 0, 40), TEXTS["a"][:40])),
    respond([at("b", 0, 9), at("a", 30, 90), at("a", 30, 90)], CitedSource("b", at("b", 0, 5), "wrong")),
    respond([], answer="", abstained=True),
    respond([], answer=None, abstained=None),
    respond([], answer="", abstained=None, error="too slow"),
    QueryOutcome(hits=[at("b", 0, 9)], response=Response("q", answer="No.", abstained=False)),
    QueryOutcome(response=Response("q", answer="", abstained=True)),
    QueryOutcome(),
]


@pytest.fixture(params=registry.names("measure"))
def measure(request):
    return get_measure(request.param)


class ScriptedJudge:
    """A judge whose rating every measure allows."""

    name = "scripted"
    usage = Usage()

    def reply(self, messages, *, as_json=False, grammar=None, on_token=None):
        return '{"reason": "so", "rating": 2}'


class ScriptedChain:
    """Finds one authority of each answer there and bearing it out, and another not there."""

    def trace(self, query_id, answer, *, question):
        if "CPR" not in answer:
            return []
        return [CitedAuthority(query_id, "CPR 36.14", True, True), CitedAuthority(query_id, "CPR 99.1", False, False)]


def scorer(outcomes=OUTCOMES):
    return Scorer(outcomes, texts=TEXTS.get, judges=[ScriptedJudge()], chain=ScriptedChain())


def test_a_measure_says_what_it_is(measure):
    assert isinstance(measure, Measure)
    assert measure.name in registry.names("measure")
    assert measure.needs and measure.needs <= set(Need)
    assert (inspect.getdoc(type(measure)) or "").splitlines()[0].endswith((".", ":"))


def test_a_measure_prints_as_it_parses(measure):
    for k in (None, *CUTOFFS) if measure.takes_k else (None,):
        made = get_measure(measure.name, k)
        assert made.k == k
        assert parse_measure(str(made)) == made
        assert str(made) == (measure.name if k is None else f"{measure.name}@{k}")


def test_every_query_has_a_value_on_the_scale_or_none(measure):
    for k in (None, 1, 2) if measure.takes_k else (None,):
        values = scorer().score(get_measure(measure.name, k))
        assert values.shape == (len(OUTCOMES),)
        present = values[~np.isnan(values)]
        assert (present >= measure.scale.low).all()
        assert measure.scale.high is None or (present <= measure.scale.high + 1e-12).all()
    assert scorer([]).score(measure).shape == (0,)


def test_a_query_is_scored_the_same_alone_and_in_any_order(measure):
    together = scorer().score(measure)
    alone = [scorer([outcome]).score(measure)[0] for outcome in OUTCOMES]
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together[::-1], scorer(OUTCOMES[::-1]).score(measure))


def test_a_set_has_a_value_where_a_query_has_and_statistics_of_finite_numbers(measure):
    data = scorer()
    values = data.score(measure)
    everyone = np.ones(len(OUTCOMES), dtype=bool)
    assert np.isfinite(data.combine(measure, values, among=everyone))
    missing = np.isnan(values)
    if missing.any():
        assert np.isnan(data.combine(measure, values, among=missing))
    statistics = measure.statistics(values[~missing])
    assert statistics and all(np.isfinite(value) for value in statistics.values())


def test_the_best_response_scores_no_worse_than_none(measure):
    best, nothing = scorer([OUTCOMES[0], OUTCOMES[4]]).score(measure)
    if not np.isnan([best, nothing]).any() and measure.name not in {"drm", "drm_query", "unnecessary"}:
        assert best > nothing if measure.more_is_better else best < nothing


def test_a_measure_that_needs_words_says_so_where_there_are_none(measure):
    if measure.needs == {Need.TEXTS} or measure.name == "token_iou":
        with pytest.raises(Exception, match="not available"):
            Scorer(OUTCOMES).score(measure)
    else:
        Scorer(OUTCOMES, judges=[ScriptedJudge()], chain=ScriptedChain()).score(measure)
