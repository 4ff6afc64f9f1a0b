"""`pincite bench stats`: a benchmark in figures."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from rich.table import Table

    from pincite.bench.stats import SetStats, Spread

WIDEST_BAR = 40


def stats(
    root: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with corpus/ and benchmarks/.")],
    only: Annotated[list[str] | None, typer.Option(help="Only this set; repeatable.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Also draw the snippet lengths into this .svg file.")] = None,
    as_json: Json = False,
) -> None:
    """Show a benchmark in figures: lengths, snippets per query, tags, and a plot of snippet lengths.

    Examples:

      pincite bench stats data

      pincite bench stats data --only cuad --plot cuad.svg
    """
    from pincite.bench.legalbenchrag.layout import Root
    from pincite.bench.plot import length_plot
    from pincite.bench.stats import stats_of_root
    from pincite.files import write_text

    found = stats_of_root(Root(root), only=only or ())
    if plot:
        write_text(plot, length_plot({part.name: part.length_bins for part in found}))
    if as_json:
        echo(json.dumps([asdict(part) for part in found], indent=2))
        return
    from pincite.cli.console import Console, Text

    console = Console()
    console.print(_figures(found, title=str(root)))
    for part in found:
        console.print(Text(f"\n{part.name}", style="bold") + Text(": snippets by length in characters"))
        for line in bars(part.length_bins):
            console.print(line)
    if plot:
        echo(f"Plot written to {plot}.")


def bars(counts: dict[str, int]) -> list[str]:
    """A bar for each count, the longest as wide as allowed."""
    most = max(counts.values(), default=1) or 1
    label = max((len(name) for name in counts), default=0)
    return [
        f"  {name:>{label}}  {'█' * max(round(WIDEST_BAR * count / most), 1 if count else 0)} {count:,}"
        for name, count in counts.items()
    ]


def _figures(found: list[SetStats], *, title: str) -> Table:
    from rich.table import Table

    table = Table(title=f"{title} (lengths in characters: median, largest)")
    table.add_column("figure")
    for part in found:
        table.add_column(part.name, justify="right")
    for name in ("queries", "documents", "characters", "snippets"):
        table.add_row(name, *(f"{getattr(part, name):,}" for part in found))
    for name in ("query_lengths", "document_lengths", "snippet_lengths", "queries_per_document"):
        table.add_row(name.replace("_", " "), *(_spread(getattr(part, name)) for part in found))
    table.add_row("gold share of text", *(f"{part.gold_share:.2%}" for part in found))
    table.add_row("snippets a query", *(_most_common(part.snippets_per_query) for part in found))
    if any(part.tags for part in found):
        table.add_row("tags", *(", ".join(f"{tag} {n}" for tag, n in part.tags.items()) for part in found))
    return table


def _spread(spread: Spread) -> str:
    return f"{spread.median:,.0f}, {spread.high:,}"


def _most_common(counts: dict[int, int]) -> str:
    several = sum(number for size, number in counts.items() if size > 1)
    return f"one: {counts.get(1, 0):,}, more: {several:,}"
