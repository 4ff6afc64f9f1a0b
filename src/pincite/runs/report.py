"""A report: one HTML file that opens offline, with curves, bars, latencies, and every query in its text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

import numpy as np

from pincite.errors import NotFound
from pincite.files import write_text
from pincite.metrics.measure import STANDARD
from pincite.render.html_page import html_page
from pincite.runs.charts import Point, bar_chart, legend, line_chart
from pincite.runs.folder import RunFolder
from pincite.runs.report_data import Entrant, cutoffs, interval_point, latencies, load_entrants, query_rows
from pincite.runs.score_table import ScoreTable

_CURVES = {
    "precision": "Precision over k",
    "recall": "Recall over k",
    "f1": "F1 over k",
    "drm": "Document mismatch over k",
}
# The cut-offs of the table; the curves show them all.
_TABLE_CUTOFFS = frozenset({1, 8, 64})
_MAIN = ("recall", "precision", "f1", "drm", "document_recall")


def write_report(runs: Sequence[Path], out: Path, *, details: int = 1000) -> None:
    """Write the report of some runs; `details` is for how many queries the passages are shown in their texts."""
    if not runs:
        raise NotFound("There is no run to report on.")
    entrants = load_entrants([RunFolder(path) for path in runs])
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, render(entrants, details=details))


def render(entrants: Sequence[Entrant], *, details: int) -> str:
    """The page."""
    measures = _shown_measures(entrants)
    names = [entrant.name for entrant in entrants]
    rows = query_rows(entrants, measures, details=details)
    data = {"runs": names, "measures": measures, **rows}
    home = files("pincite.runs")
    body = [
        _heading(entrants),
        _scores(entrants),
        _bars(entrants),
        _latency(entrants),
        _browser(entrants, measures),
    ]
    body.append(f'<script type="application/json" id="data">{_embedded(data)}</script>')
    return html_page(
        f"{', '.join(names)} – Pincite report",
        "\n".join(body),
        style=home.joinpath("report.css").read_text("utf-8"),
        script=home.joinpath("report.js").read_text("utf-8"),
    )


def _embedded(data: object) -> str:
    """JSON for a script element of the page: nothing in it can end that element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _shown_measures(entrants: Sequence[Entrant]) -> list[str]:
    """What the table of queries can be sorted by: of what all runs have, the main measures and what was added."""
    tables = [entrant.table for entrant in entrants]
    shared = [m for m in tables[0].measures if all(m in table.measures for table in tables)]
    main = [m for name in _MAIN for m in shared if m.partition("@")[0] == name]
    first = [m for m in ("recall@8", "precision@1") if m in main]
    others = [m for m in shared if m.partition("@")[0] not in STANDARD]
    return list(dict.fromkeys([*first, *main, *others])) or shared


def _heading(entrants: Sequence[Entrant]) -> str:
    first = entrants[0].run
    sets = ", ".join(f"{name} ({spec['queries']:,})" for name, spec in first.spec.sets.items())
    # An evaluation by another program does not record its documents or versions.
    documents = f" {first.spec.corpus['documents']:,} documents." if "documents" in first.spec.corpus else ""
    lines = [f"<h1>{escape(' · '.join(entrant.name for entrant in entrants))}</h1>"]
    lines.append(f'<p class="note">Sets: {escape(sets)}.{documents}</p>')
    for entrant in entrants:
        code = entrant.run.spec.code
        failed = len(entrant.run.failures)
        when = str(entrant.run.times.get("started", entrant.run.times.get("imported", "")))
        made = f"Pincite {code['version']}" if "version" in code else "made elsewhere"
        words = f"{entrant.name}: {made}, {when[:16].replace('T', ' ')}"
        if failed:
            words += f"; {failed} documents or queries failed and count as zero"
        lines.append(f'<p class="note">{escape(words)}.</p>')
    return "".join(lines)


def _scores(entrants: Sequence[Entrant]) -> str:
    scopes = ["all", *entrants[0].table.sets]
    options = "".join(f"<option>{escape(scope)}</option>" for scope in scopes)
    parts = [
        "<h2>Scores</h2><p class='note'>Below each figure its 95 % interval, by resampling queries.</p>",
        f'<div class="controls"><label>Set<select data-scope>{options}</select></label></div>',
    ]
    for scope in scopes:
        charts = "".join(_curves(entrants, scope))
        inner = f"{_score_table(entrants, scope)}<h2>Curves: {escape(scope)}</h2>{_legend(entrants)}"
        hidden = "" if scope == "all" else " hidden"
        parts.append(
            f'<div class="scoped" data-scope="{escape(scope)}"{hidden}>{inner}<div class="charts">{charts}</div></div>'
        )
    return "".join(parts)


def _score_table(entrants: Sequence[Entrant], scope: str) -> str:
    head = "".join(f"<th>{escape(entrant.name)}</th>" for entrant in entrants)
    measures = _shown_measures(entrants)
    main = [m for name in _MAIN for m in sorted(measures, key=_cutoff) if m.partition("@")[0] == name]
    others = [m for m in measures if m not in main]
    rows = []
    for measure in [*(m for m in main if _cutoff(m) in _TABLE_CUTOFFS), *others] or measures:
        cells = "".join(_score_cell(entrant.table, measure, scope) for entrant in entrants)
        rows.append(f"<tr><td>{escape(measure)}</td>{cells}</tr>")
    return (
        f"<div class='scroll'><table><thead><tr><th>measure</th>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _score_cell(table: ScoreTable, measure: str, scope: str) -> str:
    """A value with its interval, and how many queries count where not all do."""
    point = interval_point(table, measure, scope=scope)
    if point is None:
        return "<td>–<small>no query has a value</small></td>"
    counted = table.counted(scope)[measure]
    asked = sum(scope in ("all", question.set) for question in table.questions)
    note = "" if counted == asked else f"<small>{counted:,} of {asked:,} queries</small>"
    return f"<td>{point.y:.4f}<small>{point.low:.3f}–{point.high:.3f}</small>{note}</td>"


def _cutoff(measure: str) -> int:
    return int(measure.partition("@")[2] or 0)


def _curves(entrants: Sequence[Entrant], scope: str) -> Iterator[str]:
    tables = [entrant.table for entrant in entrants]
    for name, title in _CURVES.items():
        ks = cutoffs(tables, name)
        if ks:
            found = {e.name: [interval_point(e.table, f"{name}@{k}", scope=scope, x=k) for k in ks] for e in entrants}
            lines = {name: [point for point in points if point] for name, points in found.items()}
            yield line_chart(title, lines)


def _legend(entrants: Sequence[Entrant]) -> str:
    return legend([entrant.name for entrant in entrants])


def _bars(entrants: Sequence[Entrant]) -> str:
    tables = [entrant.table for entrant in entrants]
    scopes = ["all", *tables[0].sets]
    bars = []
    for measure in [m for m in ("precision@1", "recall@8", "drm@8") if all(m in table.measures for table in tables)]:
        groups = {scope: _bar_points(entrants, measure, scope) for scope in scopes}
        bars.append(bar_chart(f"{measure} by set", groups))
    return f'<h2>By set</h2>{_legend(entrants)}<div class="charts">{"".join(bars)}</div>'


def _bar_points(entrants: Sequence[Entrant], measure: str, scope: str) -> dict[str, Point]:
    found = {entrant.name: interval_point(entrant.table, measure, scope=scope) for entrant in entrants}
    return {name: point for name, point in found.items() if point}


def _latency(entrants: Sequence[Entrant]) -> str:
    rows = []
    bars: dict[str, Point] = {}
    for entrant in entrants:
        took = 1000 * latencies(entrant)
        middle, nine, most = np.quantile(took, [0.5, 0.9, 0.99])
        index = entrant.run.times.get("index_seconds")
        cells = "".join(f"<td>{value:,.1f}</td>" for value in (took.mean(), middle, nine, most, took.max()))
        rows.append(
            f"<tr><td>{escape(entrant.name)}</td>{cells}<td>{'' if index is None else f'{index:,.1f}'}</td></tr>"
        )
        bars[entrant.name] = Point(0, float(middle), float(np.quantile(took, 0.1)), float(nine))
    head = "".join(f"<th>{name}</th>" for name in ("mean", "median", "p90", "p99", "longest", "indexing, s"))
    chart = bar_chart("Milliseconds per query: median, with p10 and p90", {"median": bars})
    return (
        "<h2>Latency</h2><div class='scroll'><table><thead><tr><th>milliseconds per query</th>"
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div><div class='charts'>{chart}</div>"
    )


def _browser(entrants: Sequence[Entrant], measures: Sequence[str]) -> str:
    names = [entrant.name for entrant in entrants]
    sets = "".join(f"<option>{escape(name)}</option>" for name in entrants[0].table.sets)
    which = "".join(f'<option value="{n}">{escape(m)}</option>' for n, m in enumerate(measures))
    controls = [
        '<label class="grow">Filter by words<input id="filter" type="search" placeholder="words of the query"></label>',
        f'<label>Set<select id="set"><option value="">all</option>{sets}</select></label>',
        f'<label>Measure<select id="measure">{which}</select></label>',
        '<label>Only<select id="only"><option value="">all queries</option><option value="zero">score 0</option>'
        '<option value="changed">changed</option></select></label>',
        f'<label>Shown<select id="left">{_options(names, 0)}</select></label>',
    ]
    if len(names) > 1:
        controls.append(f'<label>beside<select id="right">{_options(names, 1)}</select></label>')
    heads = "".join(_sortable(name, str(n)) for n, name in enumerate(names))
    change = _sortable("change", "change") if len(names) > 1 else ""
    return (
        f'<h2>Queries</h2><div class="controls">{"".join(controls)}</div><p class="note" id="count"></p>'
        '<section id="detail" aria-live="polite"></section>'
        '<div class="scroll"><table id="queries"><thead><tr>'
        f"{_sortable('query', 'id')}{_sortable('words', 'query', words=True)}{heads}{change}"
        '</tr></thead><tbody></tbody></table></div><p><button id="more" hidden>Show more</button></p>'
    )


def _options(names: Sequence[str], chosen: int) -> str:
    return "".join(
        f'<option value="{n}"{" selected" if n == chosen else ""}>{escape(name)}</option>'
        for n, name in enumerate(names)
    )


def _sortable(label: str, key: str, *, words: bool = False) -> str:
    kind = ' class="words"' if words else ""
    return f'<th data-sort="{key}"{kind}><button>{escape(label)}</button></th>'
