from math import log2
from time import perf_counter

import pytest

from pincite.domain.outcome import QueryOutcome
from pincite.metrics.measure import parse_measure
from pincite.metrics.published import printout, score_predictions
from pincite.metrics.scorer import Scorer
from pincite.metrics.words import own_tokens, words_of


def score(measure, golds, passages):
    return Scorer([QueryOutcome(gold_texts=golds, texts=passages)]).score(parse_measure(measure))[0]


def test_exact_match_looks_at_the_first_passage_whatever_its_case():
    assert score("exact_match", ["The Roof leaks."], ["  the roof LEAKS.\n", "x"]) == 1
    assert score("exact_match", ["a", "b"], ["b"]) == 1
    assert score("exact_match", ["a"], ["x", "a"]) == 0
    assert score("exact_match", ["a"], []) == 0


def test_span_f1_takes_the_gold_most_like_the_first_passage():
    # 2 of 3 words of the passage are 2 of the gold's 4.
    precision, recall = 2 / 3, 2 / 4
    expected = 2 * precision * recall / (precision + recall)
    golds = ["Wholly different.", "The roof is old"]
    assert score("span_f1", golds, ["the roof, leaks!"]) == pytest.approx(expected)
    assert score("span_f1", [], ["the roof"]) == 0
    assert score("span_f1", ["---"], ["..."]) == 0


def test_recall_matches_either_way_round():
    golds = ["The roof leaks.", "Rent is due", "Never found"]
    passages = ["Whereas the roof leaks. Therefore", "rent", "other"]
    assert score("text_recall@3", golds, passages) == pytest.approx(2 / 3)
    assert score("text_recall@1", golds, passages) == pytest.approx(1 / 3)


def test_an_empty_passage_matches_everything_in_the_script_and_nothing_in_truth():
    assert score("script_recall@2", ["a", "b"], ["", "x"]) == 1
    assert score("text_recall@2", ["a", "b"], ["", "x"]) == 0
    assert score("script_ndcg@2", ["a"], ["x", ""]) == pytest.approx(1 / log2(3))
    assert score("text_ndcg@2", ["a"], ["x", " "]) == 0


def test_an_empty_passage_gains_by_the_stated_rule_of_substrings():
    assert score("stated_ndcg@2", ["a"], ["x", ""]) == pytest.approx(1 / log2(3))


def test_the_scripts_ideal_knows_only_what_was_retrieved():
    golds = ["one gold", "two gold", "three gold"]
    passages = ["one gold", "nothing", "nothing"]
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert score("script_ndcg@3", golds, passages) == 1
    assert score("stated_ndcg@3", golds, passages) == pytest.approx(1 / ideal)
    assert score("text_ndcg@3", golds, passages) == pytest.approx(1 / ideal)


def test_a_gold_passage_gains_once_in_the_corrected_form():
    passages = ["the gold", "the gold"]
    assert score("stated_ndcg@2", ["the gold"], passages) == pytest.approx(1 + 1 / log2(3))
    assert score("text_ndcg@2", ["the gold"], passages) == 1


def test_no_gold_and_no_passages_score_zero():
    for measure in ("text_recall@5", "text_ndcg@5", "stated_ndcg@5", "script_recall@5", "script_ndcg@5"):
        assert score(measure, [], ["x"]) == 0
        assert score(measure, ["x"], []) == 0


def test_words_are_alphanumeric_and_in_lower_case():
    assert words_of("The Tenant's rent (90.50) is due. Pay it!") == {"the", "tenant", "rent", "is", "due", "pay", "it"}


def test_a_stop_before_a_small_letter_ends_a_sentence_as_in_nltk():
    assert own_tokens("to edit, modify. adapt. translate") == ["to", "edit", "modify", "adapt", "translate"]
    assert own_tokens("fees (storage, etc.), of the yard") == ["fees", "storage", "etc", "of", "the", "yard"]


def test_a_stop_of_an_abbreviation_ends_none_as_in_nltk():
    assert own_tokens("gull inc. pays mr. roe in sept. and in may.") == [
        "gull",
        "pays",
        "roe",
        "in",
        "and",
        "in",
        "may",
    ]
    assert own_tokens("until 1999. the term") == ["until", "the", "term"]
    assert own_tokens("until 1999. 2. the term") == ["until", "1999", "the", "term"]


def test_words_take_time_in_proportion_to_the_text():
    def seconds(text):
        began = perf_counter()
        own_tokens(text)
        return perf_counter() - began

    for unit in ("a", ". ", "a.)", "x." + " " * 40, "'"):
        short, long = (min(seconds(unit * times) for _ in range(3)) for times in (2_000, 16_000))
        assert long < 40 * short + 0.05, unit


PREDICTIONS = [
    {"query": "one", "retrieved_passages": ["The roof leaks.", "Rent"]},
    {"query": "two", "retrieved_passages": []},
]
GOLD = [
    {"query": "one", "snippets": [{"answer": "the roof leaks."}, {"answer": "Rent is due"}]},
    {"query": "two", "snippets": [{"answer": "Nothing"}]},
]


@pytest.mark.parametrize("gold", [GOLD, {"tests": GOLD}])
def test_the_published_figures_have_the_published_keys(gold):
    results = score_predictions(PREDICTIONS, gold, k=10)
    assert results == {"exact_match": 0.5, "span_f1": 0.5, "recall@10": 0.5, "ndcg@10": 0.5, "num_examples": 2.0}


def test_the_published_printout():
    assert printout({"exact_match": 0.0, "num_examples": 100.0}).strip().splitlines() == [
        "Evaluation Results:",
        "==========================",
        "exact_match: 0.0000",
        "num_examples: 100.0000",
        "==========================",
    ]


def test_lists_of_different_lengths_do_not_pair():
    with pytest.raises(ValueError, match="2 predictions for 1 gold"):
        score_predictions(PREDICTIONS, GOLD[:1])


def test_snippets_with_words_are_scored_as_passages():
    snippets = [
        {"query": "one", "retrieved_snippets": [{"file_path": "a", "span": [0, 15], "answer": "The roof leaks."}]},
        {"query": "two", "retrieved_snippets": []},
    ]
    passages = [{"query": "one", "retrieved_passages": ["The roof leaks."]}, {"query": "two", "retrieved_passages": []}]
    assert score_predictions(snippets, GOLD) == score_predictions(passages, GOLD)
    assert score_predictions(snippets, GOLD)["exact_match"] == 0.5


@pytest.mark.parametrize(
    ("predictions", "problem"),
    [
        ([{"retrieved_snippets": [{"file_path": "a", "span": [0, 9]}]}, {}], "Prediction 1 has places and no words"),
        ([{"query": "one"}, {"query": "two"}], "No prediction has 'retrieved_passages'; the first has query"),
        ({"results": []}, "must be a list of objects"),
        (["The roof leaks.", "Rent"], "must be a list of objects"),
    ],
)
def test_predictions_of_another_form_are_refused_and_not_scored_zero(predictions, problem):
    with pytest.raises(ValueError, match=problem):
        score_predictions(predictions, GOLD)


def test_a_prediction_without_passages_counts_as_nothing_found():
    results = score_predictions([PREDICTIONS[0], {"query": "two"}], GOLD)
    assert results == score_predictions(PREDICTIONS, GOLD)
