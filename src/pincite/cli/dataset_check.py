"""`pincite dataset check`: check that a dataset is valid."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json, Ocr
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo


def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with corpus/ and train.json.")],
    ocr: Ocr = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    as_json: Json = False,
) -> None:
    """Verify a dataset: field rules, ids, files, encodings, and every context's text.

    Exit status: 0 sound (warnings aside), 1 errors found, 2 nothing could be checked.

    Examples:

      pincite dataset check data

      pincite dataset check data --json
    """
    from pincite.bench.dataset.check import check_layout
    from pincite.cli.bench_check import print_findings
    from pincite.cli.dataset_reader import document_reader

    with progress_bar(quiet=as_json) as progress:
        report = check_layout(folder, read=document_reader(ocr=ocr), progress=progress)
    if as_json:
        shown = {name: value for name, value in asdict(report).items() if name != "sets"}
        echo(json.dumps({**shown, "errors": report.errors, "warnings": report.warnings}, indent=2))
    else:
        echo(f"{folder}: {report.rows:,} rows, {report.contexts:,} contexts, {report.documents:,} documents")
        for method, number in (report.methods or {}).items():
            echo(f"  contexts, {method}: {number:,}")
        print_findings(report)
    if report.errors or (strict and report.warnings):
        raise typer.Exit(1)
