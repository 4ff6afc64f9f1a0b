"""Statements: the sentences of a draft that documents can support or contradict."""

from __future__ import annotations

import re

from pincite.legal.quotations import mask_quotations

_LEAST_WORDS = 3
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# "Dear Ms Ward,", "Kind regards,", "Please let me know", "I have reviewed the lease", "Subject: the lease".
_MANNERS = re.compile(
    r"(?:dear|hello|hi|good (?:morning|afternoon|evening)|to whom it may concern|thank(?:s| you)|many thanks|"
    r"(?:kind|best|warm) (?:regards|wishes)|regards|yours|sincerely|cheers|please|feel free|let me know|sure|"
    r"of course|certainly|here (?:is|are|'s)|hope|happy to|note that this is not legal advice|"
    r"this (?:memo|memorandum|note|letter|email|e-mail|answer|summary|draft)\b|"
    r"(?:i|we)(?:'ve|'m|'d|'ll|’ve|’m|’d|’ll)?\s+(?:have|am|are|was|were|hope|think|believe|read|reviewed|looked|"
    r"checked|attach|enclose|recommend|suggest|would|will|can|could|could not|cannot|do not|don't|understand|write|"
    r"wrote|note|advise|refer|thank|trust|look|set out|summarise|summarize))\b",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"(?:from|to|cc|date|re|ref|subject|author|by|prepared (?:by|for)|matter|client)\s*:", re.IGNORECASE
)


def is_statement(sentence: str) -> bool:
    """Tell whether a sentence states something, unlike a question, greeting, set phrase, memo field or fragment."""
    words = sentence.strip().lstrip("-–—*•·#> \t")
    if mask_quotations(words).rstrip(' ")]}*_').endswith("?") or words.endswith(":"):
        return False
    if _MANNERS.match(words) or _FIELD.match(words):
        return False
    found = _WORD.findall(words)
    # Words that all begin with a capital are a heading or a name.
    return len(found) >= _LEAST_WORDS and any(word[0].islower() and len(word) > 1 for word in found)
