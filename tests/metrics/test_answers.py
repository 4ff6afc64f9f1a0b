import numpy as np
import pytest

from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.metrics.measure import answer_measures, parse_measure
from pincite.metrics.scorer import Scorer
from pincite.spans import Span

TEXTS = {"lease": "The tenant pays ninety pounds. The landlord repairs the roof.", "policy": "We sell no data."}


def at(doc, start, end):
    return Passage(doc, Span(start, end))


def cite(doc, start, end, quote=None):
    return CitedSource(doc, at(doc, start, end), TEXTS[doc][start:end] if quote is None else quote)


def answered(*citations, text="It says so [1].", **options):
    return Response("q", answer=text, citations=citations, **options)


def score(measure, *outcomes, texts=TEXTS):
    return Scorer(outcomes, texts=texts.get).score(parse_measure(measure)).tolist()


def missing(values):
    return [bool(np.isnan(value)) for value in values]


# Gold is [0, 30) of the lease; cited are [20, 30), twice, and ten characters of another document.
HALF = QueryOutcome(gold=[at("lease", 0, 30)], response=answered(cite("lease", 20, 30), cite("lease", 20, 30)))
STRAY = QueryOutcome(gold=[at("lease", 0, 30)], response=answered(cite("lease", 20, 30), cite("policy", 0, 10)))
SILENT = QueryOutcome(gold=[at("lease", 0, 30)], response=answered(text="Not found.", abstained=True))
NO_GOLD = QueryOutcome(response=answered(cite("policy", 0, 10), abstained=False))
NOT_ASKED = QueryOutcome(gold=[at("lease", 0, 30)], response=Response("q"))


def test_cited_characters_count_once_against_the_gold():
    assert score("citation_precision", HALF, STRAY) == pytest.approx([1, 1 / 2])
    assert score("citation_recall", HALF, STRAY) == pytest.approx([1 / 3, 1 / 3])
    assert score("citation_f1", HALF, STRAY) == pytest.approx([2 * 10 / 40, 2 * 10 / 50])


def test_what_cannot_be_measured_is_missing_and_not_zero():
    outcomes = (SILENT, NO_GOLD, NOT_ASKED)
    assert missing(score("citation_precision", *outcomes)) == [True, False, True]
    assert missing(score("citation_recall", *outcomes)) == [False, True, True]
    assert missing(score("citation_f1", *outcomes)) == [False, True, True]
    assert score("citation_recall", SILENT) == score("citation_f1", SILENT) == [0]
    assert score("citation_precision", NO_GOLD) == [0]


def test_where_no_answer_was_asked_for_every_measure_of_answers_is_missing():
    for measure in answer_measures():
        assert missing(score(str(measure), NOT_ASKED, NOT_ASKED)) == [True, True], measure


def test_a_citation_is_verified_by_the_words_of_the_document():
    good, wrong = cite("lease", 0, 10), cite("lease", 0, 10, quote="The tenent")
    placeless = CitedSource("lease", quote="repairs the roof")
    bare, unknown = CitedSource("lease"), CitedSource("elsewhere", quote="who knows")
    for citations, value in (
        ([good], 1),
        ([good, wrong], 1 / 2),
        ([placeless], 1),
        ([CitedSource("lease", quote="repairs the slipway")], 0),
        ([bare], 0),
        ([good, unknown], 1),
        ([cite("lease", 0, 10), cite("lease", 10**6, 10**6 + 4, quote="none")], 1 / 2),
    ):
        assert score("verified", QueryOutcome(response=answered(*citations))) == pytest.approx([value]), citations
    assert missing(score("verified", SILENT, QueryOutcome(response=answered(unknown)))) == [True, True]


def test_words_of_an_answer_count_as_often_as_they_occur():
    outcome = QueryOutcome(
        gold_answer="The tenant pays the rent", response=answered(text="The TENANT pays, pays [12].")
    )
    # the, tenant, pays in common; four words said, five wanted; the mark is no word.
    assert score("word_f1", outcome) == pytest.approx([2 * 3 / 9])
    assert missing(score("word_f1", HALF)) == [True]
    assert score("word_f1", QueryOutcome(gold_answer="Yes", response=answered(text=""))) == [0]


def test_words_quoted_are_held_against_the_gold_passages():
    assert score("quote_f1", QueryOutcome(gold=[at("lease", 0, 30)], response=answered(cite("lease", 0, 30)))) == [1]
    assert score("quote_f1", SILENT) == [0]
    assert missing(score("quote_f1", NO_GOLD)) == [True]
    assert missing(score("quote_f1", HALF, texts={})) == [True]


def declining(answerable, abstained, **options):
    return QueryOutcome(gold_answer="yes" if answerable else None, response=answered(abstained=abstained, **options))


def test_abstention_is_the_balanced_accuracy_of_answering():
    """Eight answerable questions, two of them declined; two unanswerable ones, one declined."""
    outcomes = [declining(True, n < 2) for n in range(8)] + [declining(False, True), declining(False, False)]
    scorer = Scorer(outcomes)
    everyone = np.ones(10, dtype=bool)
    found = {}
    for name in ("abstention", "right_refusal", "wrong_refusal"):
        measure = parse_measure(name)
        values = scorer.score(measure)
        found[name] = scorer.combine(measure, values, among=everyone), int((~np.isnan(values)).sum())
    assert found["abstention"] == (pytest.approx((6 / 8 + 1 / 2) / 2), 10)
    assert found["right_refusal"] == (pytest.approx(1 / 2), 2)
    assert found["wrong_refusal"] == (pytest.approx(2 / 8), 8)
    only = parse_measure("abstention")
    assert scorer.combine(only, scorer.score(only), among=np.arange(10) < 8) == pytest.approx(6 / 8)
    assert np.isnan(scorer.combine(only, scorer.score(only), among=np.zeros(10, dtype=bool)))


def test_whether_a_target_declined_is_not_guessed_from_its_words():
    assert missing(score("abstention", declining(True, None, text="I am not sure."))) == [True]
    assert score("abstention", declining(False, None, text=" "), declining(True, None, text="")) == [1, 0]


def test_a_question_that_failed_counts_as_wrong():
    failed = [
        QueryOutcome(gold_answer=gold, response=Response("q", answer="", error="too slow")) for gold in ("yes", None)
    ]
    assert score("abstention", *failed) == [0, 0]
    assert score("wrong_refusal", failed[0]) == [1]
    assert score("right_refusal", failed[1]) == [0]
