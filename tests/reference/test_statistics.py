"""The statistics of comparisons against scipy."""

from itertools import combinations

import numpy as np
import pytest

from pincite.runs.statistics import Sampling, holm, mean_interval, paired_difference

stats = pytest.importorskip("scipy.stats")


def mean_difference(one, other, axis=-1):
    return np.mean(other, axis=axis) - np.mean(one, axis=axis)


@pytest.mark.parametrize("size", [3, 8, 14])
def test_exact_p_values_are_those_of_scipys_permutation_test(size):
    random = np.random.default_rng(size)
    one, other = random.random(size), random.random(size)
    found = paired_difference(one, other, groups=["a"] * size, sampling=Sampling())
    theirs = stats.permutation_test(
        (one, other), mean_difference, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    assert found.value == pytest.approx(theirs.statistic, abs=1e-12)
    assert found.p == pytest.approx(theirs.pvalue, abs=1e-12)


def test_drawn_p_values_agree_with_scipys_within_chance():
    random = np.random.default_rng(4)
    one = random.random(120)
    other = one + random.normal(0.02, 0.12, 120)
    found = paired_difference(one, other, groups=["a"] * 120, sampling=Sampling(iterations=20_000))
    theirs = stats.permutation_test(
        (one, other), mean_difference, permutation_type="samples", vectorized=True, n_resamples=20_000, rng=7
    )
    # Two standard errors of a share counted in 20,000 draws, for each of the two.
    assert found.p == pytest.approx(theirs.pvalue, abs=4 * np.sqrt(0.25 / 20_000))


def test_intervals_of_a_difference_agree_with_scipys_paired_bootstrap():
    random = np.random.default_rng(5)
    one = random.random(150)
    other = one + random.normal(0.05, 0.2, 150)
    found = paired_difference(one, other, groups=["a"] * 150, sampling=Sampling(iterations=20_000))
    theirs = stats.bootstrap(
        (one, other), mean_difference, paired=True, vectorized=True, method="percentile", n_resamples=20_000, rng=7
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.002)


def test_intervals_of_a_mean_agree_with_scipys_bootstrap():
    values = np.random.default_rng(6).beta(2, 5, 200)
    low, high = mean_interval(values, groups=["a"] * 200, sampling=Sampling(iterations=20_000))
    theirs = stats.bootstrap((values,), np.mean, method="percentile", n_resamples=20_000, rng=7).confidence_interval
    assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=0.001)


def test_holms_correction_is_the_closed_test_of_bonferroni():
    """A p value corrected after Holm is the largest Bonferroni p of all sets of hypotheses that it belongs to."""
    random = np.random.default_rng(8)
    for size in (1, 2, 4, 7):
        values = random.random(size) ** 3
        sets = [chosen for n in range(1, size + 1) for chosen in combinations(range(size), n)]
        expected = [
            max(min(1.0, len(chosen) * values[list(chosen)].min()) for chosen in sets if i in chosen)
            for i in range(size)
        ]
        assert holm(list(values)) == pytest.approx(expected)
