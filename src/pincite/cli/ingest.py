"""`pincite ingest`: read and structure files and folders."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Files, Jobs, Json, Ocr, Preset, Set, settings_from
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.domain.reading import Failure
    from pincite.pipeline.ingest import IngestedFile

    Row = tuple[Path, IngestedFile | Failure]


def ingest(
    paths: Files,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Keep each reading as JSON in this folder.")] = None,
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Exit 0 even where files were skipped.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="List only what was skipped or warned of.")] = False,
    jobs: Jobs = None,
    ocr: Ocr = None,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Read and structure legal documents: exact text, pages, clause tree and particulars.

    Ends with a table of what was read and what was skipped and why. Files already in --out that have not changed are
    not read again. Exit status 1 where anything was skipped.

    Examples:

      pincite ingest examples/

      pincite ingest contracts/ nda.docx --out readings/ --jobs 4

      pincite ingest contracts/ --set limits.pages=500 --keep-going --json
    """
    from pincite.domain.reading import Failure
    from pincite.errors import NotFound
    from pincite.pipeline.ingest import ingest_files
    from pincite.pipeline.read import survey_files

    settings = settings_from(preset, flags=set_, jobs=jobs, ocr=ocr)
    found = survey_files(paths)
    began = time.perf_counter()
    if not found.files and found.passed_over:
        raise NotFound(found.complaint())
    rows: list[Row] = []
    with say_what_is_kept(lambda: _kept(rows, out)):
        rows.extend(_with_progress(ingest_files(found.files, settings, out=out), total=len(found.files)))
    rows += [(Path(failure.item), failure) for failure in found.skipped]
    rows.sort(key=lambda row: row[0])
    seconds = time.perf_counter() - began
    if as_json:
        echo(json.dumps([_as_json(row) for row in rows], indent=2, ensure_ascii=False))
    else:
        _print_table(rows, seconds=seconds, quiet=quiet)
    if not keep_going and any(isinstance(result, Failure) for _, result in rows):
        raise typer.Exit(1)


def _kept(rows: list[Row], out: Path | None) -> str:
    from pincite.domain.reading import Failure

    if out is None:
        return "nothing was kept; give --out to keep what is read."
    new = sum(not isinstance(result, Failure) and not result.reused for _, result in rows)
    return kept_so_far(new, what="readings", where=out)


def _with_progress(rows: Iterator[Row], *, total: int) -> Iterator[Row]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pincite.cli.console import Console

    console = Console(stderr=True)
    columns = (
        TextColumn("reading"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[now]}", markup=False),
    )
    with Progress(*columns, console=console, disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("reading", total=total, now="")
        for row in rows:
            progress.update(task, advance=1, now=row[0].name[:40])
            yield row


def _as_json(row: Row) -> dict[str, object]:
    from pincite.domain.reading import Failure

    path, result = row
    if isinstance(result, Failure):
        return {"path": str(path), "status": "skipped", "kind": result.kind, "reason": result.message}
    fields = asdict(result.entry) | {"same_text_as": result.same_text_as}
    return {"status": "unchanged" if result.reused else "read", **fields}


def _print_table(rows: list[Row], *, seconds: float, quiet: bool) -> None:
    from rich.table import Table

    from pincite.cli.console import Console
    from pincite.domain.reading import Failure

    table = Table(box=None, pad_edge=False)
    for heading in ("file", "status", "type", "pages", "sections", "characters", "note"):
        table.add_column(heading, justify="right" if heading in {"pages", "sections", "characters"} else "left")
    read = [result for _, result in rows if not isinstance(result, Failure)]
    for path, result in rows:
        if isinstance(result, Failure):
            table.add_row(str(path), "skipped", result.kind, "", "", "", result.message)
        elif not quiet or result.entry.warnings or result.same_text_as:
            entry = result.entry
            cells = (f"{entry.pages or ''}", f"{entry.sections:,}", f"{entry.characters:,}", _note(result))
            table.add_row(str(path), "unchanged" if result.reused else "read", entry.kind, *cells)
    console = Console(soft_wrap=not sys.stdout.isatty())
    if table.row_count:
        console.print(table)
    characters = sum(result.entry.characters for result in read)
    pages = sum(result.entry.pages for result in read)
    counted = (f"{pages:,} pages, " if pages else "") + f"{characters:,} characters"
    console.print(f"{len(read)} read, {len(rows) - len(read)} skipped: {counted} in {seconds:.1f} s.")


def _note(row: IngestedFile) -> str:
    notes = [f"same text as {row.same_text_as}"] if row.same_text_as else []
    if row.entry.ocr_pages:
        notes.append(f"{row.entry.ocr_pages} pages by OCR")
    return "; ".join([*notes, *row.entry.warnings])
