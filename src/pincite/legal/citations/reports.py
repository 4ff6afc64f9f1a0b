"""Law reports: "[1932] AC 562", "[2002] 1 WLR 1562", "(1854) 9 Exch 341", "2004 SC 46", "88 BCLR (5th) 105"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

# Series by their abbreviation; a capital may have a stop after it, and blanks may stand between: "W. L. R.".
_SERIES = (
    "AC|App Cas|QBD|QB|KB|ChD|Ch D|Ch App|Ch|Fam|PD|P|WLR|All ER Rep|All ER (Comm)|All ER (EC)|All ER (D)"
    "|All ER|Lloyd's Rep IR|Lloyd's Rep Med|Lloyd's Rep FC|Lloyd's Rep Plus|Lloyd's Rep PN|Lloyd's Rep"
    "|Ll L Rep|BCLC|BCC|EMLR|ECR|CMLR|FLR|FCR|Cr App R (S)|Cr App R|ICR|IRLR|ITR|RPC|FSR|EHRR|HLR|P & CR"
    "|EGLR|EG|STC|TC|BTC|TCLR|BLR|Con LR|CILL|Costs LR|Costs LO|PIQR|RTR|LGR|SCLR|SCCR|SCR|RCS|SLT|SC (HL)"
    "|SC (UKSC)|SC (PC)|SC|JC|NILR|NIJB|NI|ILRM|IR|JPL|PTSR|Bus LR|Med LR|BMLR|CLC|ELR|TLR|DLR|CLR|NZLR|ALR"
    "|ALJR|BPIR|OPLR|PNLR|WTLR|UKHRR|ACD|Imm AR|INLR|CP Rep|BHRC|L & TR|LR QB|LR Ch|LR HL|LR Eq|LR CP|LR Ex|ER"
    "|Exch|Ex D|Ex|CB (NS)|CB|B & S|B & C|B & Ad|M & W|H & N|H & C|E & B|El & Bl|A & E|LT|JP|LJ Ch|LJ QB|LJKB"
    "|HL Cas|HLC|Cl & Fin|Macq|De GM & G|De GF & J|Ves Jr|Ves|Hare|Beav|Burr|Co Rep|QdR|NSWLR|VR|WAR|SASR|OR"
    "|BCLR|WWR|F2d"
)


# Series cited by volume and page only.
_SERIAL = (
    "NSWLR|NZLR|DLR|WWR|CLR|ALR|ALJR|BCLR|NSR|NBR|NR|OR|OAC|AR|Alta LR|Man R|Sask R|Nfld & PEIR|CCC|CR|CPC|CCLT|CCEL"
    "|CBR|CRR|RPR|BLR|DTC|FTR|MVR|RFL|ETR|PPSAC|Admin LR|VR|SASR|WAR|Qd R"
)


def _series(table: str) -> str:
    """The series of a table as one pattern, longest first."""
    names = sorted(set(table.split("|")), key=lambda name: (-len(name), name))
    return "|".join(_spelling(name) for name in names)


def _spelling(name: str) -> str:
    parts = []
    for word in name.split():
        if word.isupper() and word.isalpha():
            parts.append(r"\.?\s?".join(word) + r"\.?")
        else:
            parts.append(re.escape(word).replace("'", "['’]") + r"\.?")
    return r"\s?".join(parts)


_BRACKETED = re.compile(
    rf"\[\s?(?P<year>1[5-9]\d\d|20\d\d)(?:-\d\d)?\s?\]\s{{0,3}}(?:(?P<volume>\d{{1,2}})\s{{0,3}})?(?P<series>{_series(_SERIES)})"
    r"\s{0,3}(?P<page>(?:I{1,2}\s?-\s?(?:A\s?-\s?)?)?\d{1,5}[a-z]?)(?![\w/]|\.\d)"
)
_ROUND = re.compile(
    rf"\(\s?(?P<year>1[5-9]\d\d|20\d\d)(?:-\d\d)?\s?\)\s{{0,3}}(?P<volume>(?:LR\s)?\d{{1,3}})\s{{0,3}}(?P<series>{_series(_SERIES)})"
    r"\s{1,3}(?P<page>\d{1,5}[a-z]?)(?![\w/]|\.\d)"
)
# The Law Reports of 1865 to 1875: "(1868) LR 3 HL 330".
_LAW_REPORTS = re.compile(
    r"\(\s?(?P<year>18[67]\d)(?:-\d\d)?\s?\)\s{0,3}L\.?\s?R\.?\s{1,3}(?P<volume>\d{1,2})\s{1,3}"
    r"(?P<series>(?:H\.?\s?L\.?|P\.?\s?C\.?|Q\.?\s?B\.?|C\.?\s?P\.?|Eq\.?|Ex(?:ch)?\.?|Ch(?:\.?\s?App)?\.?|P\.?\s?&\s?D\.?|C\.?\s?C\.?\s?R\.?|A\.?\s?&\s?E\.?|Sc\.?\s?&\s?Div\.?))"
    r"\s{1,3}(?P<page>\d{1,4})(?![\w/]|\.\d)"
)
# Series whose volumes need no year, after the name of a case or another report: "89 Con LR 1", "156 ER 145".
_VOLUME_AND_PAGE = (
    r"\s{0,3}(?P<volume>\d{1,3})\s{1,2}(?P<series>Con\s?L\.?R\.?|B\.?M\.?L\.?R\.?|P\.?\s?&\s?C\.?R\.?|H\.?L\.?R\.?"
    r"|Cr\.?\s?App\.?\s?R\.?(?:\s?\(S\))?|E\.?H\.?R\.?R\.?|L\.?G\.?R\.?|E\.?R\.?|C\.?L\.?R\.?|D\.?L\.?R\.?|N\.?S\.?W\.?L\.?R\.?|A\.?L\.?R\.?|A\.?L\.?J\.?R\.?|T\.?C\.?)"
    r"\s{1,2}(?P<page>\d{1,4})(?![\w/%]|\.\d|\s?(?:days|years|people))"
)
_FIRST_VOLUME = re.compile(_VOLUME_AND_PAGE)
_VOLUMES = (
    re.compile(rf";{_VOLUME_AND_PAGE}"), re.compile(rf",{_VOLUME_AND_PAGE}"), re.compile(rf"\({_VOLUME_AND_PAGE}"),
    re.compile(rf"={_VOLUME_AND_PAGE}"),
)  # fmt: skip
_YEAR_AND_PAGE = (
    r"(?<![\w\[(/-].)[089]\d\d)\s(?P<series>SC\s\((?:HL|UKSC|PC|J)\)|SC"
    r"|SLT(?:\s\((?:Sh\.?\sCt\.?|Lands?\sTr\.?|Lyon\sCt\.?|Notes|News)\))?|SCLR(?:\s\(Notes\))?|SCCR|JC|GWD|S\.C\.|S\.L\.T\.)"
    r"\s(?P<page>\d{1,5}(?:(?:(?<=GWD\s\d)|(?<=GWD\s\d\d))-\d{1,4})?)(?![\w.,]\d)"
)
# The Session Cases until 1906, by their editors: "(1868) 6 M 324", "(1898) 1 F (HL) 5".
_SESSION = re.compile(
    r"\((?P<year>18[2-9]\d|190[0-6])\)\s{1,3}(?P<volume>\d{1,2})\s(?P<series>[SDMRF]\.?(?:\s\((?:H\.?L|J)\.?\))?)\s(?P<page>\d{1,4})(?![\w/]|\.\d)"
)
_SCOTTISH = (re.compile(rf"(?P<year>1{_YEAR_AND_PAGE}"), re.compile(rf"(?P<year>2{_YEAR_AND_PAGE}"))


# Canada counts the editions of a series, "88 B.C.L.R. (5th) 105": no other report does, so any series will do.
_EDITION = re.compile(r"\((?P<edition>2d|3d|[4-9]th|2nd|3rd)\)\s{1,3}(?P<page>\d{1,5})(?![\w/]|\.\d)")
_BEFORE_EDITION = re.compile(
    r"(?<![\w.,/$])(?P<volume>\d{1,3})\s{1,3}(?P<series>[A-Z][A-Za-z]{0,5}\.?(?:\s{0,2}(?:&\s{1,2})?[A-Z][A-Za-z]{0,5}\.?){0,6})\s{0,3}$"
)
_LONGEST_SERIES = 45
_HEADS = 3
# Beside a neutral citation, or after the date of a case and a comma, a volume of a series that needs no year.
_PARALLEL = re.compile(
    rf",(?<=[\d)].)\s{{1,3}}(?P<volume>\d{{1,3}})\s{{1,3}}(?P<series>{_series(_SERIAL)})\s{{1,3}}(?P<page>\d{{1,5}})(?![\w/]|\.\d)"
)

# Citations of a court or series that is not in the tables: "[2026] AHC 88 (Civ)"; not "[2026] Vol 5".
_UNKNOWN = re.compile(
    r"\[(?P<year>(?:19|20)\d\d)\]\s{1,3}(?:(?P<volume>\d{1,2})\s{1,3})?"
    r"(?!(?:Vol|No|FY|Page|Part|Issue|Figure|Table|Section|Chapter|Item|Form|Annex)\s)(?P<series>(?:[A-Z]\.){2,6}|[A-Z][A-Za-z]{1,7}(?:\s(?:Civ|Crim|Fam|LR|Rep))?)\s{1,3}(?P<page>\d{1,5})"
    r"(?![\w/]|\.\d)(?:\s{0,3}\((?P<division>[A-Z][A-Za-z]{0,8})\))?"
)


def find(text: str) -> Iterator[LegalCitation]:
    """Reports by year, volume, series and page."""
    for match in _BRACKETED.finditer(text):
        if _is_running_head(text, match):
            continue
        volume = f"{match['volume']} " if match["volume"] else ""
        key = f"[{match['year']}] {volume}{_name(match['series'])} {''.join(match['page'].split())}"
        yield LegalCitation(CitationKind.REPORT, key, Span(*match.span()))
    for match in _ROUND.finditer(text):
        key = f"({match['year']}) {match['volume']} {_name(match['series'])} {match['page']}"
        yield LegalCitation(CitationKind.REPORT, key, Span(*match.span()))
    for match in _SESSION.finditer(text):
        key = f"({match['year']}) {match['volume']} {match['series'].replace('.', '')} {match['page']}"
        yield LegalCitation(CitationKind.REPORT, key, Span(*match.span()))
    for match in _LAW_REPORTS.finditer(text):
        key = f"({match['year']}) LR {match['volume']} {_name(match['series'])} {match['page']}"
        yield LegalCitation(CitationKind.REPORT, key, Span(*match.span()))
    first = _FIRST_VOLUME.match(text)
    for match in (*([first] if first else []), *scan(text, *_VOLUMES)):
        key = f"{match['volume']} {_name(match['series'])} {match['page']}"
        yield LegalCitation(CitationKind.REPORT, key, Span(match.start("volume"), match.end()))
    yield from _by_volume(text)
    for match in scan(text, *_SCOTTISH):
        key = f"{match['year']} {match['series'].replace('.', '')} {match['page']}"
        yield LegalCitation(CitationKind.REPORT, key, Span(*match.span()))
    for match in _UNKNOWN.finditer(text):
        if _is_running_head(text, match) or _bare(match["series"]) in _CLOSED:
            continue
        volume, division = match["volume"], f"({match['division']})" if match["division"] else ""
        key = " ".join(
            part for part in (f"[{match['year']}]", volume, _name(match["series"]), match["page"], division) if part
        )
        yield LegalCitation(CitationKind.REPORT, key, Span(*match.span()))


def _is_running_head(text: str, match: re.Match[str]) -> bool:
    """Tell whether a volume ends many lines: it is the head of its pages, and the number after it no page."""
    if "\n" not in text[match.end("series") : match.start("page")]:
        return False
    return text.count(f"{text[match.start() : match.end('series')]}\n") >= _HEADS


def _by_volume(text: str) -> Iterator[LegalCitation]:
    for end in _EDITION.finditer(text):
        if match := _BEFORE_EDITION.search(text, max(end.start() - _LONGEST_SERIES, 0), end.start()):
            key = f"{match['volume']} {_name(match['series'])} ({end['edition']}) {end['page']}"
            yield LegalCitation(CitationKind.REPORT, key, Span(match.start(), end.end()))
    for match in _PARALLEL.finditer(text):
        if "." in match["series"] or len(match["series"]) > 2:
            key = f"{match['volume']} {_name(match['series'])} {match['page']}"
            yield LegalCitation(CitationKind.REPORT, key, Span(match.start("volume"), match.end()))


_CLOSED = {re.sub(r"[.\s]", "", name).upper(): name for name in f"{_SERIES}|{_SERIAL}".split("|")}


def _name(series: str) -> str:
    """A series as it is usually written, without stops."""
    return _CLOSED.get(_bare(series), " ".join(series.replace(".", "").split()))


def _bare(series: str) -> str:
    return re.sub(r"[.\s]", "", series.replace("’", "'")).upper()
