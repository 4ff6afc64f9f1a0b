"""`pincite review accept`: a reviewer's edited sheet becomes gold."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json, StoreName
from pincite.cli.terminal import echo


def accept(
    sheet: Annotated[Path, typer.Argument(metavar="FILE", help="The reviewed .xlsx, .csv or .json.")],
    store: StoreName,
    out: Annotated[Path, typer.Option("--out", help="The folder of the benchmark.")],
    questions: Annotated[
        str | None,
        typer.Option("--questions", help="The questions of the review, for a .csv sheet, which does not include them."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the benchmark that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Read a reviewer's edited sheet back as gold, so that runs are measured against it.

    Each cell that is found or not found becomes a question of the benchmark; cells left unsure are passed over. Exit
    status 1: some cells could not be used.

    Examples:

      pincite review accept review.xlsx --store demo/ --out reviewed/

      pincite run --bench reviewed/ --out runs/reviewed
    """
    from pincite.pipeline.store import Store
    from pincite.review.accept import accept_sheet
    from pincite.review.questions import load_questions
    from pincite.review.sheet import read_sheet

    asked = {one.name: one.question for one in load_questions(questions).questions} if questions else {}
    cells = read_sheet(sheet, questions=asked)
    if any(not cell.question for cell in cells):
        raise typer.BadParameter("give --questions: the sheet does not include the questions of its columns")
    report = accept_sheet(Store.open(store), cells, out, force=force)
    if as_json:
        echo(json.dumps({"out": str(out), **asdict(report)}, indent=2, ensure_ascii=False))
    else:
        for failure in report.failures:
            echo(f"{failure.item}: {failure.message}", fg="red", err=True)
        echo(
            f"{out}: {report.found} cells with passages, {report.not_found} without, of {report.documents} documents; "
            f"{report.unsure} left unsure, {len(report.failures)} could not be used."
        )
    raise typer.Exit(1 if report.failures else 0)
