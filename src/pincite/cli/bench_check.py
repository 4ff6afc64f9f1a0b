"""`pincite bench check`: check that a benchmark is valid."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.bench.check import CheckFinding, Report
    from pincite.bench.fix import ChangePlan

MOST_SHOWN = 20


def check(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A folder with benchmarks/ or *.json, or one file.")],
    corpus: Annotated[Path | None, typer.Option(help="The corpus, where it is not beside the benchmarks.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this set; repeatable.")] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Fix paths, line endings and answers, after showing the changes.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --fix: do not ask.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    as_json: Json = False,
) -> None:
    """Verify a benchmark: files, encodings, spans, answers, overlaps, repeated queries.

    Exit status: 0 sound (warnings aside), 1 errors found, 2 nothing could be checked.

    Examples:

      pincite bench check data

      pincite bench check data/benchmarks/cuad.json --json

      pincite bench check data/mini --corpus data/corpus

      pincite bench check data --fix
    """
    from pincite.bench.check import check as examine

    if fix:
        _fix(path, corpus=corpus, only=only or [], yes=yes, as_json=as_json)
    with progress_bar(quiet=as_json) as progress:
        report = examine(path, corpus=corpus, only=only or (), progress=progress)
    if as_json:
        echo(json.dumps({**asdict(report), "errors": report.errors, "warnings": report.warnings}, indent=2))
    else:
        _render(report)
    if report.errors or (strict and report.warnings):
        raise typer.Exit(1)


def _fix(path: Path, *, corpus: Path | None, only: list[str], yes: bool, as_json: bool) -> None:
    from pincite.bench.fix import apply_fixes, plan_fixes

    plan = plan_fixes(path, corpus=corpus, only=only)
    if not plan.changes:
        echo("Nothing can be fixed safely.", err=True)
        return
    _show_diff(plan)
    if yes or (sys.stdin.isatty() and not as_json and typer.confirm(f"Make these {len(plan.changes)} changes?")):
        apply_fixes(plan)
        echo(f"{len(plan.changes)} changes made in {len(plan.files)} files.", err=True)
    else:
        echo("Nothing was changed; add --yes to make these changes.", err=True)


def _show_diff(plan: ChangePlan) -> None:
    for change in plan.changes:
        echo(f"@@ {change.where}", fg="cyan", err=True)
        echo(f"- {change.before}", fg="red", err=True)
        echo(f"+ {change.after}", fg="green", err=True)


def _render(report: Report) -> None:
    from rich.table import Table

    from pincite.cli.console import Console

    console = Console()
    table = Table(title=f"{report.path}: {report.documents:,} documents, {report.characters:,} characters")
    for heading in ("set", "tests", "snippets", "documents"):
        table.add_column(heading, justify="left" if heading == "set" else "right")
    for part in report.sets:
        table.add_row(part.name, f"{part.tests:,}", f"{part.snippets:,}", f"{part.documents:,}")
    console.print(table)
    print_findings(report)


def print_findings(report: Report) -> None:
    """Print the findings, errors first, and the verdict."""
    from pincite.cli.console import Console

    if report.findings:
        Console().print(_findings_table(report.findings))
    verdict = f"{report.errors} errors, {report.warnings} warnings."
    echo(verdict, fg="red" if report.errors else "yellow" if report.warnings else "green")


def _findings_table(findings: list[CheckFinding]) -> object:
    from rich.table import Table

    table = Table(title="Findings")
    for heading in ("severity", "rule", "where", "problem"):
        table.add_column(heading, overflow="fold")
    ordered = sorted(findings, key=lambda finding: finding.severity)
    for finding in ordered[:MOST_SHOWN]:
        table.add_row(finding.severity, finding.rule, finding.where, finding.problem)
    if len(ordered) > MOST_SHOWN:
        table.caption = f"and {len(ordered) - MOST_SHOWN} more; --json lists all"
    return table
