"""Czech law: "§ 33 odst. 1 zákona č. 18/1997 Sb.", "§ 2910 o. z.", "čl. 36 Listiny", "sp. zn. 25 Cdo 1234/2019"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.czech_acts import CODES, named_act
from pincite.legal.citations.numbers import NumberItem, read_list
from pincite.spans import Span

_ACT = re.compile(
    r"(?P<number>\d(?<![\d/]\d)\d{0,3})\s?/\s?(?P<year>(?:18|19|20)\d\d)\s{0,3}"
    r"(?P<series>Sb\.(?!\s(?:NSS|NS|rozh))(?:\s?m\.\s?s\.)?|SB\.|Sbírky|Coll\.)"
)
_SIGN = re.compile(r"(?<!\w)[čČ]\.\s{0,3}$")
# A number of the gazette itself, in which an act is only registered.
_GAZETTE = re.compile(r"(?:částk|ČÁSTK|částc)\w{0,3}\s{0,3}(?:[čČ]\.\s{0,3})?$")
_SIGNS = re.compile(r"§{1,2}\s{0,3}(?=\d)")
_NUMBER = re.compile(r"\d{1,4}[a-z]{0,2}(?![\w/]|\.\d)")
_JOINT = re.compile(r"\s{0,2}(?:,|a|nebo|či)\s{1,2}(?=\d{1,4}[a-z]{0,2}(?:[\s,;]|$))")
_RANGE = re.compile(r"\s{0,2}(?:až|-)\s{0,2}(?=\d)")
_WITHIN = (
    r"(?P<place>(?:\s{1,3}(?:odst\.\s{0,3}\d{1,3}(?:\s(?:a|až|nebo)\s\d{1,3})?|písm\.\s{0,3}[a-z]{1,2}\)(?:\s(?:a|až|nebo)\s[a-z]{1,2}\))?"
    r"|bod(?:u|ů)?\s\d{1,3}|věta\s\w{1,12})){0,4})"
)
_PLACE = re.compile(_WITHIN)
_ONWARDS = re.compile(r"\s{1,3}a\s{1,3}násl(?:\.|edující(?:ch)?)")
_OF_ACT = re.compile(
    r"\s{1,3}(?:ústavního\s+)?(?:zákona|zák\.|vyhlášky|vyhl\.|nařízení(?:\s+vlády)?|zákoníku|řádu)(?:\s+(?!č\.)[^\s\d§;,.]{2,20}){0,6}?,?\s{1,3}"
    r"(?=(?:[čČ]\.\s{0,3})?\d{1,4}\s?/\s?(?:18|19|20)\d\d\s{0,3}(?:Sb|SB|Coll))"
)
_SAME_ACT = re.compile(
    r"\s{1,3}(?:téhož|uvedeného|citovaného|cit\.|zmíněného|tohotéž|dotčeného)\s{1,3}(?:zákona|zákoníku|řádu|předpisu|vyhlášky)"
)
_ARTICLE = re.compile(rf"(?<!\w)[Čč]l\.\s{{0,3}}(?P<number>\d{{1,3}}[a-z]?)(?![\w/]){_WITHIN}")
# What is cited by article: the Charter and the Constitution by their numbers, treaties and acts of the Union.
_OF_CHARTER = re.compile(
    r"\s{1,3}(?:(?P<charter>Listiny(?:\s{1,3}základních\s{1,3}práv\s{1,3}a\s{1,3}svobod)?|LZPS|LPS)"
    r"|(?P<constitution>Ústavy(?:\s{1,3}(?:České\s{1,3}republiky|ČR))?)"
    r"|(?P<convention>(?:Evropské\s{1,3})?[Úú]mluvy(?:\s{1,3}o\s{1,3}ochraně\s{1,3}lidských\s{1,3}práv(?:\s{1,3}a\s{1,3}základních\s{1,3}svobod)?)?|EÚLP)"
    r"|(?P<tfeu>SFEU|Smlouvy\s{1,3}o\s{1,3}fungování\s{1,3}(?:Evropské\s{1,3}unie|EU))|(?P<teu>SEU)|(?P<gdpr>GDPR))(?!\w)"
)
_UNION = re.compile(
    r"(?P<type>[NnSsRr](?<!\w.)(?:ařízení|měrnic[eií]|ozhodnutí))(?:\s{1,3}(?!č\.)[^\s\d§;,.()]{1,16}){0,6}\s{1,3}"
    r"(?:(?P<body>\((?:EU|ES|EHS)\))\s{0,3})?(?:č\.\s{0,3})?(?P<number>\d{1,4}/\d{1,4})(?!\d)(?P<tail>/(?:EU|ES|EHS))?"
)
_UNION_NAMES = {"n": "Regulation", "s": "Directive", "r": "Decision"}
_ALONE_ON_LINE = re.compile(r"[ \t]*(?:\n|$)")
_CASE = re.compile(
    r"(?<!\w)(?:sp(?:is)?\.\s?zn\.|[čČ]\.\s?j\.|čj\.)\s{0,3}:?\s{0,3}(?P<number>(?:[IVX]{1,4}\.\s?)?(?:\d{1,3}\s)?[A-ZÚŠČŘŽ][\wÚúůěščřžýáíé]{0,6}\.?\s(?:ÚS\s)?"
    r"\d{1,5}/\d{2,4})(?!\d)"
)
# Registers of the supreme courts, which are cited without "sp. zn." too.
_KNOWN_CASE = re.compile(
    r"(?P<number>(?:(?:Pl\.|I{1,3}\.|IV\.)\s?ÚS(?:-st\.)?|\d{1,3}\s(?:I?Cdon?|Odon?|NSČR|NSCR|Tdo|Tzn?|Cpjn|Tpjn|As|Afs|Ads|Azs|Ans|Aos|Ars|Komp))"
    r"\s\d{1,5}/\d{2,4})(?!\d)"
)
# The reports of the Supreme Administrative Court: "č. 12/2005 Sb. NSS".
_REPORTED = re.compile(r"č\.\s{0,2}(?P<number>\d{1,5}/\d{4}\sSb\.\sNSS)(?!\w)")


def find(text: str) -> Iterator[LegalCitation]:
    """Acts by number, sections and articles with and without an Act, and decisions."""
    acts = _acts(text) if "Sb" in text or "SB." in text or "Coll." in text else {}
    pinned: set[int] = set()
    for sign in _SIGNS.finditer(text) if _is_czech(text) else ():
        yield from _sections(text, sign, acts, pinned)
    for start, act in acts.items():
        if start not in pinned:
            yield LegalCitation(CitationKind.CZECH, _act_key(act), Span(start, act.end()))
    if "čl." in text or "Čl." in text or "nařízení" in text or "směrnic" in text:
        yield from _articles(text)
    for pattern in (_CASE, _KNOWN_CASE, _REPORTED) if "č" in text or "zn." in text or "ÚS" in text else ():
        for match in pattern.finditer(text):
            key = re.sub(r"(?<=\.)(?=ÚS)", " ", " ".join(match["number"].split()))
            yield LegalCitation(CitationKind.CZECH_CASE, key, Span(*match.span()))


def _sections(
    text: str, sign: re.Match[str], acts: dict[int, re.Match[str]], pinned: set[int]
) -> Iterator[LegalCitation]:
    items = read_list(text, sign.end(), number=_NUMBER, joint=_JOINT, range_=_RANGE)
    if not items:
        return
    within = _PLACE.match(text, items[-1].end)
    end = within.end() if within else items[-1].end
    if onwards := _ONWARDS.match(text, end):
        end = onwards.end()
    of = _OF_ACT.match(text, end)
    named = None
    if of and (act := acts.get(of.end())):
        pinned.add(of.end())
        named, last = f"{_act_key(act)} ", act.end()
    elif code := named_act(text, end):
        named, last = f"{code.key} ", code.end
    elif (same := _SAME_ACT.match(text, end)) and (before := _last_before(acts, sign.start())):
        named, last = f"{_act_key(before)} ", same.end()
    elif _is_heading(text, sign.start(), end):
        return
    else:
        last = end
    place = f" {' '.join(within[0].split())}" if within and within[0].strip() else ""
    for item in items:
        final = item is items[-1]
        span = Span(sign.start() if item is items[0] else item.start, last if final else item.end)
        yield _section(named or "", item, place if final else "", span)


def _section(act: str, item: NumberItem, place: str, span: Span) -> LegalCitation:
    keys = tuple(f"{act}§ {number}{place}" for number in item.members())
    return LegalCitation(CitationKind.CZECH, f"{act}§ {item.label}{place}", span, keys)


def _last_before(acts: dict[int, re.Match[str]], at: int) -> re.Match[str] | None:
    starts = sorted(acts)
    place = bisect_left(starts, at)
    return acts[starts[place - 1]] if place else None


def _articles(text: str) -> Iterator[LegalCitation]:
    """Articles of the Charter, the Constitution, treaties and acts of the Union, and these acts themselves."""
    union = {match.start(): match for match in _UNION.finditer(text) if match["body"] or match["tail"]}
    pinned: set[int] = set()
    for article in _ARTICLE.finditer(text):
        place = " ".join(article["place"].split())
        blank = re.compile(r"\s{1,3}").match(text, article.end())
        if of := _OF_CHARTER.match(text, article.end()):
            kind, key = _cited(of, article["number"], place)
            yield LegalCitation(kind, key, Span(article.start(), of.end()))
        elif blank and (act := union.get(blank.end())):
            pinned.add(act.start())
            key = f"{_union_key(act)} art {article['number']}{_bracketed(place)}"
            yield LegalCitation(CitationKind.EU, key, Span(article.start(), act.end()))
    for start, act in union.items():
        if start not in pinned:
            yield LegalCitation(CitationKind.EU, _union_key(act), Span(*act.span()))


def _cited(of: re.Match[str], number: str, place: str) -> tuple[CitationKind, str]:
    if of["charter"] or of["constitution"]:
        act = CODES["listina"] if of["charter"] else CODES["ústava"]
        return CitationKind.CZECH, f"{act} čl. {number} {place}".rstrip()
    treaty = {"convention": "ECHR", "tfeu": "TFEU", "teu": "TEU", "gdpr": "Regulation 2016/679"}[of.lastgroup or ""]
    return CitationKind.EU, f"{treaty} art {number}{_bracketed(place)}"


def _bracketed(place: str) -> str:
    """A place as European keys write it: "odst. 1 písm. f)" is "(1)(f)"."""
    return "".join(f"({part})" for part in re.findall(r"(?:odst\.|písm\.|bod[uů]?)\s?(\w{1,3})", place))


def _union_key(act: re.Match[str]) -> str:
    return f"{_UNION_NAMES[act['type'][0].lower()]} {act['number']}"


def _acts(text: str) -> dict[int, re.Match[str]]:
    """Acts by number, each at the place where it begins, its "č." included."""
    found: dict[int, re.Match[str]] = {}
    for match in _ACT.finditer(text):
        if not _GAZETTE.search(text, max(match.start() - 24, 0), match.start()):
            sign = _SIGN.search(text, max(match.start() - 6, 0), match.start())
            found[sign.start() if sign else match.start()] = match
    return found


def _is_czech(text: str) -> bool:
    signs = ("odst.", "Sb.", "zákon", "písm.", "odle §", "dle §", "ust. §", "OSŘ")
    return any(sign in text for sign in signs)


def _is_heading(text: str, start: int, end: int) -> bool:
    """Tell whether the sign stands alone on its line: the number of a section, and no reference to it."""
    before = text[max(start - 3, 0) : start].rstrip(" \t")
    return (not before or before.endswith("\n")) and _ALONE_ON_LINE.match(text, end) is not None


def _act_key(act: re.Match[str]) -> str:
    treaty = " m. s." if "m" in act["series"] else ""
    return f"{act['number']}/{act['year']} Sb.{treaty}"
