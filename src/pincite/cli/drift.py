"""`pincite drift`: whether a server's answers have changed over time."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def drift(
    samples: Annotated[Path, typer.Argument(help="The file that 'pincite serve --samples' writes.")],
    deviations: Annotated[
        float, typer.Option("--deviations", min=0.5, help="How many standard deviations the last day may differ by.")
    ] = 3.0,
    as_json: Json = False,
) -> None:
    """Show how a server did day by day, and say where the last day is unlike those before it.

    Exit status 1 where it is, so that cron can raise the alarm.

    Examples:

      pincite drift samples.jsonl

      pincite drift samples.jsonl --deviations 2 --json
    """
    from pincite.service.drift import measure_drift

    days, found = measure_drift(samples, deviations=deviations)
    if as_json:
        echo(json.dumps({"days": [asdict(day) for day in days], "drift": [asdict(one) for one in found]}, indent=2))
    else:
        echo("day         answers  abstained  confidence  dropped  p95 s")
        for day in days:
            echo(
                f"{day.day}  {day.answers:>7,}  {day.abstention:>9.1%}  {day.confidence:>10.2f}  {day.dropped:>7.1%}"
                f"  {day.p95_seconds:>5.2f}"
            )
        for one in found:
            echo(
                f"{one.figure} was {one.value:.3f} on {one.day}; before, {one.usual:.3f} ± {one.allowed:.3f}.",
                fg="yellow",
            )
    if found:
        raise typer.Exit(1)
