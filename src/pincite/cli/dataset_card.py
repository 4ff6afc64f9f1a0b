"""`pincite dataset card`: a dataset described in Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def card(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with corpus/ and train.json.")],
    title: Annotated[str | None, typer.Option(help="Its name (default: that of the folder).")] = None,
    licence: Annotated[str | None, typer.Option("--licence", "--license", help="Such as CC BY 4.0.")] = None,
    source: Annotated[str | None, typer.Option(help="Where it comes from, in words or as an address.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; - prints it (default: DIR/README.md).")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write a card with counts, licence, provenance and hashes.

    Examples:

      pincite dataset card data --licence "CC BY 4.0" --source "Contract Understanding Atticus Dataset v1"

      pincite dataset card data --out -
    """
    from pincite.bench.dataset.card import CardFields, write_card
    from pincite.bench.files import refuse_existing
    from pincite.files import write_text

    text = write_card(folder, CardFields(title, licence, source))
    if out == Path("-"):
        echo(text, nl=False)
        return
    target = out or folder / "README.md"
    refuse_existing(target.parent, [target.name], force=force)
    write_text(target, text)
    echo(json.dumps({"out": str(target)}) if as_json else f"Written to {target}.")
