"""`pincite gate`: an exit status for continuous integration."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def gate(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The run to check.")],
    baseline: Annotated[Path | None, typer.Option(help="The run it must not fall behind.")] = None,
    max_drop: Annotated[
        list[str] | None,
        typer.Option("--max-drop", metavar="MEASURE=VALUE", help="The most a measure may drop; repeatable."),
    ] = None,
    least: Annotated[
        list[str] | None,
        typer.Option(
            "--min", metavar="MEASURE>=VALUE", help="A condition such as recall@8>=0.5 or drm@8<=0.02; repeatable."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on a drop even if it is not significant.")] = False,
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.5, help="A p below this is significant.")] = 0.05,
    as_json: Json = False,
) -> None:
    """Check a run for continuous integration: exit status 0 where every condition holds, 1 where one does not.

    Examples:

      pincite gate runs/new --baseline runs/main --max-drop recall@8=0.01 --max-drop precision@1=0.01

      pincite gate runs/new --min "recall@8>=0.5" --min "drm@8<=0.02"
    """
    from pincite.errors import SettingsError
    from pincite.runs.compare import load_contender
    from pincite.runs.gate import check_gate, parse_bound, parse_drop
    from pincite.runs.statistics import Sampling

    bounds = [parse_bound(text) for text in least or ()]
    drops = [parse_drop(text) for text in max_drop or ()]
    if not bounds and not drops:
        raise SettingsError("--max-drop", "or --min must say what to check")
    if drops and baseline is None:
        raise SettingsError("--baseline", "must name the run that --max-drop compares with")
    checks = check_gate(
        load_contender(run),
        load_contender(baseline) if baseline else None,
        bounds=bounds,
        drops=drops,
        strict=strict,
        sampling=Sampling(alpha=alpha),
    )
    passed = all(check.passed for check in checks)
    if as_json:
        echo(json.dumps({"passed": passed, "checks": [asdict(check) for check in checks]}, indent=2))
    else:
        for check in checks:
            colour = "green" if check.passed else "red"
            echo(f"{'passed' if check.passed else 'FAILED'}  {check.condition}: {check.found}", fg=colour)
    if not passed:
        raise typer.Exit(1)
