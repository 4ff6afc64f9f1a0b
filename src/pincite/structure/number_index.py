"""Number index: from a printed number such as “5.2(b)” to the section of the document that bears it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from pincite.domain.section import Section, SectionKind

# The families a reference may name; a section belongs to the one its printed label says, else to its kind's.
FAMILIES: dict[str, frozenset[str]] = {
    "section": frozenset({"section", "subsection", "sec", "s", "§", "§§", "paragraf"}),
    "clause": frozenset({"clause", "subclause", "cl"}),
    "paragraph": frozenset({"paragraph", "subparagraph", "para", "item", "point", "písm", "bod", "odst"}),
    "article": frozenset({"article", "art", "čl", "článek", "artikel"}),
    "part": frozenset({"part", "část"}),
    "chapter": frozenset({"chapter", "hlava"}),
    "rule": frozenset({"rule", "cpr", "r"}),
    "direction": frozenset({"practice direction", "pd"}),
    "schedule": frozenset({"schedule", "příloha"}),
    "exhibit": frozenset({"exhibit"}),
    "annex": frozenset({"annex", "annexure"}),
    "appendix": frozenset({"appendix"}),
    "attachment": frozenset({"attachment"}),
    "recital": frozenset({"recital"}),
}
_FAMILY_OF = {word: family for family, words in FAMILIES.items() for word in words}
ATTACHED = frozenset({"schedule", "exhibit", "annex", "appendix", "attachment"})
# Sections, clauses and paragraphs are often confused with each other; the other families are not.
_LOOSE = frozenset({"section", "clause", "paragraph"})
_FAMILY_OF_KIND = {
    SectionKind.PART: "part",
    SectionKind.CHAPTER: "chapter",
    SectionKind.ARTICLE: "article",
    SectionKind.SECTION: "section",
    SectionKind.CLAUSE: "clause",
    SectionKind.SUBCLAUSE: "clause",
    SectionKind.PARAGRAPH: "paragraph",
    SectionKind.ITEM: "paragraph",
    SectionKind.RULE: "rule",
    SectionKind.DIRECTION: "direction",
    SectionKind.SCHEDULE: "schedule",
    SectionKind.EXHIBIT: "exhibit",
    SectionKind.RECITALS: "recital",
}
# Czech words as a sentence inflects them.
_CZECH_WORDS = {
    "člán": "článek",
    "odstav": "odst",
    "bod": "bod",
    "příloh": "příloha",
    "příloz": "příloha",
    "část": "část",
    "hlav": "hlava",
}
_CZECH_ENDING = re.compile(r"(?P<stem>člán|odstav|bod|příloh|příloz|část|hlav)[a-zěíáýů]{0,4}")
_LABEL = re.compile(r"(?P<word>(?i:practice\s+direction)|[^\W\d_]+(?:-[^\W\d_]+)?\.?|§§?)?\s*(?P<number>.*)", re.DOTALL)
_TOKEN = re.compile(r"[0-9]+[A-Za-z]{0,3}(?:[.-][0-9]+[A-Za-z]{0,2})*|[^\W\d_]{1,7}")
_ROMAN = re.compile(r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def family_of(word: str) -> str | None:
    """The family a word such as “Sections” or “sub-paragraph” names."""
    name = re.sub(r"\s+", " ", word).strip().rstrip(".").lower().replace("sub-", "sub")
    name = _CZECH_ENDING.sub(lambda match: _CZECH_WORDS[match["stem"]], name)
    for candidate in (name, name.removesuffix("s"), name.removesuffix("es"), name.replace("ices", "ix")):
        if candidate in _FAMILY_OF:
            return _FAMILY_OF[candidate]
    return None


def tokens_of(number: str) -> tuple[str, ...]:
    """The rungs of a number: “5.2(b)(ii)” is 5.2, b, ii; a Roman numeral that leads is written in figures."""
    tokens = [token.lower() if i or "(" in number[:1] else token for i, token in enumerate(_TOKEN.findall(number))]
    if tokens and not number.lstrip().startswith("("):
        tokens[0] = _in_figures(tokens[0])
    return tuple(tokens)


def _in_figures(token: str) -> str:
    if not _ROMAN.fullmatch(token):
        return token.upper() if token[:1].isdigit() else token.lower()
    values = [_VALUES[letter] for letter in token]
    total = sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
    return str(total)


class NumberIndex:
    """The numbered sections of a document by scope, family and number; built once, asked many times.

    A scope is the main body or one schedule or exhibit: numbers begin anew in each.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = sections
        self._starts = [section.span.start for section in sections]
        self._scope: list[int] = []
        self._above: list[int] = []
        self._heads: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._below: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._attached: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._family: list[str | None] = []
        self._worded: list[bool] = []
        self._recitals = next((section.id for section in sections if section.kind is SectionKind.RECITALS), 0)
        for section in sections:
            self._place(section)
        heads = Counter(scope for scope, _ in self._heads)
        self._own_numbers = frozenset(heads)
        self._main = heads.most_common(1)[0][0] if heads else 0

    def _place(self, section: Section) -> None:
        up = section.parent
        attached = section.kind in (SectionKind.SCHEDULE, SectionKind.EXHIBIT)
        self._scope.append(section.id if attached else (0 if up is None else self._scope[up]))
        self._above.append(-1 if up is None else (up if self._numbered(up) else self._above[up]))
        family, worded, tokens = _read_label(section)
        self._family.append(family)
        self._worded.append(worded)
        if not tokens or section.kind is SectionKind.CONTENTS or (up is not None and self._in_contents(up)):
            return
        if family in ATTACHED:
            self._attached[family, " ".join(tokens)].append(section.id)
        elif (section.number or "").lstrip().startswith("(") or len(tokens) > 1:
            self._below[self._above[section.id], tokens[-1]].append(section.id)
        else:
            self._heads[self._scope[section.id], tokens[0]].append(section.id)
            self._below[self._above[section.id], tokens[0].lower()].append(section.id)

    def _numbered(self, id_: int) -> bool:
        return self.sections[id_].number is not None

    def _in_contents(self, id_: int) -> bool:
        return self.sections[id_].kind is SectionKind.CONTENTS

    def leaf_at(self, offset: int) -> int:
        """The deepest section that holds a character."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def enclosing(self, id_: int, family: str) -> int | None:
        """The nearest section of a family around (or at) a section: what “this Section” means there."""
        found = self._nearest(id_, lambda at: self._family[at] == family and self._may_be_this(at, family))
        if found is None and family in {"rule", *_LOOSE}:
            alike = {"direction"} if family == "rule" else {"direction", *_LOOSE} if family == "paragraph" else _LOOSE
            found = self._nearest(id_, lambda at: self._family[at] in alike and self._is_whole(at))
        return found

    def _nearest(self, id_: int, fits: Callable[[int], bool]) -> int | None:
        at: int | None = id_
        while at is not None:
            if fits(at):
                return at
            at = self.sections[at].parent
        return None

    def _may_be_this(self, id_: int, family: str) -> bool:
        if family == "direction":
            return self._worded[id_]
        return self._numbered(id_) or family in ATTACHED

    def _is_whole(self, id_: int) -> bool:
        """Tell whether a section is known by a number of its own ("5.2"), not by a rung ("(b)")."""
        return (self.sections[id_].number or "")[:1].isdigit()

    def absolute(self, tokens: tuple[str, ...], *, family: str, leaf: int, ours: bool = False) -> int | None:
        """The section with a full number, sought in the scope of the leaf that names it.

        `ours` says that the words name the agreement itself ("of the Agreement"), so that an exhibit points out of
        itself.
        """
        if family in ATTACHED:
            return self._only(self._attached.get((family, " ".join(tokens)), []), near=leaf)
        for scope in self._scopes(leaf, family, ours=ours):
            fitting = [id_ for id_ in self._heads.get((scope, tokens[0]), []) if self._fits(id_, family)]
            found = self._only(self._named(fitting, family), near=leaf)
            found = self._uppermost(fitting) if found is None else found
            if found is not None:
                return self.descend(found, tokens[1:])
        return None

    def relative(self, tokens: tuple[str, ...], *, leaf: int) -> int | None:
        """The section that a bare “(b)” means at a leaf: among the leaf's own children, then its siblings, and up."""
        at = leaf if self._numbered(leaf) else self._above[leaf]
        while True:
            found = self._only(self._below.get((at, tokens[0]), []), near=leaf)
            if found is not None:
                return self.descend(found, tokens[1:])
            if at < 0:
                return None
            at = self._above[at]

    def descend(self, id_: int, tokens: tuple[str, ...]) -> int | None:
        """The section reached from one by the rungs below it, or None where a rung is missing."""
        at: int | None = id_
        for token in tokens:
            if at is None:
                return None
            at = self._only(self._below.get((at, token.lower()), []), near=at)
        return at

    def _scopes(self, leaf: int, family: str, *, ours: bool) -> tuple[int, ...]:
        own = self._scope[leaf]
        # A schedule speaks of the clauses it belongs to; an exhibit with numbers is a document of its own.
        schedule = self.sections[own].kind is SectionKind.SCHEDULE and family != "paragraph"
        if own == self._main or not (schedule or ours or own not in self._own_numbers):
            return (own,)
        return (self._main, own) if ours else (own, self._main)

    def _fits(self, id_: int, family: str) -> bool:
        own = self._family[id_]
        if own == family or (own in _LOOSE and family in _LOOSE and not self._is_bracketed(id_)):
            return True
        if self._worded[id_] or self._is_bracketed(id_):
            return False
        # The paragraphs of a practice direction are cited as such; within a Part they are its rules.
        if own == "direction":
            return family in ({"rule", "paragraph"} if self.enclosing(id_, "part") is not None else _LOOSE)
        # “5.” printed without a word may be called a section, a clause or an article.
        return own in {"article", *_LOOSE} and family in {"article", *_LOOSE}

    def _is_bracketed(self, id_: int) -> bool:
        """Tell whether a section is a paragraph of a judgment ("[14]"), which is never called a section or a clause."""
        return (self.sections[id_].number or "").startswith("[")

    def _named(self, ids: list[int], family: str) -> list[int]:
        """Return the candidates with exactly the family asked for: by their printed label, or by their kind."""
        exact = [id_ for id_ in ids if self._family[id_] == family]
        return [id_ for id_ in exact if self._worded[id_]] or (exact if family not in _LOOSE else []) or ids

    def _uppermost(self, ids: Sequence[int]) -> int | None:
        """The one candidate that stands above the others, once the list of parties before the recitals is left out."""
        body = [id_ for id_ in ids if id_ > self._recitals]
        highest = min((self.sections[id_].level for id_ in body), default=0)
        upper = [id_ for id_ in body if self.sections[id_].level == highest]
        return upper[0] if len(upper) == 1 else None

    def _only(self, ids: Sequence[int], *, near: int) -> int | None:
        """Return the only candidate, or the only one in the same branch as the reference; otherwise None."""
        if len(ids) < 2:
            return ids[0] if ids else None
        branch = self._above[near] if near < len(self._above) else -1
        while branch >= 0:
            span = self.sections[branch].span
            inside = [id_ for id_ in ids if span.contains(self.sections[id_].span)]
            if len(inside) == 1:
                return inside[0]
            branch = self._above[branch]
        return None


def _read_label(section: Section) -> tuple[str | None, bool, tuple[str, ...]]:
    """The family, whether the label itself names it, and the rungs of a section's printed number."""
    family = _FAMILY_OF_KIND.get(section.kind)
    if not section.number:
        return family, False, ()
    label = _LABEL.fullmatch(section.number.strip())
    if label is None:
        return family, False, ()
    named = family_of(label["word"]) if label["word"] else None
    if named:
        return named, True, tokens_of(label["number"])
    return family, False, tokens_of(section.number.strip())
