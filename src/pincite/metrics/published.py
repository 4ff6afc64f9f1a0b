"""The four figures of the published scoring script, computed as it computes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pincite.errors import BenchmarkError
from pincite.metrics.texts import TextQuery, exact_match, script_ndcg, script_recall, span_f1

_RULE = "=" * 26


def score_predictions(
    predictions: Sequence[Mapping[str, Any]], gold: Sequence[Mapping[str, Any]] | Mapping[str, Any], *, k: int = 10
) -> dict[str, float]:
    """The means over all queries; predictions and gold are paired by their place."""
    tests = gold.get("tests", []) if isinstance(gold, Mapping) else gold
    if len(predictions) != len(tests):
        raise ValueError(f"There are {len(predictions)} predictions for {len(tests)} gold queries; they must pair.")
    queries = [
        TextQuery(
            golds=tuple(snippet.get("answer", "") for snippet in test.get("snippets", ())),
            passages=tuple(prediction.get("retrieved_passages", ())),
        )
        for prediction, test in zip(predictions, tests, strict=True)
    ]
    return {
        "exact_match": _mean([exact_match(query) for query in queries]),
        "span_f1": _mean([span_f1(query) for query in queries]),
        f"recall@{k}": _mean([script_recall(query, k) for query in queries]),
        f"ndcg@{k}": _mean([script_ndcg(query, k) for query in queries]),
        "num_examples": float(len(queries)),
    }


def read_json(path: Path) -> Any:
    """A JSON file, or an error that names it."""
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise BenchmarkError(str(path), "there is no such file") from error
    except (OSError, ValueError, RecursionError) as error:
        raise BenchmarkError(str(path), f"is not JSON: {error}") from error


def printout(results: Mapping[str, float]) -> str:
    """The results as the script prints them."""
    lines = [f"{name}: {value:.4f}" for name, value in results.items()]
    return "\n".join(["", "Evaluation Results:", _RULE, *lines, _RULE])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
