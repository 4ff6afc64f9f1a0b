"""`pincite dataset convert`: a question set of any form into the layout."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo

MOST_NOTES = 10


def convert(
    source: Annotated[Path, typer.Argument(metavar="SRC", help="A file, or a BEIR or LegalBench-RAG folder.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Where corpus/ and train.json are written.")],
    format: Annotated[
        str | None,
        typer.Option("--from-format", help="jsonl, csv, tsv, parquet, json, squad, beir, legalbenchrag, ground_truth."),
    ] = None,
    question: Annotated[str | None, typer.Option(help="The column of the question.")] = None,
    answer: Annotated[str | None, typer.Option(help="The column of the answer.")] = None,
    context: Annotated[str | None, typer.Option(help="The column of the supporting texts.")] = None,
    file: Annotated[str | None, typer.Option(help="The column of the documents' file names.")] = None,
    url: Annotated[
        str | None, typer.Option(help="The column of the documents' URLs; file names follow from them.")
    ] = None,
    id_: Annotated[str | None, typer.Option("--id", help="A column of whole numbers; else the row's index.")] = None,
    impossible: Annotated[str | None, typer.Option(help="The column that marks unanswerable questions.")] = None,
    corpus: Annotated[Path | None, typer.Option(help="The folder of the documents, to be copied.")] = None,
    make_corpus: Annotated[bool, typer.Option("--make-corpus", help="Write the contexts as documents.")] = False,
    no_corpus: Annotated[bool, typer.Option("--no-corpus", help="Convert without documents.")] = False,
    only: Annotated[list[str] | None, typer.Option(help="LegalBench-RAG: only this set; repeatable.")] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Accept Windows-1252 text and missing files.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the first rows and write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask after the preview.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    as_json: Json = False,
) -> None:
    """Turn a question set into the layout, after a preview of three rows.

    A corpus that is in DIR already is kept where the source has no documents of its own.

    Examples:

      pincite dataset convert questions.csv --to data --question Q --answer A --corpus pdfs

      pincite dataset convert CUADv1.json --to cuad --yes

      pincite dataset convert ground_truth_cpr.jsonl --to cpr --corpus guides --dry-run
    """
    from pincite.bench.dataset.columns import Columns
    from pincite.bench.dataset.layout import Layout
    from pincite.bench.dataset.source import ConversionSource, preview
    from pincite.bench.dataset.source import convert as turn
    from pincite.bench.dataset.write import write_dataset

    columns = Columns(question, answer, context=context, file=file, url=url, id=id_, impossible=impossible)
    asked = ConversionSource(
        source,
        format,
        columns=columns,
        corpus=corpus,
        only=tuple(only or ()),
        make_corpus=make_corpus,
        no_corpus=no_corpus,
        lenient=lenient,
    )
    made = turn(asked, standing=to / "corpus" if Layout(to).files else None)
    if not as_json:
        echo(f"{made.format}: {len(made.items):,} rows. The first of them:", err=True)
        echo(preview(made.items))
    interactive = sys.stdin.isatty() and not as_json
    if dry_run or not (yes or (interactive and typer.confirm(f"Write {len(made.items):,} rows to {to}?"))):
        echo("Nothing was written" + ("." if dry_run else "; add --yes to write it."), err=True)
        return
    summary = write_dataset(made, to, source=source, lenient=lenient, force=force)
    if as_json:
        echo(json.dumps({"format": made.format, "out": str(to), **summary}, indent=2, ensure_ascii=False))
        return
    echo(f"Written to {to}: {len(made.items):,} rows, {summary['documents']:,} documents.", err=True)
    for note in made.notes[:MOST_NOTES]:
        echo(f"Note: {note}.", fg="yellow", err=True)
    if len(made.notes) > MOST_NOTES:
        echo(f"and {len(made.notes) - MOST_NOTES} notes more; --json lists all.", fg="yellow", err=True)
