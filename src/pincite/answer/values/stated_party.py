"""The party that acts: the subject of the question's verb in a quotation."""

from __future__ import annotations

import re

from pincite.legal.sentences import sentence_around
from pincite.legal.wording import stem, stems
from pincite.spans import Span

_WORD = r"(?:[A-Z][\w&’'-]*|[Pp]art(?:y|ies))"
_NAME = rf"(?:(?:[Tt]he|[Ee]ach|[Ee]ither)\s{{1,9}})?{_WORD}(?:\s{{1,9}}{_WORD}){{0,3}}"
_ACTS = re.compile(
    rf"\b(?P<who>{_NAME})\s{{1,9}}(?P<modal>shall|must|will|may|agrees\s{{1,9}}to|undertakes\s{{1,9}}to|is\s{{1,9}}to|is\s{{1,9}}responsible|bears?|"
    r"pays?|owns?|holds?)\b(?P<rest>[^.;]{0,90})"
)
_PASSIVE = re.compile(
    rf"\b(?P<verb>\w+(?:ed|ne|id|de))\s{{1,9}}(?P<who>(?:(?:equally|jointly)\s{{1,9}})?by\s{{1,9}}{_NAME})"
)
_ASKED = re.compile(
    r"\bwho(?:\s{1,9}(?:must|shall|has|have|had|will|may|can|is|to|should|does))*\s{1,9}(?P<verb>[a-z]+)", re.IGNORECASE
)
# "Who foots the bill?" asks who pays, bears or covers it.
_BEARS = frozenset(
    stem(word) for word in ("pay", "paid", "bear", "borne", "cover", "foot", "cost", "expense", "meet", "fund")
)
# Capitalised words that begin a clause and are not parties, and those that say nothing without it.
_NOBODY = re.compile(
    r"^(?:by\s{1,9})?(?:[Tt]he\s{1,9})?(?:Agreement|Term|Section|Notice|Services?|Products?|Information|Date|Fees?|Price|It|This|"
    r"That|Such|If|All|Any|No|In|These|There|Nothing|Payments?|Costs?|Expenses?|Law|We|You|They|He|She|I)\b"
)
_EXCEPTION = re.compile(
    r"\b(?:unless|except|provided,?\s{1,9}(?:that|however)|however|if|notwithstanding|but(?!\s{1,9}not\s{1,9}limited))\b",
    re.IGNORECASE,
)


def stated_party(question: str, quote: str) -> Span | None:
    """Return the party that does what the question asks; None if the quotation names several or makes exceptions."""
    asked = _ASKED.search(question)
    if asked is None or _EXCEPTION.search(quote):
        return None
    verb = stem(asked["verb"].casefold())
    wanted = _BEARS if verb in _BEARS else frozenset({verb})
    about = set(stems(question)) - wanted - {verb}
    found: dict[str, Span] = {}
    for match in (*_ACTS.finditer(quote), *_PASSIVE.finditer(quote)):
        parts = match.groupdict()
        sentence = sentence_around(quote, Span(*match.span("who"))).slice(quote)
        if not _verbs(parts) & wanted or not about & set(stems(sentence)):
            continue
        if _NOBODY.match(match["who"]) or re.match(r"\s{1,9}not\b", parts.get("rest") or ""):
            return None
        found[" ".join(match["who"].casefold().removeprefix("the ").split())] = Span(*match.span("who"))
    return next(iter(found.values())) if len(found) == 1 else None


def _verbs(parts: dict[str, str]) -> set[str]:
    """The verb of a match by its stem: the first words after "shall", or the participle before "by"."""
    words = [parts["verb"]] if "verb" in parts else re.findall(r"[a-z]+", f"{parts['modal']} {parts['rest']}")[:4]
    return {stem(word.casefold()) for word in words}
