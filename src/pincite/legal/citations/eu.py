"""European law: "Regulation (EU) 2016/679", "article 6(1)(f) GDPR", "Case C-131/12", ECLI and CELEX numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import SUBDIVISIONS, NumberItem, read_list
from pincite.spans import Span

_BODY = r"(?:EU|EC|EEC|Euratom|EURATOM|ECSC|JHA|CFSP|EC,\s?Euratom|EU,\s?Euratom)"
_ACT = re.compile(
    r"(?P<type>[RDF](?<![A-Za-z].)(?:ramework\s+Decision|egulations?|irectives?|ecisions?|ecommendation|EGULATION|IRECTIVE|ECISION))"
    rf"\s{{0,3}}(?:\({_BODY}\)\s{{0,3}})?(?:[Nn]o\.?s?\s{{0,3}})?(?P<number>\d{{1,4}}\s?/\s?\d{{1,4}})(?!\d)(?:\s?/\s{{0,3}}{_BODY}(?![A-Za-z]))?"
)
_TREATY = re.compile(
    r"(?P<name>[GUTE](?<![A-Za-z].)(?:DPR|K\s+GDPR|FEU|EU|CHR|eneral\s+Data\s+Protection\s+Regulation"
    r"|reaty\s+on\s+the\s+Functioning\s+of\s+the\s+European\s+Union|reaty\s+on\s+European\s+Union|uropean\s+Convention\s+on\s+Human\s+Rights))"
    r"(?![A-Za-z])"
)
_KEYS = {
    "gdpr": "Regulation 2016/679", "general data protection regulation": "Regulation 2016/679", "uk gdpr": "UK GDPR",
    "treaty on the functioning of the european union": "TFEU", "treaty on european union": "TEU",
    "european convention on human rights": "ECHR",
}  # fmt: skip
_ARTICLES = re.compile(r"(?<![A-Za-z])(?:[Aa]rticles?|ARTICLES?|[Aa]rts?\.?|[Rr]ecitals?)\s{0,3}(?=\d)")
_NUMBER = re.compile(rf"\d{{1,3}}[a-z]?(?!\d|\.\d|[/a-z]){SUBDIVISIONS}")
_OF = re.compile(
    r"\s{1,3}(?:of\s{1,3})?(?:the\s{1,3})?(?:EU\s+)?(?:(?:Council|Commission|Parliament|Delegated|Implementing|and|\(EU\))\s{1,3}){0,4}"
)
_CASE_WORD = re.compile(r"(?<![A-Za-z])(?:Joined\s+)?Cases?\s{1,3}$")
_CASE = re.compile(r"(?P<court>[CTF](?<![\w/-].))\s?-\s?(?P<number>\d{1,4}/\d\d)(?!\d)(?P<tail>\s?P(?:PU)?(?![\w]))?")
_ECLI = re.compile(
    r"ECLI(?<![A-Za-z]....)\s?:\s?[A-Z]{2}\s?:\s?[A-Z0-9]{1,7}\s?:\s?\d{4}\s?:\s?[A-Z0-9.]{0,24}[A-Z0-9]"
)
_CELEX = re.compile(
    r"[Cc](?<![A-Za-z0-9].)(?:ELEX|elex)\s{0,2}(?:[Nn]o\.?|[Nn]umber)?\s{0,2}:?\s{0,2}(?P<number>[0-9CE]\d{4}[A-Z]{1,2}\d{3,4}(?:\(\d\d\))?)(?!\w)"
)
_BARE_CELEX = re.compile(r"(?P<number>[36](?<![A-Za-z0-9:].)(?:19|20)\d\d[A-Z]{1,2}\d{4}(?:\(\d\d\))?)(?!\w)")


def find(text: str) -> Iterator[LegalCitation]:
    """Legislation, treaties and decisions of the European Union, and the Convention on Human Rights."""
    names = {match.start(): (match, _act_key(match)) for match in _ACT.finditer(text)}
    names.update({match.start(): (match, _treaty_key(match)) for match in _TREATY.finditer(text)})
    pinned: set[int] = set()
    for start, (match, key) in names.items():
        if found := _articles_before(text, start):
            pinned.add(start)
            yield from _with_articles(found[0], found[1], key, match.end())
    for start, (match, key) in names.items():
        if start not in pinned and "/" in key and match.re is _ACT:
            yield LegalCitation(CitationKind.EU, key, Span(*match.span()))
    yield from _decisions(text)


def _articles_before(text: str, start: int) -> tuple[int, list[NumberItem]] | None:
    """The articles named before an act, "articles 5 or 14 of the Regulation …", and where they begin."""
    for head in _ARTICLES.finditer(text, max(start - 100, 0), start):
        items = read_list(text, head.end(), number=_NUMBER)
        of = _OF.match(text, items[-1].end) if items else None
        if of and of.end() == start:
            return head.start(), items
    return None


def _decisions(text: str) -> Iterator[LegalCitation]:
    for match in _ECLI.finditer(text):
        yield LegalCitation(CitationKind.ECLI, "".join(match[0].split()), Span(*match.span()))
    for match in (*_CELEX.finditer(text), *_BARE_CELEX.finditer(text)):
        yield LegalCitation(CitationKind.CELEX, f"CELEX {match['number']}", Span(*match.span()))
    for match in _CASE.finditer(text):
        word = _CASE_WORD.search(text, max(match.start() - 16, 0), match.start())
        start = word.start() if word else match.start()
        tail = f" {match['tail'].strip()}" if match["tail"] else ""
        yield LegalCitation(CitationKind.EU_CASE, f"{match['court']}-{match['number']}{tail}", Span(start, match.end()))


def _with_articles(start: int, items: list[NumberItem], key: str, end: int) -> Iterator[LegalCitation]:
    for at, item in enumerate(items):
        span = Span(start if at == 0 else item.start, end if at == len(items) - 1 else item.end)
        keys = tuple(f"{key} art {number}" for number in item.members())
        yield LegalCitation(CitationKind.EU, f"{key} art {item.label}", span, keys)


def _act_key(match: re.Match[str]) -> str:
    type = " ".join(match["type"].split())
    return f"{type.capitalize().removesuffix('s')} {''.join(match['number'].split())}"


def _treaty_key(match: re.Match[str]) -> str:
    name = " ".join(match["name"].split())
    return _KEYS.get(name.lower(), name)
