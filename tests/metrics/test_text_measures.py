"""Measures of words against what azure-ai-evaluation and ragas give (tests/reference/record_text_measures.py)."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import Response
from pincite.metrics.edit_distance import likeness
from pincite.metrics.measure import get_measure
from pincite.metrics.scorer import Scorer

RECORDED = json.loads(Path(__file__).with_name("text_measures.json").read_text("utf-8"))


@pytest.mark.parametrize("measure", ["f1_score", "rouge_1", "rouge_2", "rouge_l"])
def test_measures_of_answers_are_those_of_azure_ai_evaluation(measure):
    rows = RECORDED["answers"]
    outcomes = [QueryOutcome(gold_answer=row["truth"], response=Response("q", answer=row["answer"])) for row in rows]
    values = Scorer(outcomes).score(get_measure(measure))
    np.testing.assert_allclose(values, [row[measure] for row in rows], atol=1e-12)
    assert len(set(values.tolist())) > 5


@pytest.mark.parametrize("measure", ["ragas_context_recall", "ragas_context_precision"])
def test_measures_of_contexts_are_those_of_ragas(measure):
    rows = RECORDED["contexts"]
    outcomes = [QueryOutcome(texts=row["found"], gold_texts=row["wanted"]) for row in rows]
    values = Scorer(outcomes).score(get_measure(measure))
    # ragas adds a ten-billionth to a denominator.
    np.testing.assert_allclose(values, [row[measure] for row in rows], atol=1e-9)
    assert {0.0, 1.0} < set(np.round(values, 6).tolist())


def test_edits_are_those_of_the_plain_table():
    choose = random.Random(3)
    for _ in range(200):
        one, other = ("".join(choose.choices("abč", k=choose.randrange(12))) for _ in range(2))
        row = list(range(len(other) + 1))
        for at, sign in enumerate(one, start=1):
            before, row = row, [at]
            for n, match in enumerate(other, start=1):
                row.append(min(before[n] + 1, row[n - 1] + 1, before[n - 1] + (sign != match)))
        longest = max(len(one), len(other))
        assert likeness(one, other) == pytest.approx(1 - row[-1] / longest if longest else 1)
