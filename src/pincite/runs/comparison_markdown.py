"""A comparison as Markdown."""

from __future__ import annotations

from pincite.runs.compare import Comparison, ScoreChange
from pincite.runs.statistics import Difference


def comparison_markdown(comparison: Comparison) -> str:
    """The whole comparison: measures, effects by group, queries that changed most."""
    lines = [f"## {comparison.name} against {comparison.reference}", "", _scope(comparison), ""]
    lines += [
        "| measure | reference | run | difference | interval | p | p (Holm) | queries | |",
        "|---|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    for row in comparison.rows:
        found = row.difference
        lines.append(
            f"| {row.measure} | {row.reference:.4f} | {row.value:.4f} | {found.value:+.4f} | "
            f"{interval(found)} | {found.p:.4f} | {row.p_holm:.4f} | {found.n:,} | {row.verdict} |"
        )
    lines += ["", *_group_lines(comparison), *_change_lines(comparison)]
    return "\n".join(lines) + "\n"


def interval(difference: Difference) -> str:
    """The confidence interval of a difference."""
    return f"{difference.low:+.4f} to {difference.high:+.4f}"


def _scope(comparison: Comparison) -> str:
    left = f"; {comparison.left_out} queries that only one of them has are left out" if comparison.left_out else ""
    partial = any(row.missing for row in comparison.rows)
    note = ["A measure counts the queries that have a value in both runs."] if partial else []
    return " ".join([f"Over {comparison.queries:,} queries{left}.", *note, *missing_note(comparison)])


def missing_note(comparison: Comparison) -> list[str]:
    """A sentence on the usual measures that only one of the runs has."""
    if not comparison.not_compared:
        return []
    names = ", ".join(comparison.not_compared)
    return [f"Not compared, for only one run was scored by them: {names} ('pincite rescore --measures' adds them)."]


def _group_lines(comparison: Comparison) -> list[str]:
    groups = list(dict.fromkeys(group for row in comparison.rows for group in row.by_group))
    lines = [f"| difference | {' | '.join(groups)} |", "|---|" + "--:|" * len(groups)]
    for row in comparison.rows:
        found = row.by_group
        cells = [f"{found[g].value:+.4f} ({interval(found[g])})" if g in found else "–" for g in groups]
        lines.append(f"| {row.measure} | {' | '.join(cells)} |")
    return [*lines, ""]


def _change_lines(comparison: Comparison) -> list[str]:
    lines: list[str] = []
    for row in comparison.rows[:1]:
        for title, changes in (("rose", comparison.gained[row.measure]), ("fell", comparison.lost[row.measure])):
            if changes:
                lines += [f"Queries whose {row.measure} {title} most:", "", *map(_change_line, changes), ""]
    return lines


def _change_line(change: ScoreChange) -> str:
    text = " ".join(change.text.split())
    return f"- `{change.query_id}` {change.before:.3f} → {change.after:.3f}: {text[:160]}"
