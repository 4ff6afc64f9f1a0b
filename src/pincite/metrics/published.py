"""The four figures of the published scoring script, computed the way it computes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pincite.errors import BenchmarkError
from pincite.metrics.text_match import TextQuery, exact_match, script_ndcg, script_recall, span_f1

_RULE = "=" * 26
# Where other systems put what they retrieved, and in it the words.
_SNIPPETS = ("retrieved_snippets", "hits", "retrieved")
_WORDS = ("answer", "text", "full_chunk_text")


def score_predictions(
    predictions: Sequence[Mapping[str, Any]], gold: Sequence[Mapping[str, Any]] | Mapping[str, Any], *, k: int = 10
) -> dict[str, float]:
    """The means over all queries; predictions and gold are paired by position.

    A prediction without passages counts as one that found nothing, as in the script. Snippets count by their words;
    where they have none, or where no prediction has passages at all, a ValueError says so.
    """
    _refuse_other_forms(predictions)
    tests = gold.get("tests", []) if isinstance(gold, Mapping) else gold
    if not isinstance(tests, list | tuple) or not all(isinstance(test, Mapping) for test in tests):
        raise ValueError("The gold must be a list of tests, each with 'query' and 'snippets'.")
    if len(predictions) != len(tests):
        raise ValueError(f"There are {len(predictions)} predictions for {len(tests)} gold queries; they must pair.")
    queries = [
        TextQuery(
            golds=tuple(snippet.get("answer", "") for snippet in test.get("snippets", ())),
            passages=_passages(prediction, number),
        )
        for number, (prediction, test) in enumerate(zip(predictions, tests, strict=True), 1)
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


def _refuse_other_forms(predictions: Any) -> None:
    if not isinstance(predictions, list | tuple) or not all(isinstance(row, Mapping) for row in predictions):
        raise ValueError("The predictions must be a list of objects, each with 'query' and 'retrieved_passages'.")
    if predictions and not any(key in row for row in predictions for key in ("retrieved_passages", *_SNIPPETS)):
        keys = ", ".join(map(str, predictions[0])) or "nothing"
        raise ValueError(f"No prediction has 'retrieved_passages'; the first has {keys}.")


def _passages(prediction: Mapping[str, Any], number: int) -> tuple[str, ...]:
    if "retrieved_passages" in prediction:
        found, key = prediction["retrieved_passages"] or (), "retrieved_passages"
    else:
        key = next((key for key in _SNIPPETS if key in prediction), "")
        found = [_words(snippet) for snippet in prediction[key]] if key else ()
    if not all(isinstance(passage, str) for passage in found):
        raise ValueError(
            f"Prediction {number} has places and no words in '{key}', and these figures compare words; "
            "places are scored by our own measures."
        )
    return tuple(found)


def _words(snippet: Any) -> Any:
    """The words of a retrieved snippet, or None."""
    if not isinstance(snippet, Mapping):
        return snippet if isinstance(snippet, str) else None
    return next((snippet[key] for key in _WORDS if isinstance(snippet.get(key), str)), None)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
