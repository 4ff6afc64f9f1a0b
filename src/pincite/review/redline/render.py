"""A redline as a page and as JSON: changed numbers first, then every change in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import PurePath
from typing import Any

from pincite.legal.pinpoints import pinpoint
from pincite.render.html_page import html_page
from pincite.review.cell_file import cell_as_json
from pincite.review.redline.cells import CellChange
from pincite.review.redline.change import Clause, ClauseChange, Redline

_STYLE = """
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6776; --line: #d8dee6; --paper: #fff; --link: #1d4ed8;
  --new: #d7f0dd; --old: #fbdcdc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e9ef; --soft: #9aa6b5; --line: #36404d; --paper: #12171d;
  --link: #7db4ff; --new: #17402a; --old: #4d1f22; } }
* { box-sizing: border-box; }
body { max-width: 58rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.6 Georgia, serif; overflow-wrap: anywhere; }
h1, h2, h3, .meta, table { font-family: system-ui, sans-serif; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: .95rem; margin: 1.4rem 0 .2rem; }
a { color: var(--link); } .meta { color: var(--soft); font-size: 13px; }
ins { background: var(--new); text-decoration: none; } del { background: var(--old); }
article { border-top: 1px solid var(--line); }
table { border-collapse: collapse; font-size: 14px; } td, th { border: 1px solid var(--line); padding: .3rem .5rem;
  text-align: left; vertical-align: top; }
@media (max-width: 40rem) { body { padding: .6rem .8rem 3rem; } }
"""
_TAGS = {"same": "span", "removed": "del", "added": "ins"}


def redline_as_page(redline: Redline, cells: Sequence[CellChange] = ()) -> str:
    """The page; nothing of a document is taken for markup."""
    name = f"{PurePath(redline.old).name} → {PurePath(redline.new).name}"
    numbers = [(at, change) for at, change in enumerate(redline.changes) if change.figures]
    parts = [f"<h1>{escape(name)}</h1>", f'<p class="meta">{escape(summary(redline))}</p>']
    if numbers:
        rows = "".join(_figure_rows(at, change) for at, change in numbers)
        parts.append(f"<h2>Numbers</h2><table><tr><th>clause</th><th>before</th><th>after</th></tr>{rows}</table>")
    if cells:
        rows = "".join(
            f"<tr><td>{escape(one.new.name)}</td><td>{escape(one.old.shown)}</td><td>{escape(one.new.shown)}</td></tr>"
            for one in cells
        )
        parts.append(f"<h2>Review</h2><table><tr><th>column</th><th>before</th><th>after</th></tr>{rows}</table>")
    parts.append("<h2>Changes</h2>")
    parts += [_article(at, change) for at, change in enumerate(redline.changes)]
    return html_page(name, "".join(parts), style=_STYLE)


def summary(redline: Redline) -> str:
    """How many clauses changed, by kind."""
    counts = Counter(change.kind.value for change in redline.changes)
    counted = ", ".join(f"{counts[kind]} {kind}" for kind in ("added", "removed", "moved", "reworded") if counts[kind])
    return f"{counted or 'no clause changed'}; {redline.unchanged} unchanged"


def redline_as_json(redline: Redline, cells: Sequence[CellChange] = ()) -> dict[str, Any]:
    """All of a redline in plain JSON types, those with changed numbers first; spans are `[start, end]`."""
    return {
        "old": redline.old,
        "new": redline.new,
        "unchanged": redline.unchanged,
        "changes": [_change(change) for change in redline.first_figures()],
        "cells": [{"old": cell_as_json(one.old), "new": cell_as_json(one.new)} for one in cells],
    }


def _change(change: ClauseChange) -> dict[str, Any]:
    return {
        "kind": change.kind.value,
        "moved": change.moved,
        "label": change.label,
        "old": _clause(change.old),
        "new": _clause(change.new),
        "figures": [{"old": one.old, "new": one.new} for one in change.figures],
        "pieces": [{"kind": piece.kind, "text": piece.text} for piece in change.pieces],
    }


def _clause(clause: Clause | None) -> dict[str, Any] | None:
    if clause is None:
        return None
    return {"label": clause.label, "span": [clause.span.start, clause.span.end], "words": clause.words}


def _figure_rows(at: int, change: ClauseChange) -> str:
    label = f'<a href="#c{at}">{escape(_label(change))}</a>'
    return "".join(
        f"<tr><td>{label}</td><td><del>{escape(one.old)}</del></td><td><ins>{escape(one.new)}</ins></td></tr>"
        for one in change.figures
    )


def _article(at: int, change: ClauseChange) -> str:
    words = "".join(f"<{_TAGS[one.kind]}>{escape(one.text)}</{_TAGS[one.kind]}> " for one in change.pieces)
    return f'<article id="c{at}"><h3>{escape(_label(change))} · {change.description}</h3><p>{words}</p></article>'


def _label(change: ClauseChange) -> str:
    old, new = (pinpoint(clause.label) if clause else "" for clause in (change.old, change.new))
    return f"{old} → {new}" if old and new and old != new else new or old or "opening"
