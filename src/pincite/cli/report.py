"""`pincite report`: runs as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.terminal import echo


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The HTML file to write.")] = Path("report.html"),
    details: Annotated[
        int, typer.Option("--details", min=0, help="For how many queries to show the passages in their texts.")
    ] = 1000,
) -> None:
    """Write a report: one HTML file that opens offline.

    It holds curves over k with intervals, bars by set, latencies, a table of all queries to sort and filter, and for
    each query the answer, and the gold and the retrieved passages marked in the text, two runs side by side.

    Examples:

      pincite report runs/default -o report.html

      pincite report runs/default runs/bm25 -o compare.html
    """
    from pincite.runs.report import write_report

    write_report(runs, output, details=details)
    echo(f"{output} ({output.stat().st_size / 1e6:.1f} MB)")
