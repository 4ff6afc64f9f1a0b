from itertools import product

import numpy as np
import pytest

from pincite.runs.statistics import Sampling, holm, macro_mean, mean_interval, paired_difference


def test_the_permutation_test_counts_every_assignment_of_signs_for_few_queries():
    one = np.zeros(6)
    other = np.array([0.3, 0.1, -0.05, 0.2, 0.4, 0.0])
    found = paired_difference(one, other, groups=["a"] * 6, sampling=Sampling())
    sums = [
        abs(sum(sign * value for sign, value in zip(signs, other, strict=True))) for signs in product((1, -1), repeat=6)
    ]
    assert found.p == pytest.approx(np.mean([total >= other.sum() - 1e-12 for total in sums]))
    assert found.value == pytest.approx(other.mean())


def test_groups_count_the_same_whatever_their_size():
    other = np.array([1.0, 0.0, 0.0, 0.0])
    groups = ["small", "large", "large", "large"]
    assert paired_difference(np.zeros(4), other, groups=groups, sampling=Sampling()).value == pytest.approx(0.5)
    assert macro_mean(other, groups) == pytest.approx(0.5)


def test_equal_runs_differ_by_nothing_and_that_is_certain():
    values = np.random.default_rng(0).random(50)
    found = paired_difference(values, values, groups=["a"] * 50, sampling=Sampling(iterations=500))
    assert (found.value, found.low, found.high, found.p) == (0, 0, 0, 1)


def test_a_clear_difference_among_many_is_shown_and_noise_is_not():
    random = np.random.default_rng(1)
    base = random.random(200)
    better = paired_difference(base, base + 0.1, groups=["a"] * 200, sampling=Sampling(iterations=999))
    assert better.p == pytest.approx(0.001)
    assert better.low == pytest.approx(0.1) and better.high == pytest.approx(0.1)
    noise = paired_difference(base, base + random.normal(0, 0.1, 200) * 0.1, groups=["a"] * 200, sampling=Sampling())
    assert noise.p > 0.01
    assert noise.low < 0 < noise.high


def test_the_same_seed_gives_the_same_figures():
    values = np.random.default_rng(2).random(80)
    again = [mean_interval(values, groups=["a"] * 80, sampling=Sampling(seed=5)) for _ in range(2)]
    assert again[0] == again[1] != mean_interval(values, groups=["a"] * 80, sampling=Sampling(seed=6))


def test_an_interval_covers_the_mean_about_as_often_as_it_says():
    random = np.random.default_rng(3)
    covered = 0
    for _ in range(100):
        low, high = mean_interval(random.random(60), groups=["a"] * 60, sampling=Sampling(iterations=300))
        covered += low <= 0.5 <= high
    assert covered >= 85


def test_holms_correction():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_no_queries_give_no_difference():
    found = paired_difference(np.zeros(0), np.zeros(0), groups=[], sampling=Sampling())
    assert (found.n, found.p) == (0, 1)


def test_with_weights_a_mean_is_a_ratio_of_sums():
    one, other = np.array([0.5, 0.0, 1.0]), np.array([0.25, 0.0, 0.0])
    weights = (np.array([2.0, 8.0, 0.0]), np.array([4.0, 1.0, 5.0]))
    assert macro_mean(one, ["a"] * 3, weights[0]) == pytest.approx(1 / 10)
    found = paired_difference(one, other, groups=["a"] * 3, sampling=Sampling(), weights=weights)
    assert found.value == pytest.approx(1 / 10 - 1 / 10)
    found = paired_difference(one, np.array([0.5, 0.0, 0.0]), groups=["a"] * 3, sampling=Sampling(), weights=weights)
    pairs = [((1, 2), (2, 4)), ((0, 8), (0, 1)), ((0, 0), (0, 5))]
    extreme = []
    for choice in product((0, 1), repeat=3):
        sums = [
            np.sum([pair[pick ^ side] for pair, pick in zip(pairs, choice, strict=True)], axis=0) for side in (0, 1)
        ]
        ratios = [above / below for above, below in sums]
        extreme.append(abs(ratios[1] - ratios[0]) >= abs(found.value) - 1e-12)
    assert found.value == pytest.approx(2 / 10 - 1 / 10)
    assert found.p == pytest.approx(np.mean(extreme))


def test_equal_weights_change_nothing():
    random = np.random.default_rng(5)
    one, other = random.random((2, 40))
    groups = ["a"] * 15 + ["b"] * 25
    even = (np.full(40, 3.0), np.full(40, 3.0))
    plain, weighted = (
        paired_difference(one, other, groups=groups, sampling=Sampling(iterations=800), weights=weights)
        for weights in (None, even)
    )
    assert weighted.p == plain.p
    assert (weighted.value, weighted.low, weighted.high) == pytest.approx((plain.value, plain.low, plain.high))
