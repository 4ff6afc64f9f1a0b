"""`pincite compare`: compare runs query by query."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.run import Measures
from pincite.cli.terminal import echo


class ComparisonFormat(StrEnum):
    """How a comparison is printed."""

    TERMINAL = "terminal"
    MARKDOWN = "markdown"
    JSON = "json"


class Grouping(StrEnum):
    """What effects are broken down by."""

    SET = "set"
    TAG = "tag"


def compare(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders, or JSON-lines files of scores.")],
    reference: Annotated[str | None, typer.Option(help="The run to compare with (default: the first).")] = None,
    measures: Measures = None,
    by: Annotated[Grouping, typer.Option("--by", help="Break effects down by set or by tag.")] = Grouping.SET,
    iterations: Annotated[int, typer.Option("--bootstrap-iterations", min=100, help="Resamples drawn.")] = 5000,
    seed: Annotated[int, typer.Option(help="The seed of the resampling.")] = 0,
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.5, help="A p below this is significant.")] = 0.05,
    changed: Annotated[int, typer.Option("--changed", min=0, help="List this many queries in each direction.")] = 5,
    format: Annotated[
        ComparisonFormat, typer.Option("--format", help="terminal, markdown or json.")
    ] = ComparisonFormat.TERMINAL,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Compare runs query by query: differences with confidence intervals, p values, the queries that changed most.

    Differences are paired and weighted as summaries are: each set counts the same, and a mismatch (drm) is a share of
    all results of a set. Queries without a value in one of the runs are left out of that measure. P values come from
    swapping the runs' results at random (in every possible way up to 16 changed queries) and are corrected for the
    number of measures after Holm. A file of scores has one line per request, with null for a score that is missing:
    {"id": "17", "set": "leases", "scores": {"recall@8": 0.5, "clicked": 1}}.

    Examples:

      pincite compare runs/default runs/bm25

      pincite compare runs/a runs/b runs/c --reference a --measures recall@8,drm@8 --format markdown

      pincite compare monday.jsonl tuesday.jsonl --by tag
    """
    from pincite.cli.comparison_table import print_comparison
    from pincite.runs.compare import compare as compare_runs
    from pincite.runs.compare import load_contender
    from pincite.runs.comparison_markdown import comparison_markdown
    from pincite.runs.statistics import Sampling

    comparisons = compare_runs(
        [load_contender(path) for path in runs],
        reference=reference,
        measures=[word.strip() for words in measures or () for word in words.split(",") if word.strip()],
        by=by.value,
        sampling=Sampling(iterations=iterations, seed=seed, alpha=alpha),
        most_changed=changed,
    )
    if as_json or format is ComparisonFormat.JSON:
        echo(json.dumps([asdict(comparison) for comparison in comparisons], indent=2, ensure_ascii=False))
    elif format is ComparisonFormat.MARKDOWN:
        echo("\n".join(comparison_markdown(comparison) for comparison in comparisons))
    else:
        for comparison in comparisons:
            print_comparison(comparison)
