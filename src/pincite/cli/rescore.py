"""`pincite rescore`: more measures for a run, without asking again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.run import Measures
from pincite.cli.terminal import echo


def rescore(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.")],
    measures: Measures = None,
    as_json: Json = False,
) -> None:
    """Score runs again from their responses: adds measures to those they have.

    Examples:

      pincite rescore runs/default --measures span_f1,text_recall@10,hit@4,contains@4

      pincite rescore runs/*
    """
    from pincite.cli.score_table import print_scores
    from pincite.metrics.measure import parse_measures
    from pincite.runs.folder import RunFolder
    from pincite.runs.scoring import rescore as score_again

    wanted = parse_measures(measures or ())
    tables = {str(path): score_again(RunFolder(path), wanted) for path in runs}
    if as_json:
        echo(json.dumps({path: table.summary() for path, table in tables.items()}, indent=2))
        return
    for path, table in tables.items():
        print_scores(table, title=path, only=[str(measure) for measure in wanted])
