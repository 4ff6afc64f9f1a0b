"""`pincite store`: what is in a store, and its upkeep."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from pincite.cli.options import Json, StoreFolder
from pincite.cli.terminal import echo

app = typer.Typer(
    name="store",
    help="Look into a store, remove documents from it, verify it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.command()
def info(store: StoreFolder, as_json: Json = False) -> None:
    """Say what a store holds and how it was made.

    Examples:

      pincite store info --store demo/
    """
    from pincite.pipeline.store import Store

    told = Store.open(store).describe()
    if as_json:
        echo(json.dumps(told, indent=2))
        return
    for name, value in told.items():
        echo(f"{name:<14} {json.dumps(value) if isinstance(value, dict) else value}")


@app.command("list")
def list_(store: StoreFolder, as_json: Json = False) -> None:
    """List the documents of a store.

    Examples:

      pincite store list --store demo/
    """
    from rich.table import Table

    from pincite.cli.console import Console
    from pincite.pipeline.store import Store

    cards = Store.open(store).index.cards
    if as_json:
        echo(json.dumps([asdict(card) for card in cards], indent=2, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "type", "characters", "file", "title"):
        table.add_column(heading)
    for card in cards:
        table.add_row(card.id, card.kind, f"{card.characters:,}", card.path, card.title or "")
    Console().print(table)


@app.command()
def remove(
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENT…", help="Ids, or paths as the list shows them.")],
    store: StoreFolder,
) -> None:
    """Remove documents from a store; the files themselves are not touched.

    Examples:

      pincite store remove contracts/old.pdf --store demo/
    """
    from pincite.errors import NotFound
    from pincite.pipeline.store import Store

    opened = Store.open(store)
    known = {name: card.id for card in opened.index.cards for name in (card.id, card.path)}
    for document in documents:
        if document not in known:
            raise NotFound(f"The store {store} has no document {document}; see: pincite store list --store {store}")
    opened.remove(known[document] for document in documents)
    echo(f"Removed {len(documents)} of {len(opened.index.cards)} documents.")


@app.command()
def verify(
    store: StoreFolder,
    repair: Annotated[bool, typer.Option("--repair", help="Take damaged documents out, to be indexed anew.")] = False,
    as_json: Json = False,
) -> None:
    """Check every file of a store by its checksum; exit status 1 where one is damaged.

    Examples:

      pincite store verify --store demo/

      pincite store verify --store demo/ --repair && pincite index contracts/ --store demo/
    """
    from pincite.pipeline.store import verify_store

    problems = verify_store(store, repair=repair)
    if as_json:
        echo(json.dumps(problems, indent=2))
    for problem in [] if as_json else problems:
        echo(f"{problem} is missing or damaged", fg="red")
    if problems and repair:
        echo(f"Taken out; 'pincite index PATH… --store {store}' makes them anew.", err=True)
        return
    if problems:
        raise typer.Exit(1)
    if not as_json:
        echo(f"{store}: every file is whole.")
