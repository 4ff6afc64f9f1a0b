"""`pincite rescore`: more measures for a run, without retrieving again."""

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
    """Score runs again from what they found: adds measures to those they have.

    Examples:

      pincite rescore runs/default --measures span_f1,text_recall@10,ndcg@10

      pincite rescore runs/*
    """
    from pincite.cli.score_table import print_scores
    from pincite.metrics.measure import parse_measures
    from pincite.runs.folder import RunFolder
    from pincite.runs.scoring import rescore as score_again

    wanted = parse_measures(measures or ())
    summaries = {str(path): score_again(RunFolder(path), wanted).summary() for path in runs}
    if as_json:
        echo(json.dumps(summaries, indent=2))
        return
    for path, summary in summaries.items():
        asked = {str(measure) for measure in wanted}
        shown = {name: {m: v for m, v in row.items() if not asked or m in asked} for name, row in summary.items()}
        print_scores(shown, title=path)
