"""A comparison on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.cli.console import Console
    from pincite.runs.compare import Comparison

_COLOURS = {"better": "green", "worse": "red"}


def print_comparison(comparison: Comparison) -> None:
    """Measures, effects by group, and the queries that changed most."""
    from rich.table import Table

    from pincite.cli.console import Console, Text
    from pincite.runs.comparison_markdown import missing_note

    console = Console()
    left = f", {comparison.left_out} of one run only left out" if comparison.left_out else ""
    title = f"{comparison.name} against {comparison.reference} ({comparison.queries:,} queries{left})"
    table = Table(title=title, box=None, pad_edge=False, padding=(0, 1), title_justify="left")
    for heading in ("measure", "before", "after", "change", "interval", "p", "queries", ""):
        table.add_column(heading, justify="left" if heading in {"measure", ""} else "right", no_wrap=heading != "")
    for row in comparison.rows:
        found, colour = row.difference, _COLOURS.get(row.verdict)
        means = (row.measure, f"{row.reference:.4f}", f"{row.value:.4f}", f"{found.value:+.4f}")
        words = Text(row.verdict, style=colour) if colour else Text("no difference")
        table.add_row(*means, f"{found.low:+.3f} … {found.high:+.3f}", f"{row.p_holm:.4f}", f"{found.n:,}", words)
    console.print(table)
    for note in missing_note(comparison):
        console.print(note, style="yellow")
    _print_groups(comparison, console)
    _print_changes(comparison, console)


def _print_groups(comparison: Comparison, console: Console) -> None:
    from rich.table import Table

    groups = list(dict.fromkeys(group for row in comparison.rows for group in row.by_group))
    table = Table(title="difference by group", box=None, pad_edge=False, padding=(0, 2), title_justify="left")
    table.add_column("measure")
    for group in groups:
        table.add_column(group, justify="right")
    for row in comparison.rows:
        found = row.by_group
        table.add_row(row.measure, *(f"{found[g].value:+.4f}" if g in found else "–" for g in groups))
    console.print(table)


def _print_changes(comparison: Comparison, console: Console) -> None:
    for row in comparison.rows[:1]:
        for words, changes in (("rose", comparison.gained[row.measure]), ("fell", comparison.lost[row.measure])):
            if changes:
                console.print(f"Queries whose {row.measure} {words} most:", style="bold")
            for change in changes:
                line = f"  {change.query_id}  {change.before:.3f} → {change.after:.3f}  {' '.join(change.text.split())}"
                console.print(line, no_wrap=True, overflow="ellipsis")
