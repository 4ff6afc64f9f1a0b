"""Every mention of an Act in a text: by its name, by its year ("the 1996 Act"), or by a name that the text gives it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.legal.citations.act_abbreviations import find_abbreviations, find_defined
from pincite.legal.citations.act_names import COUNTRY, YEAR, ActName, find_act_names
from pincite.legal.citations.scanning import scan

_YEARS_AND_WORD = (
    rf"(?<![\w/-].)\d{{3}}(?:(?:,\s{{0,2}}|\s+(?:and|or)\s+|,\s+(?:and|or)\s+){YEAR}){{0,5}})\s{{1,3}}"
    r"(?P<word>Acts?|ACTS?|Regulations|REGULATIONS|Rules|Order|Measure)(?![A-Za-z])(?!\s+\d{4})"
)
_BY_YEAR = (re.compile(rf"(?P<years>1{_YEARS_AND_WORD}"), re.compile(rf"(?P<years>2{_YEARS_AND_WORD}"))
_ONE_YEAR = re.compile(YEAR)
# "ERISA Section 4001" is a provision; in an index of terms the section has a dot, "ERISA Section 4.16(a)".
_CAPITAL_AFTER = re.compile(r"\s{1,3}(?!(?:Sections?|Secs?\.)\s{1,3}\d{1,4}[A-Z]?(?!\w|\.\d))[A-Z][a-z]")
_CAPITAL_BEFORE = re.compile(r"(?<![A-Za-z])[A-Z][a-z]{1,25}\s{1,3}$")
_QUOTES = "\"'“”‘’"
_ALIAS = rf"(?P<alias>[A-Z0-9](?:[^\n{_QUOTES}()]|\([A-Z][a-z]{{1,20}}\)){{1,50}})"
_DEFINED_AFTER = re.compile(
    r"(?:,?\s{1,3}as\s{1,3}amended(?:\s{1,3}from\s{1,3}time\s{1,3}to\s{1,3}time)?)?"
    r"(?:,?\s{1,3}(?:and|together\s{1,3}with)\s{1,3}the\s{1,3}rules\s{1,3}and\s{1,3}regulations\s{1,3}(?:promulgated\s{1,3})?thereunder)?"
    rf"\s{{0,3}}(?:,\s{{0,3}})?\((?:(?:as\s+amended|collectively|together),?\s+)?(?:the\s+)?[{_QUOTES}](?:the\s+|The\s+)?"
    rf"{_ALIAS}[{_QUOTES}]\)"
)
_DEFINED_BEFORE = re.compile(
    rf"[{_QUOTES}](?:the\s+|The\s+)?{_ALIAS}[{_QUOTES}]\s+(?:means|shall\s+mean|refers\s+to)\s+(?:the\s+)?(?:{COUNTRY})?$"
)
# A row of a table of terms: "Act The Insolvency Act 1986", "Rule or Rules The …".
_ROW_BEFORE = re.compile(r"(?<!\w)(?:(?P<alias>Act)|Rule\s{1,3}or\s{1,3}(?P<rules>Rules))\s{1,3}The\s{1,3}$")
_POINTING = re.compile(
    r"(?<!\w)(?P<the>the\s+)?(?P<that>that\s+|those\s+|said\s+|same\s+|above-mentioned\s+|aforesaid\s+|aforementioned\s+)?"
    rf"(?P<word>Act|Regulations|Order|Rules|Measure|Code(?!\s{{1,3}}of\s{{1,3}}(?!Section)[A-Z]))(?![A-Za-z])(?!\s+\d{{4}})(?:\s{{1,3}}of\s{{1,3}}(?P<year>{YEAR})(?!\d))?"
)
# "the Act of 1971"
_OF_YEAR = (
    re.compile(rf"(?P<word>Act)\s{{1,3}}of\s{{1,3}}(?P<year>{YEAR})(?![\d/-])"),
    re.compile(rf"(?P<word>Order)\s{{1,3}}of\s{{1,3}}(?P<year>{YEAR})(?![\d/-])"),
    re.compile(rf"(?P<word>Measure)\s{{1,3}}of\s{{1,3}}(?P<year>{YEAR})(?![\d/-])"),
)
_THE_BEFORE = re.compile(r"(?<![A-Za-z])[Tt]he\s{1,3}\Z")
# A name that a text gives to one Act: "the Securities Act", "the 2007 Act", "FSMA"; not "the Companies Acts".
_NAMES_ONE = re.compile(
    r"(?:Act|Regulations?|Rules|Order|Code|Measure|Directive)(?:\s\d{4})?$|^[A-Z][A-Z&-]{1,9}(?:\s(?:\d\d)?\d\d)?$"
)
# A law without a year, to which a text gives a name: "the General Corporation Law of the State of Delaware (“DGCL”)".
_LAW = (
    r"(?P<law>(?:[A-Z][A-Za-z]{1,20}\s{1,3}){1,5}(?:Law|Act|Code)"
    r"(?:\s{1,3}of\s{1,3}the\s{1,3}State\s{1,3}of\s{1,3}[A-Z][a-z]{2,15}(?:\s[A-Z][a-z]{2,15})?)?)"
)
_LAW_AFTER = re.compile(rf"\((?:the\s)?[{_QUOTES}](?P<alias>[A-Z]{{3,8}})[{_QUOTES}]\)")
_LAW_BEFORE = re.compile(rf"{_LAW}(?:,\s{{1,3}}as\s{{1,3}}amended)?,?\s{{1,3}}$")
_LAW_MEANT = re.compile(rf"means?\s{{1,3}}the\s{{1,3}}{_LAW}(?![A-Za-z])(?!\s{{1,3}}of\s{{1,3}}\d)")
_MEANT_BEFORE = re.compile(rf"[{_QUOTES}](?P<alias>[A-Z]{{3,8}})[{_QUOTES}]\s{{1,3}}(?P<shall>shall\s{{1,3}})?\Z")
_LAW_NAMED = re.compile(r"(?:the\s{1,3})?(?P<alias>[A-Z]{3,8})(?![A-Za-z])")
_NEAR = 60
_TOO_SHORT = frozenset({"act", "acts", "regulations", "rules", "order", "code", "measure", "regulation"})


@dataclass(frozen=True, slots=True)
class ActMention:
    """A mention of an Act, in whatever form."""

    name: str
    start: int
    end: int


class ActMentions:
    """The Acts that a text mentions, found by where they start."""

    def __init__(self, text: str) -> None:
        named = find_act_names(text)
        self._aliases = _aliases(text, named)
        self._named = named
        self._unknown: list[int] = []
        self._laws = _laws(text)
        found = {
            name.start: ActMention(self._defined(name.name, None) or name.name, name.start, name.end) for name in named
        }
        taken = [(name.start, name.end) for name in named]
        by_initials = (
            ActMention(self._laws.get(text[act.start : act.end], act.name), act.start, act.end)
            for act in (*find_abbreviations(text), *find_defined(text, named))
        )
        for mention in [*self._by_year(text, named), *self._by_alias(text), *by_initials]:
            if not _overlaps(taken, mention.start, mention.end):
                found.setdefault(mention.start, mention)
        self.all = [found[start] for start in sorted(found)]
        self._starts = [mention.start for mention in self.all]

    def pointed_at(self, text: str, start: int) -> ActMention | None:
        """What "that Act", "the Act" or "the said Act" means: the one defined so, or the last one mentioned."""
        match = _POINTING.match(text, start)
        if match is None or not (match["that"] or match["the"]):
            return None
        if match["year"]:
            dated = self._of_year(f"{match['year']} {match['word'].removesuffix('s')}", start, self._named)
            return ActMention(dated, match.start("word"), match.end()) if dated else None
        if match["word"] == "Code":
            # "The Code" is too ambiguous to mean the last one mentioned.
            code = self._defined("Code", None)
            return ActMention(code, match.start("word"), match.end()) if code else None
        before = self.all[: bisect_left(self._starts, start)]
        last = next((mention for mention in reversed(before) if match["word"] in mention.name), None)
        if match["that"] and last and any(last.end < place <= start for place in self._unknown):
            # "the 2016 Act" was mentioned since, and the text does not say which Act that is.
            return None
        near = last is not None and (match["that"] is not None or "." not in text[last.end : start][:_NEAR])
        defined = None if near and last and start - last.end < _NEAR else self._defined(match["word"], start)
        name = None if match["that"] else defined
        name = name or (last.name if last else self._defined(match["word"], None))
        return ActMention(name, match.start("word"), match.end()) if name else None

    def law_at(self, text: str, start: int) -> ActMention | None:
        """A law without a year, by the name that the text gives it: "DGCL"."""
        match = _LAW_NAMED.match(text, start) if self._laws else None
        name = self._laws.get(match["alias"]) if match else None
        return ActMention(name, match.start("alias"), match.end()) if match and name else None

    @property
    def rules(self) -> str | None:
        """The rules that a text calls "the Rules", if it says which and they are not the CPR."""
        named = self._defined("Rules", None)
        return None if named and named.startswith("Civil Procedure Rules") else named

    @property
    def code(self) -> str | None:
        """The code that a text means by "Code" alone: the one defined so, or the only one it names."""
        named = {name.name for name in self._named if re.search(r"Code of \d{4}$", name.name)}
        return self._defined("Code", None) or (named.pop() if len(named) == 1 else None)

    def with_year(self, name: str, *, at: int) -> str:
        """Add the year to a name if the text gives it a single year, or one just before; else return it unchanged."""
        found = [full for full in self._named if full.name.removesuffix(full.year).removesuffix("of ") == f"{name} "]
        if len({full.name for full in found}) == 1:
            return found[0].name
        near = [full.name for full in found if 0 <= at - full.end < _NEAR]
        return near[-1] if near else name

    def _defined(self, alias: str, at: int | None) -> str | None:
        """Return the Act last defined under a name before a position, or the first one if no position is given."""
        definitions = self._aliases.get(alias, [])
        before = [name for place, name in definitions if at is None or place < at]
        return (before[0] if at is None else before[-1]) if before else None

    def _by_year(self, text: str, named: list[ActName]) -> Iterator[ActMention]:
        for match in scan(text, *_BY_YEAR):
            years = list(_ONE_YEAR.finditer(text, match.start("years"), match.end("years")))
            for year in years:
                end = match.end() if year is years[-1] else year.end()
                alias = f"{year[0]} {match['word'].capitalize().removesuffix('s')}"
                if name := self._of_year(alias, match.start(), named):
                    yield ActMention(name, year.start(), end)
                else:
                    self._unknown.append(end)
        for match in scan(text, *_OF_YEAR):
            the = _THE_BEFORE.search(text, max(match.start() - 7, 0), match.start())
            if the and (name := self._of_year(f"{match['year']} {match['word']}", the.start(), named)):
                yield ActMention(name, *match.span())

    def _of_year(self, alias: str, at: int, named: list[ActName]) -> str | None:
        """The Act that "1996 Act" means: one defined so, or the last one of that year, or else the next."""
        defined = self._defined(alias, at) or self._defined(alias, None) or self._defined(f"{alias}s", None)
        if defined:
            return defined
        year, word = alias.split()
        same = [name for name in named if name.year == year and word in name.name]
        before = [name for name in same if name.start < at]
        return before[-1].name if before else same[0].name if same else None

    def _by_alias(self, text: str) -> Iterator[ActMention]:
        for alias, definitions in self._aliases.items():
            if alias.lower() in _TOO_SHORT or alias[0].isdigit():
                continue
            for start, end in _places(text, alias):
                if not (alias.isupper() and _in_term(text, start, end)):
                    yield ActMention(self._defined(alias, start) or definitions[0][1], start, end)


def _places(text: str, alias: str) -> Iterator[tuple[int, int]]:
    """Find a name in a text, also across a line break, and in capitals if it has several words."""
    for spelling in {alias, alias.upper()} if " " in alias else {alias}:
        for match in re.finditer(r"\s{1,3}".join(re.escape(word) for word in spelling.split()), text):
            if not _goes_on(text, match.start() - 1) and not _goes_on(text, match.end()):
                yield match.span()


def _goes_on(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] in "-_")


def _in_term(text: str, start: int, end: int) -> bool:
    """Tell whether an abbreviation is part of a longer term: "ERISA Affiliate", "Company ERISA Plan"."""
    return (
        _CAPITAL_AFTER.match(text, end) is not None
        or _CAPITAL_BEFORE.search(text, max(start - 30, 0), start) is not None
    )


def _aliases(text: str, named: list[ActName]) -> dict[str, list[tuple[int, str]]]:
    """The names that a text gives to Acts: 'the 2007 Act' means …; the Securities Act of 1933 ("Securities Act")."""
    found: dict[str, list[tuple[int, str]]] = {}
    for name in named:
        after = _DEFINED_AFTER.match(text, name.end)
        before = _DEFINED_BEFORE.search(text, max(name.start - 90, 0), name.start)
        for match in (after, before):
            if match and _NAMES_ONE.search(match["alias"]):
                found.setdefault(" ".join(match["alias"].split()), []).append((match.start(), name.name))
        if row := _ROW_BEFORE.search(text, max(name.start - 30, 0), name.start):
            found.setdefault(row["alias"] or row["rules"], []).append((row.start(), name.name))
    return found


def _laws(text: str) -> dict[str, str]:
    """The laws without a year to which a text gives initials, by these."""
    found: dict[str, str] = {}
    for match in _LAW_MEANT.finditer(text):
        term = _MEANT_BEFORE.search(text, max(match.start() - 21, 0), match.start())
        if term and (term["shall"] is None) == match[0].startswith("means"):
            found[term["alias"]] = " ".join(match["law"].split())
    for after in _LAW_AFTER.finditer(text):
        if before := _LAW_BEFORE.search(text, max(after.start() - 120, 0), after.start()):
            found.setdefault(after["alias"], " ".join(before["law"].split()))
    return found


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_left(taken, (end, end))
    return at > 0 and taken[at - 1][1] > start
