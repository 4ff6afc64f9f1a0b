"""`pincite export` and `pincite import`: runs in the formats others use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.run import Bench, CorpusFolder
from pincite.cli.terminal import echo


def export_runs(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write into.")],
    to: Annotated[str, typer.Option("--to", help="legalbench-rag, sac, trec or beir.")] = "legalbench-rag",
    force: Annotated[bool, typer.Option("--force", help="Replace files of the same names.")] = False,
    as_json: Json = False,
) -> None:
    """Write runs as LegalBench-RAG's or SAC's results, as TREC runs with qrels, or as a BEIR dataset.

    Examples:

      pincite export runs/a runs/b --to legalbench-rag --out benchmark_results/

      pincite export runs/a --to trec --out trec/
    """
    from pincite.runs.export import export
    from pincite.runs.folder import RunFolder

    written = export(to, [RunFolder(path) for path in runs], out, force=force)
    if as_json:
        echo(json.dumps([str(path) for path in written], indent=2))
        return
    for path in written:
        echo(str(path))


def import_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON of spans, passages or answers, or a TREC run.")],
    bench: Bench,
    out: Annotated[Path, typer.Option("--out", help="The run folder to make.")],
    corpus: CorpusFolder = None,
    name: Annotated[str | None, typer.Option("--name", help="What the run is called (default: the folder).")] = None,
    as_json: Json = False,
) -> None:
    """Import a run made elsewhere, to score, compare and report it like our own.

    Examples:

      pincite import 0_results.json --bench data --out runs/theirs

      pincite import their.trec --bench data/mini --corpus data/corpus --out runs/theirs
    """
    from pincite.cli.score_table import print_scores
    from pincite.runs.exam import load_exam
    from pincite.runs.folder import RunFolder
    from pincite.runs.import_run import import_run as import_file

    table = import_file(file, load_exam(bench, corpus=corpus), out, name=name)
    answered = RunFolder(out).responses
    missing = [question.id for question in table.questions if question.id not in answered]
    if as_json:
        result = {"run": str(out), "without_prediction": missing, "summary": table.summary()}
        echo(json.dumps(result, indent=2, ensure_ascii=False))
        return
    print_scores(table, title=f"{out} ({len(table.questions):,} queries)")
    if missing:
        note = f"{len(missing):,} of {len(table.questions):,} queries have no prediction and count as zero"
        echo(f"Note: {note}; the first is {missing[0]} (--json lists all).", fg="yellow", err=True)
