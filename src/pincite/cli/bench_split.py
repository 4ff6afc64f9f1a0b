"""`pincite bench split`: train, dev and test by document."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def split(
    root: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with corpus/ and benchmarks/.")],
    out: Annotated[Path, typer.Option(help="Where train/, dev/, test/ and split.json are written.")],
    dev: Annotated[float, typer.Option(min=0, max=1, help="Share of the documents for dev.")] = 0.1,
    test: Annotated[float, typer.Option(min=0, max=1, help="Share of the documents for test.")] = 0.2,
    salt: Annotated[str, typer.Option(help="The salt of the hash; another value gives another split.")] = "",
    hold_out: Annotated[
        Path | None,
        typer.Option(help="A benchmark folder, such as mini's, whose documents all go to test."),
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this set; repeatable.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there already.")] = False,
    as_json: Json = False,
) -> None:
    """Cut a benchmark into train, dev and test by document, so that no document is in two parts.

    A document's part follows from its text alone: adding, renaming or removing others moves nothing, and two copies
    of a text are never parted. Queries with gold in several parts are left out and counted.

    Examples:

      pincite bench split data --out split --dev 0.1 --test 0.2

      pincite bench split data --out split --hold-out mini --test 0
    """
    from pincite.bench.legalbenchrag.layout import Root, read_tests
    from pincite.bench.split import Shares, count_split, split_root, write_split
    from pincite.bench.subset import documents_of

    held: list[str] = []
    if hold_out:
        sets = Root(hold_out).sets()
        held = documents_of([test for name in sets for test in read_tests(Root(hold_out).benchmark_file(name))])
    cut = split_root(Root(root), shares=Shares(dev, test), salt=salt, held_out=held, only=only or ())
    settings = {"dev": dev, "test": test, "salt": salt, "held_out": held, "crossing": len(cut.crossing)}
    write_split(cut, Root(root), out=out, settings=settings, force=force)
    counts = count_split(cut, Root(root))
    if as_json:
        parts = {part: asdict(count) for part, count in counts.items()}
        echo(json.dumps({"parts": parts, "crossing": len(cut.crossing)}, indent=2))
        return
    from pincite.cli.count_table import print_counts

    print_counts(counts, title=f"{root} cut by document", of="part")
    if cut.crossing:
        echo(f"{len(cut.crossing)} queries have gold in several parts and were left out.")
