"""Names of Acts and instruments with their year, read backwards from "Act 1980": "Limitation Act 1980"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.legal.citations.scanning import scan

YEAR = r"(?:1[2-9]\d\d|20[0-4]\d)"
# What ends a name. A footnote's number may stick to the year: "Act 19901".
_OF_YEAR = (
    r"(?:\s{1,3}\((?P<bracketed>[^()\n]{3,60})\))?,?\s{1,3}(?:(?:of|OF)\s+)?"
    rf"(?P<year>{YEAR})(?!\d{{3}}|[/.]\d|-\d{{2}}(?!\d))"
)
_ENDINGS = (
    re.compile(rf"(?P<word>A(?<![A-Za-z].)(?:cts?|CTS?)){_OF_YEAR}"),
    re.compile(rf"(?P<word>M(?<![A-Za-z].)(?:easures?|EASURE)){_OF_YEAR}"),
    re.compile(
        rf"(?P<word>R(?<![A-Za-z].)(?:egulations?|EGULATIONS?|ules(?:\s{{1,3}}of\s{{1,3}}Procedure)?|ULES)){_OF_YEAR}"
    ),
    re.compile(rf"(?P<word>O(?<![A-Za-z].)(?:rders?|RDERS?)){_OF_YEAR}"),
    re.compile(rf"(?P<word>C(?<![A-Za-z].)odes?){_OF_YEAR}"),
)
_MORE_YEARS = re.compile(
    rf"(?:,\s{{0,3}}|\s{{1,3}}(?:and|or|to)\s{{1,3}})({YEAR})(?!\d)(?!\s{{1,3}}(?:Act|Regulations|Order|Rules)\b)"
)
_ONE_MORE_YEAR = re.compile(rf"\s{{1,3}}(?:and|or)\s{{1,3}}({YEAR})(?!\d)(?=\s{{0,3}}[,;.)])")
_TOKEN = re.compile(r"\([^()]{1,80}\)|[\w&][\w'’&./-]*|,")
_JOINING = frozenset(
    [
        "of",
        "and",
        "the",
        "for",
        "in",
        "etc",
        "etc.",
        "to",
        "on",
        "by",
        "with",
        "or",
        "&",
        "from",
        "as",
        "at",
        "against",
        "a",
        "an",
        "de",
    ]
)
# A name may have "the" inside only before these: "Representation of the People Act 1983".
_AFTER_THE = frozenset({"People", "Person", "Sea", "Crown", "Elderly", "Peace", "Realm", "Poor", "Environment", "Deaf"})
_NO_START = frozenset(
    [
        "The",
        "Under",
        "See",
        "In",
        "By",
        "Of",
        "And",
        "For",
        "Section",
        "Sections",
        "Schedule",
        "Part",
        "Chapter",
        "Paragraph",
        "Article",
        "Regulation",
        "Rule",
        "That",
        "This",
        "Both",
        "Per",
        "Where",
        "When",
        "While",
        "Since",
        "If",
        "Also",
        "Such",
        "Any",
        "Each",
        "Every",
        "These",
        "Those",
        "An",
        "A",
        "To",
        "On",
        "As",
        "At",
        "With",
        "From",
        "Whether",
        "Although",
        "However",
        "Acts",
        "UK",
        "US",
    ]
)
_COUNTRIES = frozenset(
    f"{name}'s"
    for name in (
        *("Kingdom", "England", "Scotland", "Wales", "Ireland", "Britain", "Canada", "Australia", "Union", "Bermuda"),
        *("Israel", "India", "China", "Germany", "France", "Japan", "Singapore", "Jersey", "Guernsey", "Delaware"),
    )
) | {"States'"}
# The country before the name or as its first words: "the UK Bribery Act 2010", "the United States Code".
COUNTRY = r"(?:U\.?K\.?|U\.?S\.?(?:A\.?)?|United\s{1,3}(?:States|Kingdom))\s{1,3}"
# Orders that are numbered, not dated: "Executive Order 13913".
_NUMBERED = re.compile(r"(?:Executive|EXECUTIVE)\s{1,3}$")
_JOINED = re.compile(r"(?<![A-Za-z])(?:and|AND|&)\s{1,3}(?=[A-Z])")
_SECTION = re.compile(r"(?<!\w)Section\s\d{1,4}\s$")
_ACT_INSIDE = re.compile(rf"Act\s{YEAR}\s$")
# "21st Century Cures Act"
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_SEDERUNT = re.compile(
    rf"Act\sof\s(?:Sederunt|Adjournal)\s\((?:[^()\n]|\([^()\n]{{1,60}}\)){{3,160}}\)\s{{1,3}}(?P<year>{YEAR})(?!\d)"
)
_RULES_OF_COURT = re.compile(
    r"Rules\sof\sthe\s(?:Supreme\s{1,3}Court|Court\s{1,3}of\s{1,3}(?:Session|Judicature))"
    rf"(?:\s{{1,3}}\((?:Northern\sIreland|Revision)\)){{0,2}}\s{{1,3}}(?P<year>{YEAR})(?!\d{{3}}|[/.]\d)"
)
# Old statutes that are called otherwise than Acts.
_STATUTES = (
    re.compile(
        rf"Statute\sof\s(?:Frauds|Westminster|Uses|Monopolies|Marlborough)(?:\s{{1,3}}the\s{{1,3}}First)?,?\s{{1,3}}(?P<year>{YEAR})(?!\d)"
    ),
    re.compile(r"Bill\sof\sRights,?\s{1,3}(?P<year>168[89])(?!\d)"),
    re.compile(r"Act\sof\sSettlement,?\s{1,3}(?P<year>170[01])(?!\d)"),
)
# Orders of trade: "Work Order 2018".
_OF_TRADE = re.compile(r"(?:Work|Purchase|Sales|Change|Task|Job|Delivery|Production) Order \d{4}")
_SMALL = re.compile(r"(?<=\sof\sthe\s)[a-z]{3,20}\s$")
_WINDOW = 220


@dataclass(frozen=True, slots=True)
class ActName:
    """A named Act or instrument: its name in one spelling, where it stands, and the year alone."""

    name: str
    start: int
    end: int
    year: str

    @property
    def is_instrument(self) -> bool:
        """Tell whether it is secondary legislation."""
        return re.search(r"\b(?:Regulations?|Rules|Orders?)\b(?:\s+of)?\s+\d{4}$", self.name) is not None


def find_act_names(text: str) -> list[ActName]:
    """Every Act or instrument that is named with its year, in order."""
    endings = list(scan(text, *_ENDINGS))
    found = [name for match in endings for name in _names(text, match)]
    known = {name.name for name in found}
    small = [name for match in endings if (name := _in_small(text, match, known))]
    found = [_without_heading(text, name, known) for name in [*found, *small, *_by_own_names(text)]]
    return sorted(_alike(found), key=lambda name: name.start)


def _alike(found: list[ActName]) -> Iterator[ActName]:
    """Names that differ in capitals and stops alone, all in the spelling that has the most of both: "etc. Act"."""
    spellings: dict[str, str] = {}
    for name in found:
        folded = _folded(name.name)
        spellings[folded] = max(
            spellings.get(folded, ""), name.name, key=lambda other: (other.count("."), _capitals(other))
        )
    for name in found:
        yield replace(name, name=spellings[_folded(name.name)])


def _folded(name: str) -> str:
    return name.replace(".", "").casefold()


def _capitals(name: str) -> int:
    return sum(letter.isupper() for letter in name)


def _without_heading(text: str, name: ActName, known: set[str]) -> ActName:
    """Remove the words of a heading from a name, if the text also uses the rest as a name."""
    for joined in _JOINED.finditer(text, name.start, name.end):
        rest = spelt(text[joined.end() : name.end])
        if rest in known:
            return ActName(rest, joined.end(), name.end, name.year)
    return name


def _by_own_names(text: str) -> Iterator[ActName]:
    """Rules of courts and old statutes by their own names: "Act of Sederunt (…) 1993", "Statute of Frauds 1677"."""
    for match in (*_SEDERUNT.finditer(text), *_RULES_OF_COURT.finditer(text), *scan(text, *_STATUTES)):
        yield ActName(spelt(match[0]), *match.span(), match["year"])


def _in_small(text: str, ending: re.Match[str], known: set[str]) -> ActName | None:
    """Return a name that a text writes in small letters once, "the defamation Act 1996", and otherwise in capitals."""
    word = _SMALL.search(text, max(ending.start() - 30, 0), ending.start())
    name = spelt(text[word.start() : ending.end()]).capitalize() if word else ""
    usual = next((other for other in known if other.capitalize() == name), None)
    return ActName(usual, word.start(), ending.end(), ending["year"]) if word and usual else None


def _names(text: str, ending: re.Match[str]) -> Iterator[ActName]:
    start = start_of_name(text, ending.start())
    if start is None or _NUMBERED.search(text, max(ending.start() - 12, 0), ending.start()):
        return
    if ending["word"].endswith("s") and (section := _SECTION.search(text, max(start - 16, 0), start)):
        # "Section 16 Enterprise Act 2002 Regulations 2015" are named after a section.
        start = section.start() if _ACT_INSIDE.search(text, start, ending.start()) else start
    name = spelt(text[start : ending.end()])
    if _OF_TRADE.fullmatch(name):
        return
    yield ActName(name, start, ending.end(), ending["year"])
    if more_years := _more_years(ending["word"]):
        at = ending.end()
        while more := more_years.match(text, at):
            yield ActName(f"{name[:-4]}{more[1]}", more.start(1), more.end(1), more[1])
            at = more.end(1)


def _more_years(word: str) -> re.Pattern[str] | None:
    """Return the pattern of further years after a name: any after "Acts"; after "Regulations" only "1986 or 2016"."""
    if word in {"Acts", "Orders", "ACTS", "ORDERS"}:
        return _MORE_YEARS
    return _ONE_MORE_YEAR if word in {"Regulations", "Rules"} else None


def spelt(name: str) -> str:
    """A name in one spelling: single blanks, straight quotes, no capitals throughout, singular, year last."""
    name = re.sub(r"(?<=\w)-\s(?=\w)", "-", " ".join(name.replace("’", "'").split()))
    if name.isupper():
        name = re.sub(r"[A-Z][A-Z'-]*", lambda found: _in_small_letters(found[0]), name)
    name = re.sub(r"\b(Act|Order|Measure|Code)s(?=$|,?\s(?:of\s)?\d{4}$)", r"\1", name)
    return re.sub(r",\s(?=\d{4}$)", " ", name)


def _in_small_letters(word: str) -> str:
    return word.lower() if word.lower() in _JOINING else word.capitalize()


def start_of_name(text: str, end: int) -> int | None:
    """Where the name before "Act" begins: back over capitalised words and what joins them."""
    first = max(end - _WINDOW, 0)
    tokens = [match for match in _TOKEN.finditer(text, first, end)]
    if first and tokens and tokens[0].start() == first:
        tokens = tokens[1:]
    begin: int | None = None
    listed = False
    capitals = text[end : end + 3].isupper()
    for at in range(len(tokens) - 1, -1, -1):
        token, after = tokens[at], tokens[at + 1].start() if at + 1 < len(tokens) else end
        if not _joined(text[token.end() : after]):
            break
        word = token[0]
        if word.isupper() and len(word) > 1 and word[0] != "(":
            if not capitals and max(map(len, word.split("-"))) > 6 and not _follows_initials(tokens, at):
                break
            word = _in_small_letters(word) if capitals else word
        if word in {"and", "&", "or"}:
            listed = True
        if not _may_be_in_name(word, tokens, at, listed=listed):
            break
        if _may_start(word):
            begin = token.start()
    return begin


def _follows_initials(tokens: list[re.Match[str]], at: int) -> bool:
    """Tell whether a long word in capitals is part of a name and not a heading: "USA PATRIOT"."""
    before = tokens[at - 1][0] if at else ""
    return before.isupper() and before.isalpha() and 1 < len(before) < 5


def _joined(gap: str) -> bool:
    return not gap.strip() and gap.count("\n") < 2


def _may_be_in_name(word: str, tokens: list[re.Match[str]], at: int, *, listed: bool) -> bool:
    following = tokens[at + 1][0] if at + 1 < len(tokens) else ""
    if word == ",":
        return listed and (following[:1].isupper() or following in {"and", "or"})
    if word == "the":
        before = tokens[at - 1][0] if at else ""
        return following.capitalize() in _AFTER_THE or (before[:1].isupper() and before.endswith("ing"))
    if word in _JOINING or word.lower() in _JOINING and not word[0].isupper():
        return True
    before = tokens[at - 1][0] if at else ""
    if word in {"And", "Of", "For"}:
        return bool(before) and _may_start(before) and _may_start(following or "Act")
    if _ends_another(word, before, following):
        return False
    if re.fullmatch(YEAR, word):
        # "Civil Procedure Rules 1998 (Amendment) Regulations 2019"; not "Act 2006 and Insolvency Act 1986".
        after = tokens[at + 2][0] if at + 2 < len(tokens) else ""
        bracketed = following.startswith("(") and after not in {"and", "or", ",", "&"}
        return before in {"Act", "Rules", "Order", "Regulations"} and (bracketed or not following)
    if word.startswith("("):
        return word[1].isupper() or word[1].isdigit() or following[:1].isupper()
    if word.endswith((".", "/")):
        return False
    if word in {"Regulation", "Acts"}:
        # "Road Traffic Regulation Act 1984", "Civil Procedure Acts Repeal Act 1879"
        return at > 0 and _may_start(tokens[at - 1][0])
    return _may_start(word)


def _ends_another(word: str, before: str, following: str) -> bool:
    """Tell whether a name begins after a word, because another Act's or a country's name ends there."""
    if word in {"Act", "Code"} and following in {",", "and", "or", "&"}:
        return True
    return (word in {"States", "Kingdom"} and before == "United") or word.replace("’", "'") in _COUNTRIES


def _may_start(word: str) -> bool:
    if _ORDINAL.fullmatch(word):
        return True
    return word[0].isupper() and word not in _NO_START and not _is_number(word)


def _is_number(word: str) -> bool:
    return len(word) == 1 or re.fullmatch(r"[IVXL]+|[IVX]+[A-D]|\d.*|[A-Z]\.?\d[\d.]*", word) is not None
