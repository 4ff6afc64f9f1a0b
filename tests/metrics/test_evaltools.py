import numpy as np
import pytest

from pincite.domain.answer import NOT_FOUND
from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.metrics.measure import parse_measure
from pincite.metrics.scorer import Scorer


def score(measure, answer, truth="", **options):
    row = QueryOutcome(gold_answer=truth, response=Response("q", answer=answer, **options))
    value = Scorer([row]).score(parse_measure(measure))[0]
    return None if np.isnan(value) else float(value)


def test_word_f1_leaves_case_punctuation_and_articles_out():
    assert score("f1_score", "The tenant pays, in advance.", "A TENANT pays in advance") == 1
    assert score("f1_score", "tenant pays", "the landlord pays") == pytest.approx(1 / 2)
    assert score("f1_score", "tenant", "") is None
    assert score("f1_score", "", "tenant") == 0


def test_length_and_latency_are_the_answer_s_own():
    assert score("answer_length", "Ninety pounds.") == 14
    assert score("latency", "Yes.", seconds={"search": 0.5, "answer": 1.0}) == 1.5
    assert score("latency", "Yes.") is None
    assert score("latency", "Error", error="too slow", seconds={"ask": 9.0}) is None


def test_citations_in_brackets():
    assert [score("has_citation", text) for text in ("So [1].", "So it is.", "So [].")] == [1, 0, 0]
    assert [score("citation_rate", text) for text in ("So [1].", "So it is.")] == [1, 0]
    assert [score("any_citation", text) for text in ("So [lease.pdf#page=7].", "So [1].")] == [1, 0]
    assert score("any_citation", "So [1].", citations=(CitedSource("lease.pdf", number=1, page=7),)) == 1


def test_files_of_the_truth_are_matched():
    truth = "So [lease.pdf#page=7] and [policy.html]."
    assert score("citations_matched", "See [lease.pdf#page=7].", truth) == 0.5
    assert score("citation_match", "See [lease.pdf#page=7].", truth) == 0
    assert score("citation_match", "See [policy.html] and [lease.pdf#page=1].", truth) == 1


def test_a_truth_without_citations_divides_by_nothing():
    assert score("citations_matched", "See [lease.pdf].", "It is so.") is None
    assert score("citation_match", "See [lease.pdf].", "It is so.") is None


def test_not_knowing_is_rated():
    assert score("dontknowness", NOT_FOUND) == 5
    assert score("dontknowness", "", abstained=True) == 5
    assert score("dontknowness", "I don't know.") == 5
    assert score("dontknowness", "The rent is ninety pounds [1]. No information is given on repairs [2].") == 3
    assert score("dontknowness", "The rent is ninety pounds.") == 1


def test_statistics_have_evaltools_names():
    assert parse_measure("has_citation").statistics(np.array([1.0, 0.0, 1.0])) == {"total": 2, "rate": 0.67}
    assert set(parse_measure("latency").statistics(np.array([1.0, 2.0]))) == {"mean", "max", "min"}
    rated = parse_measure("dontknowness").statistics(np.array([5.0, 1.0, 4.0]))
    assert rated == {"pass_count": 2, "pass_rate": 0.67, "mean_rating": 3.33}
