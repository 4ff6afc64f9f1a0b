"""`pincite dataset records`: records of a search index as files with a manifest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def records(
    sources: Annotated[list[Path], typer.Argument(metavar="PATH…", help="JSON files of records, or folders of them.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write into.")],
    as_json: Json = False,
) -> None:
    """Write records of a search index (id, content, category, sourcepage, sourcefile) as text files with a manifest.

    Examples:

      pincite dataset records rules/ --out rules-text/

      pincite index rules-text/ --manifest rules-text/manifest.csv --store rules-store/
    """
    from pincite.bench.records import MANIFEST, read_records, write_records

    written = write_records(read_records(sources), out)
    if as_json:
        echo(json.dumps({"documents": len(written), "manifest": str(out / MANIFEST)}))
        return
    echo(f"{len(written):,} documents and {out / MANIFEST}.")
