"""Evaluations as Markdown and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pincite.render.html_page import html_page
from pincite.runs.compare import Comparison
from pincite.runs.evaluation.results import ChangedRow, Results

_STYLE = (
    "body{font:15px system-ui;margin:2em;max-width:70em}table{border-collapse:collapse}"
    "td,th{padding:.2em .8em;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}"
)


def summary_markdown(results: Sequence[Results], *, highlight: str | None = None) -> str:
    """A table with a row per metric and a column per evaluation: mean, rows that count, grade."""
    names = [f"**{one.name}**" if one.name == highlight else one.name for one in results]
    lines = [f"| metric | {' | '.join(_cell(name) for name in names)} |", "|---|" + "--:|" * len(results)]
    for metric, cells in _table(results):
        lines.append(f"| {metric} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def changes_markdown(changes: Sequence[ChangedRow], column: str) -> str:
    """The questions whose column differs."""
    lines = [f"| question | {column} before | after | answer before | answer after |", "|---|--:|--:|---|---|"]
    lines += [f"| {' | '.join(_cell(text) for text in _texts(change))} |" for change in changes]
    return "\n".join(lines) + "\n"


def diff_page(
    one: Results, other: Results, comparison: Comparison, changes: Sequence[ChangedRow], *, column: str | None
) -> str:
    """Two evaluations as a page of HTML that needs nothing else."""
    differences = [
        (row.measure, f"{row.reference:.3f}", f"{row.value:.3f}", f"{row.difference.value:+.3f}")
        + (f"{row.p_holm:.4f}", row.verdict)
        for row in comparison.rows
    ]
    title = f"{other.name} against {one.name}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _html_table(["metric", one.name, other.name], [(name, *cells) for name, cells in _table([one, other])]),
        "<h2>Differences</h2>",
        _html_table(["metric", "before", "after", "difference", "p (Holm)", ""], differences),
    ]
    if column:
        parts.append(f"<h2>Questions that differ in {escape(column)}</h2>")
        headings = ["question", "before", "after", "answer before", "answer after"]
        parts.append(_html_table(headings, [_texts(change) for change in changes]))
    return html_page(title, "".join(parts), style=_STYLE)


def _table(results: Sequence[Results]) -> list[tuple[str, list[str]]]:
    columns = [(one.means(), one.grades()) for one in results]
    rows = []
    for metric in dict.fromkeys(name for means, _ in columns for name in means):
        cells = []
        for means, grades in columns:
            mean, count = means.get(metric, (None, 0))
            word = f", {grades[metric]}" if grades.get(metric) else ""
            cells.append("–" if mean is None else f"{mean:.3f} ({count} rows{word})")
        rows.append((metric, cells))
    return rows


def _texts(change: ChangedRow) -> tuple[str, ...]:
    before, after = ("–" if value is None else f"{value:.3f}" for value in (change.before, change.after))
    return (change.question, before, after, change.answer_before, change.answer_after)


def _html_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
