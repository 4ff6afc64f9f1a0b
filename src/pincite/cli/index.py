"""`pincite index`: documents into a store that can be searched."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Jobs, Json, Ocr, Preset, Set, Sources, StoreName, settings_from
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.pipeline.build import BuildReport
    from pincite.pipeline.upgrade import EmbedderChange

# Up to this many changed files are listed by name.
_NAMED = 20


def index(
    store: StoreName,
    paths: Sources = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Remove documents whose file is no longer among the paths.")
    ] = False,
    manifest: Annotated[
        Path | None,
        typer.Option("--manifest", help="A CSV file with columns file, authority, title, kind, and any metadata."),
    ] = None,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Embed the store again even where that asks a provider.")
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

    A store made with another embedder is upgraded: all its documents are embedded again, with or without their files.
    Without PATH that is all that is done.

    Examples:

      pincite index examples/documents --store demo/

      pincite index contracts/ --store contracts.store --prune

      pincite index --store contracts.store

      pincite index s3://archive/contracts --store postgres://db.example/law/contracts

      pincite index rules/ --store rules.store --manifest rules/manifest.csv

      pincite index contracts/ --store clauses.store --set chunker.kind=clause --set chunker.size=800
    """
    from pincite.pipeline.build import upgrade_store
    from pincite.pipeline.store import index_files

    if not paths and (prune or manifest):
        raise typer.BadParameter("give PATH…: --prune and --manifest are about files")
    settings = settings_from(preset, flags=set_, jobs=jobs, ocr=ocr)
    committed = 0

    def follow(stage: str, done: int, total: int) -> None:
        nonlocal committed
        committed = done if stage == "writing" else committed
        progress(stage, done, total)

    with (
        say_what_is_kept(lambda: kept_so_far(committed, what="of the files to read", where=store)),
        progress_bar(quiet=as_json) as progress,
    ):
        if paths:
            built = index_files(
                paths,
                store,
                settings=settings,
                prune=prune,
                manifest=manifest,
                upgrade=upgrade,
                progress=follow,
                on_upgrade=_announce,
            )
        else:
            built = upgrade_store(store, settings=settings, upgrade=upgrade, progress=follow, on_upgrade=_announce)
    if as_json:
        echo(json.dumps(asdict(built), indent=2, ensure_ascii=False))
    else:
        _print(built, store)
        if paths:
            _print_gone(built, store)
    if built.failures and not keep_going:
        raise typer.Exit(1)


def _announce(change: EmbedderChange) -> None:
    count = "1 document" if change.documents == 1 else f"{change.documents:,} documents"
    echo(
        f"Upgrading {count} from the embedder {change.before} to {change.after}; until that is done, and if you stop "
        "it, the store stays as it was.",
        fg="yellow",
        err=True,
    )


def _print(built: BuildReport, store: str) -> None:
    _print_notes(built)
    differences = {"added": built.added, "changed": built.changed, "removed": built.removed}
    if built.unchanged and sum(map(len, differences.values())) <= _NAMED:
        for what, paths in differences.items():
            for path in paths:
                echo(f"{what:<8} {path}")
    counts = {what: len(paths) for what, paths in differences.items()}
    counts |= {"unchanged": len(built.unchanged), "skipped": len(built.failures)}
    counts |= {"upgraded": built.upgraded.documents if built.upgraded else 0}
    words = ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "nothing to do"
    line = f"{store}: {words}; {_amount_read(built)}{built.seconds['all']:.1f} s"
    if built.added or built.changed or built.upgraded:
        stages = (
            f"{stage} {built.seconds[stage]:.1f}"
            for stage in ("embed", "upgrade", "write", "merge")
            if stage in built.seconds
        )
        line += f" ({', '.join(stages)})"
    echo(f"{line}.")


def _print_notes(built: BuildReport) -> None:
    """Print what the user may need to act on, and the cost."""
    for failure in built.failures:
        echo(f"skipped  {failure.item}: {failure.message}", fg="yellow")
    for file in built.rebuilt:
        echo(f"rebuilt  {file} was missing or damaged", fg="yellow")
    for path, doc_id in built.same_text:
        echo(f"same     {path} has the same text as document {doc_id}, which is there")
    if built.recall < 1:
        echo(f"The approximate index finds {built.recall:.1%} of the ten nearest that exact search finds.")
    if built.usage:
        cost = "price unknown" if built.usage.dollars is None else f"${built.usage.dollars:.4f}"
        tokens = built.usage.input_tokens + built.usage.output_tokens
        echo(f"Models asked: {built.usage.requests:,} requests, {tokens:,} tokens, {cost}.")
    if built.passed_over:
        kinds = ", ".join(f"{count} {ending or 'without an ending'}" for ending, count in built.passed_over.items())
        echo(f"Files of other kinds were passed over: {kinds}.")


def _print_gone(built: BuildReport, store: str) -> None:
    """List the documents that are still in the store although their file is gone."""
    if not built.gone:
        return
    count = len(built.gone)
    documents = "1 document in the store has" if count == 1 else f"{count:,} documents in the store have"
    named = ", ".join(built.gone[:_NAMED]) + (f" and {count - _NAMED:,} more" if count > _NAMED else "")
    # --prune removes every document outside the paths: suggest it only if it would remove just these.
    mend = f"'pincite store remove FILE… --store {store}' removes" if built.others else "add --prune to remove"
    echo(f"{documents} no file any more: {named}; {mend} {'it' if count == 1 else 'them'}.", fg="yellow")


def _amount_read(built: BuildReport) -> str:
    if not built.characters:
        return ""
    pages = f"{built.pages:,} pages ({built.ocr_pages:,} by OCR), " if built.pages else ""
    return f"{pages}{built.characters:,} characters read; "
