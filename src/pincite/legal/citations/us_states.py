"""Laws and rules of the American states, the Uniform Commercial Code and the Constitution.

"Ohio Rev. Code § 1701.01", "Mass. Gen. Laws ch. 93A, § 2", "NRS 78.378", "8 Del. C. § 203", "740 ILCS 14/15".
Keys repeat the name as it is written: the states number and name their codes each in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import SUBDIVISIONS, read_list
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

# A state in full counts before words that are not: "Massachusetts Gen. Laws".
_ABBREVIATED = r"(?=\s{1,2}(?:Gen|Civ|Bus|Corp|Rev|Gov|Com|Ins|Lab|Fin|Stat|Comp|Cons|Prof|Prob|Fam|Admin|Penal)\.\s)"
_NAMES = (
    r"Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Illinois|Indiana|Kansas"
    r"|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada"
    r"|New\sHampshire|New\sJersey|New\sMexico|New\sYork|North\sCarolina|North\sDakota|Oklahoma|Oregon|Pennsylvania"
    r"|Rhode\sIsland|South\sCarolina|South\sDakota|Tennessee|Texas|Vermont|Virginia|Washington|West\sVirginia|Wisconsin"
    r"|Wyoming"
)
# Every alternative begins with a letter of its own, without a group around it: so `re` can look for these letters.
_IN_FULL = "|".join(f"{name}{_ABBREVIATED}" for name in _NAMES.split("|"))
_STATE = re.compile(
    r"A(?:la|riz|rk)\.|Alaska|C(?:al|olo|onn)\.|D(?:el|\.\s?C)\.|Fla\.|Ga\.|Haw\.|Idaho|I(?:ll|nd)\.|Iowa|K(?:an|y)\.|La\."
    r"|M(?:e|d|ass|ich|inn|iss|o|ont)\.|N(?:eb|ev|\.\s?[HJMYCD])\.|Ohio|O(?:kla|r)\.|P(?:a|\.\s?R)\.|R\.\s?I\.|S\.\s?[CD]\."
    rf"|T(?:enn|ex)\.|Utah|V(?:t|a)\.|Wash\.|W\.\s?Va\.|W(?:is|yo)\.|{_IN_FULL}"
)
_TITLE_BEFORE = re.compile(r"(?<![\w.,-])\d{1,3}[A-Z]?\s{1,2}$")
_WORD = re.compile(
    r"\s{0,2}(?!Sec(?:tions?|\.)|(?:Ch|Tit|Art)\.)(?:&|(?:of|and)(?=\s)|(?:[A-Z]\.){2,5}|[A-Z][A-Za-z'’]{0,12}\.?)(?![A-Za-z(]),?"
)
# Words without which it is the name of something else.
_LAWS = frozenset(
    ["Code", "Stat", "Stats", "Laws", "Law", "Ann", "Rev", "C", "CS", "CSA", "CPLR", "UCC", "RS", "Regs", "Admin"]
)
# "15 Pa.C.S. § 1571"
_JOINED = re.compile(r"C\.S\.(?:A\.)?(?=\s)")
_LONGEST = 8
_PLACE = re.compile(
    r",?\s{0,3}(?:(?:tit|ch|art|pt|div)\.\s{0,2}\d{1,4}[A-Z]{0,2},?\s{1,3}){0,2}(?:§{1,2}|[Ss]ections?|[Ss]ec\.)\s{0,3}(?=\d)"
)
_CHAPTER = re.compile(r",?\s{0,3}(?:tit|[Cc]h|c)\.\s{0,2}\d{1,4}[A-Z]{0,2}(?!\w)")
_NUMBER = re.compile(
    rf"\d{{1,5}}[A-Za-z]{{0,2}}(?:[.:-]\d{{1,5}}[A-Za-z]{{0,2}}|-[a-z]{{1,2}}){{0,4}}(?![\w-]){SUBDIVISIONS}"
)
_BLANK = re.compile(r"\s{1,3}(?=\d)")
# Without a sign a number must look like a section: "Nev. Rev. Stat. 603A", "Fla. Stat. 542.335".
_UNSIGNED = re.compile(r"\s{1,3}(?=\d{1,4}[A-Z]?[.-]\d{2}|\d{2,3}[A-Z](?!\w))")
# Codes that are known by their initials, and number by title, chapter and section.
_INITIALS = re.compile(
    r"(?P<code>N\.?R\.?S\.?|R\.?C\.?W\.?|O\.?R\.?S\.?|A\.?R\.?S\.?|K\.?R\.?S\.?|K\.?S\.?A\.?|O\.?C\.?G\.?A\.?|O\.?R\.?C\.?|C\.?R\.?S\.?"
    r"|M\.?C\.?L\.?A?\.?|N\.?J\.?S\.?A?\.?|H\.?R\.?S\.?|RSMo\.?|S\.?D\.?C\.?L\.?|N\.?D\.?C\.?C\.?)"
    r"\s{0,3}(?:(?P<chapter>[Cc]hapters?)|§{1,2}|[Ss]ections?|[Ss]ec\.)?\s{0,3}(?=\d)"
)
_INITIALS_NUMBER = re.compile(
    rf"(?!(?:19|20)\d\d)\d{{1,4}}[A-Z]{{0,2}}[.:-]\d{{1,4}}[A-Z]{{0,2}}(?:[.:-]\d{{1,5}}){{0,2}}(?![\w-]|\.\d){SUBDIVISIONS}"
)
_INITIALS_CHAPTER = re.compile(r"\d{1,3}[A-Z]{0,2}(?![\w.:-])")
# "M.G.L. c. 93A, § 2"
_MASSACHUSETTS = re.compile(
    r"M\.?(?<![A-Za-z.]M.)(?<![A-Za-z.]M)\s?G\.?\s?L\.?(?:\s?A\.?)?,?\s{1,2}(?:c|ch)\.\s{0,2}\d{1,3}[A-Z]?(?:,?\s{1,2}§{1,2}\s{0,2}\d{1,3}[A-Z]?)?(?!\w)"
)
# Regulations of states by title: "201 C.M.R. 17.00".
_STATE_REGULATIONS = re.compile(
    rf"C\.?\s?M\.?\s?R\.?(?<![A-Za-z]CMR)\s{{1,2}}(?:§{{1,2}}\s{{0,2}})?(?P<number>\d{{1,3}}\.\d{{2,3}}(?!\w|\.\d){SUBDIVISIONS})"
)
_REGULATIONS_TITLE = re.compile(r"(?<![\w.])(?P<title>\d{1,3})\s{1,2}\Z")
# "CPLR 3211(a)(7)"; after "N.Y." it is read with the states' codes.
_NEW_YORK = re.compile(
    rf"C\.?P\.?L\.?R\.?(?<![A-Za-z.]CPLR)\s{{1,2}}(?:§{{1,2}}\s{{0,2}}|[Rr]ules?\s|[Ss]ections?\s)?\d{{3,4}}(?:-[a-z])?(?!\w){SUBDIVISIONS}"
)
_FLORIDA = re.compile(
    rf"Section\s{{1,3}}(?P<number>\d{{1,3}}\.\d{{2,4}}{SUBDIVISIONS}),\s{{1,3}}Florida\s{{1,3}}Statutes"
)
_ILLINOIS = re.compile(
    rf"(?P<title>\d(?<![\w.]\d)\d{{1,3}})\s{{1,3}}ILCS\s{{1,3}}(?P<number>\d{{1,4}}/\d{{1,4}}[A-Z]?(?:[.-]\d{{1,4}}[a-z]?){{0,2}})(?P<more>{SUBDIVISIONS})"
)
_UNIFORM_NUMBER = re.compile(rf"\d{{1,2}}[A-Z]?-\d{{3}}[A-Z]?(?!\w){SUBDIVISIONS}")
_UNIFORM_NAMED = re.compile(r"U(?:CC|\.C\.C|niform Commercial Code)")
_UNIFORM = re.compile(
    r"U(?<![A-Za-z.].)\.?C\.?C\.?\s{0,3}(?:(?:§{1,2}|[Ss]ections?|[Ss]ec\.)\s{0,3}(?=\d)|(?<=\s)(?=\d{1,2}[A-Z]?-\d{3}))"
)
_SECTIONS = (
    re.compile(r"Section(?<![A-Za-z].......)s?\s{0,3}(?=\d{1,2}[A-Z]?-\d{3})"),
    re.compile(r"section(?<![A-Za-z].......)s?\s{0,3}(?=\d{1,2}[A-Z]?-\d{3})"),
    re.compile(r"§(?<![A-Za-z].)§?\s{0,3}(?=\d{1,2}[A-Z]?-\d{3})"),
)
_OF_UNIFORM = re.compile(
    r"\s{1,3}of\s{1,3}the\s{1,3}(?:[A-Z][a-z]+\s{1,3}){0,2}(?:UCC|U\.C\.C\.|Uniform\s{1,3}Commercial\s{1,3}Code)(?![A-Za-z])"
)
_CONSTITUTION = re.compile(
    r"U\.?\s?S\.?\s{0,2}C(?:onst\.|ONST\.)?,?\s{1,3}(?P<unit>[Aa]rt|[Aa]mend)(?:\.|icle|ment)\s{0,3}(?P<number>[IVX]{1,6})(?![A-Za-z])"
    r"(?:,?\s{1,3}(?:§|[Ss]ec(?:tion|\.))\s{0,3}(?P<section>\d{1,2}))?(?:,?\s{1,3}cl(?:ause|\.)\s{0,3}(?P<clause>\d{1,2}))?(?![\w])"
)
_OF_CONSTITUTION = re.compile(
    r"A(?<![A-Za-z].)rticle\s{1,3}(?P<number>[IVX]{1,5})(?:,\s{1,3}[Ss]ection\s{1,3}(?P<section>\d{1,2}))?(?:,\s{1,3}[Cc]lause\s{1,3}(?P<clause>\d{1,2}))?,?"
    r"\s{1,3}of\s{1,3}the\s{1,3}(?:United\s{1,3}States|U\.\s?S\.|Federal)\s{1,3}Constitution(?![A-Za-z])"
)
_SUPREME_RULE = re.compile(
    r"S(?<![A-Za-z].)up\.\s?Ct\.\s?R\.\s{0,3}(?P<number>\d{1,3}(?:\.\d{1,2})?(?:\(\w\)){0,3})(?!\w)"
)


def find(text: str) -> Iterator[LegalCitation]:
    """Laws and rules of the states, the Uniform Commercial Code and the Constitution."""
    for state in _STATE.finditer(text):
        if not (state.start() and (text[state.start() - 1].isalnum() or text[state.start() - 1] in ".-")):
            yield from _of_state(text, state)
    for match in _INITIALS.finditer(text):
        if not (match.start() and (text[match.start() - 1].isalnum() or text[match.start() - 1] in ".-")):
            yield from _by_initials(text, match)
    yield from _in_own_ways(text)
    for match in _ILLINOIS.finditer(text) if "ILCS" in text else ():
        key = f"{match['title']} ILCS {match['number']}{_close(match['more'])}"
        yield LegalCitation(CitationKind.US_STATUTE, key, Span(*match.span()))
    if _UNIFORM_NAMED.search(text):
        yield from _uniform(text)
    for match in (*_CONSTITUTION.finditer(text), *_OF_CONSTITUTION.finditer(text)) if "Const" in text else ():
        yield LegalCitation(CitationKind.US_STATUTE, _constitution_key(match), Span(*match.span()))
    for match in _SUPREME_RULE.finditer(text) if "Ct." in text else ():
        yield LegalCitation(CitationKind.US_RULE, f"Sup. Ct. R. {match['number']}", Span(*match.span()))


def _of_state(text: str, state: re.Match[str]) -> Iterator[LegalCitation]:
    """Sections of a state's code, or rules of its courts: "Tex. R. Civ. P. 91a"."""
    words: list[str] = []
    end = state.end()
    if not text[end : end + 1].isspace() and not _JOINED.match(text, end):
        # "S.C.R." is a series of reports.
        return
    while len(words) < _LONGEST and (word := _WORD.match(text, end)):
        words.append(re.sub(r"[.,\s]", "", word[0]))
        end = word.end()
    title = _TITLE_BEFORE.search(text, max(state.start() - 6, 0), state.start())
    start = title.start() if title else state.start()
    name = " ".join(text[start:end].split())
    rule = {"R", "Rule", "Rules"} & set(words)
    if not rule and not _LAWS & set(words):
        return
    if place := _PLACE.match(text, end):
        inner = " ".join(re.sub(r"(?:§{1,2}|[Ss]ections?|[Ss]ec\.)\s*$", "", place[0]).split())
        joint = "" if inner.startswith(",") or not inner else " "
        name = f"{name}{joint}{inner} §"
    else:
        blank = _BLANK if rule or {"CPLR", "CPL"} & set(words) else _UNSIGNED if {"Stat", "Code"} & set(words) else None
        place = blank.match(text, end) if blank else None
        chapter = _CHAPTER.match(text, end) if place is None else None
        if chapter:
            key = f"{name} {' '.join(chapter[0].split())}".replace(" ,", ",")
            yield LegalCitation(CitationKind.US_STATUTE, key, Span(start, chapter.end()))
    many = bool(place and re.search(r"§§|ections", place[0]))
    kind = CitationKind.US_RULE if rule else CitationKind.US_STATUTE
    for at, item in enumerate(read_list(text, place.end(), number=_NUMBER, many=many) if place else []):
        yield LegalCitation(kind, f"{name} {item.label}", Span(start if at == 0 else item.start, item.end))


def _in_own_ways(text: str) -> Iterator[LegalCitation]:
    """Codes that one state alone cites so."""
    for match in (*_MASSACHUSETTS.finditer(text), *_NEW_YORK.finditer(text)):
        key = re.sub(r"§\s?(?=\d)", "§ ", " ".join(match[0].split()))
        yield LegalCitation(CitationKind.US_STATUTE, key, Span(*match.span()))
    for match in _STATE_REGULATIONS.finditer(text):
        if title := _REGULATIONS_TITLE.search(text, max(match.start() - 6, 0), match.start()):
            key = f"{title['title']} C.M.R. {_close(match['number'])}"
            yield LegalCitation(CitationKind.US_STATUTE, key, Span(title.start(), match.end()))
    for match in _FLORIDA.finditer(text) if "Florida Statutes" in text else ():
        key = f"Florida Statutes s {_close(match['number'])}"
        yield LegalCitation(CitationKind.STATUTE, key, Span(*match.span()))


def _by_initials(text: str, head: re.Match[str]) -> Iterator[LegalCitation]:
    """Sections or chapters of a code that its initials name: "NRS 92A.300 to 92A.500", "NRS Chapter 78"."""
    number = _INITIALS_CHAPTER if head["chapter"] else _INITIALS_NUMBER
    name = head["code"].replace(".", "") + (" Ch" if head["chapter"] else "")
    for item in read_list(text, head.end(), number=number):
        span = Span(item.start if item.start > head.end() else head.start(), item.end)
        yield LegalCitation(CitationKind.US_STATUTE, f"{name} {item.label}", span)


def _uniform(text: str) -> Iterator[LegalCitation]:
    for head in _UNIFORM.finditer(text):
        for at, item in enumerate(read_list(text, head.end(), number=_UNIFORM_NUMBER)):
            span = Span(head.start() if at == 0 else item.start, item.end)
            yield LegalCitation(CitationKind.STATUTE, f"Uniform Commercial Code s {item.label}", span)
    for head in scan(text, *_SECTIONS):
        items = read_list(text, head.end(), number=_UNIFORM_NUMBER)
        of = _OF_UNIFORM.match(text, items[-1].end) if items else None
        for item in items if of else ():
            start = head.start() if item is items[0] else item.start
            span = Span(start, of.end() if of and item is items[-1] else item.end)
            yield LegalCitation(CitationKind.STATUTE, f"Uniform Commercial Code s {item.label}", span)


def _constitution_key(match: re.Match[str]) -> str:
    unit = "amend." if match.groupdict().get("unit", "art").lower() == "amend" else "art."
    section = f", § {match['section']}" if match["section"] else ""
    clause = f", cl. {match['clause']}" if match["clause"] else ""
    return f"U.S. Const. {unit} {match['number']}{section}{clause}"


def _close(more: str) -> str:
    return "".join(more.split())
