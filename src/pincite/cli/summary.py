"""`pincite summary` and `pincite diff`: evaluations side by side, and what changed between two."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


class SummaryFormat(StrEnum):
    """How evaluations are printed."""

    TERMINAL = "terminal"
    MARKDOWN = "markdown"


Format = Annotated[SummaryFormat, typer.Option("--format", "--output", help="terminal or markdown.")]


def summary(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Results folders, or folders of them.")],
    format: Format = SummaryFormat.TERMINAL,
    highlight: Annotated[str | None, typer.Option("--highlight", help="Mark this run in Markdown.")] = None,
    as_json: Json = False,
) -> None:
    """Show the metrics of evaluations side by side, with how many rows count, as good, acceptable or poor.

    Results of evaltools are read too.

    Examples:

      pincite summary results/

      pincite summary results/baseline results/experiment --format markdown
    """
    from pincite.cli.evaluation_table import print_results
    from pincite.runs.evaluation.markdown import summary_markdown
    from pincite.runs.evaluation.results import find_results, load_results

    results = [load_results(folder) for folder in find_results(folders)]
    if as_json:
        found = {
            str(one.folder): {
                name: {"mean": mean, "rows": count, "grade": one.grades()[name]}
                for name, (mean, count) in one.means().items()
            }
            for one in results
        }
        echo(json.dumps(found, indent=2, ensure_ascii=False))
    elif format is SummaryFormat.MARKDOWN:
        echo(summary_markdown(results, highlight=highlight))
    else:
        print_results(results)


def diff(
    first: Annotated[Path, typer.Argument(metavar="A", help="The results folder before.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The results folder after.")],
    changed: Annotated[
        str | None, typer.Option("--changed", metavar="COLUMN", help="List the questions in which this differs.")
    ] = None,
    format: Format = SummaryFormat.TERMINAL,
    open_: Annotated[bool, typer.Option("--open", help="Write a page beside B, diff.html, and open it.")] = False,
    seed: Annotated[int, typer.Option(help="The seed of the resampling.")] = 0,
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.5, help="A p below this is significant.")] = 0.05,
    as_json: Json = False,
) -> None:
    """Compare two evaluations question by question: both means with their grades, the difference, and its p value.

    Examples:

      pincite diff results/baseline results/experiment

      pincite diff results/baseline results/experiment --changed precedent_matching
    """
    from pincite.cli.comparison_table import print_comparison
    from pincite.cli.evaluation_table import print_changes, print_results
    from pincite.runs.comparison_markdown import comparison_markdown
    from pincite.runs.evaluation.markdown import changes_markdown, diff_page, summary_markdown
    from pincite.runs.evaluation.results import changed_rows, compare_results, find_results, load_results
    from pincite.runs.statistics import Sampling

    one, other = (load_results(find_results([folder])[0]) for folder in (first, second))
    changes = changed_rows(one, other, changed) if changed else []
    comparison = compare_results(one, other, sampling=Sampling(seed=seed, alpha=alpha))
    if as_json:
        found = {"comparison": asdict(comparison), "changed": [asdict(change) for change in changes]}
        echo(json.dumps(found, indent=2, ensure_ascii=False))
    elif format is SummaryFormat.MARKDOWN:
        parts = [summary_markdown([one, other]), comparison_markdown(comparison)]
        echo("\n".join([*parts, *([changes_markdown(changes, changed)] if changed else [])]))
    else:
        print_results([one, other])
        print_comparison(comparison)
        if changed:
            print_changes(changes, changed)
    if open_:
        page = other.folder / "diff.html"
        page.write_text(diff_page(one, other, comparison, changes, column=changed), "utf-8")
        echo(f"The page is {page}.", err=True)
        typer.launch(str(page))
