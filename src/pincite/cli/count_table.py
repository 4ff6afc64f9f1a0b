"""A table of queries, documents and characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.bench.subset import Count


def print_counts(counts: Mapping[str, Count], *, title: str, of: str) -> None:
    """Print one row for each part."""
    from rich.table import Table

    from pincite.cli.console import Console

    table = Table(title=title)
    table.add_column(of)
    for heading in ("queries", "documents", "characters"):
        table.add_column(heading, justify="right")
    for name, count in counts.items():
        table.add_row(name, f"{count.queries:,}", f"{count.documents:,}", f"{count.characters:,}")
    Console().print(table)
