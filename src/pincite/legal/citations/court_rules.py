"""Rules of court beside the CPR: the old RSC and CCR, family, Scottish and Northern Irish rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import DOTTED, LETTER, SUBDIVISIONS, NumberItem, read_list
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

# Orders: "RSC Order 14, rule 1", "CCR O.29, r.1(3)", "RCJ Ord 53 r 3" of Northern Ireland.
_ORDER_AND_RULE = (
    rf"(?<![A-Za-z].)(?:SC(?:\s?\(NI\))?|\.S\.C\.|CR|\.C\.R\.|CJ))\s{{1,3}}(?:Order|Ord\.?|O\.?)\s{{0,3}}(?P<order>\d{{1,3}}[A-Z]?)"
    rf"(?:\s{{0,2}},?\s{{0,3}}(?:rules?|r{{1,2}}\.?)\s{{0,3}}(?P<rule>\d{{1,3}}{LETTER}{SUBDIVISIONS}))?"
)
_ORDERS = (re.compile(rf"(?P<rules>R{_ORDER_AND_RULE}"), re.compile(rf"(?P<rules>C{_ORDER_AND_RULE}"))
# Sets with a dotted or whole number: "FPR 12.3(1)", "FPR 2010 r 12.3", "RCS 58.3", "CrimPR 19.2", "OCR 31A.2".
_SHORT = re.compile(
    r"(?P<rules>[FCROE](?<![A-Za-z].)(?:PR(?<!CPR)|OPR|rim\.?\s?PR|PC\s?Rules|CS|CR|T\s?Rules|AT\s?Rules|ourt\s+of\s+Session\s+Rules?))"
    r"(?:\s+(?:19|20)\d\d)?,?\s{1,3}(?:(?:[Rr]ules?|r{1,2}\.?|Parts?|chapter)\s{0,3})?(?=\d)"
)
_LONG = re.compile(
    r"[Rr](?<![A-Za-z].)(?:ules?|r?\.?)\s{0,3}(?P<number>\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]?)?(?:\(\w{1,4}\)){0,4})\s+of\s+(?:the\s+)?"
    r"(?P<rules>Rules\s+of\s+the\s+Court\s+of\s+Session|Rules\s+of\s+the\s+Court\s+of\s+Judicature(?:\s+\(Northern\s+Ireland\))?"
    r"|Ordinary\s+Cause\s+Rules|Family\s+Procedure\s+Rules|Criminal\s+Procedure\s+Rules|Rules\s+of\s+the\s+Supreme\s+Court"
    r"|County\s+Court\s+Rules|Simple\s+Procedure\s+Rules)(?!\s+(?:\(|\d{4}))"
)
# "r 12.3 FPR 2010", "rule 58.3 RCS"
_BEFORE_SHORT = re.compile(
    r"[Rr](?<![A-Za-z].)(?:ules?|r?\.?)\s{0,3}(?P<number>\d{1,3}[A-Z]?\.\d{1,3}[A-Z]?(?:\(\w{1,4}\)){0,4})\s{1,3}"
    r"(?:of\s{1,3}the\s{1,3})?(?P<rules>FPR|COPR|Crim\.?\s?PR|RCS|OCR)(?![A-Za-z])"
    r"(?!\s{1,3}(?:\d{1,3}(?!\d)|r\b|rule|Part))(?:\s{1,3}(?:19|20)\d\d(?!\d))?"
)
# "Order 53, rule 5 of the Rules of the Court of Judicature (NI) 1980", "Order 14 rule 1 RSC"
_ORDER_OF = re.compile(
    r"Order\s{1,3}(?P<order>\d{1,3}[A-Z]?),?\s{1,3}(?:[Rr]ules?|rr?\.?)\s{0,3}(?P<rule>\d{1,3}[A-Z]{0,2}(?:\(\w{1,4}\)){0,4})"
    r"\s{1,3}(?:of\s{1,3})?(?:the\s{1,3})?(?P<rules>RSC|CCR|RCJ|Rules\s{1,3}of\s{1,3}the\s{1,3}(?:Supreme\s{1,3}Court|Court\s{1,3}of\s{1,3}Judicature)"
    r"|County\s{1,3}Court\s{1,3}Rules)(?![A-Za-z])(?:\s?\((?:NI|Northern\s{1,3}Ireland)\))?(?:\s{1,3}19[68]\d(?!\d))?"
)
_NUMBER = re.compile(rf"{DOTTED}|\d{{1,3}}[A-Z]?(?!\d|\.\d){SUBDIVISIONS}")
_OF_ORDER = re.compile(rf"\d{{1,3}}{LETTER}{SUBDIVISIONS}")
# "RCS r 58.7 and r 58.8": the second is of the same set, unless it names one of its own, "rule 3.4 of the CPR".
_AGAIN = re.compile(r"(?:\s{0,3},\s{0,3}(?:and\s|or\s)?|\s{1,3}(?:and|or|&)\s{1,3})(?=(?:[Rr]ules?|rr?\.?)\s{0,3}\d)")
_RULE_WORD = re.compile(r"(?:[Rr]ules?|rr?\.?)\s{0,3}")
_OF_OWN_SET = re.compile(r"\s{1,3}(?:of\s|[A-Z]{2,5}(?![A-Za-z]))")
_NAMES = {
    "rules of the court of session": "RCS", "ordinary cause rules": "OCR", "family procedure rules": "FPR",
    "criminal procedure rules": "CrimPR", "rules of the supreme court": "RSC", "county court rules": "CCR",
    "court of session rules": "RCS", "court of session rule": "RCS", "rules of the court of judicature": "RCJ",
}  # fmt: skip


# A text without any of these cites no such rule.
_SIGNS = (
    re.compile(r"R(?:SC|\.S\.C\.|CJ|CS|ules of the)"),
    re.compile(r"C(?:CR|\.C\.R\.|OPR|rim|ounty Court Rules|ourt of Session)"),
    re.compile(r"F(?:PR|PC)"),
    re.compile(r"O(?:CR|rdinary Cause)"),
    re.compile(r"E(?:T|AT) Rules"),
    re.compile(r"Procedure Rules"),
)


def find(text: str) -> Iterator[LegalCitation]:
    """Rules of court other than the CPR."""
    if not any(sign.search(text) for sign in _SIGNS):
        return
    for match in scan(text, *_ORDERS):
        yield from _of_order(text, match)
    for match in _SHORT.finditer(text):
        for start, item in _listed(text, match):
            yield LegalCitation(CitationKind.COURT_RULE, f"{_name(match['rules'])} {item.label}", Span(start, item.end))
    for match in _ORDER_OF.finditer(text):
        key = f"{_name(match['rules'])} Ord {match['order']} r {match['rule']}"
        yield LegalCitation(CitationKind.COURT_RULE, key, Span(*match.span()))
    for match in (*_LONG.finditer(text), *_BEFORE_SHORT.finditer(text)):
        yield LegalCitation(CitationKind.COURT_RULE, f"{_name(match['rules'])} {match['number']}", Span(*match.span()))


def _of_order(text: str, match: re.Match[str]) -> Iterator[LegalCitation]:
    """An Order, with its rule or rules: "RSC Ord 11, rr 1 and 4"."""
    order = f"{match['rules'].replace('.', '')} Ord {match['order']}"
    if not match["rule"]:
        yield LegalCitation(CitationKind.COURT_RULE, order, Span(*match.span()))
        return
    many = bool(re.search(r"(?:rr\.?|rules)\s{0,3}$", text[match.start() : match.start("rule")]))
    for at, item in enumerate(read_list(text, match.start("rule"), number=_OF_ORDER, many=many)):
        span = Span(match.start() if at == 0 else item.start, item.end)
        yield LegalCitation(CitationKind.COURT_RULE, f"{order} r {item.label}", span)


def _listed(text: str, head: re.Match[str]) -> Iterator[tuple[int, NumberItem]]:
    """The rules after a set's name, each with where its citation begins, also after a repeated "rule"."""
    start, at = head.start(), head.end()
    while items := read_list(text, at, number=_NUMBER):
        if start != head.start() and _OF_OWN_SET.match(text, items[-1].end):
            return
        for item in items:
            yield start if item is items[0] else item.start, item
        again = _AGAIN.match(text, items[-1].end)
        word = _RULE_WORD.match(text, again.end()) if again else None
        if word is None:
            return
        start, at = word.span()


def _name(rules: str) -> str:
    name = " ".join(rules.split())
    return _NAMES.get(name.lower(), re.sub(r"\.|\s(?=PR|Rules)", "", name))
