"""`pincite index`: documents into a store that can be searched."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Files, Jobs, Json, Ocr, Preset, Set, StoreFolder, settings_from

if TYPE_CHECKING:
    from pincite.pipeline.build import Built


def index(
    paths: Files,
    store: StoreFolder,
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove documents whose file is no longer among the paths.")
    ] = False,
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Exit 0 even where files were skipped.")] = False,
    jobs: Jobs = None,
    ocr: Ocr = None,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Index documents: read them, cut them into chunks, embed them, and keep all of it in a store.

    Run it again after files were added or changed: only those are read. A run that is cut short goes on where it was.

    Examples:

      pincite index examples/documents --store demo/

      pincite index contracts/ --store contracts.store --prune

      pincite index contracts/ --store clauses.store --set chunker.kind=clause --set chunker.size=800
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pincite.pipeline.store import Store

    settings = settings_from(preset, flags=set_, jobs=jobs, ocr=ocr)
    bar = (
        TextColumn("indexing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*bar, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task("", total=None)

        def report(name: str, done: int, total: int) -> None:
            progress.update(task, completed=done, total=total, description=name[:40])

        built = Store.build(paths, store, settings=settings, prune=prune, progress=report)
    if as_json:
        typer.echo(json.dumps(asdict(built), indent=2, ensure_ascii=False))
    else:
        _print(built, store)
    if built.failures and not keep_going:
        raise typer.Exit(1)


def _print(built: Built, store: Path) -> None:
    for failure in built.failures:
        typer.secho(f"skipped  {failure.item}: {failure.message}", fg="yellow")
    for file in built.rebuilt:
        typer.secho(f"rebuilt  {file} was missing or damaged", fg="yellow")
    for path, doc_id in built.same_text:
        typer.echo(f"same     {path} has the same text as document {doc_id}, which is there")
    if built.recall < 1:
        typer.echo(f"The approximate index finds {built.recall:.1%} of the ten nearest that exact search finds.")
    if built.usage:
        cost = "price unknown" if built.usage.dollars is None else f"${built.usage.dollars:.4f}"
        tokens = built.usage.input_tokens + built.usage.output_tokens
        typer.echo(f"Hosted models: {built.usage.requests:,} requests, {tokens:,} tokens, {cost}.")
    counts = {
        "added": len(built.added),
        "changed": len(built.changed),
        "removed": len(built.removed),
        "unchanged": len(built.unchanged),
        "skipped": len(built.failures),
    }
    words = ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "nothing to do"
    typer.echo(f"{store}: {words}; {built.seconds['all']:.1f} s.")
