"""The Civil Procedure Rules: "CPR 36.14(1)(a)", "rule 3.4(2)", "r.24.2", "Part 36", "Parts 44 to 47"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import DOTTED, LETTER, SUBDIVISIONS, NumberItem, read_list, rises
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

_LAST_PART = 89
_WHOLE = re.compile(rf"\d{{1,2}}(?!\d|\.\d){LETTER}{SUBDIVISIONS}")
_RULE = re.compile(DOTTED)
# A list of rules may name Part 11, which is one rule and has no dot, or another Part, "rules 6.35, 11 and 24.4(4)";
# the whole number of "CPR 3.4 and 14 days" is none, for no rule follows it.
_LISTED = re.compile(
    rf"{DOTTED}|\d{{1,2}}(?=(?:,\s{{0,3}}(?:(?:and|or)\s)?|\s{{1,3}}(?:and|or)\s{{1,3}})\d{{1,2}}[A-Z]?\.\d)"
)
# A range whose last rule has its own head: "CPR 8.5(8) to CPR 8.5(10)". "From one to the other" is a change.
_TO_RULE = re.compile(r"\s{1,3}(?:to|-)\s{1,3}(?:CPR|[Rr]ule|r\.?)\s{0,3}(?=\d)")
_FROM = re.compile(r"[Ff]rom\s{1,3}$")
_COUNTED = re.compile(r"\s{1,3}(?:second|minute|hour|day|week|month|year|time|breath|compression)s?(?![A-Za-z])")
# The last rule of a range by its number in the Part alone: "CPR 74.4-6".
_TO_NUMBER = re.compile(r"-(?P<last>\d{1,2})(?![\w.(/%-]|\s{1,3}(?:day|week|month|year|hour))")
_PART = re.compile(rf"\d{{1,2}}(?![\d/]|\.\d){LETTER}(?!\w)")
_NAMED = re.compile(
    r"C(?<![A-Za-z]C)(?:PR|\.P\.R\.|ivil\s+Procedure\s+Rules?(?:\s+1998)?)\s{0,3},?\s{0,3}"
    r"(?:(?:Rules?|rules?|RULES?|r{1,2}\.?|(?P<part>Parts?|PARTS?|part|Pts?\.?))\s{0,3})?(?=\d)"
)
_DOTTED_AFTER = r"\s{0,3}(?=\d{1,2}[A-Z]?(?:\s?\.\s?\d|\.A\s?\d))"
_BARE_RULE = (
    re.compile(rf"rule(?:s?){_DOTTED_AFTER}"),
    re.compile(rf"R(?:ules?|ULES?|r?\.?){_DOTTED_AFTER}"),
    re.compile(rf"r(?:r?\.?){_DOTTED_AFTER}"),
)
# Part 11 is one rule, and it has no dot.
_RULE_11 = re.compile(r"[Rr](?<![A-Za-z].)(?:ules?|r?\.?)\s{0,3}(?=11\(\d)")
_NUMBER_11 = re.compile(r"11\(\d{1,2}\)(?:\([a-z]\)){0,2}")
# Scans glue words together: "ofrule 54.5", "alsorules 8.5".
_GLUED = re.compile(r"(?<![A-Za-z])(?:of|also|to|under|see|in|with|and|by|or|the)$")
_BARE_PART = re.compile(r"P(?<![A-Za-z]P)(?:art|ART)(?P<many>[sS])?\s{0,3}(?=\d)")
# Rules of others: "Local Rule 7.1", "Listing Rule 9.2".
_OTHER_SET = re.compile(
    r"(?<![A-Za-z])(?P<name>Local|Listing|Takeover|Admission|Disclosure|Transparency|Nasdaq|NASDAQ|FINRA|NYSE|AIM|LCIA|ICC|SIAC|UNCITRAL|SRA|FCA|Model"
    r"|Simple\s{1,3}Procedure|Insolvency|Bankruptcy|Tribunal|Arbitration|Exchange|Board|Court|Ct\.|Ch\.)\s{1,3}$"
)
_OF_CPR = re.compile(
    r"\s+(?:of\s+(?:the\s+)?(?:CPR|Civil\s+Procedure\s+Rules(?:\s+1998)?)(?![A-Za-z])"
    r"|CPR(?![A-Za-z]|\s{0,3}(?:\d|[Rr]|[Pp]art|P[Dt]|,)))"
)
# What follows a number that belongs to something else: "Part 2 of the Schedule", "Part 1 of 4", "rule 5 of the Rules";
# after "in" and "to" only what has Parts does: "a claim under Part 8 in the event that" is a citation.
_OF_OTHER = re.compile(
    r"\s{1,3}(?:of\s+(?!this\s+Part\b)(?:the|that|those|this|these|its|our|an|another|each|any|such|\d|Schedule|Annex|[A-Z])"
    r"|(?:to|in)\s+(?:\d|(?:(?:the|that|those|this|these|its|our)\s+)?"
    r"(?:Schedule|Annex|Appendix|Act|Regulations?|Rules|Order|Measure|Code|Directive|Convention|Protocol|Agreement|Deed|Table|Form)))"
)
# "the Rules" are these in a text that names no others.
_OF_RULES = re.compile(r"\s{1,3}of\s{1,3}(?:the|these)\s{1,3}Rules(?![A-Za-z]|\s{1,3}\d)")
_OTHERS_NAMED = re.compile(r"Rules(?:\s{1,3}\([^()\n]{1,60}\))?,?\s{1,3}(?:of\s{1,3})?(?!1998)(?:19|20)\d\d")
_OF_OTHER_RULES = re.compile(
    r"\s{1,3}of\s{1,3}(?:(?:the|that|these|its)\s{1,3}(?!CPR\b|Civil\b)|(?!CPR\b|Civil\b|Part\b|Section\b)[A-Z])"
)
# A Part of the text itself: its chapters follow.
_OWN_PART = re.compile(
    r"P(?<![A-Za-z]P)(?:art|ART)\s{1,3}(?P<number>\d{1,2})[ \t]{0,3}\n\s{0,3}(?:Chapter|CHAPTER)\s{1,3}\d"
)
# A heading of a Part. A text that counts its Parts from the first has its own; a Part of the CPR has but one heading.
_HEADING = re.compile(r"\nP(?:art|ART)[ \t]{1,3}(?P<number>\d{1,2})[ \t]{0,3}[-:][ \t]")
_AFTER_OTHER = re.compile(
    r"(?:C\.?\s?F\.?\s?R\.?|Title\s+\w+,?|Schedule\s+\w{1,4}(?:\s\([^()\n]{1,60}\))?,?|Annex\s+\w+,?|Form[^\S\n]+\w+,?|Timetable|Act\s+\d{4},?)\s*$"
)


def find(text: str, *, bare: bool, rules: str | None = None) -> Iterator[LegalCitation]:
    """Rules and Parts; `bare` tells whether "rule 3.4" and "Part 36" without "CPR" are meant too.

    `rules` names the set that the text calls "the Rules", if it is another: unnamed rules then belong to that set.
    """
    for head in _NAMED.finditer(text):
        if "\n\n" in head[0]:
            continue
        items = read_list(text, head.end(), number=_LISTED) if _RULE.match(text, head.end()) else []
        yield from _citations(head.start(), _with_last(text, head, items or _parts(text, head)))
    if not bare:
        return
    alone = not _OTHERS_NAMED.search(text)
    for head in scan(text, *_BARE_RULE):
        if _begins_word(text, head):
            yield from _bare_rules(text, head, alone=alone, rules=rules)
    yield from _rule_11(text)
    own = {f"CPR Part {match['number']}" for match in _OWN_PART.finditer(text)}
    headings = _own_headings(text)
    for head in _BARE_PART.finditer(text):
        for citation in _bare_parts(text, head, alone=alone) if head.start() not in headings else ():
            if citation.key not in own:
                yield citation


def _parts(text: str, head: re.Match[str]) -> list[NumberItem]:
    """Whole numbers after "CPR": many only after "Parts", for the second of "CPR 3 and 14 days" is none."""
    items = read_list(text, head.end(), number=_PART if head["part"] else _WHOLE)
    many = head["part"] and head["part"].rstrip(".").lower().endswith("s")
    items = items if many else items[:1]
    # First aid is given by numbers too: "CPR 2 minutes".
    return [] if items and not head["part"] and _COUNTED.match(text, items[-1].end) else items


def _own_headings(text: str) -> set[int]:
    """Where the headings of the text's own Parts begin: "PART 1 - COURT'S POWERS", and "PART 2 - …" after it."""
    headings = {match.start() + 1: match["number"] for match in _HEADING.finditer(text)}
    return set(headings) if {"1", "2"} <= set(headings.values()) else set()


def _rule_11(text: str) -> Iterator[LegalCitation]:
    for head in _RULE_11.finditer(text) if "11(" in text else ():
        items = read_list(text, head.end(), number=_NUMBER_11)
        if items and not _OF_OTHER_RULES.match(text, items[-1].end):
            yield from _citations(head.start(), items)


def _bare_rules(text: str, head: re.Match[str], *, alone: bool, rules: str | None) -> Iterator[LegalCitation]:
    other = _OTHER_SET.search(text, max(head.start() - 20, 0), head.start())
    if other and not (rules and other["name"] in rules):
        return
    items = _with_last(text, head, read_list(text, head.end(), number=_LISTED))
    if items and items[0].number.startswith("0"):
        return
    named = _of_these(text, items, alone=alone)
    if items and rules and not named:
        yield from _of_set(rules, head.start(), items)
    elif items and (named or not _OF_OTHER_RULES.match(text, items[-1].end)):
        yield from _citations(head.start(), items, end=named, key=_rule_key)


def _of_these(text: str, items: list[NumberItem], *, alone: bool) -> int | None:
    """Return the end of the words that name the set: "of the CPR", or "of the Rules" if there is no other set."""
    if not items:
        return None
    named = _OF_CPR.match(text, items[-1].end) or (alone and _OF_RULES.match(text, items[-1].end))
    return named.end() if named else None


def _begins_word(text: str, head: re.Match[str]) -> bool:
    start = head.start()
    if start == 0 or not (text[start - 1].isalpha() or text[start - 1] in ".-"):
        return True
    return len(head[0]) > 3 and _GLUED.search(text, max(start - 6, 0), start) is not None


def _bare_parts(text: str, head: re.Match[str], *, alone: bool) -> Iterator[LegalCitation]:
    if _RULE.match(text, head.end()):
        # "Part 31.5(3)" is a rule; "the scope of this Part" and then "31.5" is not.
        if "\n\n" not in head[0] and not text.endswith("this ", 0, head.start()):
            yield from _citations(head.start(), read_list(text, head.end(), number=_RULE))
        return
    items = read_list(text, head.end(), number=_PART, many=bool(head["many"]))
    if not items or int(re.sub(r"\D.*", "", items[-1].number)) not in range(1, _LAST_PART + 1):
        return
    named = _of_these(text, items, alone=alone)
    other = _OF_OTHER.match(text, items[-1].end) or _AFTER_OTHER.search(text, max(head.start() - 90, 0), head.start())
    if named or not other:
        yield from _citations(head.start(), items, end=named)


def _with_last(text: str, head: re.Match[str], items: list[NumberItem]) -> list[NumberItem]:
    """The items of a list, the last one up to the end of its range if that has a head of its own in the same Part."""
    if not items or items[-1].last:
        return items
    short = _TO_NUMBER.match(text, items[-1].end)
    part, _, rule = items[-1].number.partition(".")
    if short and rule.isdigit() and int(rule) < int(short["last"]):
        return [*items[:-1], replace(items[-1], end=short.end(), last=f"{part}.{short['last']}")]
    to = _TO_RULE.match(text, items[-1].end)
    last = read_list(text, to.end(), number=_RULE, many=False)[:1] if to else []
    if not last or last[0].last or _FROM.search(text, max(head.start() - 8, 0), head.start()):
        return items
    one, other = items[-1].number, last[0].number
    if one.partition(".")[0] != other.partition(".")[0] or not rises(one, other):
        return items
    return [*items[:-1], replace(items[-1], end=last[0].end, last=other)]


def _key(number: str) -> str:
    return f"CPR {number}" if "." in number or number.startswith("11(") else f"CPR Part {number}"


def _rule_key(number: str) -> str:
    return "CPR 11" if number == "11" else _key(number)


def _citations(
    start: int, items: list[NumberItem], *, end: int | None = None, key: Callable[[str], str] = _key
) -> Iterator[LegalCitation]:
    for at, item in enumerate(items):
        span = Span(start if at == 0 else item.start, end if end and at == len(items) - 1 else item.end)
        yield LegalCitation(CitationKind.CPR, key(item.label), span, tuple(key(number) for number in item.members()))


def _of_set(rules: str, start: int, items: list[NumberItem]) -> Iterator[LegalCitation]:
    for at, item in enumerate(items):
        span = Span(start if at == 0 else item.start, item.end)
        keys = tuple(f"{rules} r {number}" for number in item.members())
        yield LegalCitation(CitationKind.INSTRUMENT, f"{rules} r {item.label}", span, keys)
