"""Czech law: "§ 33 odst. 1 zákona č. 18/1997 Sb.", "č. 89/2012 Sb.", "sp. zn. 25 Cdo 1234/2019"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.spans import Span

_ACT = re.compile(
    r"(?P<number>\d(?<![\d/]\d)\d{0,3})\s?/\s?(?P<year>(?:18|19|20)\d\d)\s{0,3}"
    r"(?P<series>Sb\.(?:\s?m\.\s?s\.)?|SB\.|Sbírky|Coll\.)"
)
_SIGN = re.compile(r"(?<!\w)[čČ]\.\s{0,3}$")
# A number of the gazette itself, in which an act is only registered.
_GAZETTE = re.compile(r"(?:částk|ČÁSTK|částc)\w{0,3}\s{0,3}(?:[čČ]\.\s{0,3})?$")
_LIST = r"(?:\s{0,2}(?:,|a|až|nebo|-)\s{0,2}\d{1,4}[a-z]?(?![\w./]))"
_SECTION = re.compile(
    rf"§{{1,2}}\s{{0,3}}(?P<first>\d{{1,4}}[a-z]{{0,2}})(?P<more>{_LIST}{{0,6}})"
    r"(?P<place>(?:\s{1,3}(?:odst\.\s{0,3}\d{1,3}(?:\s(?:a|až|nebo)\s\d{1,3})?|písm\.\s{0,3}[a-z]{1,2}\)(?:\s(?:a|až|nebo)\s[a-z]{1,2}\))?"
    r"|bod(?:u|ů)?\s\d{1,3}|věta\s\w{1,12})){0,4})"
)
_OF_ACT = re.compile(
    r"\s{1,3}(?:ústavního\s+)?(?:zákona|zák\.|vyhlášky|vyhl\.|nařízení(?:\s+vlády)?|zákoníku|řádu)(?:\s+(?!č\.)[^\s\d§;,.]{2,20}){0,6}?,?\s{1,3}"
    r"(?=(?:[čČ]\.\s{0,3})?\d{1,4}\s?/\s?(?:18|19|20)\d\d\s{0,3}(?:Sb|SB|Coll))"
)
_ALONE_ON_LINE = re.compile(r"[ \t]*(?:\n|$)")
_CASE = re.compile(
    r"(?<!\w)(?:sp\.\s?zn\.|[čČ]\.\s?j\.)\s{0,3}:?\s{0,3}(?P<number>(?:[IVX]{1,4}\.\s?)?(?:\d{1,3}\s)?[A-ZÚŠČŘŽ][\wÚúůěščřžýáíé]{0,6}\.?\s(?:ÚS\s)?"
    r"\d{1,5}/\d{2,4})(?!\d)"
)


def find(text: str) -> Iterator[LegalCitation]:
    """Acts by number, sections with and without an Act, and decisions."""
    acts = _acts(text) if "Sb" in text or "SB." in text or "Coll." in text else {}
    pinned: set[int] = set()
    for section in _SECTION.finditer(text) if _is_czech(text) else ():
        of = _OF_ACT.match(text, section.end())
        act = acts.get(of.end()) if of else None
        if act:
            pinned.add(of.end() if of else 0)
            yield _citation(section, Span(section.start(), act.end()), act=act)
        elif not _is_heading(text, section):
            yield _citation(section, Span(*section.span()), act=None)
    for start, act in acts.items():
        if start not in pinned:
            yield LegalCitation(CitationKind.CZECH, _act_key(act), Span(start, act.end()))
    for match in _CASE.finditer(text) if "zn." in text or "j." in text else ():
        yield LegalCitation(CitationKind.CZECH_CASE, " ".join(match["number"].split()), Span(*match.span()))


def _acts(text: str) -> dict[int, re.Match[str]]:
    """Acts by number, each at the place where it begins, its "č." included."""
    found: dict[int, re.Match[str]] = {}
    for match in _ACT.finditer(text):
        if not _GAZETTE.search(text, max(match.start() - 24, 0), match.start()):
            sign = _SIGN.search(text, max(match.start() - 6, 0), match.start())
            found[sign.start() if sign else match.start()] = match
    return found


def _is_czech(text: str) -> bool:
    return "odst." in text or "Sb." in text or "zákon" in text or "písm." in text


def _is_heading(text: str, section: re.Match[str]) -> bool:
    """Tell whether the sign stands alone on its line: the number of a section, and no reference to it."""
    before = text[max(section.start() - 3, 0) : section.start()].rstrip(" \t")
    return (not before or before.endswith("\n")) and _ALONE_ON_LINE.match(text, section.end()) is not None


def _citation(section: re.Match[str], span: Span, *, act: re.Match[str] | None) -> LegalCitation:
    front = f"{_act_key(act)} " if act else ""
    numbers = [section["first"], *re.findall(r"\d{1,4}[a-z]?", section["more"])]
    place = "".join(f" {' '.join(part.split())}" for part in [section["place"]] if part.strip())
    label = " ".join(f"{section['first']}{section['more']}".split())
    keys = tuple(f"{front}§ {number}{place}" for number in numbers)
    return LegalCitation(CitationKind.CZECH, f"{front}§ {label}{place}", span, keys)


def _act_key(act: re.Match[str]) -> str:
    treaty = " m. s." if "m" in act["series"] else ""
    return f"{act['number']}/{act['year']} Sb.{treaty}"
