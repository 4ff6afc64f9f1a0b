"""Neutral citations: "[2019] EWCA Civ 123", "[2021] EWHC 2524 (Ch)", "[2020] CSIH 12", "2014 SCC 71"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

# Courts by the code in their citations: Supreme Court, England and Wales, tribunals, Scotland, Northern Ireland,
# and the courts abroad that cite in the same form.
_COURTS = (
    "UKSC|UKHL|UKPC|UKIPTrib|UKUT|UKFTT|UKEAT|EAT|UKET|UKAITUR|UKAIT|UKIAT|UKSIAC|UKSPC|UKVAT|UKSSCSC|UKIT|UKSRB|UKPTA|UKAC"
    "|EWCA|EWHC|EWCOP|EWFC|EWCC|EWCR|EWPCC|EWMC|EWCST|EWLands|EWLVT|CAT|CMAC|DRS"
    "|CSIH|CSOH|HCJAC|HCJT|HCJ|SAC|SC|FAI|SLC|UTS|STF"
    "|NICA|NIQB|NIKB|NICh|NIFam|NICC|NICty|NIMaster|NIIT|NIMag|NICCt|NIIndTrib|NIFET|NISSCSC"
    "|IESC|IEHC|IECA|IECC|JRC|JCA|GRC|IMR|HCA|FCAFC|FCA|NSWCA|NSWSC|VSCA|VSC|QCA|NZSC|NZCA|NZHC|SGCA|SGHC|HKCFA|HKCA|CIGC|ZACC"
)
_REFERENCE = (
    rf"\s?(?P<year>(?:19|20)\d\d)\s?[\])]\s{{0,3}}(?P<court>{_COURTS})\.?\s{{1,3}}"
    r"(?:(?P<branch>Civ|Crim|CIVIL|CRIM|CIV|EDIN|GLA|ABE|DUN|\((?:Civ|Crim)\))\.?\s{1,3})?(?P<number>B?\d{1,5})(?!\d)"
    r"(?:\s{0,3}\((?P<division>Admin|Admlty|ChD?|Comm|Costs|Fam|IPEC|Pat|QBD?|KBD?|SCCO|TCC|Mercantile|Companies|CH|ADMIN|COMM|FAM|PAT|T[123]|B"
    r"|AAC|IAC|LC|TC|GRC|HESC|PC|SEC|WPAFCC|Civ|Crim)\))?"
)
_BRACKETED = (re.compile(rf"\[{_REFERENCE}"), re.compile(rf"\({_REFERENCE}"))
_CANADIAN = (
    "SCC|CSC|FCA|CAF|CMAC|CACM|CHRT"
    "|(?:ON|BC|AB|QC|SK|MB|NS|NB|NL|NF|PE|PEI|YK|NWT|NT|NU)(?:CA|SCDC|SCTD|SC|QB|KB|CJ|PC|CS|CQ|HRT)"
)
_YEAR_AND_COURT = (
    rf"(?<![\w\[(/-].)(?:9|0)\d\d)\s{{1,3}}(?P<court>{_CANADIAN})\s{{1,3}}(?P<number>\d{{1,5}})(?![\w.,]\d)"
)
_UNBRACKETED = (re.compile(rf"(?P<year>1{_YEAR_AND_COURT}"), re.compile(rf"(?P<year>2{_YEAR_AND_COURT}"))
# Databases drop the brackets: "2015 UKSC 11".
_WITHOUT_BRACKETS = re.compile(
    r"(?P<year>2(?<![\w\[(/-].)0\d\d)\s{1,3}(?P<court>UKSC|UKHL|UKPC|EWCA\s{1,3}(?:Civ|Crim)|EWHC|CSIH|CSOH|HCJAC|NICA)"
    r"\s{1,3}(?P<number>\d{1,5})(?![\w.,]\d)(?:\s{1,3}\((?P<division>Admin|Ch|Comm|Fam|IPEC|Pat|QB|KB|TCC|Admlty)\))?"
)
_APPEAL_TRIBUNAL = re.compile(r"UKEAT(?<![A-Za-z].....)S?/\d{4}/\d\d(?:/[A-Z]{2,4})?(?!\w)")
_SPELLING = {
    "CH": "Ch",
    "ChD": "Ch",
    "QBD": "QB",
    "KBD": "KB",
    "ADMIN": "Admin",
    "COMM": "Comm",
    "FAM": "Fam",
    "PAT": "Pat",
    "CIVIL": "Civ",
    "CIV": "Civ",
    "CRIM": "Crim",
}


def find(text: str) -> Iterator[LegalCitation]:
    """Neutral citations, with the division of the court."""
    for match in scan(text, *_BRACKETED):
        branch, division = (_SPELLING.get(value, value) for value in (match["branch"] or "", match["division"] or ""))
        court = f"{match['court']} {branch}" if branch else match["court"]
        key = f"[{match['year']}] {court} {match['number']}" + (f" ({division})" if division else "")
        yield LegalCitation(CitationKind.NEUTRAL, key, Span(*match.span()))
    for match in _APPEAL_TRIBUNAL.finditer(text):
        yield LegalCitation(CitationKind.NEUTRAL, match[0], Span(*match.span()))
    for match in _WITHOUT_BRACKETS.finditer(text):
        division = f" ({match['division']})" if match["division"] else ""
        key = f"[{match['year']}] {' '.join(match['court'].split())} {match['number']}{division}"
        yield LegalCitation(CitationKind.NEUTRAL, key, Span(*match.span()))
    for match in scan(text, *_UNBRACKETED):
        yield LegalCitation(
            CitationKind.NEUTRAL, f"{match['year']} {match['court']} {match['number']}", Span(*match.span())
        )
