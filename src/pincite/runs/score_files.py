"""Scoring files of predictions against files of gold, without a corpus and without a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pincite.domain.outcome import Need
from pincite.domain.response import Response
from pincite.errors import BenchmarkError
from pincite.metrics.measure import STANDARD, answer_measures, get_measure
from pincite.metrics.scorer import Scorer
from pincite.ports.evaluation import Measure
from pincite.runs.gold_files import GoldFile
from pincite.runs.predictions import pair, read_predictions
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import fill_table, make_outcomes
from pincite.spreadsheet_text import guard

_TEXT = ("text_recall", "text_ndcg", "stated_ndcg", "script_recall", "script_ndcg")


def score_file(predictions: Path, gold: GoldFile, *, measures: Sequence[Measure], k: int) -> ScoreTable:
    """The scores of one file of predictions; without measures, those that fit what it holds."""
    found = read_predictions(predictions)
    if not gold.named:
        found = [replace(one, query_id=None, query=None) for one in found]
    queries = [question.gold.query for question in gold.questions]
    responses = pair(found, queries, where=str(predictions))
    outcomes = [
        replace(outcome, gold_texts=gold.texts.get(question.id, ()), grades=gold.grades.get(question.id))
        for question, outcome in zip(gold.questions, make_outcomes(gold.questions, responses), strict=True)
    ]
    wanted = list(measures) or fitting_measures(responses, gold, k=k)
    _refuse_without_places(wanted, gold)
    return fill_table(Scorer(outcomes), gold.questions, wanted)


def fitting_measures(responses: Mapping[str, Response], gold: GoldFile, *, k: int) -> list[Measure]:
    """Measures of words for words, of spans for spans, of answers for answers, of documents for qrels."""
    if gold.grades:
        return [get_measure(name, k) for name in ("p", "r", "mrr", "map", "ndcg")]
    found: list[Measure] = []
    if any(response.texts for response in responses.values()):
        found += [get_measure("exact_match"), get_measure("span_f1"), *(get_measure(name, k) for name in _TEXT)]
    if any(response.answer is not None for response in responses.values()):
        found += answer_measures()
    if any(response.hits for response in responses.values()) or not found:
        found += [get_measure(name, k) for name in STANDARD]
    return found


def _refuse_without_places(measures: Sequence[Measure], gold: GoldFile) -> None:
    needing = [str(measure) for measure in measures if Need.SPANS in measure.needs]
    if needing and gold.placeless:
        problem = (
            f"has no 'file_path' with a sound 'span', which {needing[0]} needs; give predictions with words "
            "('retrieved_passages') and measures of words, such as span_f1"
        )
        raise BenchmarkError(gold.placeless, problem)


def as_csv(tables: Mapping[str, ScoreTable]) -> str:
    """A line for each file of predictions, set and measure; `queries` is how many have a value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["predictions", "set", "measure", "value", "queries"])
    for name, table in tables.items():
        for group, scores in table.summary().items():
            counts = table.counted(group)
            writer.writerows(
                [guard(name), guard(group), measure, "" if value is None else repr(value), counts[measure]]
                for measure, value in scores.items()
            )
    return out.getvalue()
