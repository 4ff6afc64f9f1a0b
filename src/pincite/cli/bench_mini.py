"""`pincite bench mini`: a sample of a benchmark."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def mini(
    root: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with corpus/ and benchmarks/.")],
    out: Annotated[Path | None, typer.Option(help="Where the sample is written; without it, only counted.")] = None,
    n: Annotated[int, typer.Option("--n", min=1, help="At most this many queries per set.")] = 194,
    seed: Annotated[str | None, typer.Option(help="Draw another sample; without a seed, the authors' own.")] = None,
    by_document: Annotated[
        bool, typer.Option("--by-document/--by-query", help="With a seed: draw documents, or single queries.")
    ] = True,
    only: Annotated[list[str] | None, typer.Option(help="Only this set; repeatable.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    as_json: Json = False,
) -> None:
    """Draw LegalBench-RAG-mini exactly as its authors' code does, or another sample.

    The sample is a benchmark of its own: its tests, and only the documents they use.

    Examples:

      pincite bench mini data --out mini

      pincite bench mini data --out small --n 50 --seed 7 --by-query --only cuad
    """
    from pincite.bench.legalbenchrag.layout import Root
    from pincite.bench.legalbenchrag.mini import sample_root, write_sample

    sample = sample_root(Root(root), size=n, seed=seed, by_document=by_document, only=only or ())
    if out:
        write_sample(sample, Root(root), out=out, force=force)
    if as_json:
        counts = {name: asdict(count) for name, count in sample.counts.items()}
        echo(json.dumps({"sets": counts, "total": asdict(sample.total)}, indent=2))
        return
    from pincite.cli.count_table import print_counts

    print_counts({**sample.counts, "total": sample.total}, title=f"Sample of {root}", of="set")
    if out:
        echo(f"Written to {out}.")
