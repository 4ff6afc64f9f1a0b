"""American law: cases and journals by reporter, codes, session laws, public laws and federal rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.legal.citations import us_acquisition, us_states
from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import SUBDIVISIONS, NumberItem, read_list, tidy
from pincite.legal.citations.scanning import scan
from pincite.legal.reporters import AmericanCitation, find_american
from pincite.spans import Span

_CODE_PLACE = (
    r"(?![A-Za-z])(?P<appendix>\s{0,3}App(?:endix|x?\.))?"
    r",?\s{0,3}(?P<unit>§{1,2}|[Ss]ec(?:tion|\.\s?(?:[Ss]ec\.)?)s?|[Pp]arts?|[Pp]ts?\.|[Cc]hapters?|[Cc]h\.)?\s{0,3}(?=\d)"
)
_CODE = (
    re.compile(rf"(?P<code>U\.?\s?S\.?\s?C\.?(?:\s?[AS]\.?)?|United\s+States\s+Code|U\.S\.\s+Code){_CODE_PLACE}"),
    re.compile(rf"(?P<code>C\.?\s?F\.?\s?R\.?){_CODE_PLACE}"),
)
_CODE_TITLE = re.compile(r"(?P<title>\d(?<![A-Za-z0-9.]\d)\d?),?\s{0,3}(?:of\s{1,3}the\s{1,3})?\Z")
_TITLE = re.compile(r"(?<![A-Za-z])Title\s{1,3}$")
# "60-1.4" is a section of title 41; "2.25-2.28" are several.
_SECTION = re.compile(
    rf"(?:\d{{1,3}}-\d{{1,3}}\.\d{{1,4}}(?!\w)|\d{{1,5}}(?:\.\d{{1,4}}(?:[a-z]\d{{0,2}}(?![a-z\d]))?)?(?:[a-zA-Z]{{1,3}}(?![a-zA-Z])){{0,1}}(?:(?:-|(?<=[a-z])-\s)(?!\d{{4}})\d{{1,3}}[a-z]?(?![\w-]|\.\d))?){SUBDIVISIONS}"
)
_SECTIONS = (
    re.compile(r"Section(?<![A-Za-z].......)s?\s{1,3}(?=\d)"),
    re.compile(r"section(?<![A-Za-z].......)s?\s{1,3}(?=\d)"),
)
_CHAPTERS = (
    re.compile(r"Chapter(?<![A-Za-z].......)\s{1,3}(?P<number>\d{1,3}[A-Z]?)(?=\s{1,3}of\s{1,3}[Tt]itle\s)"),
    re.compile(r"chapter(?<![A-Za-z].......)\s{1,3}(?P<number>\d{1,3}[A-Z]?)(?=\s{1,3}of\s{1,3}[Tt]itle\s)"),
)
_A_TITLE = (re.compile(r"Title(?<![A-Za-z].....)\s{1,3}\d"), re.compile(r"title(?<![A-Za-z].....)\s{1,3}\d"))
_OF_TITLE = re.compile(
    r"\s{1,3}of\s{1,3}[Tt]itle\s{1,3}(?P<title>\d{1,2})(?!\d|\.\d)(?:,?\s{1,3}(?:of\s{1,3}the\s{1,3})?(?:United\s{1,3}States|U\.\s?S\.)\s{1,3}Code)?"
)
_LAWS = re.compile(r"Stat\.\s{1,3}(?P<page>\d{1,5})(?![A-Za-z0-9])")
_LAWS_VOLUME = re.compile(r"(?<![A-Za-z0-9])(?P<volume>\d{1,3})\s{1,3}\Z")
_PUBLIC = re.compile(
    rf"P(?<![A-Za-z]P)(?:(?:ub|UB)\.?\s{{0,2}}L\.?|ublic\s+Law|UBLIC\s+LAW|\.L\.)\s{{0,3}}(?:[Nn]o\.?\s{{0,3}})?(?P<number>\d{{2,3}}\s?-\s?\d{{1,4}})"
    rf"(?:,?\s{{0,3}}(?:div\.|Div\.|[Dd]ivision)\s{{0,3}}(?P<division>[A-Z]{{1,2}})(?![A-Za-z]))?(?:,?\s{{0,3}}[Tt]it(?:le|\.)\s{{0,3}}(?P<title>[IVXL]{{1,6}})(?![A-Za-z]))?"
    rf"(?:,?\s{{0,3}}(?:§{{1,2}}|[Ss]ec(?:tion|\.))\s{{0,3}}(?P<section>\d{{1,4}}[A-Z]?{SUBDIVISIONS}))?(?!\d)"
)
_FEDERAL_RULE = re.compile(
    r"F(?<![A-Za-z]F)(?:ed(?:eral|\.)?\s?R(?:ules?|\.)?\s?(?:of\s+)?(?P<area>Civ|Crim|App|Evid|Bankr|Civil|Criminal|Appellate|Evidence|Bankruptcy)\w{0,8}\.?"
    r"\s?(?:P(?:rocedure|\.)?)?|(?P<short>RCP|RE|RAP|RCrP))\s{0,3}(?:[Rr]ules?\s+)?(?=\d)"
)
_SEC_RULE = (
    re.compile(r"Rule(?<![A-Za-z]....)s?\s{1,3}(?=\d{1,3}[a-z]{1,2}\d{0,2}-\s?\d)"),
    re.compile(r"rule(?<![A-Za-z]....)s?\s{1,3}(?=\d{1,3}[a-z]{1,2}\d{0,2}-\s?\d)"),
)
_SEC_ACT = re.compile(r"(?<![A-Za-z])(?:(?:Exchange|Securities|Advisers|Investment\s+Company)\s+Act|SEC)\s+$")
_SEC_NUMBER = re.compile(rf"\d{{1,3}}[a-z]{{1,2}}\d{{0,2}}-\s?\d{{1,3}}[a-z]?{SUBDIVISIONS}")
# Rules that have a number alone are those of an Act or regulation that is named: "Rule 144A under the Securities Act".
_NUMBER_OF_RULE = (
    r"(?<![A-Za-z]....)\s{1,3}(?P<number>\d{3}[A-Z]?(?:\(\w{1,3}\)){0,3})(?!\w)"
    r"(?=,?\s{1,3}(?:(?:as\s{1,3})?promulgated\s{1,3})?(?:of|under|pursuant\s{1,3}to)\s{1,3}(?:the\s{1,3})?(?:U\.S\.\s{1,3})?(?:Securities|Exchange|1933|1934|Regulation\s{1,3}[A-Z]))"
)
_NUMBERED_RULE = (re.compile(rf"Rule{_NUMBER_OF_RULE}"), re.compile(rf"rule{_NUMBER_OF_RULE}"))
_BANKRUPTCY_RULE = re.compile(r"Bankruptcy\s{1,3}Rule\s{1,3}(?P<number>\d{4}(?:\.\d)?(?:\(\w{1,3}\)){0,4})(?!\w)")
_UNITS = {"part": "Part", "pt.": "Part", "pts.": "Part", "chap": "Ch", "ch.": "Ch"}
_TREASURY_NUMBER = re.compile(
    rf"\d{{1,3}}\.\d{{1,5}}[A-Z]{{0,2}}(?:\([a-z0-9]\)){{0,2}}(?:-\s?\d{{1,3}}[A-Z]{{0,2}})?(?![\w-]){SUBDIVISIONS}"
)
_TREASURY = re.compile(
    r"T(?<![A-Za-z]T)reas(?:ury|\.)\s{1,3}Reg(?:ulation|\.)s?,?\s{1,3}(?:§{1,2}|[Ss]ections?|[Ss]ec\.)?\s{0,3}(?=\d)"
)
_OF_TREASURY = re.compile(
    r"\s{1,3}of\s{1,3}the\s{1,3}(?:United\s{1,3}States\s{1,3}|U\.S\.\s{1,3})?Treasury\s{1,3}Regulations(?![A-Za-z])"
)
_TREASURY_NAMED = re.compile(r"Treasury\s{1,3}Regulations")
_AREAS = {
    "Civil": "Civ", "Criminal": "Crim", "Appellate": "App", "Evidence": "Evid", "Bankruptcy": "Bankr",
    "RCP": "Civ", "RE": "Evid", "RAP": "App", "RCrP": "Crim",
}  # fmt: skip
# What may follow a section: "-aa", "(c)(1)".
_SUBSECTIONS = re.compile(r"(?:-[a-z]{1,2}(?![\w-]))?(?:\(\w{1,4}\)){0,5}")
# What is not a case: a decimal page, "17.00"; a volume with a year, "1990-2" and "[2021] 1".
_DECIMALS = re.compile(r"\.\d")
_YEAR_BEFORE = re.compile(r"(?:-|\[\d{4}\]\s{0,3})$")
_RULE = (
    re.compile(r"Rule(?<![A-Za-z]....)s?\s{1,3}(?=\d)"),
    re.compile(r"rule(?<![A-Za-z]....)s?\s{1,3}(?=\d)"),
)
_RULE_NUMBER = re.compile(rf"\d{{1,4}}(?:\.\d)?(?!\d|\.\d){SUBDIVISIONS}")
_OF_FEDERAL = re.compile(
    r"\s{1,3}of\s{1,3}the\s{1,3}(?:United\s{1,3}States\s{1,3}|U\.S\.\s{1,3})?Federal\s{1,3}Rules\s{1,3}of\s{1,3}"
    r"(?P<area>Civil|Criminal|Appellate|Evidence|Bankruptcy)(?:\s{1,3}Procedure)?(?![A-Za-z])"
)
_FEDERAL_NAMED = re.compile(r"Federal\s{1,3}Rules\s")
# Without its set a rule is known by its subdivisions alone: "Rule 5" may be any.
_UNNAMED_NUMBER = re.compile(r"\d{1,2}(?:\([a-z]\))(?:\(\w{1,4}\)){0,3}")
_OF_SOMETHING = re.compile(r"\s{1,3}(?:of|under|promulgated)\s")
# What has the number before a name for its own: "Art. 6 Abs. 1".
_NO_VOLUME = re.compile(
    r"(?<![A-Za-z])(?:[Aa]rt(?:icle)?|[Ss]ec(?:tion)?|[Pp]ara(?:graph)?|[Cc]lause|[Nn]o|[Nn]r|§)\.?\s{0,3}$"
)
_MONTHS = frozenset({"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"})
_YEAR_AFTER = re.compile(r"(?:,\s?\d{1,5}(?:-\d{1,5})?)?\s?\([^()\d]{0,40}(?:1[6-9]|20)\d\d\)")


def find(text: str) -> Iterator[LegalCitation]:
    """Cases, statutes and rules of the United States."""
    own = [*_codes(text), *_rules(text), *us_states.find(text), *us_acquisition.find(text)]
    yield from own
    taken = [citation.span for citation in own]
    found = [a for a in find_american(text) if not any(s.start < a.end and a.start < s.end for s in taken)]
    yield from _reported(text, found)


def _codes(text: str) -> Iterator[LegalCitation]:
    for head in scan(text, *_CODE):
        number = _CODE_TITLE.search(text, max(head.start() - 17, 0), head.start())
        if number is None:
            continue
        federal = head["code"].replace(" ", "").upper().startswith("U")
        code = "U.S.C. App." if head["appendix"] else "U.S.C." if federal else "C.F.R."
        unit = _UNITS.get((head["unit"] or "")[:4].lower(), "§")
        items = read_list(text, head.end(), number=_SECTION, many=head["unit"] not in {None, "§"})
        for at, item in enumerate(_in_full(items)):
            title = _TITLE.search(text, max(number.start() - 9, 0), number.start())
            span = Span((title or number).start() if at == 0 else item.start, item.end)
            name = f"{number['title']} {code} {unit}"
            keys = tuple(f"{name} {section}" for section in item.members())
            yield LegalCitation(CitationKind.US_STATUTE, f"{name} {item.label}", span, keys)
    yield from _in_titles(text)
    for match in _LAWS.finditer(text):
        if volume := _LAWS_VOLUME.search(text, max(match.start() - 6, 0), match.start()):
            key = f"{volume['volume']} Stat. {match['page']}"
            yield LegalCitation(CitationKind.US_STATUTE, key, Span(volume.start(), match.end()))
    if "Treas" in text:
        yield from _treasury(text)
    for match in _PUBLIC.finditer(text):
        places = {"div.": match["division"], "tit.": match["title"], "§": match["section"] and tidy(match["section"])}
        key = f"Pub. L. {''.join(match['number'].split())}"
        key += "".join(f" {unit} {number}" for unit, number in places.items() if number)
        yield LegalCitation(CitationKind.US_STATUTE, key, Span(*match.span()))


def _in_full(items: list[NumberItem]) -> Iterator[NumberItem]:
    """The sections of a list, with the part that is written once: "388.112, 113" are 388.112 and 388.113."""
    for item in items:
        part = items[0].number.partition(".")[0] if "." in items[0].number else ""
        short = part and item.number.isdigit() and int(item.number) != int(part) + 1
        yield replace(item, number=f"{part}.{item.number}") if short else item


def _treasury(text: str) -> Iterator[LegalCitation]:
    """Regulations of the Treasury: "Treas. Reg. § 1.1502-6", "Section 1.482-7 of the Treasury Regulations"."""
    for head in _TREASURY.finditer(text):
        many = "§§" in head[0] or "ections" in head[0]
        for at, item in enumerate(read_list(text, head.end(), number=_TREASURY_NUMBER, many=many)):
            span = Span(head.start() if at == 0 else item.start, item.end)
            yield LegalCitation(CitationKind.US_STATUTE, f"Treas. Reg. § {item.label}", span)
    for head in scan(text, *_SECTIONS) if _TREASURY_NAMED.search(text) else ():
        items = read_list(text, head.end(), number=_TREASURY_NUMBER)
        end = _OF_TREASURY.match(text, items[-1].end) if items else None
        for item in items if end else ():
            start = head.start() if item is items[0] else item.start
            span = Span(start, end.end() if end and item is items[-1] else item.end)
            yield LegalCitation(CitationKind.US_STATUTE, f"Treas. Reg. § {item.label}", span)


def _in_titles(text: str) -> Iterator[LegalCitation]:
    """Sections and chapters of the Code that stand before their title."""
    for head in scan(text, *_SECTIONS) if any(title.search(text) for title in _A_TITLE) else ():
        yield from _of_title(text, head)
    for head in scan(text, *_CHAPTERS):
        if title := _OF_TITLE.match(text, head.end()):
            key = f"{title['title']} U.S.C. Ch {head['number']}"
            yield LegalCitation(CitationKind.US_STATUTE, key, Span(head.start(), title.end()))


def _of_title(text: str, head: re.Match[str]) -> Iterator[LegalCitation]:
    """Sections of the Code by its title: "sections 92a, 215, and 215a of Title 12"."""
    items = read_list(text, head.end(), number=_SECTION)
    title = _OF_TITLE.match(text, items[-1].end) if items else None
    if title is None:
        return
    code = f"{title['title']} U.S.C. §"
    for item in items:
        span = Span(head.start() if item is items[0] else item.start, title.end() if item is items[-1] else item.end)
        keys = tuple(f"{code} {number}" for number in item.members())
        yield LegalCitation(CitationKind.US_STATUTE, f"{code} {item.label}", span, keys)


def _rules(text: str) -> Iterator[LegalCitation]:
    for match in _FEDERAL_RULE.finditer(text):
        area = match["area"] or match["short"]
        for at, item in enumerate(read_list(text, match.end(), number=_RULE_NUMBER)):
            if at and "(" not in item.number and not (area.startswith(("Ev", "RE")) and len(item.number) == 3):
                # "Fed. R. Civ. P. 12 and 14 days"; rules of evidence have three digits, "Fed. R. Evid. 401 and 403".
                break
            span = Span(match.start() if at == 0 else item.start, item.end)
            yield LegalCitation(CitationKind.US_RULE, f"{_set_of(area)} {item.label}", span)
    yield from _unnamed_rules(text)
    for head in scan(text, *_RULE) if _FEDERAL_NAMED.search(text) else ():
        yield from _of_federal(text, head)
    for match in _BANKRUPTCY_RULE.finditer(text):
        yield LegalCitation(CitationKind.US_RULE, f"Fed. R. Bankr. P. {match['number']}", Span(*match.span()))
    for match in scan(text, *_NUMBERED_RULE) if "Securities" in text or "Exchange Act" in text else ():
        yield LegalCitation(CitationKind.US_RULE, f"Rule {match['number']}", Span(*match.span()))
    for head in scan(text, *_SEC_RULE):
        act = _SEC_ACT.search(text, max(head.start() - 30, 0), head.start())
        begin = act.start() if act else head.start()
        for at, item in enumerate(read_list(text, head.end(), number=_SEC_NUMBER)):
            span = Span(begin if at == 0 else item.start, item.end)
            yield LegalCitation(CitationKind.US_RULE, f"Rule {item.label}", span)


def _unnamed_rules(text: str) -> Iterator[LegalCitation]:
    """Rules of the one set of federal rules that a text names: "Rule 12(b)(6)" beside "Fed. R. Civ. P. 56"."""
    sets = {_set_of(match["area"] or match["short"]) for match in _FEDERAL_RULE.finditer(text)}
    sets |= {_set_of(match["area"]) for match in _OF_FEDERAL.finditer(text)} if "Federal Rules" in text else set()
    if len(sets) != 1:
        return
    rules = sets.pop()
    for head in scan(text, *_RULE):
        for at, item in enumerate(read_list(text, head.end(), number=_RULE_NUMBER)):
            if not _UNNAMED_NUMBER.fullmatch(item.number) or _OF_SOMETHING.match(text, item.end):
                break
            span = Span(head.start() if at == 0 else item.start, item.end)
            yield LegalCitation(CitationKind.US_RULE, f"{rules} {item.label}", span)


def _of_federal(text: str, head: re.Match[str]) -> Iterator[LegalCitation]:
    """Rules before the name of their set: "Rules 59 or 60 of the Federal Rules of Civil Procedure"."""
    items = read_list(text, head.end(), number=_RULE_NUMBER)
    rules = _OF_FEDERAL.match(text, items[-1].end) if items else None
    if rules is None:
        return
    for item in items:
        span = Span(head.start() if item is items[0] else item.start, rules.end() if item is items[-1] else item.end)
        yield LegalCitation(CitationKind.US_RULE, f"{_set_of(rules['area'])} {item.label}", span)


def _set_of(area: str) -> str:
    short = _AREAS.get(area, area)
    return "Fed. R. Evid." if short == "Evid" else f"Fed. R. {short}. P."


def _reported(text: str, found: list[AmericanCitation]) -> Iterator[LegalCitation]:
    kinds = {"case": CitationKind.US_CASE, "law": CitationKind.US_STATUTE, "journal": CitationKind.US_JOURNAL}
    full = [a for a in found if not a.short and _is_plain(text, a)]
    for american in full:
        key = f"{american.volume} {american.name} {american.page}" if american.name else None
        more = _SUBSECTIONS.match(text, american.end) if american.source == "law" else None
        span = Span(american.start, more.end() if more else american.end)
        words = key or " ".join(text[span.start : span.end].split())
        yield LegalCitation(kinds[american.source], words, span)
    for american in found:
        if american.short and american.source == "case" and (page := _page_of(american, full)):
            key = f"{american.volume} {american.name} {page}"
            yield LegalCitation(CitationKind.US_CASE, key, Span(american.start, american.end))


def _is_plain(text: str, american: AmericanCitation) -> bool:
    """Tell whether a citation cannot be ordinary words: "1 Day 20" only before a year, "27 Mar. 6" never."""
    words = text[american.start : american.end]
    name = words.strip("0123456789 \n\t,")
    if name.rstrip(".").lower()[:3] in _MONTHS and len(name) < 6:
        return False
    yearly = _YEAR_BEFORE.search(text, max(american.start - 9, 0), american.start)
    numbered = _NO_VOLUME.search(text, max(american.start - 14, 0), american.start)
    if american.source == "case" and (yearly or numbered or _DECIMALS.match(text, american.end)):
        return False
    return "." in name or "§" in words or name == "WL" or bool(_YEAR_AFTER.match(text, american.end))


def _page_of(short: AmericanCitation, full: list[AmericanCitation]) -> str | None:
    """The first page of the case that a short form means: the last one before it in that volume, or any."""
    same = [a for a in full if (a.volume, a.name) == (short.volume, short.name)]
    before = [a for a in same if a.start < short.start]
    return before[-1].page if before else same[0].page if same else None
