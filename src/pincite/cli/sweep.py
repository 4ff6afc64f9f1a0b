"""`pincite sweep`: every combination of a grid of settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Jobs, Json, Set
from pincite.cli.progress_bar import progress_bar
from pincite.cli.run import Bench, CorpusFolder
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.runs.sweep import SweepPlan


def sweep(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A TOML or JSON file, or a shipped sweep by name.")],
    bench: Bench,
    out: Annotated[Path, typer.Option("--out", help="The folder that gets a run folder for each combination.")],
    corpus: CorpusFolder = None,
    whole_corpus: Annotated[
        bool, typer.Option("--whole-corpus", help="Index every document, not only those with gold.")
    ] = False,
    set_: Set = None,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Run every combination of a grid of settings, and print one table.

    Combinations that differ only in how they search share an index, and one retrieval serves all cut-offs. Run it again
    after an interruption and it goes on where it stopped. Exit status 1: some combinations failed.

    Examples:

      pincite sweep legalbench-rag --bench data/mini --corpus data/corpus --out sweeps/authors

      pincite sweep grid.toml --bench data --out sweeps/grid --jobs 2
    """
    from pincite.runs.sweep import SweepPaths, read_plan, run_sweep, sweep_table

    plan = read_plan(file, flags=set_ or ())
    paths = SweepPaths(tuple(bench), corpus, out, whole_corpus)
    with say_what_is_kept(lambda: _kept(plan, out)), progress_bar(quiet=as_json) as progress:
        failed = run_sweep(plan, paths, jobs=jobs or 1, progress=progress)
    rows = sweep_table(plan, out)
    if as_json:
        echo(json.dumps({"rows": rows, "failed": failed}, indent=2))
    else:
        _print(rows)
        for name, problem in failed.items():
            echo(f"failed  {name}: {problem}", fg="yellow", err=True)
    if failed:
        raise typer.Exit(1)


def _kept(plan: SweepPlan, out: Path) -> str:
    done = sum((out / variant.name / "summary.json").exists() for variant in plan.variants)
    return kept_so_far(done, what="finished runs", where=out)


def _print(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    from pincite.cli.console import Console
    from pincite.runs.sweep import axis_name

    table = Table(box=None, pad_edge=False, padding=(0, 1))
    columns = [name for name in (rows[0] if rows else {}) if name != "run"]
    for name in columns:
        figure = name in {"k", "precision", "recall", "f1", "drm"}
        table.add_column(axis_name(name), justify="right" if figure else "left", no_wrap=True)
    for row in rows:
        values = (row.get(name, "") for name in columns)
        table.add_row(*(f"{value:.4f}" if isinstance(value, float) else str(value) for value in values))
    Console().print(table)
