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

_STANDARD = "$full_cite"


@dataclass(frozen=True)
class _Form:
    """A way to cite that only some reporters have."""

    template: str
    names: tuple[str, ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The form with the names in it, between characters that are neither letters nor digits."""
        body = Template(self.template).safe_substitute(edition=_alternatives(self.names))
        return re.compile(rf"(?<![A-Za-z0-9])(?:{body})(?![A-Za-z0-9])")

    def may_be_in(self, text: str) -> bool:
        """Tell quickly whether a text is worth searching: some forms spell their name in the template itself."""
        return "$edition" not in self.template or any(name in text for name in self.names)


def find_american(text: str) -> list[tuple[int, str]]:
    """Where each American citation starts, and its words."""
    standard, forms = _forms()
    matches = list(standard.finditer(text))
    for form in forms:
        if form.may_be_in(text):
            matches += form.pattern.finditer(text)
    return sorted({(match.start(), match[0]) for match in matches})


@cache
def _forms() -> tuple[re.Pattern[str], list[_Form]]:
    from reporters_db import REGEX_VARIABLES
    from reporters_db.utils import recursive_substitute

    usual: set[str] = set()
    others: list[_Form] = []
    for templates, names in _sources():
        if templates == [_STANDARD]:
            usual.update(names)
        else:
            full = (recursive_substitute(template, REGEX_VARIABLES) for template in templates)
            others += [_Form(_adapt(template), names) for template in full]
    pattern = rf"(?<![A-Za-z0-9])[1-9]\d*\s+(?:{_alternatives(usual)}),?\s+\d+(?![A-Za-z0-9])"
    return re.compile(pattern), others


def _adapt(template: str) -> str:
    """A template in which "§" stands for "§§" too, and no run of white space is read again and again."""
    return template.replace("§ ", "§§? ?").replace(r"\s*", r"\s{0,4}")


def _sources() -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """The templates and names of every reporter, code and journal."""
    from reporters_db import JOURNALS, LAWS, REPORTERS

    for cluster in REPORTERS.values():
        for source in cluster:
            for edition, data in source["editions"].items():
                variations = [name for name, meant in source["variations"].items() if meant == edition]
                yield data.get("regexes") or [_STANDARD], (edition, *variations)
    for sources in (LAWS, JOURNALS):
        for name, cluster in sources.items():
            for source in cluster:
                yield source.get("regexes") or [_STANDARD], (name, *source.get("variations", ()))


def _alternatives(names: set[str] | tuple[str, ...]) -> str:
    """A pattern of names, the longest first; white space in them may be any."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(r"\s+".join(re.escape(word) for word in name.split()) for name in ordered)
