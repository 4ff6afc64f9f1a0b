"""European law: "Regulation (EU) 2016/679", "article 6(1)(f) GDPR", "Case C-131/12", ECLI and CELEX numbers.

Other treaties that courts cite by article are read alike: "Article V of the New York Convention".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import ROMAN, SUBDIVISIONS, NumberItem, read_list
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

_BODY = r"(?:EU|EC|EEC|Euratom|EURATOM|ECSC|JHA|CFSP|EC,\s?Euratom|EU,\s?Euratom)"
_ACT_NUMBER = (
    rf"\s{{0,3}}(?:\(\s?{_BODY}\s?\)\s{{0,3}})?(?:[Nn]o\.?s?\s{{0,3}})?(?P<number>\d{{1,4}}\s?/\s?\d{{1,4}})(?!\d)"
    rf"(?:\s?/\s{{0,3}}{_BODY}(?![A-Za-z]))?"
)
_ACTS = (
    re.compile(rf"(?P<type>R(?<![A-Za-z].)(?:egulations?|eg\.?(?=\s{{0,2}}\(E)|ecommendation|EGULATION)){_ACT_NUMBER}"),
    re.compile(
        rf"(?P<type>D(?<![A-Za-z].)(?:irectives?|ir\.?(?=\s\d{{2,4}}/\d{{1,3}}/E)|ecisions?|IRECTIVE|ECISION)){_ACT_NUMBER}"
    ),
    re.compile(rf"(?P<type>F(?<![A-Za-z].)ramework\s+Decision){_ACT_NUMBER}"),
)
_MORE = re.compile(
    r"(?:\s\([^()\n]{3,80}\))?\s{0,3}(?:[,;]\s{0,3}(?:and\s{1,3})?|and\s{1,3}|or\s{1,3})"
    rf"(?P<whole>(?:\({_BODY}\)\s{{0,3}})?(?:[Nn]o\.?\s{{0,3}})?(?P<number>\d{{1,4}}/\d{{1,4}})(?![\d/](?!E))(?:/{_BODY}(?![A-Za-z]))?)"
)
# An act by its name, and its number in brackets: "Directive on Late Payment (2011/7/EU)".
_BRACKETED = re.compile(
    r"Directive(?<![A-Za-z].........)(?:\s[^()\n.;:\d]{3,100}?)?\s{1,2}\((?P<directive>\d{2,4}/\d{1,3})/(?:EC|EU|EEC)\)"
)
_BRACKETED_REGULATION = re.compile(
    r"General\s{1,3}Data\s{1,3}Protection\s{1,3}Regulation\s{1,3}\((?:\(?EU\)?\s{1,2})?(?P<regulation>2016/679)(?:/EU)?\)"
)
_TREATY = re.compile(
    r"(?P<name>[GUTECBRM](?<![A-Za-z].)(?:DPR|AR|iFID\s+II|MIR|arket\s+Abuse\s+Regulation|K\s+GDPR|FEU|EU|C\s+Treaty|EC\s+Treaty|C(?![/)\w])|CHR"
    r"|eneral\s+Data\s+Protection\s+Regulation|U\s+Charter(?:\s+of\s+Fundamental\s+Rights)?"
    r"|reaty\s+on\s+the\s+Functioning\s+of\s+the\s+European\s+Union|reaty\s+on\s+European\s+Union"
    r"|uropean\s+Convention(?:\s+on\s+Human\s+Rights)?"
    r"|harter\s+of\s+Fundamental\s+Rights(?:\s+of\s+the\s+(?:European\s+Union|EU))?"
    r"|russels\s+I(?:\s+[Rr]ecast|\s+\([Rr]ecast\)|a|\s+bis)?(?:\s+Regulation)?(?:\s+\([Rr]ecast\)|\s+[Rr]ecast)?|russels\s+II\s?(?:bis|a)(?:\s+Regulation)?|ecast\s+Brussels(?:\s+I)?\s+Regulation|ome\s+II?(?:\s+Regulation)?))"
    r"(?![A-Za-z])"
)
# Conventions between states, by the place of signing or the subject, with the year where it is given.
_CONVENTION = re.compile(
    r"(?P<name>(?:Hague|Lugano|Brussels|Rome|New\s+York|Vienna|Geneva|Montreal|Warsaw|Berne|Paris|Aarhus|Luxembourg|Istanbul"
    r"|Athens|Hamburg|Budapest|Refugee|CMR|Chicago|Singapore|Basel|Madrid)(?:-Visby)?\s{1,3}(?:[A-Z][a-z]{3,14}\s{1,3}){0,3}?"
    r"(?:Convention|Rules)(?:\s{1,3}(?:19|20)\d\d(?!\d))?)(?![A-Za-z])"
)
_YEAR_BEFORE = re.compile(r"(?<!\d)(?:19|20)\d\d\s{1,3}$")
# Named in full or in short before, or it would be any convention or charter.
_SHORT = re.compile(r"(?P<name>Convention|Charter)(?![A-Za-z]|\s{1,3}(?:of|on|for|rights?)\b)")
_PROTOCOL = re.compile(
    r"(?<![A-Za-z])(?:[Aa]rticle|[Aa]rt\.?)\s{1,3}(?P<article>\d{1,2}(?:\(\d\))?)\s{1,3}(?:of|to)\s{1,3}(?:the\s{1,3})?"
    r"(?:(?P<first>First)\s{1,3}Protocol|Protocol\s{1,3}(?:[Nn]o\.?\s{0,2})?(?P<number>\d{1,2}))(?!\d)"
    r"(?:\s{1,3}(?:to|of)\s{1,3}(?:the\s{1,3})?(?:ECHR|(?:European\s{1,3})?Convention(?:\s{1,3}on\s{1,3}Human\s{1,3}Rights)?)(?![A-Za-z]))?"
    r"|A(?<!\w.)(?P<short>\d)P(?P<of>\d)(?!\w)"
)
# Without one of these the search for the article would be in vain: "Protocol" alone is a common word.
_DEFINED = re.compile(
    r"\s{1,3}\((?:the\s{1,3})?[\"'“‘]?(?:the\s{1,3})?(?P<alias>(?:[A-Z][A-Za-z-]{1,15}\s){1,4}(?:Regulation|Directive|Decision)|[A-Z]{3,8})[\"'”’]?\)"
)
# "Article 5(3) of that regulation" is of the last act of its type that was named.
_POINTING = (
    re.compile(r"that\s{1,3}(?P<type>[RrDd](?:egulation|irective|ecision))(?![A-Za-z])"),
    re.compile(r"said\s{1,3}(?P<type>[RrDd](?:egulation|irective|ecision))(?![A-Za-z])"),
    re.compile(r"same\s{1,3}(?P<type>[RrDd](?:egulation|irective|ecision))(?![A-Za-z])"),
)
_WHOLE_WORDS = {"Reg": "Regulation", "Dir": "Directive"}
_PROTOCOL_NAMED = (
    re.compile(r"First\s{1,3}Protocol"),
    re.compile(r"Protocol\s{1,3}(?:[Nn]o\.?\s{0,2})?\d"),
    re.compile(r"P\d(?<=A\d.\d)"),
)
_KEYS = {
    "gdpr": "Regulation 2016/679", "general data protection regulation": "Regulation 2016/679", "uk gdpr": "UK GDPR",
    "treaty on the functioning of the european union": "TFEU", "treaty on european union": "TEU",
    "european convention on human rights": "ECHR", "european convention": "ECHR", "convention": "ECHR",
    "ec treaty": "EC", "eec treaty": "EEC", "charter": "EU Charter", "eu charter of fundamental rights": "EU Charter",
    "charter of fundamental rights": "EU Charter", "charter of fundamental rights of the eu": "EU Charter",
    "charter of fundamental rights of the european union": "EU Charter",
    "rome i": "Regulation 593/2008", "rome ii": "Regulation 864/2007", "brussels i": "Regulation 44/2001",
    "brussels i recast": "Regulation 1215/2012", "brussels ia": "Regulation 1215/2012",
    "mar": "Regulation 596/2014", "market abuse regulation": "Regulation 596/2014",
    "emir": "Regulation 648/2012", "mifid ii": "Directive 2014/65",
    "brussels ii bis": "Regulation 2201/2003", "brussels iia": "Regulation 2201/2003",
    "brussels i bis": "Regulation 1215/2012", "recast brussels regulation": "Regulation 1215/2012",
    "recast brussels i regulation": "Regulation 1215/2012",
}  # fmt: skip
_ARTICLES = re.compile(
    r"(?<![A-Za-z])(?:(?:[Aa]rticles?|ARTICLES?|[Aa]rts?\.?)\s{0,3}(?=\d|[IVX])|(?P<recital>[Rr]ecitals?)\s{0,3}(?=\(?\d))"
)
# The court in Strasbourg writes a paragraph with a sign: "Article 6 § 1".
_NUMBER = re.compile(
    rf"(?:\d{{1,3}}[a-zA-Z]?(?![\w/]|\.\d)(?:\s{{1,2}}§\s{{0,2}}\d{{1,2}}(?!\d))?|{ROMAN}){SUBDIVISIONS}"
)
_RECITAL = re.compile(r"\(\d{1,3}\)|\d{1,3}(?![\w/]|\.\d)")
# "Article 107(1) and Article 108(3) TFEU", "Article 14 read with Article 8 ECHR"
_AGAIN = re.compile(
    r"(?:,?\s{1,3}(?:and|or|(?:read\s{1,3})?(?:together\s{1,3}|in\s{1,3}conjunction\s{1,3})?with)\s{1,3}|,\s{1,3})"
    r"(?=(?:[Aa]rticles?|[Aa]rts?\.?)\s{0,3}(?:\d|[IVX]))"
)
# "Directive 93/13/EEC, art 3(1)"
_ARTICLES_AFTER = re.compile(r"\s{0,2},?\s{1,3}(?:[Aa]rticle(?P<many>s)?|[Aa]rt(?P<more>s)?\.?)\s{0,3}(?=\d)")
_OF_OTHER = re.compile(r"\s{1,3}(?:of|in|to|[A-Z]{2,5}(?![A-Za-z]))")
_OF = re.compile(
    r"(?:,\s{1,3}(?:first|second|third|fourth|last)\s{1,3}(?:sub-?)?paragraph,?)?"
    r"\s{1,3}(?:of\s{1,3})?(?:the\s{1,3})?(?:EU\s+(?!Charter))?(?:(?:19|20)\d\d\s{1,3}(?=[A-Z][a-z]))?(?:(?:Council|Commission|Parliament|Delegated|Implementing|and|\(EU\))\s{1,3}){0,4}"
)
_CASE_WORD = re.compile(r"(?<![A-Za-z])(?:Joined\s+)?Cases?\s{1,3}$")
_CASE_NUMBER = r"(?<![\w/-].))\s?-\s?(?P<number>\d{1,4}/\d\d)(?!\d)(?P<tail>\s?P(?:PU)?(?![\w]))?"
_CASES = (
    re.compile(rf"(?P<court>C{_CASE_NUMBER}"), re.compile(rf"(?P<court>T{_CASE_NUMBER}"),
    re.compile(rf"(?P<court>F{_CASE_NUMBER}"),
)  # fmt: skip
_ECLI = re.compile(
    r"ECLI(?<![A-Za-z]....)\s?:\s?[A-Z]{2}\s?:\s?[A-Z0-9]{1,7}\s?:\s?\d{4}\s?:\s?[A-Z0-9.]{0,24}[A-Z0-9]"
)
# "EU:C:2014:317", as the court itself cites since.
_SHORT_ECLI = re.compile(r"EU:(?<![A-Za-z:]...)[CTF]:(?:19|20)\d\d:\d{1,5}(?!\d)")
# Before 1989 there was one court, and its cases had no letter.
_OLD_CASE = re.compile(r"C(?<![A-Za-z]C)ases?\s{1,3}(?P<number>\d{1,3}/[5-8]\d)(?![\d/])")
# The court in Strasbourg: "App no 5493/72", "Application No. 13134/87".
_APPLICATION = re.compile(
    r"A(?<![A-Za-z].)pp(?:lications?|l?\.)?\s{1,3}[Nn]o(?P<many>s)?\.?\s{0,3}(?P<number>\d{3,6}/\d\d)(?!\d)"
)
_MORE_APPLICATIONS = re.compile(r"(?:,\s{1,3}|,?\s{1,3}(?:and|&)\s{1,3})(?P<number>\d{3,6}/\d\d)(?![\d/])")
# "(no. 13134/87)" beside the name of a case, in a text about human rights
_APPLICATION_NUMBER = re.compile(r"no\.(?<=\(...|\s...)\s{0,3}(?P<number>\d{3,6}/\d\d)(?![\d/])")
# The court's opinions on treaties: "Opinion 2/13".
_OPINION = re.compile(r"Opinion(?<![A-Za-z].......)\s{1,3}(?P<number>[1-9]/[0-279]\d)(?![\d/])")
_CELEX = re.compile(
    r"[Cc](?<![A-Za-z0-9].)(?:ELEX|elex)\s{0,2}(?:[Nn]o\.?|[Nn]umber)?\s{0,2}:?\s{0,2}(?P<number>[0-9CE]\d{4}[A-Z]{1,2}\d{3,4}(?:\(\d\d\))?)(?!\w)"
)
_YEAR_AND_NUMBER = r"(?<![A-Za-z0-9:].)(?:19|20)\d\d[A-Z]{1,2}\d{4}(?:\(\d\d\))?)(?!\w)"
_BARE_CELEX = (re.compile(rf"(?P<number>3{_YEAR_AND_NUMBER}"), re.compile(rf"(?P<number>6{_YEAR_AND_NUMBER}"))


def find(text: str) -> Iterator[LegalCitation]:
    """Legislation, treaties and decisions of the European Union, and the Convention on Human Rights."""
    names = {match.start(): (match, _act_key(match)) for match in scan(text, *_ACTS)}
    names.update({match.start(): (match, _treaty_key(match)) for match in _treaties(text)})
    pinned: set[int] = set()
    for place, key in list(_named_so(text, names.values())):
        if found := _articles_before(text, place.start):
            yield from _with_articles(found, key, place.end)
    for start, (match, key) in names.items():
        if found := _articles_before(text, start):
            pinned.add(start)
            yield from _with_articles(found, key, match.end())
        elif match.re in {*_ACTS, _TREATY} and (items := _articles_after(text, match.end())):
            pinned.add(start)
            yield from _followed(match.start(), items, key)
    yield from _pointed(text, names)
    yield from _unpinned(text, names, pinned)
    for match in (*_BRACKETED.finditer(text), *_BRACKETED_REGULATION.finditer(text)):
        key = f"{(match.lastgroup or '').capitalize()} {match[1]}"
        yield LegalCitation(CitationKind.EU, key, Span(*match.span()))
    if "Protocol" in text or "P1" in text:
        yield from _protocols(text)
    yield from _decisions(text)


def _unpinned(text: str, names: dict[int, tuple[re.Match[str], str]], pinned: set[int]) -> Iterator[LegalCitation]:
    """Acts of which no article is cited, and the others of their lists."""
    for start, (match, key) in names.items():
        if start not in pinned and "/" in key and match.re in _ACTS:
            yield LegalCitation(CitationKind.EU, key, Span(*match.span()))
        if match.re in _ACTS and match["type"].endswith("s"):
            yield from _further(text, match)


def _named_so(text: str, names: Iterable[tuple[re.Match[str], str]]) -> Iterator[tuple[Span, str]]:
    """Where acts stand by the names that a text gives them: "Regulation (EU) 606/2013 (the Protection Regulation)"."""
    for match, key in names:
        defined = _DEFINED.match(text, match.end()) if match.re in _ACTS else None
        alias = defined["alias"] if defined else ""
        at = text.find(alias, defined.end()) if defined else -1
        while at != -1:
            if not text[at + len(alias) : at + len(alias) + 1].isalnum():
                yield Span(at, at + len(alias)), key
            at = text.find(alias, at + 1)


def _pointed(text: str, names: dict[int, tuple[re.Match[str], str]]) -> Iterator[LegalCitation]:
    """Articles of the act named last: "Article 5(3) of that regulation"."""
    acts = sorted(start for start, (match, _) in names.items() if match.re in _ACTS)
    for pointing in scan(text, *_POINTING) if acts else ():
        type = pointing["type"].capitalize()
        before = [names[start][1] for start in acts[: bisect_left(acts, pointing.start())]]
        last = next((key for key in reversed(before) if key.startswith(type)), None)
        found = _articles_before(text, pointing.start()) if last else None
        if found and last:
            yield from _with_articles(found, last, pointing.end())


def _further(text: str, first: re.Match[str]) -> Iterator[LegalCitation]:
    """The other acts of a list: "Directives 2012/19/EU (waste) and 2011/65/EU"."""
    end = first.end()
    while match := _MORE.match(text, end):
        name = first["type"].capitalize().removesuffix("s")
        yield LegalCitation(CitationKind.EU, f"{name} {match['number']}", Span(match.start("whole"), match.end()))
        end = match.end()


def _treaties(text: str) -> Iterator[re.Match[str]]:
    """Treaties and what is cited by article like them, in full or in short where the text tells which is meant."""
    yield from _TREATY.finditer(text)
    if "Convention" in text or "Hague" in text:
        yield from _CONVENTION.finditer(text)
    meant = {"Convention": "Convention" in text and _is_human_rights(text), "Charter": "Fundamental Rights" in text}
    for match in _SHORT.finditer(text) if any(meant.values()) else ():
        if meant[match["name"]]:
            yield match


def _is_human_rights(text: str) -> bool:
    return "ECHR" in text or "Convention on Human Rights" in text or "Human Rights Act" in text


def _protocols(text: str) -> Iterator[LegalCitation]:
    if not _is_human_rights(text) or not any(named.search(text) for named in _PROTOCOL_NAMED):
        return
    for match in _PROTOCOL.finditer(text):
        number = "1" if match["first"] else match["number"] or match["of"]
        key = f"ECHR Protocol {number} art {match['article'] or match['short']}"
        yield LegalCitation(CitationKind.EU, key, Span(*match.span()))


@dataclass(frozen=True, slots=True)
class _Articles:
    """Articles or recitals of an act: where they begin, which they are, and how keys call them."""

    start: int
    items: list[NumberItem]
    unit: str


def _articles_before(text: str, start: int) -> _Articles | None:
    """The articles named before an act, "articles 5 or 14 of the Regulation …"."""
    for head in _ARTICLES.finditer(text, max(start - 100, 0), start):
        items = _listed(text, head)
        of = _OF.match(text, items[-1].end) if items else None
        if of and of.end() == start:
            return _Articles(head.start(), items, "recital" if head["recital"] else "art")
    return None


def _listed(text: str, head: re.Match[str]) -> list[NumberItem]:
    """The articles or recitals after their word, and those after the word again: "Article 107 and Article 108"."""
    if head["recital"]:
        return read_list(text, head.end(), number=_RECITAL)
    items = read_list(text, head.end(), number=_NUMBER)
    while items and (again := _AGAIN.match(text, items[-1].end)) and (word := _ARTICLES.match(text, again.end())):
        more = read_list(text, word.end(), number=_NUMBER)
        items = [*items, *(replace(item, start=word.start()) if item is more[0] else item for item in more)]
        if not more:
            break
    return items


def _articles_after(text: str, end: int) -> list[NumberItem]:
    """The articles named after an act, "Directive 93/13/EEC, art 3(1)", unless they are of another."""
    head = _ARTICLES_AFTER.match(text, end)
    items = read_list(text, head.end(), number=_NUMBER, many=bool(head["many"] or head["more"])) if head else []
    return [] if items and _OF_OTHER.match(text, items[-1].end) else items


def _followed(start: int, items: list[NumberItem], key: str) -> Iterator[LegalCitation]:
    for item in items:
        keys = tuple(f"{key} art {number}" for number in item.members())
        span = Span(start if item is items[0] else item.start, item.end)
        yield LegalCitation(CitationKind.EU, f"{key} art {item.label}", span, keys)


def _decisions(text: str) -> Iterator[LegalCitation]:
    for match in _ECLI.finditer(text):
        yield LegalCitation(CitationKind.ECLI, "".join(match[0].split()), Span(*match.span()))
    for match in _SHORT_ECLI.finditer(text):
        yield LegalCitation(CitationKind.ECLI, f"ECLI:{match[0]}", Span(*match.span()))
    for match in _OLD_CASE.finditer(text):
        yield LegalCitation(CitationKind.EU_CASE, f"Case {match['number']}", Span(*match.span()))
    for match in _APPLICATION.finditer(text):
        yield LegalCitation(CitationKind.EU_CASE, f"App no {match['number']}", Span(*match.span()))
        end = match.end()
        while match["many"] and (more := _MORE_APPLICATIONS.match(text, end)):
            yield LegalCitation(CitationKind.EU_CASE, f"App no {more['number']}", Span(*more.span("number")))
            end = more.end()
    for match in _OPINION.finditer(text):
        yield LegalCitation(CitationKind.EU_CASE, f"Opinion {match['number']}", Span(*match.span()))
    for match in _APPLICATION_NUMBER.finditer(text) if _is_human_rights(text) else ():
        yield LegalCitation(CitationKind.EU_CASE, f"App no {match['number']}", Span(*match.span()))
    named = _CELEX.finditer(text) if "ELEX" in text or "elex" in text else ()
    for match in (*named, *scan(text, *_BARE_CELEX)):
        yield LegalCitation(CitationKind.CELEX, f"CELEX {match['number']}", Span(*match.span()))
    for match in scan(text, *_CASES):
        word = _CASE_WORD.search(text, max(match.start() - 16, 0), match.start())
        start = word.start() if word else match.start()
        tail = f" {match['tail'].strip()}" if match["tail"] else ""
        yield LegalCitation(CitationKind.EU_CASE, f"{match['court']}-{match['number']}{tail}", Span(start, match.end()))


def _with_articles(found: _Articles, key: str, end: int) -> Iterator[LegalCitation]:
    for item in found.items:
        last = item is found.items[-1]
        span = Span(found.start if item is found.items[0] else item.start, end if last else item.end)
        unit = f"{key} {found.unit}"
        keys = tuple(f"{unit} {_plain(number)}" for number in item.members())
        yield LegalCitation(CitationKind.EU, f"{unit} {_plain(item.label)}", span, keys)


def _plain(label: str) -> str:
    """A label without the brackets of a recital, "(26)" is "26", and with those of a paragraph: "6§1" is "6(1)"."""
    label = re.sub(r"§(\d+)", r"(\1)", label)
    return label[1:-1] if label.startswith("(") and label.count("(") == 1 else label


def _act_key(match: re.Match[str]) -> str:
    type = _WHOLE_WORDS.get(match["type"].rstrip("."), " ".join(match["type"].split()))
    return f"{type.capitalize().removesuffix('s')} {''.join(match['number'].split())}"


def _treaty_key(match: re.Match[str]) -> str:
    name = " ".join(match["name"].split())
    if match.re is _CONVENTION:
        year = _YEAR_BEFORE.search(match.string, max(match.start() - 8, 0), match.start())
        return f"{year[0].strip()} {name}" if year else name
    # "Brussels I (Recast) Regulation", "Brussels I Regulation (Recast)"
    plain = (
        re.sub(r"\sregulation(?=$|\s\()|[()]", "", name.lower())
        if name.startswith(("Rome", "Brussels"))
        else name.lower()
    )
    return _KEYS.get(plain.removesuffix(" regulation"), _KEYS.get(name.lower(), name))
