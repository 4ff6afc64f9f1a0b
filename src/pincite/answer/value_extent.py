"""The extent of a value: its bound before it ("not less than") and its unit or starting point after it."""

from __future__ import annotations

import re

from pincite.spans import Span

_THAN = r"(?:no|not)\s{1,9}(?:be\s{1,9})?(?:less|fewer|more|later|longer|earlier|greater|shorter)\s{1,9}than"
_LIMIT = (
    r"(?:(?:shall\s{1,9}|will\s{1,9})?not\s{1,9}(?:to\s{1,9})?)?exceed(?:ing)?|at\s{1,9}least|at\s{1,9}most|up\s{1,9}to|max(?:imum|\.)|min(?:imum|\.)|"
    r"(?:a\s{1,9})?(?:minimum|maximum)\s{1,9}(?:period\s{1,9}|amount\s{1,9})?of"
)
_LOOSE = (
    r"within|more\s{1,9}than|less\s{1,9}than|fewer\s{1,9}than|in\s{1,9}excess\s{1,9}of|approximately|about|over|under"
)
_BOUND = re.compile(
    rf"(?:\b(?:{_THAN}|{_LIMIT}|{_LOOSE})\s{{1,9}})?"
    r"(?:\b(?:a|an|the)\s{1,9}(?:further\s{1,9}|additional\s{1,9}|initial\s{1,9})?(?:period|term)\s{1,9}of\s{1,9})?"
    rf"(?:\b(?:{_THAN}|at\s{{1,9}}least|up\s{{1,9}}to)\s{{1,9}})?\Z",
    re.IGNORECASE,
)
_COUNTRY = re.compile(r"\b[A-Z]{1,3}\Z")
_NOTICE = re.compile(
    r"[’']?(?:\s{1,9}(?:prior(?!\s{1,9}to)|advance|advanced|previous|written|formal))*(?:\s{1,9}notice(?:\s{1,9}in\s{1,9}writing)?)?"
    r"(?:\s{1,9}in\s{1,9}advance)?",
    re.IGNORECASE,
)
_PER = re.compile(
    r"\s{0,9}(?:\(?(?:per|a|an|each|every|for\s{1,9}each)\s{1,9}(?:annum|calendar\s{1,9}\w+|[\w-]+)\)?|annually|monthly|yearly|p\.a\.)"
    r"(?=\W|\Z)|\s{1,9}or\s{1,9}(?:more|less|longer|fewer)\b|\s{1,9}at\s{1,9}(?:the\s{1,9})?(?:most|least)\b",
    re.IGNORECASE,
)
# Up to a stop, or to the words that go on with the sentence.
_FROM = re.compile(
    r"[’']?\s{1,9}(?:\w{1,30}\s{1,9})?(?P<word>after|from|of|following|before|prior\s{1,9}to|preceding|until)\s{1,9}"
    r"(?=\w)[^.,;:()“”\"–]{3,70}?(?<=\w)"
    r"(?=\s{0,9}[.,;:(]|\s{0,9}\Z|\s{1,9}(?:(?:(?:you|it|he|she|they|the\s{1,9}\w{1,30})\s{1,9})?(?:must|shall|will|may)|unless|if|where)\b)",
    re.IGNORECASE,
)
_VERB = re.compile(r"\s{1,9}(?:is|are|was|were|has|have|had|does|do|goes|go|becomes?|costs?)\b", re.IGNORECASE)
# "After notice is given": the verb belongs to the starting point. After other words it goes on with the sentence.
_CONJUNCTIONS = frozenset({"after", "before", "until"})
_SHORT_PREDICATE = re.compile(r"(?:\s{1,9}(?!and\b|or\b)\w+){1,4}\Z", re.IGNORECASE)
_REACH = 60


def with_bound(span: Span, quote: str) -> Span:
    """Extend a value to the words before it that make it a minimum or a maximum."""
    start = span.start
    # "AU$10 million": the country stands before the sign.
    if country := _COUNTRY.search(quote, max(0, start - 4), start):
        start = country.start()
    bound = _BOUND.search(quote, max(0, start - _REACH), start)
    return Span(bound.start() if bound else start, span.end)


def with_tail(span: Span, quote: str, *, counted: bool) -> Span:
    """A value with the words after it: "days' prior written notice", "a year" and, if `counted`, "after receipt"."""
    end = span.end
    for pattern in (_NOTICE, _PER):
        if tail := pattern.match(quote, end):
            end = tail.end()
    if counted and (start := _FROM.match(quote, end)):
        end = _before_verb(start)
    return Span(span.start, end)


def _before_verb(tail: re.Match[str]) -> int:
    """The end of a starting point: "of our letter" of "of our letter is sold", "after notice is given" whole."""
    verb = _VERB.search(tail[0])
    if verb is None or (tail["word"].casefold() in _CONJUNCTIONS and _SHORT_PREDICATE.match(tail[0], verb.end())):
        return tail.end()
    return tail.start() + verb.start()
