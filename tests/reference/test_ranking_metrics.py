"""Ranking measures against ir-measures and ranx, words against NLTK.

ir-measures needs a package without wheels for Linux on ARM: `ir_measures.json` holds what it says of the random runs.
`python -m tests.reference.test_ranking_metrics` writes that file anew, where the `reference` group is installed.
"""

import json
import random
import warnings
from pathlib import Path

import pytest

from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.metrics.measure import get_measure
from pincite.metrics.scorer import Scorer
from pincite.metrics.words import sentence_words
from pincite.spans import Span

CUTOFFS = (1, 3, 10, 50)
NAMES = {"p": "P", "r": "R", "mrr": "RR", "map": "AP", "ndcg": "nDCG"}
RECORDED = Path(__file__).with_name("ir_measures.json")


def make_runs():
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


@pytest.fixture(scope="module")
def random_runs():
    return make_runs()


def ours(qrels, runs, name, k):
    values = {}
    for query, grades in qrels.items():
        hits = [Passage(doc, Span(0, 1)) for doc in runs[query]]
        values[query] = Scorer([QueryOutcome(hits=hits, grades=grades)]).score(get_measure(name, k))[0]
    return values


def theirs(ir_measures, qrels, runs):
    """By measure and cutoff, the value of each query in order."""
    table = {}
    for name, measure in NAMES.items():
        for k in CUTOFFS:
            rows = ir_measures.iter_calc([getattr(ir_measures, measure) @ k], qrels, runs)
            values = {row.query_id: row.value for row in rows}
            table[f"{name}@{k}"] = [values[query] for query in qrels]
    return table


def assert_agreement(table, qrels, runs):
    assert len(table) == len(NAMES) * len(CUTOFFS)
    for key, expected in table.items():
        name, k = key.split("@")
        found = ours(qrels, runs, name, int(k))
        assert [found[query] for query in qrels] == pytest.approx(expected, abs=1e-9), key


def test_ranking_measures_agree_with_what_ir_measures_said(random_runs):
    assert_agreement(json.loads(RECORDED.read_text("utf-8")), *random_runs)


def test_ranking_measures_agree_with_ir_measures(random_runs):
    assert_agreement(theirs(pytest.importorskip("ir_measures"), *random_runs), *random_runs)


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


def record():
    """Write what ir-measures says of the random runs."""
    import ir_measures

    table = theirs(ir_measures, *make_runs())
    rows = ",\n".join(f'"{key}": {json.dumps([round(value, 12) for value in values])}' for key, values in table.items())
    RECORDED.write_text(f"{{\n{rows}\n}}\n", "utf-8")


if __name__ == "__main__":
    record()
