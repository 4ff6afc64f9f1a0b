import pytest

from pincite.errors import UnknownName
from pincite.metrics.measure import get_measure, parse_measure, parse_measures, standard_measures


@pytest.mark.parametrize("text", ["precision@1", "lbr_recall@8", "drm@8", "exact_match", "recall", "ndcg@10"])
def test_a_measure_prints_as_it_parses(text):
    assert str(parse_measure(text)) == text


@pytest.mark.parametrize("text", ["accuracy", "recall@0", "recall@-1", "recall@x", "Recall@1", "", "exact_match@3"])
def test_what_is_no_measure_lists_those_that_are(text):
    with pytest.raises(UnknownName, match="text_recall@k"):
        parse_measure(text)


def test_lists_are_read_with_commas_and_each_measure_once():
    assert parse_measures(["recall@1, drm@8", "recall@1"]) == [get_measure("recall", 1), get_measure("drm", 8)]


def test_the_standard_measures_stop_at_k():
    assert {measure.k for measure in standard_measures(10)} == {1, 2, 4, 8, 10}
    assert {measure.k for measure in standard_measures(64)} == {1, 2, 4, 8, 16, 32, 64}


def test_less_is_better_for_mismatches():
    assert not parse_measure("drm@8").more_is_better
    assert parse_measure("recall@8").more_is_better
