"""`pincite store`: what is in a store, and its upkeep."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json, Preset, Set, StoreName, Where, metadata_from
from pincite.cli.terminal import echo

# Queries that a store of rules, judgments or contracts is likely to answer.
QUERIES = (
    *("offers to settle", "summary judgment", "disclosure of documents", "time limit for an appeal"),
    *("assessment of costs", "termination by notice", "governing law", "limitation of liability"),
)
app = typer.Typer(
    name="store",
    help="Look into a store, remove documents from it, verify it, copy it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.command()
def info(store: StoreName, as_json: Json = False) -> None:
    """Say what a store holds and how it was made.

    Examples:

      pincite store info --store demo/
    """
    from pincite.pipeline.store import Store

    description = Store.open(store).describe()
    if as_json:
        echo(json.dumps(description, indent=2))
        return
    for name, value in description.items():
        echo(f"{name:<14} {json.dumps(value) if isinstance(value, dict) else value}")


@app.command("list")
def list_(store: StoreName, as_json: Json = False) -> None:
    """List the documents of a store.

    Examples:

      pincite store list --store demo/
    """
    from rich.table import Table

    from pincite.cli.console import Console
    from pincite.pipeline.store import Store
    from pincite.render.wire.document import WireCard

    cards = Store.open(store).library.cards
    if as_json:
        echo(json.dumps([WireCard.of(card).plain() for card in cards], indent=2, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("id", "type", "characters", "file", "title"):
        table.add_column(heading)
    for card in cards:
        table.add_row(card.id, card.kind, f"{card.characters:,}", card.path, card.title or "")
    Console().print(table)


@app.command()
def categories(
    store: StoreName,
    name: Annotated[str, typer.Option("--name", help="The metadata to count by.")] = "category",
    as_json: Json = False,
) -> None:
    """Count the documents of a store by a value of their metadata.

    Examples:

      pincite store categories --store rules/

      pincite store categories --store rules/ --name sourcefile
    """
    from collections import Counter

    from pincite.pipeline.store import Store

    cards = Store.open(store).library.cards
    counts = Counter(dict(card.metadata).get(name, "") for card in cards)
    if as_json:
        echo(json.dumps(dict(counts.most_common()), indent=2, ensure_ascii=False))
        return
    for value, count in counts.most_common():
        echo(f"{count:>6,}  {value or 'none'}")


@app.command()
def export(
    store: StoreName,
    query: Annotated[str, typer.Option("--query", help="Export the passages that answer this.")],
    out: Annotated[Path, typer.Option("--out", help="The JSON file to write.")],
    k: Annotated[int, typer.Option("-k", "--top", min=1, help="How many passages.")] = 5,
    where: Where = None,
) -> None:
    """Write the passages that answer a query as records (id, content, category, sourcepage, sourcefile).

    'pincite truth convert' makes questions of them.

    Examples:

      pincite store export --store rules/ --query "Part 36 settlement offers" --out ground_truth_part36.json
    """
    from pincite.files import write_text
    from pincite.pipeline.records import search_records
    from pincite.pipeline.scope import SearchScope
    from pincite.pipeline.store import Store

    opened = Store.open(store)
    found = search_records(opened, query, k=k, filters=SearchScope(where=metadata_from(where)).filters(opened))
    write_text(out, json.dumps(found, indent=2, ensure_ascii=False) + "\n")
    echo(f"{len(found['results'])} passages in {out}.")


@app.command()
def test(
    store: StoreName,
    query: Annotated[
        list[str] | None, typer.Option("--query", help="A query to use instead of the defaults; repeatable.")
    ] = None,
    where: Where = None,
    as_json: Json = False,
) -> None:
    """Search a store for what lawyers often ask, and show the best passage for each; exit status 1: nothing is found.

    Examples:

      pincite store test --store rules/

      pincite store test --store rules/ --query "stay of execution" --where category="Commercial Court"
    """
    from pincite.pipeline.records import search_records
    from pincite.pipeline.scope import SearchScope
    from pincite.pipeline.store import Store

    opened = Store.open(store)
    filters = SearchScope(where=metadata_from(where)).filters(opened)
    found = [search_records(opened, words, k=1, filters=filters) for words in query or QUERIES]
    if as_json:
        echo(json.dumps({"documents": len(opened.documents), "queries": found}, indent=2, ensure_ascii=False))
    else:
        echo(f"{store}: {len(opened.documents):,} documents")
        for one in found:
            best = one["results"][0] if one["results"] else None
            place = f"{best['sourcefile']}, {best['section']}".strip(", ") if best else "nothing"
            echo(f"{one['query']}: {place}")
    if not any(one["results"] for one in found):
        raise typer.Exit(1)


@app.command()
def remove(
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENT…", help="Ids, or paths as the list shows them.")],
    store: StoreName,
) -> None:
    """Remove documents from a store; the files themselves are not touched.

    Examples:

      pincite store remove contracts/old.pdf --store demo/
    """
    from pincite.errors import NotFound
    from pincite.pipeline.store import Store

    opened = Store.open(store)
    known = {name: card.id for card in opened.library.cards for name in (card.id, card.path)}
    for document in documents:
        if document not in known:
            raise NotFound(f"The store {store} has no document {document}; see: pincite store list --store {store}")
    opened.remove(known[document] for document in documents)
    echo(f"Removed {len(documents)} of {len(opened.library.cards)} documents.")


@app.command()
def verify(
    store: StoreName,
    repair: Annotated[
        bool, typer.Option("--repair", help="Remove damaged documents, so that they can be indexed again.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check everything in a store by its checksum; exit status 1 where something is damaged.

    Examples:

      pincite store verify --store demo/

      pincite store verify --store demo/ --repair && pincite index contracts/ --store demo/
    """
    from pincite.pipeline.store import verify_store

    problems = verify_store(store, repair=repair, on_note=lambda note: echo(note, err=True))
    if as_json:
        echo(json.dumps(problems, indent=2))
    for problem in [] if as_json else problems:
        echo(f"{problem} is missing or damaged", fg="red")
    if problems and repair:
        echo(f"Removed; 'pincite index PATH… --store {store}' indexes them again.", err=True)
        return
    if problems:
        raise typer.Exit(1)
    if not as_json:
        echo(f"{store}: everything is whole.")


@app.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The store to copy.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new store, of any kind, or an earlier copy.")],
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Copy a store into another, without reading or embedding anything again; what arrives is checked by digest.

    Examples:

      pincite store copy demo/ postgres://db.example/law/demo
    """
    from pincite.cli.progress_bar import progress_bar
    from pincite.pipeline.copy_store import copy_store
    from pincite.settings import load_settings

    settings = load_settings(preset, flags=set_ or ()).settings
    with progress_bar(quiet=as_json) as progress:
        report = copy_store(
            source, target, settings=settings, progress=lambda done, total: progress("copying", done, total)
        )
    if as_json:
        echo(json.dumps(asdict(report), indent=2))
        return
    passages = ", ".join(f"{count:,} of layer {layer}" for layer, count in report.passages.items())
    echo(
        f"{target}: {report.documents:,} documents; passages: {passages}; digest {report.digest[:16]}, as in {source}."
    )
