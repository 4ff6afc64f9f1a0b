"""Prediction files scored against gold files, without a corpus and without a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pincite.domain.run import Question, Record
from pincite.errors import BenchmarkError
from pincite.metrics.columns import Judged
from pincite.metrics.measure import SPAN_MEASURES, Measure
from pincite.metrics.score import Scorer
from pincite.runs.gold_files import GoldFile
from pincite.runs.predictions import pair, read_predictions
from pincite.runs.scoring import ScoreTable, fill_table

_TEXT = ("text_recall", "text_ndcg", "stated_ndcg", "script_recall", "script_ndcg")


def score_file(predictions: Path, gold: GoldFile, *, measures: Sequence[Measure], k: int) -> ScoreTable:
    """The scores of one file of predictions; without measures, those that what it holds can be measured by."""
    found = read_predictions(predictions)
    if not gold.named:
        found = [replace(one, query_id=None, query=None) for one in found]
    records = pair(found, gold.questions, where=str(predictions))
    judged = [_judged(question, records.get(question.id), gold) for question in gold.questions]
    wanted = list(measures) or fitting_measures(records, gold, k=k)
    _refuse_without_places(wanted, gold)
    return fill_table(Scorer(judged), gold.questions, wanted)


def fitting_measures(records: Mapping[str, Record], gold: GoldFile, *, k: int) -> list[Measure]:
    """Measures of words for words, of spans for spans, of documents for qrels."""
    if gold.grades:
        return [Measure(name, k) for name in ("p", "r", "mrr", "map", "ndcg")]
    found: list[Measure] = []
    if any(record.texts for record in records.values()):
        found += [Measure("exact_match"), Measure("span_f1"), *(Measure(name, k) for name in _TEXT)]
    if any(record.hits for record in records.values()) or not found:
        found += [Measure(name, k) for name in SPAN_MEASURES]
    return found


def _refuse_without_places(measures: Sequence[Measure], gold: GoldFile) -> None:
    needing = [str(measure) for measure in measures if measure.name in SPAN_MEASURES]
    if needing and gold.placeless:
        problem = (
            f"has no 'file_path' with a sound 'span', which {needing[0]} needs; give predictions with words "
            "('retrieved_passages') and measures of words, such as span_f1"
        )
        raise BenchmarkError(gold.placeless, problem)


def as_csv(tables: Mapping[str, ScoreTable]) -> str:
    """A line for each file of predictions, set and measure."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["predictions", "set", "measure", "value", "queries"])
    for name, table in tables.items():
        sets = [question.set for question in table.questions]
        for group, scores in table.summary().items():
            count = len(sets) if group == "all" else sets.count(group)
            writer.writerows([name, group, measure, repr(value), count] for measure, value in scores.items())
    return out.getvalue()


def _judged(question: Question, record: Record | None, gold: GoldFile) -> Judged:
    return Judged(
        gold=question.gold.passages,
        hits=[hit.passage for hit in record.hits] if record else (),
        texts=record.texts if record else (),
        gold_texts=gold.texts.get(question.id, ()),
        grades=gold.grades.get(question.id),
    )
