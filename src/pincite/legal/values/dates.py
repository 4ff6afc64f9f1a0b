"""Dates: the days a document names, in ISO form, and what each dates where the words around it say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pincite.domain.profile import DateMention
from pincite.spans import Span

_MONTHS: dict[str, int] = {}
for _names in (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sept oct nov dec",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
):
    _MONTHS.update({_name: _number for _number, _name in enumerate(_names.split(), start=1)})
_MONTHS["sep"] = 9
_NAME = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])"
_YEAR = r"(?:1[89]|20)[0-9]\s?[0-9](?![0-9])"
_ORDINAL = r"(?:\s?(?:st|nd|rd|th|t\s?h|s\s?t|n\s?d|r\s?d)\b)?"
_DATE = re.compile(
    rf"(?P<m1>\b(?:{_NAME}))\b\.?\s{{0,4}}(?P<d1>{_DAY}){_ORDINAL}\s{{0,2}},?\s{{0,6}}(?P<y1>{_YEAR})"
    rf"|(?<![0-9.,])(?P<d2>{_DAY}){_ORDINAL}\.?\s{{0,4}}(?:day\s{{1,4}})?(?:of\s{{1,4}}|de\s{{1,4}})?"
    rf"(?P<m2>(?:{_NAME}))\b\.?,?\s{{0,6}}(?:of\s|de\s)?\s{{0,2}}(?P<y2>{_YEAR})"
    rf"|(?<![0-9./-])(?P<y3>(?:19|20)[0-9]{{2}})-(?P<m3>0[1-9]|1[0-2])-(?P<d3>{_DAY})(?![-0-9])"
    rf"|(?<![0-9./$€£-])(?P<a>[0-3]?[0-9])(?P<sep>[/.-])\s?(?P<b>[0-3]?[0-9])(?P=sep)\s?"
    rf"(?P<y4>(?:19|20)[0-9]{{2}}|[0-9]{{2}})(?![0-9./-]*[0-9])",
    re.IGNORECASE,
)
# What the words before a date say it is; the nearest wins.
_BEFORE = (
    (
        "expiry",
        re.compile(r"\b(?:expir\w+|terminat\w+|until|ending|ends?|through|platnosti do)\b[^.;\n]{0,40}\Z", re.I),
    ),
    ("updated", re.compile(r"\b(?:updated|revised|modified|aktualizov\w+)\b[^.;\n]{0,25}\Z", re.I)),
    ("effective", re.compile(r"\b(?:effective|účinn\w+|commenc\w+|in\s+effect)\b[^.;\n]{0,45}\Z", re.I)),
    ("delivered", re.compile(r"\b(?:handed\s+down|decided|argued|hearing|delivered|filed)\b[^.;\n]{0,25}\Z", re.I)),
    (
        "signed",
        re.compile(
            r"\b(?:signed|executed|entered\s+into|made|concluded|witness\w*|uzavřen\w*|dne)\b[^;]{0,120}\Z", re.I
        ),
    ),
    (
        "signed",
        re.compile(
            r"\b(?:dated?|(?<!effective\s)(?<!terminate\s)as\s+of|datum)\b[\s:]*(?:this|the|as\s+of|of|on|for\s+reference)?[\s_,:]{0,8}\Z",
            re.I,
        ),
    ),
)
_AFTER = (
    (
        "effective",
        re.compile(
            r"\s{0,40}+(?:,\s{0,40}+)?(?:[(\[]\s{0,40}+)?(?:the\s{1,40}|hereinafter\s{1,40})?[\"“„]?(?:Effective|Commencement)\s+Date",
            re.I,
        ),
    ),
    (
        "signed",
        re.compile(
            r"\s{0,40}+(?:,\s{0,40}+)?[(\[]\s{0,40}+(?:the\s{1,40}|hereinafter\s{1,40})?[\"“„]?(?:Execution|Signing|Signature)\s+Date",
            re.I,
        ),
    ),
)
# “Under the Supply Agreement dated 1 May 2019”: the date of a document that is only mentioned.
_OF_ANOTHER = re.compile(
    r"(?:\b(?:that\s+certain|to\s+(?:the|that)|under\s+the|of\s+the|in\s+the|an?|certain)\s+[A-Z][^.;()]{0,80}"
    r"(?:Agreement|Contract|Lease)(?:\s+[(][^()]{1,60}[)])?[^.;()]{0,60}|\b(?:letter|memorandum|proposal)\s+)"
    r"\bdated(?:\s+as\s+of)?\s*\Z"
)
# The stamp of the register a filing was taken from dates the filing, not the document.
_FILED = re.compile(r"\bSource:[^\n]*\Z")
_OPENING = 12_000
_CLOSING = 8_000
# Every date has a year in it; years are quickly found, and the longest date fits in the reach before one.
_YEAR_LIKE = re.compile(r"(?:1[89]|20)[0-9] ?[0-9](?![0-9])|[0-9]([/.-]) ?[0-9]{1,2}\1 ?[0-9]{2}(?![0-9])")
_REACH = 48


def find_dates(text: str, *, month_first: bool | None = None) -> tuple[DateMention, ...]:
    """The dates of the opening and the closing, and those elsewhere that say when it takes effect or ends.

    `month_first` says how 03/04/2019 is to be read where the document gives reason to know; None leaves it out.
    """
    found: list[DateMention] = []
    closing = max(_OPENING, len(text) - _CLOSING)
    for match in _matches(text):
        span = Span(*match.span())
        iso = _iso_of(match, month_first=month_first)
        if iso is None or _FILED.search(text, max(0, span.start - 90), span.start):
            continue
        role = _role_of(text, span)
        if role in ("effective", "expiry") or not _OPENING <= span.start < closing:
            found.append(DateMention(iso, span, role))
    return tuple(found)


def _matches(text: str) -> Iterator[re.Match[str]]:
    reached = 0
    for year in _YEAR_LIKE.finditer(text):
        if year.end() <= reached:
            continue
        for match in _DATE.finditer(text, max(reached, year.start() - _REACH), min(len(text), year.end() + 6)):
            reached = match.end()
            yield match


def _iso_of(match: re.Match[str], *, month_first: bool | None) -> str | None:
    if match["m1"]:
        return _iso(match["y1"], _MONTHS[match["m1"].lower()], match["d1"])
    if match["m2"]:
        return _iso(match["y2"], _MONTHS[match["m2"].lower()], match["d2"])
    if match["y3"]:
        return _iso(match["y3"], int(match["m3"]), match["d3"])
    return _numeric(int(match["a"]), int(match["b"]), year=match["y4"], dotted=match["sep"] == ".", first=month_first)


def _numeric(a: int, b: int, *, year: str, dotted: bool, first: bool | None) -> str | None:
    """A date in figures only, where day and month cannot be mistaken for one another or the document settles it."""
    if len(year) == 2:
        if dotted:
            return None
        year = ("20" if int(year) < 50 else "19") + year
    month_leads = False if dotted or a > 12 else True if b > 12 else first
    if a == b:
        month_leads = True
    if month_leads is None:
        return None
    month, day = (a, b) if month_leads else (b, a)
    return _iso(year, month, str(day))


def _iso(year: str, month: int, day: str) -> str | None:
    try:
        return date(int("".join(year.split())), month, int(day)).isoformat()
    except ValueError:
        return None


def _role_of(text: str, span: Span) -> str | None:
    for role, pattern in _AFTER:
        if pattern.match(text, span.end):
            return role
    before = text[max(0, span.start - 160) : span.start]
    if _OF_ANOTHER.search(before):
        return None
    matches = ((pattern.search(before), role) for role, pattern in _BEFORE)
    nearest = max(((match.start(), role) for match, role in matches if match), default=None)
    return nearest[1] if nearest else None
