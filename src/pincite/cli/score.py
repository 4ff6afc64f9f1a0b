"""`pincite score`: score predictions made elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.run import Measures
from pincite.cli.terminal import echo
from pincite.files import write_text


def score(
    files: Annotated[
        list[Path], typer.Argument(metavar="PREDICTIONS… GOLD", help="Files of predictions, and the gold they answer.")
    ],
    gold: Annotated[
        list[Path] | None, typer.Option("--gold", help="A gold file, where there are several; repeatable.")
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", min=1, help="Cut-off of the measures that have one.")] = 10,
    measures: Measures = None,
    output: Annotated[Path | None, typer.Option("--output", help="Save the results as JSON.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Save the results as CSV.")] = None,
    published: Annotated[
        bool, typer.Option("--published", help="Only the published script's figures, printed as it prints them.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Score predictions: passages, spans, answers or a TREC run against a benchmark file or TREC qrels.

    Measures of words come in two forms: as the published script computes them (script_…) and corrected (text_…).

    Examples:

      pincite score predictions.json data/benchmarks/contractnli.json --k 10

      pincite score bm25.json dense.json --gold data/benchmarks/cuad.json --gold data/benchmarks/maud.json --csv out.csv

      pincite score run.trec qrels.txt --measures ndcg@10,map,mrr
    """
    from pincite.errors import SettingsError

    golds = list(gold or files[-1:])
    predictions = files if gold else files[:-1]
    if not predictions:
        raise SettingsError("GOLD", "must follow the predictions, or be named with --gold")
    if published:
        _published(predictions, golds, k=k, output=output)
        return
    from pincite.cli.score_table import print_scores
    from pincite.metrics.measure import parse_measures
    from pincite.runs.gold_files import read_gold
    from pincite.runs.score_files import as_csv, score_file

    wanted = parse_measures(measures or ())
    truth = read_gold(golds)
    tables = {str(path): score_file(path, truth, measures=wanted, k=k) for path in predictions}
    summaries = {name: table.summary() for name, table in tables.items()}
    result = json.dumps(summaries if len(summaries) > 1 else next(iter(summaries.values())), indent=2) + "\n"
    if output:
        write_text(output, result)
    if csv:
        write_text(csv, as_csv(tables))
    if as_json:
        echo(result, nl=False)
        return
    for name, table in tables.items():
        print_scores(table, title=f"{name} ({len(table.questions):,} queries)")


def _published(predictions: list[Path], golds: list[Path], *, k: int, output: Path | None) -> None:
    from pincite.errors import BenchmarkError
    from pincite.metrics.published import printout, read_json, score_predictions

    for path in predictions:
        for gold in golds:
            try:
                results = score_predictions(read_json(path), read_json(gold), k=k)
            except ValueError as error:
                raise BenchmarkError(str(path), str(error)) from error
            echo(printout(results))
            if output:
                write_text(output, json.dumps(results, indent=2) + "\n")
