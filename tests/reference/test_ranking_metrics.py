"""Ranking measures against ir-measures and ranx, words against NLTK."""

import random
import warnings

import pytest

from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.metrics.measure import get_measure
from pincite.metrics.scorer import Scorer
from pincite.metrics.words import sentence_words
from pincite.spans import Span

CUTOFFS = (1, 3, 10, 50)


@pytest.fixture(scope="module")
def random_runs():
    """Graded qrels and runs without ties: some documents ungraded, some graded ones missing, some queries empty."""
    chance = random.Random(11)
    qrels, runs = {}, {}
    for number in range(60):
        query = f"q{number}"
        docs = [f"d{i}" for i in range(80)]
        qrels[query] = {doc: chance.choice([0, 1, 1, 2, 3]) for doc in chance.sample(docs, chance.randint(1, 20))}
        qrels[query]["d0"] = 1
        ranked = chance.sample(docs, chance.randint(1, 60))
        runs[query] = {doc: float(100 - rank) for rank, doc in enumerate(ranked)}
    return qrels, runs


def ours(qrels, runs, name, k):
    values = {}
    for query, grades in qrels.items():
        hits = [Passage(doc, Span(0, 1)) for doc in runs[query]]
        values[query] = Scorer([QueryOutcome(hits=hits, grades=grades)]).score(get_measure(name, k))[0]
    return values


def test_ranking_measures_agree_with_ir_measures(random_runs):
    ir_measures = pytest.importorskip("ir_measures")
    qrels, runs = random_runs
    theirs = {"p": ir_measures.P, "r": ir_measures.R, "mrr": ir_measures.RR, "map": ir_measures.AP}
    theirs["ndcg"] = ir_measures.nDCG
    for name, measure in theirs.items():
        for k in CUTOFFS:
            expected = {row.query_id: row.value for row in ir_measures.iter_calc([measure @ k], qrels, runs)}
            found = ours(qrels, runs, name, k)
            assert found == pytest.approx(expected, abs=1e-9), (name, k)


@pytest.mark.slow
def test_ranking_measures_agree_with_ranx(random_runs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ranx = pytest.importorskip("ranx")
        qrels, runs = random_runs
        theirs = {"p": "precision", "r": "recall", "mrr": "mrr", "map": "map", "ndcg": "ndcg"}
        positive = {query: {doc: grade for doc, grade in grades.items() if grade} for query, grades in qrels.items()}
        for name, measure in theirs.items():
            for k in CUTOFFS:
                expected = ranx.evaluate(ranx.Qrels(positive), ranx.Run(runs), f"{measure}@{k}", return_mean=False)
                found = [value for _, value in sorted(ours(positive, runs, name, k).items())]
                assert found == pytest.approx(list(expected), abs=1e-9), (name, k)


def test_words_agree_with_nltk():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        destructive = pytest.importorskip("nltk.tokenize.destructive")
    tokenizer = destructive.NLTKWordTokenizer()
    chance = random.Random(5)
    words = [
        *("cannot", "the", "party's", "don't", "(a)", "5.2(b)", "$3,000.00", "'quoted'", "“Term”", "e-mail", "and/or"),
        *("U.S.", "Inc.", "--", "—", "*", "a@b.com", "'tis", "gonna", "1:30", "x:y", "end...", "Acme's,", "[x]", "50%"),
        *("O'Neil", "parties'", "we'll", '"Q"', "#1", "N.A.,", "Section"),
    ]
    for _ in range(2000):
        sentence = " ".join(chance.choices(words, k=chance.randint(1, 12))) + chance.choice([".", "", "?", '."', ".)"])
        expected = [word for word in tokenizer.tokenize(sentence.lower()) if word.isalnum()]
        assert sentence_words(sentence) == expected, sentence
