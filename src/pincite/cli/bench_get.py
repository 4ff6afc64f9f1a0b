"""`pincite bench get`: a published benchmark, from its authors or from a file at hand."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo


def get(
    name: Annotated[str, typer.Argument(metavar="NAME", help="legalbench-rag.")],
    out: Annotated[Path, typer.Option(help="Where corpus/ and benchmarks/ are written.")],
    source: Annotated[
        Path | None, typer.Option("--from", metavar="FILE|DIR", help="An archive or folder at hand; no download.")
    ] = None,
    url: Annotated[str | None, typer.Option(help="Download from here instead of the authors' link.")] = None,
    sha256: Annotated[str | None, typer.Option(help="The checksum the archive must have.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    as_json: Json = False,
) -> None:
    """Get the published LegalBench-RAG: download it (a broken download goes on where it stopped), or take it from disk.

    Line ends become LF and file names NFC, so that spans hold; source.json keeps the archive's checksum.

    Examples:

      pincite bench get legalbench-rag --out data

      pincite bench get legalbench-rag --from ~/Downloads/LegalBench-RAG.zip --out data
    """
    from pincite.bench.files import refuse_existing
    from pincite.bench.get import URL, fetch_archive, install
    from pincite.errors import UnknownName

    if name != "legalbench-rag":
        raise UnknownName("published benchmark", name, ["legalbench-rag"])
    refuse_existing(out, ["corpus", "benchmarks"], force=force)
    if source is None:
        link = url or URL
        with progress_bar(quiet=as_json) as progress:
            archive = fetch_archive(link, out, progress=progress)
        got = install(archive, out, sha256=sha256, url=link, force=force)
    else:
        got = install(source, out, sha256=sha256, force=force)
    if as_json:
        echo(json.dumps(asdict(got), indent=2, ensure_ascii=False))
        return
    echo(f"{out}: {got.documents:,} documents, sets {', '.join(got.sets)}.")
    if got.crlf_documents:
        echo(f"{got.crlf_documents:,} documents had CRLF line ends, which are now LF.")
    if got.note:
        echo(f"Note: {got.note}.", fg="yellow", err=True)
    echo(f"Next: pincite bench check {out}")
