"""Configs of evaluations, as evaltools and its legal fork write them; they are read unchanged.

testdata_path, results_dir, requested_metrics, target_url, target_parameters, target_response_answer_jmespath and
target_response_context_jmespath mean what they mean there. `<TIMESTAMP>` becomes the time of the start, and a string
`<READFILE>name` the content of a file beside the config. Our own keys: target_headers (header to environment variable),
target_token_variable, target_results_jmespath, target_citations_jmespath, citation_style, judge_repeats,
confidence_weights and confidence_low.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from pincite.errors import SettingsError
from pincite.files import os_reason
from pincite.paths import safe_join
from pincite.runs.evaluation.confidence import DEFAULT_WEIGHTS, LOW, check_weights
from pincite.runs.targets.http import ANSWER_PATH, CONTEXT_PATH

_KNOWN = frozenset(
    [
        *("testdata_path", "results_dir", "requested_metrics", "target_url", "target_parameters"),
        *("target_response_answer_jmespath", "target_response_context_jmespath", "target_headers"),
        *("target_token_variable", "target_results_jmespath", "target_citations_jmespath", "citation_style"),
        *("judge_repeats", "confidence_weights", "confidence_low", "azure_ai_search", "openai_host"),
    ]
)
DEFAULT_METRICS = (
    *("answer_length", "latency", "citations_matched", "any_citation", "statute_citation_accuracy"),
    *("case_law_citation_accuracy", "legal_terminology_accuracy", "citation_format_compliance", "precedent_matching"),
)


@dataclass(frozen=True, slots=True)
class EvaluationConfig:
    """What is asked of whom, what is measured, and where the results go; `raw` is the file as it was given."""

    testdata: Path
    results: Path
    metrics: tuple[str, ...]
    target_url: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    answer_path: str = ANSWER_PATH
    context_path: str = CONTEXT_PATH
    results_path: str = ""
    citations_path: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    token_variable: str = ""
    citation_style: str = "numbers"
    judge_repeats: int = 1
    confidence_weights: Mapping[str, float] = field(default_factory=lambda: dict(DEFAULT_WEIGHTS))
    confidence_low: float = LOW
    raw: dict[str, Any] = field(default_factory=dict)

    @property
    def overrides(self) -> Mapping[str, Any]:
        """The overrides among the target's parameters."""
        found = self.parameters.get("overrides")
        return found if isinstance(found, dict) else {}


def shipped_configs() -> list[str]:
    """The names of the configs that come with the package."""
    return sorted(entry.name for entry in files("pincite").joinpath("evaluations").iterdir() if _is_config(entry.name))


def _is_config(name: str) -> bool:
    return name.startswith("evaluate_config") and name.endswith(".json")


def read_config(path: Path, *, now: float | None = None) -> EvaluationConfig:
    """A config by path, or one that is shipped, by name; paths in it are seen from its own folder.

    The results of a shipped one go into the current folder.
    """
    shipped = not path.exists() and path.name == str(path) and path.name in shipped_configs()
    folder = Path(str(files("pincite").joinpath("evaluations"))) if shipped else path.parent
    try:
        raw = json.loads((folder / path.name).read_text("utf-8-sig"))
    except OSError as error:
        known = shipped_configs()
        raise SettingsError("config", f"cannot be read from {path}: {os_reason(error)}", known=known) from error
    except (ValueError, RecursionError) as error:
        raise SettingsError("config", f"is not JSON: {path} ({error})") from error
    if not isinstance(raw, dict):
        raise SettingsError("config", f"is not a JSON object: {path}")
    given = _expanded(raw, folder=folder, stamp=str(int(time.time() if now is None else now)))
    return _config(given, raw=raw, folder=folder, results=Path() if shipped else folder)


def _config(given: Mapping[str, Any], *, raw: dict[str, Any], folder: Path, results: Path) -> EvaluationConfig:
    for name in given:
        if name not in _KNOWN:
            raise SettingsError(name, "is unknown to an evaluation", known=_KNOWN, where="config")
    metrics = given.get("requested_metrics", list(DEFAULT_METRICS))
    if not isinstance(metrics, list) or not all(isinstance(name, str) for name in metrics):
        raise SettingsError("requested_metrics", "must be a list of names", where="config")
    objects = ("target_parameters", "target_headers", "confidence_weights")
    for name, kind in (*((name, dict) for name in objects), ("testdata_path", str)):
        if not isinstance(given.get(name, kind()), kind):
            raise SettingsError(name, f"must be {'a text' if kind is str else 'an object'}", where="config")
    weights = dict(given.get("confidence_weights", DEFAULT_WEIGHTS))
    check_weights(weights)
    return EvaluationConfig(
        testdata=folder / given.get("testdata_path", "ground_truth.jsonl"),
        results=results / str(given.get("results_dir", "results")),
        metrics=tuple(dict.fromkeys(metrics)),
        target_url=str(given.get("target_url") or ""),
        parameters=dict(given.get("target_parameters", {})),
        answer_path=given.get("target_response_answer_jmespath", ANSWER_PATH),
        context_path=given.get("target_response_context_jmespath", CONTEXT_PATH),
        results_path=given.get("target_results_jmespath", ""),
        citations_path=given.get("target_citations_jmespath", ""),
        headers=dict(given.get("target_headers", {})),
        token_variable=str(given.get("target_token_variable", "")),
        citation_style=str(given.get("citation_style", "numbers")),
        judge_repeats=int(given.get("judge_repeats", 1)),
        confidence_weights=weights,
        confidence_low=float(given.get("confidence_low", LOW)),
        raw=raw,
    )


def _expanded(part: Any, *, folder: Path, stamp: str) -> Any:
    if isinstance(part, dict):
        return {key: _expanded(value, folder=folder, stamp=stamp) for key, value in part.items()}
    if isinstance(part, list):
        return [_expanded(value, folder=folder, stamp=stamp) for value in part]
    if not isinstance(part, str):
        return part
    if part.startswith("<READFILE>"):
        name = part.removeprefix("<READFILE>").strip()
        try:
            # What is read is sent to the target: only files that lie with the config.
            return safe_join(folder, name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError("config", f"names a file that cannot be read: {folder / name}") from error
    return part.replace("<TIMESTAMP>", stamp)
