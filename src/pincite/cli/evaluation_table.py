"""Evaluations on the terminal: means with their grades, and tables by source type and category."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.runs.evaluation.results import ChangedRow, Results
    from pincite.runs.score_table import ScoreTable

_COLOURS = {"good": "green", "acceptable": "yellow", "poor": "red"}


def print_results(results: Sequence[Results]) -> None:
    """A row for each metric, a column for each evaluation."""
    from rich.table import Table

    from pincite.cli.console import Console, Text

    table = Table(box=None, pad_edge=False, padding=(0, 2))
    table.add_column("metric")
    for one in results:
        table.add_column(one.name, justify="right")
        table.add_column("rows", justify="right")
        table.add_column("")
    columns = [(one.means(), one.grades()) for one in results]
    for metric in dict.fromkeys(name for means, _ in columns for name in means):
        cells: list[str | Text] = []
        for means, grades in columns:
            mean, count = means.get(metric, (None, 0))
            word = grades.get(metric)
            cells += ["–" if mean is None else f"{mean:.3f}", str(count)]
            cells.append(Text(str(word), style=_COLOURS[word]) if word else "")
        table.add_row(metric, *cells)
    Console().print(table)


def print_groups(table: ScoreTable) -> None:
    """The means of the direct measures by source type and by category."""
    from rich.table import Table

    from pincite.cli.console import Console
    from pincite.runs.evaluation.groups import group_means

    for tag in ("source_type", "category"):
        found = group_means(table, tag)
        measures = list(dict.fromkeys(name for _, means in found.values() for name in means))
        grid = Table(box=None, pad_edge=False, padding=(0, 2))
        for heading in (tag.replace("_", " "), "questions", *measures):
            grid.add_column(heading)
        for name, (count, means) in found.items():
            values = [means.get(measure) for measure in measures]
            grid.add_row(name, str(count), *("–" if value is None else f"{value:.3f}" for value in values))
        Console().print(grid)


def print_changes(changes: Sequence[ChangedRow], column: str) -> None:
    """The questions whose column differs, with both answers."""
    from pincite.cli.console import Console

    console = Console()
    console.print(f"{len(changes)} questions differ in {column}.", style="bold")
    for change in changes:
        console.print(f"\n{change.question}  ({_shown(change.before)} → {_shown(change.after)})", style="bold")
        console.print(f"before: {change.answer_before}")
        console.print(f"after:  {change.answer_after}")


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
