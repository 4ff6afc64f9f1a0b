"""Scoring files of predictions against files of gold, without a corpus and without a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from pincite.bench.legalbenchrag import read_benchmark, read_tests
from pincite.domain.benchmark import Gold, Query
from pincite.domain.response import Response
from pincite.domain.run import Question
from pincite.errors import BenchmarkError
from pincite.metrics.measure import STANDARD, answer_measures, get_measure
from pincite.metrics.scorer import Scorer
from pincite.ports.evaluation import Measure
from pincite.runs.predictions import pair, read_predictions
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import fill_table, make_outcomes

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
    """The scores of one file of predictions; without measures, those that fit what it holds."""
    queries = [question.gold.query for question in gold.questions]
    responses = pair(read_predictions(predictions), queries, where=str(predictions))
    outcomes = [
        replace(outcome, gold_texts=gold.texts.get(question.id, ()), grades=gold.grades.get(question.id))
        for question, outcome in zip(gold.questions, make_outcomes(gold.questions, responses), strict=True)
    ]
    wanted = list(measures) or fitting_measures(responses, gold, k=k)
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


def as_csv(tables: Mapping[str, ScoreTable]) -> str:
    """A line for each file of predictions, set and measure; `queries` is how many have a value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["predictions", "set", "measure", "value", "queries"])
    for name, table in tables.items():
        for group, scores in table.summary().items():
            counts = table.counted(group)
            writer.writerows(
                [name, group, measure, "" if value is None else repr(value), counts[measure]]
                for measure, value in scores.items()
            )
    return out.getvalue()


def _read_qrels(path: Path, gold: GoldFile) -> None:
    """Lines `query 0 document grade`; or BEIR's: a header, then query, document and grade separated by tabs."""
    grades: dict[str, dict[str, float]] = {}
    lines = path.read_text("utf-8-sig").splitlines()
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
