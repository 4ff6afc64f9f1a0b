"""Marks in an answer that cite a source: "[1]", "[lease.pdf#page=3]"; and those that are malformed, "[1, 2]"."""

from __future__ import annotations

import re

from pincite.legal.citations import CitationKind, find_citations

_BRACKETED = re.compile(r"\[(?P<inside>[^\[\]\n]{1,300})\]")
_SEVERAL = re.compile(
    r"\s{0,3}\d{1,4}(?:\s{0,3}[,;]\s{0,3}\d{1,4}){1,50}\s{0,3}|\s{0,3}\d{1,4}\s{0,2}[-–]\s{0,2}\d{1,4}\s{0,3}"
)
_DOUBLE = re.compile(r"\[\[\d{1,4}\]\]")
# Numbers at the end of a sentence that should stand in brackets: "The rule applies 1, 2, 3."
_UNBRACKETED = re.compile(r"(?P<before>[A-Za-z]{1,30})\s(?P<numbers>\d{1,2}(?:,\s?\d{1,2}){1,20})\s?[.!?](?=\s|$)")
_COUNTED = frozenset(
    [
        "part",
        "parts",
        "rule",
        "rules",
        "section",
        "sections",
        "paragraph",
        "paragraphs",
        "para",
        "paras",
        "article",
        "articles",
        "regulation",
        "regulations",
        "schedule",
        "schedules",
        "chapter",
        "chapters",
        "order",
        "clause",
        "clauses",
        "step",
        "steps",
        "annex",
        "appendix",
        "form",
        "forms",
        "and",
        "or",
    ]
)
_YEARS = frozenset({CitationKind.NEUTRAL, CitationKind.REPORT})


def format_compliance(answer: str) -> float | None:
    """Share of the marks that are well formed; None where there are none.

    The year of a case, "[2019] EWCA Civ 1", is no mark.
    """
    years = [citation.span for citation in find_citations(answer) if citation.kind in _YEARS]
    marks = [m for m in _BRACKETED.finditer(answer) if not any(s.start <= m.start() < s.end for s in years)]
    double = len(_DOUBLE.findall(answer))
    bare = [m for m in _UNBRACKETED.finditer(answer) if m["before"].lower() not in _COUNTED]
    several = sum(_SEVERAL.fullmatch(mark["inside"]) is not None for mark in marks)
    wrong = several + double + len(bare)
    right = len(marks) - several - double
    return right / (right + wrong) if right + wrong else None
