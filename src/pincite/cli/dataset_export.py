"""`pincite dataset export`: a dataset in LegalBench-RAG's, SQuAD's or BEIR's form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json, Ocr
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with corpus/ and train.json.")],
    to_format: Annotated[str, typer.Option("--to-format", help="legalbenchrag, squad or beir.")],
    out: Annotated[Path, typer.Option(help="Where the result is written.")],
    most_edits: Annotated[
        float, typer.Option(min=0, max=20, help="OCR errors allowed per hundred characters; 0 for none.")
    ] = 10,
    origin: Annotated[
        bool, typer.Option("--origin/--no-origin", help="Use the spans recorded in origin.json, or ignore them.")
    ] = True,
    ocr: Ocr = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    as_json: Json = False,
) -> None:
    """Write a dataset in another form, each context's text located in its file.

    A text is located exactly, else but for white space, else but for typographic marks, else with a few OCR errors;
    one with several places, or none for sure, gets no span. Every context is listed in located.jsonl: its span, how
    it was found and how alike it is, or the reason why it has none. A row with a context that has no span is left out
    of LegalBench-RAG and SQuAD files.

    Examples:

      pincite dataset export data --to-format legalbenchrag --out bench

      pincite dataset export data --to-format beir --out beir --json
    """
    from pincite.bench.dataset.dataset import open_dataset
    from pincite.bench.dataset.export import REPORT
    from pincite.bench.dataset.export import export as write
    from pincite.cli.dataset_reader import document_reader

    with progress_bar(quiet=as_json) as progress:
        dataset = open_dataset(
            folder, read=document_reader(ocr=ocr), most_edits=most_edits, use_origin=origin, progress=progress
        )
        done = write(dataset, out, format=to_format, force=force)
    if as_json:
        counts = {"rows": done.rows, "left_out": done.left_out, "joined": done.joined, "methods": done.methods}
        echo(json.dumps({"out": str(out), **counts}, indent=2))
        return
    echo(f"Written to {out}: {done.rows:,} rows; {done.left_out:,} left out.")
    for method, number in done.methods.most_common():
        echo(f"  contexts, {method}: {number:,}")
    if done.joined:
        echo(f"  overlapping spans joined: {done.joined:,}")
    echo(f"Every context is listed in {out / REPORT}.")
