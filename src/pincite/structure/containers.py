"""Containers: sections that stand above the articles, rules or parts of a document, and not below them.

In most documents a section is a provision, or holds the numbers that extend its own. In others its number counts
groups of provisions, and those are numbered through the document: "Section III" before rule 44.12, or before Part A.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pincite.structure.labels import RANKS, Label

_ARTICLED = re.compile(
    r"^[^\S\n]*(?P<word>Section|SECTION|Article|ARTICLE)[^\S\n]+\d{1,3}[a-z]?[^\S\n]*$", re.MULTILINE
)
# The styles of what a section may stand above: the one below articles, the other above parts.
_ABOVE_RULES, _ABOVE_PARTS = "group", "outer group"
_PARTS = frozenset({"part", "chapter"})
# A single one may be a reference that begins a line.
_FEWEST = 2


def section_style(text: str, labels: Sequence[Label]) -> str:
    """The style of the sections of a text, by what they hold; `labels` are those at the start of its lines."""
    heads = [label for label in labels if label.readings[0].style in RANKS]
    if sections_hold_articles(text) or _hold_rules(heads):
        return _ABOVE_RULES
    return _ABOVE_PARTS if _hold_parts(labels) else "section"


def raise_section(label: Label, style: str) -> Label:
    """A section as a container ranks above what it holds."""
    if not _is_section(label):
        return label
    readings = tuple(replace(one, style=style) if one.style == "section" else one for one in label.readings)
    return replace(label, readings=readings)


def sections_hold_articles(text: str) -> bool:
    """Tell whether sections stand above articles, as in the law of the European Union, and not below them."""
    heads = [match["word"].casefold() for match in _ARTICLED.finditer(text)]
    held = sum(pair == ("section", "article") for pair in pairwise(heads))
    return heads.count("article") > 2 and held > 0 and 2 * held > heads.count("section")


def _hold_rules(heads: Sequence[Label]) -> bool:
    """Tell whether rules are numbered on through sections whose own numbers they do not repeat."""
    sections = through = anew = 0
    before: Label | None = None
    for head, after in pairwise(heads):
        if not _is_section(head):
            before = head if _is_rule(head) else before
        elif _is_rule(after):
            sections += 1
            extended = any(one.value == after.readings[0].value[:-1] for one in head.readings)
            anew += extended
            through += not extended and before is not None and _follows(before, after)
    return through > anew and sections >= _FEWEST


def _hold_parts(labels: Sequence[Label]) -> bool:
    """Tell whether parts or chapters begin right below sections, and no section right below one of them."""
    kinds = ["section" if _is_section(label) else label.readings[0].style for label in labels]
    pairs = [*pairwise(kinds)]
    outer = next((kind for kind in kinds if kind == "section" or kind in _PARTS), "")
    over = any(above == "section" and below in _PARTS for above, below in pairs)
    return outer == "section" and over and not any(above in _PARTS and below == "section" for above, below in pairs)


def _is_section(label: Label) -> bool:
    return label.keyword.casefold() in {"section", "sec"} and label.readings[0].style == "section"


def _is_rule(label: Label) -> bool:
    return label.readings[0].style == "decimal" or (label.readings[0].style == "section" and not _is_section(label))


def _follows(before: Label, after: Label) -> bool:
    """Tell whether one number is the next after another, at its own depth or of the next chapter."""
    one, other = before.readings[0], after.readings[0]
    if one.style != other.style or before.keyword.casefold() != after.keyword.casefold():
        return False
    depth = min(len(one.value), len(other.value))
    first, then = one.value[:depth], other.value[:depth]
    return (first[:-1] == then[:-1] and 0 <= then[-1] - first[-1] <= 1) or (
        then[0] == first[0] + 1 and then[1:] == (1,)
    )
