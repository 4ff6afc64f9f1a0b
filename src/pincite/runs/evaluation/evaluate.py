"""An evaluation: a run against a ground truth in words, with the files of evaltools and of the direct script."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pincite.errors import SettingsError
from pincite.files import write_text
from pincite.pipeline.wire import make_chat
from pincite.ports import ChatModel
from pincite.ports.evaluation import CitationChain, Progress, Target
from pincite.runs.evaluation.config import EvaluationConfig
from pincite.runs.evaluation.measures import wanted_measures
from pincite.runs.evaluation.published_files import direct_results, write_evaltools_files
from pincite.runs.evaluation.truth import TruthRow, truth_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RUN, RunFolder
from pincite.runs.score_table import ScoreTable
from pincite.runs.targets.http import HttpTarget
from pincite.runs.targets.json_client import TOKEN_VARIABLE
from pincite.runs.targets.pipeline import PipelineTarget
from pincite.settings import Settings, Stage, cache_folder

_METHODS = {"hybrid": "hybrid", "text": "bm25", "vectors": "dense"}
DIRECT_FILE = "direct_evaluation_results.json"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished evaluation; `left_out` are the metrics that need a judge or a store, where there is none."""

    folder: Path
    run: RunFolder
    table: ScoreTable
    left_out: tuple[str, ...]


def http_target(
    config: EvaluationConfig, *, timeout: float = 180, attempts: int = 5, rate: float = 0, concurrency: int = 1
) -> Target:
    """The system behind the config's address."""
    if not config.target_url:
        raise SettingsError("target_url", "is not set; name an address, or a store to ask in process")
    return HttpTarget(
        config.target_url,
        parameters=config.parameters,
        answer=config.answer_path,
        context=config.context_path,
        results=config.results_path,
        citations=config.citations_path,
        headers=config.headers,
        token_variable=config.token_variable or TOKEN_VARIABLE,
        timeout=timeout,
        attempts=attempts,
        rate=rate,
        concurrency=concurrency,
    )


def store_target(
    config: EvaluationConfig, store: Path | str, settings: Settings, *, preset: str | None = None
) -> Target:
    """A store of ours, asked in process as it stands; the overrides `top` and `retrieval_mode` are obeyed."""
    changed: dict[str, Any] = {}
    if isinstance(top := config.overrides.get("top"), int):
        changed["k"] = top
    if (mode := config.overrides.get("retrieval_mode")) in _METHODS:
        changed["method"] = _METHODS[str(mode)]
    settings = settings.model_copy(update={"retrieval": settings.retrieval.model_copy(update=changed)})
    if config.citation_style not in {"numbers", "files"}:
        raise SettingsError("citation_style", f"is '{config.citation_style}'", known=("numbers", "files"))
    style: Any = config.citation_style
    return PipelineTarget(settings, store=store, preset=preset, as_it_is=True, citation_style=style)


def make_judges(stage: Stage, *, repeats: int) -> list[ChatModel]:
    """A judge for each repetition, each with its own seed, and so with its own kept answers; none without a model."""
    if stage.kind == "none":
        return []
    seeds = [int(stage.options.get("seed") or 1) + number for number in range(max(1, repeats))]
    cache = cache_folder() / "judgements"
    # Repetitions that all decode greedily would agree whatever the seed.
    warm = {} if repeats < 2 or "temperature" in stage.options else {"temperature": 0.7}
    return [
        make_chat(Stage.model_validate({"kind": stage.kind, **warm, **stage.options, "seed": seed}), cache=cache)
        for seed in seeds
    ]


def evaluate(
    config: EvaluationConfig,
    target: Target,
    rows: Sequence[TruthRow],
    *,
    judges: Sequence[ChatModel] = (),
    chain: CitationChain | None = None,
    k: int = 20,
    fresh: bool = False,
    output: Path | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Ask the questions, score the answers, and write every file; what an earlier start answered is kept."""
    measures, left_out = wanted_measures(config.metrics, judged=bool(judges), traced=chain is not None)
    folder = config.results
    table = execute(
        target,
        truth_exam(config.testdata, rows),
        folder / RUN,
        k=k,
        answers=True,
        measures=measures,
        judges=judges,
        chain=chain,
        fresh=fresh,
        name=folder.name,
        progress=progress,
    )
    run = RunFolder(folder / RUN)
    if judges:
        run.notes["judge"] = judges[0].name
    write_evaltools_files(folder, config, run, table, measures=measures)
    results = direct_results(run, table)
    write_text(output or folder / DIRECT_FILE, json.dumps(results, indent=2, ensure_ascii=False) + "\n")
    return Evaluation(folder, run, table, tuple(left_out))


def with_overrides(config: EvaluationConfig, **overrides: Any) -> EvaluationConfig:
    """The config with further overrides of the target; those that are None change nothing."""
    given = {name: value for name, value in overrides.items() if value is not None}
    if not given:
        return config
    return replace(config, parameters={**config.parameters, "overrides": {**config.overrides, **given}})
