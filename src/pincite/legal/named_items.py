"""Items of a provision that a question calls by a noun: “gateway 16A in paragraph 3.1”, “rule 3.4, limb (b)”."""

from __future__ import annotations

import re

from pincite.spans import Span

_NOUN = (
    r"(?:bullet(?:\s{1,3}point)?|case|category|condition|criterion|entry|exception|exemption|factor|gateway|ground|head|"
    r"heading|indent|item|limb|point|requirement|step|sub-?(?:clause|paragraph|rule|section)|test)s?"
)
# “16A”, “(b)”, “iv”; one letter more is a word: “condition on”.
_NUMBER = r"(?P<number>\(\s?(?:\d{1,3}\s?[A-Z]{0,2}|[A-Za-z]{1,4})\s?\)|\d{1,3}[A-Z]{0,2}|[ivx]{2,5}|[A-Za-z])(?![\w.])"
_BEFORE = re.compile(
    rf"(?<![\w-])(?:the\s{{1,3}})?{_NOUN}(?:\s{{1,3}}|(?=\()){_NUMBER}\s{{0,3}},?\s{{0,3}}(?:in|of|under|to|from|within|at)\s{{1,3}}(?:the\s{{1,3}})?\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"\s{{0,3}}[,;:–—-]?\s{{0,3}}(?:(?:at|the)\s{{1,3}})?{_NOUN}(?:\s{{1,3}}|(?=\()){_NUMBER}", re.IGNORECASE
)
_REACH = 60  # a noun, its number and what joins them are no longer


def item_beside(question: str, span: Span) -> tuple[str, Span] | None:
    """The number of an item that is said to be in a provision, and where the question says both."""
    start = max(span.start - _REACH, 0)
    if before := _BEFORE.search(question[start : span.start]):
        return before["number"], Span(start + before.start(), span.end)
    if after := _AFTER.match(question, span.end):
        return after["number"], Span(span.start, after.end())
    return None
