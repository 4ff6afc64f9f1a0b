"""`pincite history`: the runs of a folder over time."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.run import Measures
from pincite.cli.terminal import echo
from pincite.files import write_text

if TYPE_CHECKING:
    from pincite.runs.history import History


def history(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that holds run folders, at any depth.")],
    measures: Measures = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the measures over time into this SVG file.")] = None,
    as_json: Json = False,
) -> None:
    """List all runs with their main measures, oldest first, and plot them.

    Examples:

      pincite history runs/

      pincite history runs/ --measures recall@8,drm@8 --plot history.svg
    """
    from pincite.metrics.measure import parse_measures
    from pincite.runs.history import history_chart, read_history

    found = read_history(folder, [str(measure) for measure in parse_measures(measures or ())])
    if plot:
        write_text(plot, history_chart(found))
    if as_json:
        echo(json.dumps(asdict(found), indent=2, ensure_ascii=False))
        return
    _print(found)
    for path, problem in found.skipped.items():
        echo(f"skipped  {path}: {problem}", fg="yellow", err=True)


def _print(found: History) -> None:
    from rich.table import Table

    from pincite.cli.console import Console

    table = Table(box=None, pad_edge=False, padding=(0, 1))
    for heading in ("when", "run", "code", "queries"):
        table.add_column(heading, justify="right" if heading == "queries" else "left", no_wrap=heading != "run")
    for measure in found.events[0].scores if found.events else ():
        table.add_column(measure.replace("@", "\n@"), justify="right", no_wrap=True)
    for event in found.events:
        scores = ("–" if value is None else f"{value:.4f}" for value in event.scores.values())
        when = event.when[:16].replace("T", " ")
        table.add_row(when, event.name, event.commit, f"{sum(event.sets.values()):,}", *scores)
    Console().print(table if found.events else "There is no run here.")
