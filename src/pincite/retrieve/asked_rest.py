"""What a query asks, without the words that name a document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.retrieve.names import LEADS, PLAIN
from pincite.spans import Span

_LEADING = re.compile(rf"(?:\b(?:{'|'.join(sorted(LEADS))})\s{{1,3}}){{1,4}}\Z", re.IGNORECASE)
# What is left of a name before the question itself: "deal - how much …", "confidentiality form: …".
_CALLED = re.compile(
    r"\A(?:[\w’'&-]{1,30}\s{1,3}){0,3}(?:deal|agreement|contract|form|template|policy|document|lease|nda|merger)\s{0,3}[-–—:;,]\s{1,3}",
    re.IGNORECASE,
)
# A question keeps the document's name where fewer words of its own than these would be left.
_OWN_WORDS = 2


def with_leads(query: str, span: Span) -> tuple[int, int]:
    """The place of a name with the words that lead to it: “in the”, “according to the”."""
    leads = _LEADING.search(query[: span.start])
    return leads.start() if leads else span.start, span.end


def ask_of(query: str, places: Sequence[tuple[int, int]]) -> str:
    """What a query asks of the documents that it names at some places; all of it if little else is left."""
    rest = without_places(query, places)
    return rest if _says_enough(rest) else query


def _says_enough(rest: str) -> bool:
    return sum(word not in PLAIN for word in re.findall(r"[^\W_]+", rest.casefold())) >= _OWN_WORDS


def read_of(query: str, places: Sequence[tuple[int, int]]) -> str:
    """A query without the names that only say which document is meant; one that is part of its sentence stays."""
    rest = _CALLED.sub("", without_places(query, places, keep=True))
    return rest if _says_enough(rest) else query


def without_places(query: str, places: Sequence[tuple[int, int]], *, keep: bool = False) -> str:
    """A query without its names; one that is part of the sentence leaves “it” behind, or stays."""
    parts, at = [], 0
    for start, end in places:
        before, name = query[at:start], query[start:end]
        framed = name.split(maxsplit=1)[0].casefold() in LEADS - {"the", "a", "an", "our", "its", "their"}
        part = not framed and query[:start].strip() and re.search(r"\w", query[end:])
        parts += [before, (name if keep else "it") if part else ""]
        at = end
    rest = " ".join("".join([*parts, query[at:]]).split())
    return re.sub(r"^[\s,;:.–—-]+|\s(?=[?.,;:!])", "", rest)
