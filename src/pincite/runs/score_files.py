"""Prediction files scored against gold files, without a corpus and without a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from pincite.bench.legalbenchrag import read_benchmark, read_tests
from pincite.domain.benchmark import Gold, Query
from pincite.domain.run import Question, Record
from pincite.errors import BenchmarkError
from pincite.metrics.columns import Judged
from pincite.metrics.measure import SPAN_MEASURES, Measure
from pincite.metrics.score import Scorer
from pincite.runs.predictions import pair, read_predictions
from pincite.runs.scoring import ScoreTable, fill_table

_TEXT = ("text_recall", "text_ndcg", "script_recall", "script_ndcg")


@dataclass(frozen=True, slots=True)
class GoldFile:
    """Questions with the words of their gold and, from qrels, the grades of documents."""

    questions: list[Question]
    texts: dict[str, tuple[str, ...]]
    grades: dict[str, dict[str, float]]


def read_gold(paths: Sequence[Path]) -> GoldFile:
    """Benchmark files, each a set; or TREC qrels."""
    gold = GoldFile([], {}, {})
    for path in paths:
        if not path.is_file():
            raise BenchmarkError(str(path), "there is no such file")
        if path.read_text("utf-8-sig", errors="replace").lstrip()[:1] in {"[", "{"}:
            bench = read_benchmark(path)
            for item, test in zip(bench.items, read_tests(path), strict=True):
                gold.questions.append(Question(path.stem, item))
                gold.texts[item.query.id] = tuple(snippet.answer or "" for snippet in test.snippets)
        else:
            _read_qrels(path, gold)
    return gold


def score_file(predictions: Path, gold: GoldFile, *, measures: Sequence[Measure], k: int) -> ScoreTable:
    """The scores of one file of predictions; without measures, those that what it holds can be measured by."""
    records = pair(read_predictions(predictions), gold.questions, where=str(predictions))
    judged = [_judged(question, records.get(question.id), gold) for question in gold.questions]
    wanted = list(measures) or fitting_measures(records, gold, k=k)
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


def _read_qrels(path: Path, gold: GoldFile) -> None:
    """Lines `query 0 document grade`; or BEIR's: after a head, query, document and grade with tabs between."""
    grades: dict[str, dict[str, float]] = {}
    lines = path.read_text("utf-8-sig").split("\n")
    beir = bool(lines) and lines[0].startswith("query-id\t")
    for number, line in enumerate(lines, 1):
        parts = line.split("\t" if beir else None)
        if not line.strip() or (beir and number == 1):
            continue
        try:
            query, doc, grade = parts if beir else map(unquote, (parts[0], *parts[2:]))
            grades.setdefault(query, {})[doc] = float(grade)
        except ValueError as error:
            problem = "is neither JSON nor qrels (TREC: query 0 document grade; BEIR: query, document, grade)"
            raise BenchmarkError(f"{path}, line {number}", problem) from error
    for query, found in grades.items():
        gold.questions.append(Question(path.stem, Gold(Query(query, query), ())))
        gold.grades[query] = found
