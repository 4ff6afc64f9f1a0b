"""Find every legal citation of a text: run each family of patterns, resolve overlaps, then "ibid"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.legal.citations import (
    court_rules,
    cpr,
    czech,
    eu,
    guides,
    instruments,
    neutral,
    practice_directions,
    reports,
    statutes_uk,
    us,
)
from pincite.legal.citations.act_mentions import ActMentions
from pincite.legal.citations.citation import LegalCitation
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

# Characters that OCR and typesetting substitute; each is replaced by exactly one, so offsets stay the same.
_ALIKE = {" ": "\u00a0\u2002\u2003\u2009\u202f", "-": "\u2010\u2011\u2012\u2013\u2014\u2212\ufffe"}
_DIGIT = re.compile(r"\d")
# What is cited without a digit: "Annex B", "Title IV of the Tides Act".
_NO_DIGITS = ("Guide", "Annex", "Appendix", "Title", "Article", "Part ", "Chapter", "Schedule", "Const.")
# A text about civil procedure means the CPR by "Part 36"; a contract or an American text does not.
_PROCEDURE = (
    "Civil Procedure R", "Practice Direction", "laim form", "PRACTICE DIRECTION",
    "tatement of case", "ase management conference", "articulars of claim",
)  # fmt: skip
# The CPR are rules; the CPR Institute mediates, and contracts name it.
_CPR = re.compile(
    r"CPR(?!\s{1,3}(?:[A-Z][a-z]+\s{1,3})?(?:Institute|Mediation|Arbitration|Procedure|International|Model))"
)
# Kinds that a contract may cite too.
_COURTS = ("udgment creditor", "County Court")
_ELSEWHERE = ("Agreement", "U.S.C", "C.F.R", "Fed. R", "laintiff", "Schedule", "Company", "Licensee", "zákon")
_AT_PAGE = r"(?:,?\s+at\s+\d{1,5})?"
_IBID = (
    re.compile(rf"Ibid(?<![A-Za-z]....)(?![A-Za-z])\.?{_AT_PAGE}"),
    re.compile(rf"ibid(?<![A-Za-z]....)(?![A-Za-z])\.?{_AT_PAGE}"),
    re.compile(rf"Id\.(?<![A-Za-z]...)(?=\s+at\s+\d|\s*[,;.)]|\s+\(){_AT_PAGE}"),
    re.compile(rf"id\.(?<![A-Za-z]...)(?=\s+at\s+\d|\s*[,;.)]|\s+\(){_AT_PAGE}"),
)
_NEAR = 1200


def find_citations(text: str) -> list[LegalCitation]:
    """Every citation of a text, in order and without overlaps, with its place in the text as given."""
    if not _DIGIT.search(text) and not any(word in text for word in _NO_DIGITS):
        return []
    plain = _plain(text)
    return _with_short_forms(plain, _apart(_all(plain)))


def _plain(text: str) -> str:
    if not text.isascii():
        for usual, others in _ALIKE.items():
            for other in others:
                text = text.replace(other, usual)
    return text


def _all(text: str) -> Iterator[LegalCitation]:
    procedural = _is_procedural(text)
    yield from practice_directions.find(text)
    mentions = ActMentions(text)
    yield from court_rules.find(text)
    yield from cpr.find(text, bare=procedural, rules=mentions.rules)
    yield from guides.find(text, annexes=procedural)
    yield from statutes_uk.find(text, mentions)
    yield from instruments.find(text)
    yield from neutral.find(text)
    yield from reports.find(text)
    yield from eu.find(text)
    if "§" in text or "č" in text or "SB." in text or "Coll." in text or "ÚS" in text or "Sb." in text or "zn." in text:
        yield from czech.find(text)
    yield from us.find(text)


def _is_procedural(text: str) -> bool:
    if any(sign in text for sign in _PROCEDURE) or _CPR.search(text):
        return True
    if "this Agreement" not in text and any(sign in text for sign in _COURTS):
        return True
    return not any(sign in text for sign in _ELSEWHERE)


def _apart(found: Iterable[LegalCitation]) -> list[LegalCitation]:
    """Resolve overlaps: keep the citation that starts first, is longer, or comes from the more specific pattern."""
    kept: list[LegalCitation] = []
    for citation in sorted(found, key=lambda c: (c.span.start, -c.span.end)):
        if not kept or citation.span.start >= kept[-1].span.end:
            kept.append(citation)
    return kept


def _with_short_forms(text: str, found: list[LegalCitation]) -> list[LegalCitation]:
    """Resolve "ibid" and "id. at 5" to the previous citation, if it is near."""
    short: list[LegalCitation] = []
    for match in scan(text, *_IBID):
        before = [c for c in found if c.span.end <= match.start() and match.start() - c.span.end < _NEAR]
        if before:
            last = before[-1]
            short.append(LegalCitation(last.kind, last.key, Span(*match.span()), last.keys))
    return sorted([*found, *short], key=lambda c: c.span.start) if short else found
