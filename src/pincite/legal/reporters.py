"""American citations: volume, reporter and page of a case or article, title and section of a code.

The reporters, codes and journals and the ways they are written are those of `reporters-db`. Its companion `eyecite`
would find the same and more, but needs a package that has no wheels for Linux on ARM or for new Pythons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from string import Template
from typing import Literal

_STANDARD = "$full_cite"
# A volume and the word after it. Few names begin with a small letter, and "30 days" is no volume.
_VOLUME = re.compile(r"([1-9](?<![A-Za-z0-9].)\d{0,8})\s{1,4}(?=(\S{1,40}))(?=[A-Z]|p\.2|wl|cal\.|mills)")
_PAGE = re.compile(r",?\s{1,4}(?P<at>at\s{1,4})?(?P<page>\d{1,9})(?![A-Za-z0-9])")
_TOKEN = re.compile(r"\S{1,40}")
_WORD = re.compile(r"[A-Z][A-Za-z.'’&]{0,40}")
_BLANK = re.compile(r"\s{1,4}")
_LONGEST = 8  # words of a reporter's name
_BEFORE, _AFTER = 60, 240  # how far from its name a citation in a special form may reach

Source = Literal["case", "law", "journal"]


@dataclass(frozen=True, slots=True)
class AmericanCitation:
    """A citation and where it stands; `name` is the reporter in its usual spelling, empty for special forms.

    `short` is true of "741 N.E.2d at 654", which gives a page inside a case that is cited elsewhere.
    """

    start: int
    end: int
    source: Source
    volume: str = ""
    name: str = ""
    page: str = ""
    short: bool = False


@dataclass(frozen=True)
class _Form:
    """A way to cite that only some reporters have."""

    template: str
    names: tuple[str, ...]
    source: Source

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The form with the names in it, between characters that are neither letters nor digits."""
        body = Template(self.template).safe_substitute(edition=_alternatives(self.names))
        return re.compile(rf"(?<![A-Za-z0-9])(?:{body})(?![A-Za-z0-9])")

    def citation(self, match: re.Match[str]) -> AmericanCitation:
        """What a match of the form cites; a case by volume, reporter in its usual spelling, and page."""
        groups = match.groupdict()
        volume, page = groups.get("volume"), groups.get("page")
        if self.source == "law" or not volume or not page:
            return AmericanCitation(match.start(), match.end(), self.source)
        return AmericanCitation(match.start(), match.end(), self.source, volume, self.names[0], page)

    @property
    def anchors(self) -> list[str]:
        """Words of which one stands in every citation of this form: a few forms spell their name in the template."""
        if "$edition" in self.template or "$reporter" in self.template:
            return [" ".join(name.split()) for name in self.names]
        return sorted({name.split()[0] for name in self.names})


@dataclass(frozen=True, slots=True)
class _Table:
    """The names that are cited in the standard way, and the other forms by the first word of a name."""

    standard: dict[str, tuple[str, Source]]
    first_words: frozenset[str]
    special: dict[str, list[tuple[frozenset[str], str, _Form]]]

    def special_in(self, words: set[str]) -> Iterator[tuple[str, _Form]]:
        """The names in special forms all of whose words are among these."""
        for word in words & self.special.keys():
            for needed, name, form in self.special[word]:
                if needed <= words:
                    yield name, form


def find_american(text: str) -> list[AmericanCitation]:
    """Every American citation of a text, in order."""
    table = _forms()
    found = list(_standard(text, table))
    words = set(_WORD.findall(text))
    for name, form in table.special_in(words):
        if name in text:
            for start, end in _windows(text, name):
                found += [form.citation(match) for match in form.pattern.finditer(text, start, end)]
    return sorted(set(found), key=lambda citation: (citation.start, citation.end, citation.name))


def _windows(text: str, name: str) -> Iterator[tuple[int, int]]:
    """The stretches of a text around a name, those that touch as one."""
    start = end = -1
    at = text.find(name)
    while at != -1:
        if at - _BEFORE > end:
            if end >= 0:
                yield start, end
            start = max(at - _BEFORE, 0)
        end = at + _AFTER
        at = text.find(name, at + 1)
    if end >= 0:
        yield start, end


def _standard(text: str, table: _Table) -> Iterator[AmericanCitation]:
    """Volume, name and page: the longest name that is followed by a page."""
    for volume in _VOLUME.finditer(text):
        if volume[2].rstrip(",") not in table.first_words or _parted(volume[0]):
            continue
        for name, end in _leading_words(text, volume.end()):
            known = table.standard.get(name)
            page = _PAGE.match(text, end) if known else None
            if known and page and not _parted(page[0]):
                usual, source = known
                yield AmericanCitation(
                    volume.start(), page.end(), source, volume[1], usual, page["page"], short=bool(page["at"])
                )
                break


def _parted(gap: str) -> bool:
    """Tell whether an empty line lies in it: what follows is a footnote or another page, not the rest of a citation."""
    return gap.count("\n") > 1


def _leading_words(text: str, start: int) -> list[tuple[str, int]]:
    """The first words at a place, the first two and so on, the most first; each with its end."""
    found: list[tuple[str, int]] = []
    words: list[str] = []
    at = start
    while len(words) < _LONGEST and (token := _TOKEN.match(text, at)):
        words.append(token[0])
        name = " ".join(words).rstrip(",")
        found.append((name, token.end() - token[0].endswith(",")))
        blank = _BLANK.match(text, token.end())
        if blank is None or _parted(blank[0]):
            break
        at = blank.end()
    return found[::-1]


@cache
def _forms() -> _Table:
    from reporters_db import REGEX_VARIABLES
    from reporters_db.utils import recursive_substitute

    usual: dict[str, tuple[str, Source]] = {}
    others: list[_Form] = []
    for templates, names, source in _sources():
        if templates == [_STANDARD]:
            for name in names:
                usual.setdefault(" ".join(name.split()), (names[0], source))
        else:
            full = (recursive_substitute(template, REGEX_VARIABLES) for template in templates)
            others += [_Form(_adapt(template), names, source) for template in full]
    special: dict[str, list[tuple[frozenset[str], str, _Form]]] = {}
    for form in others:
        for name in form.anchors:
            if words := _WORD.findall(name):
                special.setdefault(words[0], []).append((frozenset(words), name, form))
    return _Table(usual, frozenset(name.split()[0].rstrip(",") for name in usual), special)


def _adapt(template: str) -> str:
    """A template in which "§" may be "§§", a comma may follow a code, and no run of white space is read twice."""
    return template.replace("§ ", "§§? ?").replace(r"$edition) tit", r"$edition),? tit").replace(r"\s*", r"\s{0,4}")


def _sources() -> Iterator[tuple[list[str], tuple[str, ...], Source]]:
    """The templates and names of every reporter, code and journal."""
    from reporters_db import JOURNALS, LAWS, REPORTERS

    for cluster in REPORTERS.values():
        for source in cluster:
            for edition, data in source["editions"].items():
                variations = [name for name, meant in source["variations"].items() if meant == edition]
                yield data.get("regexes") or [_STANDARD], (edition, *variations), "case"
    tables: list[tuple[dict[str, list[dict[str, list[str]]]], Source]] = [(LAWS, "law"), (JOURNALS, "journal")]
    for table, kind in tables:
        for name, entries in table.items():
            for entry in entries:
                yield entry.get("regexes") or [_STANDARD], (name, *entry.get("variations", ())), kind


def _alternatives(names: set[str] | tuple[str, ...]) -> str:
    """A pattern of names, the longest first; white space in them may be any."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(r"\s+".join(re.escape(word) for word in name.split()) for name in ordered)
