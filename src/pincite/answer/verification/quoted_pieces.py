"""Pieces of quotations: whether words quoted in several pieces say together what their source says.

Each of two pieces may be letter for letter and their sum still false: “The Tenant” and “may end this Lease”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.legal.enumerations import read_items
from pincite.legal.quotations import locate_quotation
from pincite.legal.sentences import sentence_ends
from pincite.spans import Span

_STOPS = ".,;: "
_WORD = re.compile(r"\w")
_LETTERS = re.compile(r"[^\W\d_]{2}")
# What parts two items of a list; any other word there may turn the item after it.
_PARTED = re.compile(r"[;,.:–—-]\s*(?:(?:and|or)\s*)?\Z", re.IGNORECASE)


def locate_together(pieces: Sequence[str], text: str) -> Span | None:
    """Where pieces stand in order within one sentence or list, nothing left out that turns what is said."""
    if span := locate_quotation(" … ".join(piece.rstrip(_STOPS) for piece in pieces), text):
        return span
    spans = [locate_quotation(piece, text) for piece in pieces]
    places = [span for span in spans if span is not None]
    if len(places) < len(pieces) or not all(_leads_to(lead, item, text) for lead, item in pairwise(places)):
        return None
    return Span(places[0].start, places[-1].end)


def is_statement(quote: str, text: str) -> bool:
    """Tell whether a quotation is one or more whole sentences or lists of a text; their numbers may be left out."""
    span = locate_quotation(quote, text)
    if span is None:
        return False
    ends = list(sentence_ends(text))
    start = max((end.end for end in ends if end.end <= span.start), default=0)
    end = min((end.start for end in ends if end.end >= span.end), default=len(text))
    return not _LETTERS.search(text, start, span.start) and not _WORD.search(text, span.end, end)


def _leads_to(lead: Span, item: Span, text: str) -> bool:
    """Tell whether words lead to an item of the list that begins right after them, or an item to a later one.

    Items between them may be left out whole, whatever they say.
    """
    if not lead.end < item.start or not _PARTED.search(text, lead.start, item.start):
        return False
    if any(lead.end <= end.start and end.end <= item.start for end in sentence_ends(text)):
        return False
    # A label at the start of a line is known by the line break before it.
    items = [one for one in read_items(text, Span(max(0, lead.start - 1), item.end)) if one.span.start >= lead.end]
    if not items or _LETTERS.search(text, lead.end, items[0].span.start):
        return False
    level = min(len(one.rungs) for one in items)
    return len(items[0].rungs) == level and any(
        one.span.start == item.start and len(one.rungs) == level for one in items
    )
