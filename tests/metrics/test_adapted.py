import numpy as np
import pytest

from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import Response
from pincite.errors import BenchmarkError
from pincite.metrics.adapted import adapt
from pincite.metrics.scorer import Scorer


class Brevity:
    """A metric as evaltools' users write them."""

    METRIC_NAME = "brevity"

    @classmethod
    def evaluator_fn(cls, **kwargs):
        def brevity(*, response, ground_truth, **kwargs):
            if not response:
                return {cls.METRIC_NAME: -1}
            return {cls.METRIC_NAME: len(ground_truth) / len(response)}

        return brevity

    @classmethod
    def get_aggregate_stats(cls, df):
        df = df[df[cls.METRIC_NAME] != -1]
        return {"mean": round(df[cls.METRIC_NAME].mean(), 2), "std": round(df[cls.METRIC_NAME].std(), 2), "n": len(df)}


def outcome(answer, error=None):
    return QueryOutcome(gold_answer="abcd", response=Response("q", answer=answer, error=error))


def test_a_metric_of_evaltools_scores_and_sums_up():
    measure = adapt(Brevity)
    values = Scorer([outcome("abcd"), outcome("abcdefgh"), outcome(""), outcome("x", error="gone")]).score(measure)
    assert values[:2].tolist() == [1.0, 0.5] and np.isnan(values[2:]).all()
    assert str(measure) == "brevity"
    assert measure.statistics(values[:2]) == {"mean": 0.75, "std": 0.35, "n": 2.0}


def test_what_is_no_metric_says_what_it_lacks():
    with pytest.raises(BenchmarkError, match="has no METRIC_NAME, evaluator_fn, get_aggregate_stats"):
        adapt(dict)
