"""What a query asks, without the words that name a document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.retrieve.names import LEADS, PLAIN
from pincite.spans import Span

_LEADING = re.compile(rf"(?:\b(?:{'|'.join(sorted(LEADS))})\s{{1,3}}){{1,4}}\Z", re.IGNORECASE)
# A question keeps the document's name where fewer words of its own than these would be left.
_OWN_WORDS = 2


def with_leads(query: str, span: Span) -> tuple[int, int]:
    """The place of a name with the words that lead to it: “in the”, “according to the”."""
    leads = _LEADING.search(query[: span.start])
    return leads.start() if leads else span.start, span.end


def ask_of(query: str, places: Sequence[tuple[int, int]]) -> str:
    """What a query asks of the documents that it names at some places; all of it if little else is left."""
    rest = without_places(query, places)
    own = sum(word not in PLAIN for word in re.findall(r"[^\W_]+", rest.casefold()))
    return rest if own >= _OWN_WORDS else query


def without_places(query: str, places: Sequence[tuple[int, int]]) -> str:
    """A query without its names; one that is part of the sentence leaves “it” behind."""
    parts, at = [], 0
    for start, end in places:
        before, name = query[at:start], query[start:end]
        framed = name.split(maxsplit=1)[0].casefold() in LEADS - {"the", "a", "an", "our", "its", "their"}
        part = not framed and query[:start].strip() and re.search(r"\w", query[end:])
        parts += [before, "it" if part else ""]
        at = end
    rest = " ".join("".join([*parts, query[at:]]).split())
    return re.sub(r"^[\s,;:.–—-]+|\s(?=[?.,;:!])", "", rest)
