"""`pincite bench get`: get a published benchmark, by download or from a local file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo


def get(
    name: Annotated[str, typer.Argument(metavar="NAME", help="legalbench-rag, cuad, contractnli, maud or privacy_qa.")],
    out: Annotated[Path, typer.Option(help="Where corpus/ and benchmarks/, or raw_data/, are written.")],
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE|DIR", help="A local archive or folder to use instead of downloading."),
    ] = None,
    url: Annotated[str | None, typer.Option(help="Download from here instead of the authors' link.")] = None,
    sha256: Annotated[str | None, typer.Option(help="The checksum the archive must have.")] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also download from this machine and private networks.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    as_json: Json = False,
) -> None:
    """Get the published LegalBench-RAG, or a raw dataset it is made from: download it, or take it from disk.

    An interrupted download is resumed; source.json records the archive's checksum. Of LegalBench-RAG line ends
    become LF and file names NFC, so that spans hold. A raw dataset is kept as it is in raw_data/, for bench make.

    Examples:

      pincite bench get legalbench-rag --out data

      pincite bench get cuad --out data

      pincite bench get legalbench-rag --from ~/Downloads/LegalBench-RAG.zip --out data
    """
    from pincite.bench.fetch.raw import RAW_SETS, raw_name
    from pincite.errors import UnknownName

    raw = raw_name(name)
    if raw is None and name != "legalbench-rag":
        raise UnknownName("published benchmark", name, ["legalbench-rag", *RAW_SETS])
    take = _take_raw if raw else _take_benchmark
    fetch = partial(_fetch, raw or name, out=out, allow_private=allow_private, quiet=as_json)
    take(raw or name, out, source=source, url=url, sha256=sha256, force=force, fetch=fetch, as_json=as_json)


def _take_benchmark(
    name: str,
    out: Path,
    *,
    source: Path | None,
    url: str | None,
    sha256: str | None,
    force: bool,
    fetch: Callable[[str], Path],
    as_json: bool,
) -> None:
    from pincite.bench.fetch.published import INSTALLED, URL, install
    from pincite.bench.files import refuse_existing

    refuse_existing(out, INSTALLED, force=force)
    link = url or URL
    archive = source or fetch(link)
    got = install(archive, out, sha256=sha256, url=None if source else link, force=force)
    if as_json:
        echo(json.dumps(asdict(got), indent=2, ensure_ascii=False))
        return
    echo(f"{out}: {got.documents:,} documents, sets {', '.join(got.sets)}.")
    if got.crlf_documents:
        echo(f"{got.crlf_documents:,} documents had CRLF line ends, which are now LF.")
    if got.note:
        echo(f"Note: {got.note}.", fg="yellow", err=True)
    echo(f"Next: pincite bench check {out}")


def _take_raw(
    name: str,
    out: Path,
    *,
    source: Path | None,
    url: str | None,
    sha256: str | None,
    force: bool,
    fetch: Callable[[str], Path],
    as_json: bool,
) -> None:
    from pincite.bench.fetch.raw import RAW_SETS, install_raw
    from pincite.bench.files import refuse_existing

    refuse_existing(out, [f"raw_data/{name}"], force=force)
    link = url or RAW_SETS[name].url
    archive = source or fetch(link)
    got = install_raw(name, archive, out, sha256=sha256, url=None if source else link, force=force)
    if as_json:
        echo(json.dumps(asdict(got), indent=2, ensure_ascii=False))
        return
    echo(f"{got.folder}: {got.files:,} files.")
    echo(f"Next: pincite bench make {name} --raw {got.folder} --out {out}")


def _fetch(name: str, link: str, *, out: Path, allow_private: bool, quiet: bool) -> Path:
    from pincite.bench.fetch.published import fetch_archive

    with progress_bar(quiet=quiet) as progress:
        return fetch_archive(link, out, name=name, progress=progress, allow_private=allow_private)
