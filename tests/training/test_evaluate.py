import numpy as np
import pytest
from training.calibrate import Curve, calibration_error, fit
from training.evaluate import area_under_curve, score
from training.lexical import bm25_scores


def test_precision_and_recall_count_characters():
    found = score([(0, 10), (50, 60)], [(5, 15)])
    assert found[:2] == [0.5, 0.25]
    assert found[7:9] == [0.5, 0.5]


def test_nothing_found_scores_nothing():
    assert set(score([], [(0, 5)])) == {0.0}


def test_the_curve_is_one_when_answers_score_above_all_others():
    assert area_under_curve(np.array([0.1, 0.2, 0.8, 0.9]), np.array([False, False, True, True])) == 1.0


def test_a_fitted_curve_gives_chances_that_come_true():
    rng = np.random.default_rng(5)
    logits = rng.normal(0, 3, 4000)
    right = rng.random(4000) < Curve(0.5, -1.0).chance(logits)
    curve = fit(logits, right)
    assert curve.slope == pytest.approx(0.5, abs=0.06)
    assert calibration_error(curve.chance(logits), right)[0] < 0.03


def test_bm25_prefers_the_chunk_with_the_rare_word():
    chunks = ["the rent is due", "the rent of the boathouse", "the garden and the rent"]
    assert int(np.argmax(bm25_scores("boathouse rent", chunks))) == 1
