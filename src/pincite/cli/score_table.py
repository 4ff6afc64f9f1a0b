"""Scores on the terminal: a row for each measure, a column for each set."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.runs.score_table import ScoreTable

# What is shown where a run has many measures; the others are in its files.
_MAIN = ("precision", "recall", "f1", "drm")
_MAIN_CUTOFFS = ("1", "8", "64")
_FEW = 12


def print_scores(table: ScoreTable, *, title: str, only: Collection[str] = ()) -> None:
    """One table, of the measures named or all; with very many measures, the main ones."""
    from rich.table import Table

    from pincite.cli.console import Console

    summary = table.summary()
    measures = [measure for measure in table.measures if not only or measure in only]
    shown = main_measures(measures)
    counts, partial = table.counted(), table.partial()
    grid = Table(box=None, pad_edge=False, padding=(0, 2))
    grid.add_column("measure")
    for name in summary:
        grid.add_column(name, justify="right", style="bold" if name == "all" else "")
    if partial:
        grid.add_column("queries", justify="right")
    for measure in shown:
        cells = ["–" if scores[measure] is None else f"{scores[measure]:.4f}" for scores in summary.values()]
        grid.add_row(measure, *cells, *([f"{counts[measure]:,}"] if partial else []))
    console = Console()
    console.print(title, style="italic", soft_wrap=True)
    console.print(grid)
    if len(shown) < len(measures):
        console.print(f"and {len(measures) - len(shown)} more measures in summary.json", style="italic")


def main_measures(measures: Sequence[str]) -> list[str]:
    """All measures where they are few; else those that most people look at, and those without a cut-off."""
    if len(measures) <= _FEW:
        return list(measures)
    chosen = [measure for measure in measures if _is_main(measure)]
    return chosen or list(measures[:_FEW])


def _is_main(measure: str) -> bool:
    name, at, k = measure.partition("@")
    return not at or (name in _MAIN and k in _MAIN_CUTOFFS)
