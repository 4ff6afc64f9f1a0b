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
folder of its own and goes on where it was; the table is made when all are done.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from pincite.errors import Hint, PinciteError, RunError, SettingsError
from pincite.files import write_text
from pincite.metrics.measure import CUTOFFS
from pincite.pipeline.wire import check_wiring
from pincite.pipeline.workers import apart_from_main
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.questions import Exam, load_exam
from pincite.runs.systems import Progress, StoreSystem
from pincite.settings import load_settings

TABLE = "sweep.json"
# The one key of a grid that is no setting.
_PRESET = "preset"
_KEYS = {"k", "preset", "cutoffs", "set", "grid"}


@dataclass(frozen=True, slots=True)
class Variant:
    """One combination: a name that can be a folder's, the preset and the flags that make it."""

    name: str
    preset: str
    flags: tuple[str, ...]
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sweep file asks for."""

    k: int
    cutoffs: tuple[int, ...]
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sweep takes its questions from and keeps its runs."""

    bench: tuple[Path, ...]
    corpus: Path | None
    out: Path
    whole_corpus: bool = False


def shipped_sweeps() -> list[str]:
    """The sweeps that come with the package."""
    folder = files("pincite").joinpath("presets", "sweeps")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read_plan(path: str, *, flags: Iterable[str] = ()) -> Plan:
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
    plan = Plan(
        k=k,
        cutoffs=tuple(data.get("cutoffs", [cutoff for cutoff in CUTOFFS if cutoff <= k])),
        variants=variants,
    )
    for variant in variants:
        check_wiring(load_settings(variant.preset, flags=variant.flags).settings)
    return plan


def run_sweep(plan: Plan, place: Place, *, jobs: int = 1, progress: Progress | None = None) -> dict[str, str]:
    """Run every variant that is not done; gives, by name, what went wrong with those that failed."""
    tell = progress or (lambda *_: None)
    _refuse_foreign_table(place.out / TABLE)
    exam = load_exam(list(place.bench), corpus=place.corpus)
    failed: dict[str, str] = {}
    if jobs == 1:
        for done, variant in enumerate(plan.variants, start=1):
            _try(variant, plan, exam, place, failed)
            tell("runs", done, len(plan.variants))
        return failed
    # The first run of each index makes it alone, with all cores; the others then search side by side.
    first, rest = _by_index(plan)
    for done, variant in enumerate(first, start=1):
        _try(variant, plan, exam, place, failed)
        tell("runs", done, len(plan.variants))
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent)
    try:
        with apart_from_main():
            pending = {pool.submit(_run_alone, variant, plan, place): variant for variant in rest}
        for done, future in enumerate(as_completed(pending), start=len(first) + 1):
            error = _outcome(future)
            if error:
                failed[pending[future].name] = error
            tell("runs", done, len(plan.variants))
    finally:
        # After an interruption nothing that waits is begun.
        pool.shutdown(cancel_futures=True)
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


def _end_with_parent() -> None:
    """Let a worker end when the sweep is killed, so that it does not hold the lock of a run that is taken up again."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _outcome(future: Future[str | None]) -> str | None:
    try:
        return future.result()
    except BrokenProcessPool:
        return "the process that ran it ended; run the sweep again to go on, with fewer jobs if memory is short"


def sweep_table(plan: Plan, out: Path) -> list[dict[str, Any]]:
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


def _run(variant: Variant, plan: Plan, exam: Exam, place: Place) -> None:
    settings = load_settings(variant.preset, flags=variant.flags).settings
    system = StoreSystem(settings, preset=variant.preset)
    execute(system, exam, place.out / variant.name, k=plan.k, whole_corpus=place.whole_corpus)


def _try(variant: Variant, plan: Plan, exam: Exam, place: Place, failed: dict[str, str]) -> None:
    try:
        _run(variant, plan, exam, place)
    except PinciteError as error:
        failed[variant.name] = str(error)


def _run_alone(variant: Variant, plan: Plan, place: Place) -> str | None:
    """One variant in a process of its own; gives the error's words, for errors do not travel well."""
    try:
        _run(variant, plan, load_exam(list(place.bench), corpus=place.corpus), place)
    except PinciteError as error:
        return str(error)
    return None


def _by_index(plan: Plan) -> tuple[list[Variant], list[Variant]]:
    """The first variant of each distinct index, and the rest."""
    seen: list[dict[str, Any]] = []
    first: list[Variant] = []
    rest: list[Variant] = []
    for variant in plan.variants:
        key = load_settings(variant.preset, flags=variant.flags).settings.for_index()
        (rest if key in seen else first).append(variant)
        seen.append(key)
    return first, rest


def _variant(grid: Mapping[str, Sequence[Any]], values: Sequence[Any], *, fixed: Sequence[str], preset: str) -> Variant:
    chosen = dict(zip(grid, values, strict=True))
    shown = {key: _shown(value) for key, value in chosen.items()}
    name = "_".join(f"{axis_name(key)}-{_slug(value)}" for key, value in shown.items()) or "run"
    flags = [flag for key, value in chosen.items() if key != _PRESET for flag in _flags(key, value)]
    return Variant(name, str(chosen.get(_PRESET, preset)), (*fixed, *flags), shown)


def axis_name(key: str) -> str:
    """A setting in a word: the last of its name, or for a plug-in's kind the stage."""
    stage, _, name = key.rpartition(".")
    return stage if name == "kind" else name


def _shown(value: Any) -> Any:
    return " ".join(map(str, value.values())) if isinstance(value, dict) else value


def _flags(key: str, value: Any) -> list[str]:
    """A setting, or the settings of a table; the kind comes first, for it voids what was set for another."""
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
    except (OSError, ValueError) as error:
        raise SettingsError("sweep", f"cannot be read from {path}: {error}") from error
    if not isinstance(data, dict):
        raise SettingsError("sweep", f"in {path} must be a table")
    return data
