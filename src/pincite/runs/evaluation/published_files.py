"""The files that evaltools and the direct script write, beside a run: a missing value is −1 in them, as there."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from pincite.domain.response import Response
from pincite.domain.run import RunQuestion
from pincite.files import write_text
from pincite.metrics.legal.sources import named_sources, source_label
from pincite.metrics.measure import known_measure
from pincite.ports.evaluation import Measure
from pincite.runs.evaluation.confidence import confidences
from pincite.runs.evaluation.config import EvaluationConfig
from pincite.runs.evaluation.measures import DIRECT, LEGAL
from pincite.runs.evaluation.truth import tag_value
from pincite.runs.folder import RunFolder, write_rows
from pincite.runs.score_table import ScoreTable

MISSING = -1


def published_column(metric: str) -> str:
    """The measure of ours that a column of evaltools' files holds: of a legal metric, what `evaluate.py` computes."""
    return f"evaluate_py_{metric}" if metric in LEGAL else metric


def write_evaltools_files(
    folder: Path, config: EvaluationConfig, run: RunFolder, table: ScoreTable, *, measures: Sequence[Measure]
) -> None:
    """eval_results.jsonl, summary.json, evaluate_parameters.json and config.json.

    Corrected values of legal metrics stand beside the published ones as `corrected_…`. `confidence` is what the
    metrics make of a row together, and `low_confidence` marks those to be read again.
    """
    columns = _columns(config, table)
    sure = confidences(table, config.confidence_weights)
    own = {str(measure): measure for measure in measures}
    rows = [
        _result(question, run.responses.get(question.id))
        | {name: _minus_one(table.column(measure)[at]) for name, measure in columns.items()}
        | _confidence(sure[at], low=config.confidence_low)
        for at, question in enumerate(table.questions)
    ]
    write_rows(folder / "eval_results.jsonl", rows)
    write_text(folder / "summary.json", _json(_summary(columns, table, own)))
    parameters = {
        "evaluation_gpt_model": run.notes.get("judge"),
        "evaluation_timestamp": int(time.time()),
        "testdata_path": str(config.testdata),
        "target_url": config.target_url or None,
        "target_parameters": config.parameters,
        "num_questions": len(table.questions),
    }
    write_text(folder / "evaluate_parameters.json", _json(parameters))
    write_text(folder / "config.json", _json(config.raw))


def _columns(config: EvaluationConfig, table: ScoreTable) -> dict[str, str]:
    """The measure of each column by its name, in the order of the config."""
    wanted: dict[str, str] = {}
    for metric in config.metrics:
        if ":" in metric:
            # A metric of the user's own has a name of its own, which only the table knows.
            continue
        wanted[metric] = published_column(metric)
        if metric in LEGAL:
            wanted[f"corrected_{metric}"] = metric
    wanted |= {name: name for name in table.measures if known_measure(name) is None}
    return {name: measure for name, measure in wanted.items() if measure in table.measures and name != "latency"}


def _result(question: RunQuestion, response: Response | None) -> dict[str, Any]:
    gold = question.gold
    failed = response is None or response.error is not None
    error = response.error if response is not None and response.error else "no response"
    row = {
        "question": gold.query.text,
        "truth": gold.answer or "",
        "answer": error if failed else (response.answer if response else "") or "",
        "context": error if failed else "\n\n".join(response.texts if response else ()),
        "latency": MISSING if failed else round(sum(response.seconds.values()), 6) if response else MISSING,
    }
    extra = {"source_type": tag_value(gold.tags, "source_type"), "category": tag_value(gold.tags, "category")}
    return row | {name: value for name, value in extra.items() if value}


def _summary(columns: Mapping[str, str], table: ScoreTable, measures: Mapping[str, Measure]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, measure in {**columns, "latency": "latency"}.items():
        if measure not in table.measures:
            continue
        values = table.column(measure)
        present = values[~np.isnan(values)]
        known = measures.get(measure)
        if known is not None and len(present):
            found[name] = {key: round(value, 2) for key, value in known.statistics(present).items()}
        else:
            found[name] = {"total_evaluated": 0}
    return found | {"num_questions": {"total": len(table.questions)}}


def direct_results(run: RunFolder, table: ScoreTable) -> dict[str, Any]:
    """What the direct script writes: the overall means, by source type and by category, and every row."""
    questions = table.questions
    types = [tag_value(question.gold.tags, "source_type") or "unknown" for question in questions]
    categories = [tag_value(question.gold.tags, "category") or "unknown" for question in questions]
    return {
        "type": "direct_evaluation",
        "summary": {
            "total_entries": len(questions),
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "overall": _direct_means(table, [True] * len(questions)),
            "by_source_type": _grouped(table, types),
            "by_category": _grouped(table, categories),
        },
        "detailed_results": [
            _detail(question, run.responses.get(question.id), table, at) for at, question in enumerate(questions)
        ],
    }


def _grouped(table: ScoreTable, names: Sequence[str]) -> dict[str, Any]:
    return {
        name: {"count": names.count(name), **_direct_means(table, [name == other for other in names])}
        for name in dict.fromkeys(names)
    }


def _direct_means(table: ScoreTable, among: Sequence[bool]) -> dict[str, float]:
    found = {}
    for name, measure in DIRECT.items():
        values = table.column(measure)[np.array(among, dtype=bool)]
        present = values[~np.isnan(values)]
        found[name] = round(float(present.mean()), 3) if len(present) else float(MISSING)
    return found


def _detail(question: RunQuestion, response: Response | None, table: ScoreTable, at: int) -> dict[str, Any]:
    row = _result(question, response)
    cited = [source_label(source) for source in response.citations] if response else []
    return {
        "question": row["question"],
        "source_type": row.get("source_type", ""),
        "category": row.get("category", ""),
        "truth": row["truth"],
        "response": row["answer"],
        "expected_sources": named_sources(row["truth"]),
        "cited_sources": list(dict.fromkeys(cited)),
        "metrics": {name: _minus_one(table.column(measure)[at]) for name, measure in DIRECT.items()},
    }


def _confidence(value: float | None, *, low: float) -> dict[str, Any]:
    return {"confidence": MISSING if value is None else value, "low_confidence": value is not None and value < low}


def _minus_one(value: float) -> float:
    return MISSING if np.isnan(value) else float(value)


def _json(value: Any) -> str:
    return json.dumps(value, indent=4, ensure_ascii=False) + "\n"
