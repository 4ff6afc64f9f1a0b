"""Scores on the terminal: a row for each measure, a column for each set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# What is shown where a run has many measures; the rest is in its files.
_MAIN = ("precision", "recall", "f1", "drm")
_MAIN_CUTOFFS = ("1", "8", "64")
_FEW = 12


def print_scores(summary: Mapping[str, Mapping[str, float]], *, title: str) -> None:
    """One table; with very many measures, the main ones."""
    from rich.table import Table

    from pincite.cli.console import Console

    measures = list(next(iter(summary.values()), {}))
    shown = main_measures(measures)
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    table.add_column("measure")
    for name in summary:
        table.add_column(name, justify="right", style="bold" if name == "all" else "")
    for measure in shown:
        table.add_row(measure, *(f"{scores[measure]:.4f}" for scores in summary.values()))
    console = Console()
    console.print(title, style="italic", soft_wrap=True)
    console.print(table)
    if len(shown) < len(measures):
        console.print(f"and {len(measures) - len(shown)} more measures in summary.json", style="italic")


def main_measures(measures: Sequence[str]) -> list[str]:
    """All measures where they are few; else those most look at."""
    if len(measures) <= _FEW:
        return list(measures)
    chosen = [measure for measure in measures if _is_main(measure)]
    return chosen or list(measures[:_FEW])


def _is_main(measure: str) -> bool:
    name, _, k = measure.partition("@")
    return name in _MAIN and k in _MAIN_CUTOFFS
