"""Czech law: "§ 33 odst. 1 zákona č. 18/1997 Sb.", "§ 2910 o. z.", "čl. 36 Listiny", "sp. zn. 25 Cdo 1234/2019"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.czech_acts import CODES, named_act
from pincite.legal.citations.czech_places import COUNTED, read_places
from pincite.legal.citations.numbers import NumberItem, read_list
from pincite.legal.citations.scanning import scan
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
_JOINT = re.compile(
    rf"\s{{0,2}}(?:,|a|nebo|či)\s{{1,2}}(?=\d{{1,4}}[a-z]{{0,2}}(?:[\s,;):]|\.(?!\s?\d)|$))(?!\d{{1,4}}(?:{COUNTED}))"
)
_RANGE = re.compile(r"\s{0,2}(?:až|-)\s{0,2}(?:§\s{0,3})?(?=\d)")
_ONWARDS = re.compile(r"\s{1,3}(?:a\s{1,3}násl(?:\.|edující(?:ch)?)|an\.)")
_OF_ACT = re.compile(
    r"\s{1,3}(?:ústavního\s+)?(?:zákona|zák\.|z\.|vyhlášky|vyhl\.|nařízení(?:\s+vlády)?|nař\.\s?vl(?:ády|\.)|dekretu|zákoníku|řádu)(?:\s+(?!č\.)[^\s\d§;,.]{2,20}){0,6}?,?\s{1,3}"
    r"(?=(?:[čČ]\.\s{0,3})?\d{1,4}\s?/\s?(?:18|19|20)\d\d\s{0,3}(?:Sb|SB|Coll))",
    re.IGNORECASE,
)
_SAME_ACT = re.compile(
    r"\s{1,3}(?:téhož|uvedeného|citovaného|cit\.|zmíněného|tohotéž|dotčeného)\s{1,3}(?:zákona|zákoníku|řádu|předpisu|vyhlášky)"
)
# Rules that are no law: of a company or a house, or the terms of a contract.
_INTERNAL = re.compile(
    r"\s{1,3}(?:této\s{1,3})?(?:vnitřního|interního|pracovního\s{1,3}řádu|organizačního\s{1,3}řádu|domovního\s{1,3}řádu"
    r"|provozního\s{1,3}řádu|studijního\s{1,3}řádu|stanov(?!\w)|smlouvy(?!\s{1,3}o\s{1,3}(?:fungování|Evropské))|dohody|(?:všeobecných\s{1,3})?obchodních\s{1,3}podmínek)"
)
# The act that is named after the last section of a list holds for all: "§ 132 a § 157 odst. 1 o. s. ř.".
_CHAIN = re.compile(
    r"(?:\s{0,2},|\s{0,2},?\s{1,3}(?:a|i|nebo|či|resp\.|respektive|jakož\s{1,3}i|ve\s{1,3}(?:spojení|spoj\.)\s{1,3}se?))"
    r"\s{1,3}(?:(?:podle|dle|s|ustanovení(?:m)?|ust\.|v)\s{1,3}){0,2}"
)
_ARTICLES = (re.compile(r"čl\.(?<!\w...)\s{0,3}(?=\d)"), re.compile(r"Č[lL]\.(?<!\w...)\s{0,3}(?=\d)"))
_ARTICLE = re.compile(r"\d{1,3}[a-z]?(?![\w/]|\.\d)")
_BLANK = re.compile(r"\s{1,3}")
# What is cited by article: the Charter and the Constitution by their numbers, treaties and acts of the Union.
_OF_CHARTER = re.compile(
    r"\s{1,3}(?:(?P<charter>LISTINY|Listiny(?:\s{1,3}základních\s{1,3}práv\s{1,3}a\s{1,3}svobod)?|LZPS|LPS)"
    r"|(?P<constitution>ÚSTAVY|Ústavy(?:\s{1,3}(?:České\s{1,3}republiky|ČR))?)"
    r"|(?P<convention>(?:Evropské\s{1,3})?[Úú]mluvy(?:\s{1,3}o\s{1,3}ochraně\s{1,3}lidských\s{1,3}práv(?:\s{1,3}a\s{1,3}základních\s{1,3}svobod)?)?|EÚLP)"
    r"|(?P<tfeu>SFEU|Smlouvy\s{1,3}o\s{1,3}fungování\s{1,3}(?:Evropské\s{1,3}unie|EU))|(?P<teu>SEU)|(?P<gdpr>GDPR))(?!\w)"
)
_UNION = re.compile(
    r"(?P<type>[NnSsRr](?<!\w.)(?:ařízení|měrnic[eií]|ozhodnutí))(?:\s{1,3}(?!č\.)[^\s\d§;,.()]{1,16}){0,6}\s{1,3}"
    r"(?:(?P<body>\((?:EU|ES|EHS)\))\s{0,3})?(?:č\.\s{0,3})?(?P<number>\d{1,4}/\d{1,4})(?!\d)(?P<tail>/(?:EU|ES|EHS))?"
)
_TREATIES = {"convention": "ECHR", "tfeu": "TFEU", "teu": "TEU", "gdpr": "Regulation 2016/679"}
_UNION_NAMES = {"n": "Regulation", "s": "Directive", "r": "Decision"}
_ALONE_ON_LINE = re.compile(r"[ \t]*(?:\n|$)")
_CASE = re.compile(
    r"(?<!\w)(?:sp(?:is)?\.\s?zn\.|[čČ]\.\s?j\.|čj\.)\s{0,3}:?\s{0,3}(?P<number>(?:[IVX]{1,4}\.\s?|[A-Z]{4}\s)?(?:\d{1,3}\s)?[A-ZÚŠČŘŽ][\wÚúůěščřžýáíé]{0,6}\.?\s(?:ÚS\s)?"
    r"\d{1,5}/\d{2,4})(?!\d)"
)
# Registers of the supreme courts, which are cited without "sp. zn." too.
_KNOWN_CASE = re.compile(
    r"(?P<number>(?:(?:Pl\.|I{1,3}\.|IV\.)\s?ÚS(?:-st\.)?|\d{1,3}\s(?:I?Cdon?|Odon?|NSČR|NSCR|Tdo|Tzn?|Cpjn|Tpjn|As|Afs|Ads|Azs|Ans|Aos|Ars|Komp))"
    r"\s\d{1,5}/\d{2,4})(?!\d)"
)
# The reports of the Supreme Administrative Court: "č. 12/2005 Sb. NSS".
_REPORTED = re.compile(r"č\.\s{0,2}(?P<number>\d{1,5}/\d{4}\sSb\.\sNSS)(?!\w)")


@dataclass(frozen=True, slots=True)
class _Provision:
    """A section or article, the place in it, and where both stand."""

    span: Span
    item: NumberItem
    place: str


@dataclass(frozen=True, slots=True)
class _Reference:
    """What stands after one sign, "§ 5 odst. 1 a 2", before the act is known."""

    provisions: list[_Provision]

    @property
    def start(self) -> int:
        return self.provisions[0].span.start

    @property
    def end(self) -> int:
        return self.provisions[-1].span.end


@dataclass(frozen=True, slots=True)
class _CitedAct:
    """The act that a reference is to: how keys name it and its units, and where it ends; no name if it is no law."""

    kind: CitationKind
    name: str | None
    unit: str
    end: int

    def key(self, number: str, place: str) -> str:
        """A provision of this act in one spelling."""
        if self.unit == "art":
            return f"{self.name} art {number}{_bracketed(place)}"
        return f"{self.name} {self.unit} {number} {place}".strip()


def find(text: str) -> Iterator[LegalCitation]:
    """Acts by number, sections and articles with and without an Act, and decisions."""
    acts = _acts(text) if "Sb" in text or "SB." in text or "Coll." in text else {}
    pinned: set[int] = set()
    is_czech = _is_czech(text)
    if is_czech:
        yield from _sections(text, acts, pinned)
    for start, act in acts.items():
        if start not in pinned:
            yield LegalCitation(CitationKind.CZECH, _act_key(act), Span(start, act.end()))
    if "čl." in text or "Č" in text or "nařízení" in text or "směrnic" in text:
        yield from _articles(text)
    for pattern in (_CASE, _KNOWN_CASE, _REPORTED) if is_czech or "č" in text or "zn." in text or "ÚS" in text else ():
        for match in pattern.finditer(text):
            key = re.sub(r"(?<=\.)(?=ÚS)", " ", " ".join(match["number"].split()))
            yield LegalCitation(CitationKind.CZECH_CASE, key, Span(*match.span()))


def _sections(text: str, acts: dict[int, re.Match[str]], pinned: set[int]) -> Iterator[LegalCitation]:
    """Sections with and without an act; the acts cited so are added to `pinned`."""
    references = [r for sign in _SIGNS.finditer(text) if (r := _reference(text, sign, _NUMBER))]
    sources: list[_CitedAct | None] = []
    for reference in references:
        source = _of_act(text, reference.end, acts, pinned) or _of_same(text, reference, acts, sources)
        sources.append(source)
    for reference, source in zip(references, _of_lists(text, references, sources), strict=True):
        if source is None and _is_heading(text, reference.start, reference.end):
            continue
        yield from _citations(reference, source or _CitedAct(CitationKind.CZECH, "", "§", reference.end))


def _reference(text: str, sign: re.Match[str], number: re.Pattern[str]) -> _Reference | None:
    items = read_list(text, sign.end(), number=number, joint=_JOINT, range_=_RANGE)
    if not items:
        return None
    places = read_places(text, items[-1].end)
    provisions = [_Provision(Span(item.start, item.end), item, "") for item in items[: -1 if places else None]]
    for place in places:
        start = items[-1].start if place is places[0] else place.start
        provisions.append(_Provision(Span(start, place.end), items[-1], place.label))
    onwards = _ONWARDS.match(text, provisions[-1].span.end)
    end = onwards.end() if onwards else provisions[-1].span.end
    provisions[-1] = replace(provisions[-1], span=Span(provisions[-1].span.start, end))
    provisions[0] = replace(provisions[0], span=Span(sign.start(), provisions[0].span.end))
    return _Reference(provisions)


def _of_act(text: str, at: int, acts: dict[int, re.Match[str]], pinned: set[int]) -> _CitedAct | None:
    """The act by its number or by its name, or none that is law."""
    of = _OF_ACT.match(text, at)
    if of and (act := acts.get(of.end())):
        pinned.add(of.end())
        return _CitedAct(CitationKind.CZECH, _act_key(act), "§", act.end())
    if code := named_act(text, at):
        return _CitedAct(CitationKind.CZECH, code.key, "§", code.end)
    internal = _INTERNAL.match(text, at)
    return _CitedAct(CitationKind.CZECH, None, "§", internal.end()) if internal else None


def _of_same(
    text: str, reference: _Reference, acts: dict[int, re.Match[str]], sources: list[_CitedAct | None]
) -> _CitedAct | None:
    """The act that "téhož zákona" means: the last one before, by its number or by its name."""
    same = _SAME_ACT.match(text, reference.end)
    if same is None:
        return None
    numbered = [(start, _act_key(act)) for start, act in acts.items() if start < reference.start]
    named = [(source.end, source.name) for source in sources if source and source.name]
    last = max(numbered + named, default=None)
    return _CitedAct(CitationKind.CZECH, last[1], "§", same.end()) if last else None


def _of_lists(text: str, references: list[_Reference], sources: list[_CitedAct | None]) -> list[_CitedAct | None]:
    """The sources, also of the references before one in a list: "§ 132 a § 157 o. s. ř."."""
    found = list(sources)
    for at in range(len(references) - 2, -1, -1):
        reference, following = references[at], found[at + 1]
        joined = _CHAIN.fullmatch(text, reference.end, references[at + 1].start)
        if found[at] is None and following and joined:
            found[at] = replace(following, end=reference.end)
    return found


def _citations(reference: _Reference, source: _CitedAct) -> Iterator[LegalCitation]:
    if source.name is None:
        return
    for provision in reference.provisions:
        last = provision is reference.provisions[-1]
        span = Span(provision.span.start, source.end if last else provision.span.end)
        keys = tuple(source.key(number, provision.place) for number in provision.item.members())
        yield LegalCitation(source.kind, source.key(provision.item.label, provision.place), span, keys)


def _articles(text: str) -> Iterator[LegalCitation]:
    """Articles of the Charter, the Constitution, treaties and acts of the Union, and these acts themselves."""
    union = {match.start(): match for match in _UNION.finditer(text) if match["body"] or match["tail"]}
    pinned: set[int] = set()
    references = [r for sign in scan(text, *_ARTICLES) if (r := _reference(text, sign, _ARTICLE))]
    sources = [_of_treaty(text, reference.end, union, pinned) for reference in references]
    for reference, source in zip(references, _of_lists(text, references, sources), strict=True):
        if source:
            yield from _citations(reference, source)
    for start, act in union.items():
        if start not in pinned:
            yield LegalCitation(CitationKind.EU, _union_key(act), Span(*act.span()))


def _of_treaty(text: str, at: int, union: dict[int, re.Match[str]], pinned: set[int]) -> _CitedAct | None:
    """What is cited by article: the Charter, the Constitution, a treaty or an act of the Union."""
    if of := _OF_CHARTER.match(text, at):
        if of["charter"] or of["constitution"]:
            act = CODES["listina"] if of["charter"] else CODES["ústava"]
            return _CitedAct(CitationKind.CZECH, act, "čl.", of.end())
        return _CitedAct(CitationKind.EU, _TREATIES[of.lastgroup or ""], "art", of.end())
    blank = _BLANK.match(text, at)
    if blank and (of_union := union.get(blank.end())):
        pinned.add(of_union.start())
        return _CitedAct(CitationKind.EU, _union_key(of_union), "art", of_union.end())
    return None


def _bracketed(place: str) -> str:
    """A place as European keys write it: "odst. 1 písm. f)" is "(1)(f)", and "odst. 1-3" is "(1)-(3)"."""
    parts = re.findall(r"(?:odst\.|písm\.|bod)\s(\S+)", place)
    return "".join(f"({part.replace(')', '').replace('-', ')-(')})" for part in parts)


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
    signs = (
        "odst.",
        "Sb.",
        "zákon",
        "písm.",
        "odle §",
        "dle §",
        "ust. §",
        "OSŘ",
        "ODST.",
        "ZÁKON",
        "o. z.",
        "s. ř.",
        "tr. ř.",
    )
    return any(sign in text for sign in signs)


def _is_heading(text: str, start: int, end: int) -> bool:
    """Tell whether the sign stands alone on its line: the number of a section, and no reference to it."""
    before = text[max(start - 3, 0) : start].rstrip(" \t")
    return (not before or before.endswith("\n")) and _ALONE_ON_LINE.match(text, end) is not None


def _act_key(act: re.Match[str]) -> str:
    treaty = " m. s." if "m" in act["series"] else ""
    return f"{act['number']}/{act['year']} Sb.{treaty}"
