"""A sweep: every combination of a grid of settings, run on the same benchmarks, with shared work done once.

    k = 64                          # passages to retrieve; also the largest cut-off
    preset = "default"
    cutoffs = [1, 2, 4, 8]          # rows of the table; one retrieval at k serves them all

    [set]                           # for every run
    "retrieval.route" = "never"

    [grid]                          # every combination of these; "preset" may be one
    "chunker.kind" = ["naive", "rcts"]
    "retrieval.method" = ["dense", "bm25"]
    reranker = [{ kind = "none" }, { kind = "cohere", model = "rerank-v3.5" }]      # settings that go together

Runs that differ only in how they search use one index, for an index is kept by what decides its content. Each run has a
folder of its own and goes on where it stopped; the table is made when all are done.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from pincite import registry
from pincite.errors import ExecutionError, Hint, PinciteError, RunError, SettingsError
from pincite.files import write_text
from pincite.metrics.measure import CUTOFFS
from pincite.options import is_execution, is_local, last_name
from pincite.pipeline.identity import index_identity, reading_identity
from pincite.pipeline.wire import check_wiring
from pincite.ports import Executor
from pincite.ports.evaluation import Progress
from pincite.runs.exam import Exam, load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.targets.pipeline import PipelineTarget
from pincite.settings import LoadedSettings, Stage, load_settings, preset_names, stage_fields

TABLE = "sweep.json"
# The one key of a grid that is no setting.
_PRESET = "preset"
_ENDED = "the process that ran it ended; run the sweep again to go on, with fewer jobs if memory is short"
_KEYS = {"k", "preset", "cutoffs", "set", "grid"}


@dataclass(frozen=True, slots=True)
class SweepVariant:
    """One combination: a name that can be a folder's, the preset and the flags that make it."""

    name: str
    preset: str
    flags: tuple[str, ...]
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """What a sweep file asks for."""

    k: int
    cutoffs: tuple[int, ...]
    variants: tuple[SweepVariant, ...]


@dataclass(frozen=True, slots=True)
class SweepPaths:
    """Where a sweep takes its questions from and keeps its runs."""

    bench: tuple[Path, ...]
    corpus: Path | None
    out: Path
    whole_corpus: bool = False


def shipped_sweeps() -> list[str]:
    """The sweeps that come with the package."""
    folder = files("pincite").joinpath("presets", "sweeps")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read_plan(path: str, *, flags: Iterable[str] = ()) -> SweepPlan:
    """Read a sweep by name, or from a TOML or JSON file; every combination's settings are checked now."""
    data = _parse(path)
    unknown = sorted(data.keys() - _KEYS)
    if unknown:
        raise SettingsError(unknown[0], "is unknown in a sweep", known=_KEYS, where=path)
    grid = {name: values if isinstance(values, list) else [values] for name, values in data.get("grid", {}).items()}
    fixed = tuple([f"{name}={_flag(value)}" for name, value in data.get("set", {}).items()] + list(flags))
    k = int(data.get("k", 64))
    preset = data.get("preset", "default")
    variants = tuple(_variant(grid, values, fixed=fixed, preset=preset) for values in product(*grid.values()))
    plan = SweepPlan(
        k=k,
        cutoffs=tuple(data.get("cutoffs", [cutoff for cutoff in CUTOFFS if cutoff <= k])),
        variants=variants,
    )
    own = {flag.partition("=")[0].strip() for flag in flags}
    for variant in variants:
        loaded = load_settings(variant.preset, flags=variant.flags)
        check_wiring(loaded.settings)
        _refuse_execution(loaded, variant, own=own, where=path)
    return plan


def _refuse_execution(loaded: LoadedSettings, variant: SweepVariant, *, own: set[str], where: str) -> None:
    """Refuse addresses, keys and files that a sweep sets: it may come from others."""
    shipped = variant.preset in preset_names()
    for name, origin in loaded.origins.items():
        port, _, key = name.partition(".")
        if port not in registry.BUILT_IN or key in stage_fields(port) or not key:
            continue
        if name in own or origin.startswith("environment") or (shipped and origin.startswith("preset")):
            continue
        stage: Stage = getattr(loaded.settings, port)
        if key.startswith("chat."):
            stage, port, key = loaded.settings.chat_for(port), "chat", key.removeprefix("chat.")
            if key == "kind":
                continue
        plugin = registry.load(port, stage.kind)
        value = stage.options[key]
        if is_execution(plugin, key) or (is_local(plugin, key) and last_name(value) != value):
            raise SettingsError(name, "cannot be set by a sweep", where=where, hint=Hint.GIVE_SETTING)


def run_sweep(plan: SweepPlan, paths: SweepPaths, *, jobs: int = 1, progress: Progress | None = None) -> dict[str, str]:
    """Run every variant that is not done; gives, by name, what went wrong with those that failed."""
    report = progress or (lambda *_: None)
    _refuse_foreign_table(paths.out / TABLE)
    exam = load_exam(list(paths.bench), corpus=paths.corpus)
    failed: dict[str, str] = {}
    if jobs == 1:
        for done, variant in enumerate(plan.variants, start=1):
            _try(variant, plan, exam, paths, failed)
            report("runs", done, len(plan.variants))
        return failed
    # The first run of each index makes it alone, with all cores; the others then search side by side.
    first, rest = _by_index(plan)
    for done, variant in enumerate(first, start=1):
        _try(variant, plan, exam, paths, failed)
        report("runs", done, len(plan.variants))
    executor: Executor = registry.load("executor", "processes")(jobs=jobs)
    outcomes = executor.run(rest, start=partial(_start, plan, paths))
    for done, (variant, problem) in enumerate(outcomes, start=len(first) + 1):
        if isinstance(problem, ExecutionError):
            failed[variant.name] = _ENDED
        elif problem is not None:
            failed[variant.name] = str(problem)
        report("runs", done, len(plan.variants))
    return failed


def _refuse_foreign_table(path: Path) -> None:
    """Stop before the table would replace a file that is no table, such as the sweep's own settings."""
    try:
        rows = json.loads(path.read_bytes())
    except FileNotFoundError:
        return
    except (OSError, ValueError):
        rows = None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "run" in row for row in rows):
        raise RunError(
            path.parent,
            f"its {path.name} is not the table of a sweep, and is left alone",
            hint=Hint.OTHER_FOLDER,
        )


def sweep_table(plan: SweepPlan, out: Path) -> list[dict[str, Any]]:
    """A row for each combination and cut-off: its settings, and the main measures over all sets."""
    rows = []
    for variant in plan.variants:
        if not (out / variant.name / "summary.json").exists():
            continue
        means = RunFolder(out / variant.name).summary["all"]
        for cutoff in plan.cutoffs:
            row: dict[str, Any] = {"run": variant.name, **variant.values, "k": cutoff}
            for name in ("precision", "recall", "f1", "drm"):
                if f"{name}@{cutoff}" in means:
                    row[name] = means[f"{name}@{cutoff}"]
            rows.append(row)
    write_text(out / TABLE, json.dumps(rows, indent=2) + "\n")
    return rows


def _run(variant: SweepVariant, plan: SweepPlan, exam: Exam, paths: SweepPaths) -> None:
    settings = load_settings(variant.preset, flags=variant.flags).settings
    target = PipelineTarget(settings, preset=variant.preset)
    execute(target, exam, paths.out / variant.name, k=plan.k, whole_corpus=paths.whole_corpus)


def _try(variant: SweepVariant, plan: SweepPlan, exam: Exam, paths: SweepPaths, failed: dict[str, str]) -> None:
    try:
        _run(variant, plan, exam, paths)
    except PinciteError as error:
        failed[variant.name] = str(error)


def _start(plan: SweepPlan, paths: SweepPaths) -> Callable[[SweepVariant], None]:
    """What a process of its own does with a variant."""
    exam = load_exam(list(paths.bench), corpus=paths.corpus)
    return lambda variant: _run(variant, plan, exam, paths)


def _by_index(plan: SweepPlan) -> tuple[list[SweepVariant], list[SweepVariant]]:
    """The first variant of each distinct index, and the rest."""
    seen: list[dict[str, Any]] = []
    first: list[SweepVariant] = []
    rest: list[SweepVariant] = []
    for variant in plan.variants:
        settings = load_settings(variant.preset, flags=variant.flags).settings
        key = index_identity(settings) | reading_identity(settings)
        (rest if key in seen else first).append(variant)
        seen.append(key)
    return first, rest


def _variant(
    grid: Mapping[str, Sequence[Any]], values: Sequence[Any], *, fixed: Sequence[str], preset: str
) -> SweepVariant:
    chosen = dict(zip(grid, values, strict=True))
    shown = {key: _shown(value) for key, value in chosen.items()}
    name = "_".join(f"{_slug(axis_name(key))}-{_slug(value)}" for key, value in shown.items()) or "run"
    flags = [flag for key, value in chosen.items() if key != _PRESET for flag in _flags(key, value)]
    return SweepVariant(name, str(chosen.get(_PRESET, preset)), (*fixed, *flags), shown)


def axis_name(key: str) -> str:
    """A short name for a setting: the last part of its name, or the stage where it is the kind of a plug-in."""
    stage, _, name = key.rpartition(".")
    return stage if name == "kind" else name


def _shown(value: Any) -> Any:
    return " ".join(map(str, value.values())) if isinstance(value, dict) else value


def _flags(key: str, value: Any) -> list[str]:
    """A setting, or the settings of a table; the kind comes first, for it resets the options of another kind."""
    if not isinstance(value, dict):
        return [f"{key}={_flag(value)}"]
    order = sorted(value, key=lambda name: name != "kind")
    return [f"{key}.{name}={_flag(value[name])}" for name in order]


def _slug(value: Any) -> str:
    return "".join(sign if sign.isalnum() or sign in ".-" else "-" for sign in str(value)).strip("-.")[-60:] or "none"


def _flag(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str | bool) else str(value)


def _parse(path: str) -> dict[str, Any]:
    if path in shipped_sweeps():
        return tomllib.loads(files("pincite").joinpath("presets", "sweeps", f"{path}.toml").read_text("utf-8"))
    try:
        text = Path(path).read_text("utf-8")
        data: Any = json.loads(text) if path.endswith(".json") else tomllib.loads(text)
    except FileNotFoundError as error:
        raise SettingsError(
            "sweep", f"is '{path}', which is neither shipped nor a file", known=shipped_sweeps()
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError("sweep", f"cannot be read from {path}: {error}") from error
    if not isinstance(data, dict):
        raise SettingsError("sweep", f"in {path} must be a table")
    return data
