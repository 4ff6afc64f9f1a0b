"""The heading of the next clause at the end of this one, where nothing else knew it for a heading."""

from __future__ import annotations

import re

from pincite.spans import Span

# A line without figures after a finished sentence, and the label of a clause after it.
_LONGEST = 90
_HEADING = re.compile(r"(?<=[.;!?)”’\"])[^\S\n]{0,9}\n\s{1,9}[A-Z][^\n\d.;:!?$£€()]{2,80}\Z")
_LABEL = re.compile(r"\s{1,12}\(?(?:\d{1,3}[A-Z]{0,2}[.)\s]|\d{1,3}\.\d|[a-z]\)|(?:Article|Section|Clause|Rule)\s)")


def before_next_heading(text: str, clause: Span) -> Span:
    """A clause without a heading at its end that belongs to the clause after it."""
    end = clause.start + len(clause.slice(text).rstrip())
    heading = _HEADING.search(text, max(clause.start, end - _LONGEST), end)
    if heading is None or not _LABEL.match(text, end):
        return clause
    return Span(clause.start, clause.start + len(text[clause.start : heading.start()].rstrip()))
