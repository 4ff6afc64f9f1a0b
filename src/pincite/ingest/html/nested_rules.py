"""Rules of a style sheet for elements inside others (".x p", "div > .note"), as far as they hide or show them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_COMPOUND = re.compile(r"\*?(?:[a-z][\w-]*)?(?:[.#][\w-]+)*")
_PARTS = re.compile(r"\s*(>)\s*|\s+")
_KEYS = re.compile(r"[.#]?[\w-]+")
# What stands in a selector that is not understood; a state that comes about by a reader's hand is not there at first.
_UNKNOWN = re.compile(r"\[[^\]]*\]?|::?[\w-]+(?:\([^)]*\)?)?")
_BY_HAND = re.compile(r":(?:hover|focus|active|target|checked)")
_SHOWN = frozenset({"block", "inline", "inline-block", "flex", "grid", "table", "contents", "revert", "visible"})
# What may hide an element or show it again.
_TELLING = frozenset({"display", "visibility", "content-visibility", "opacity", "font-size"})
# Only so many elements around one are looked at, and so many rules for one key: neither has an end on a hostile page.
DEEPEST = 64
_MOST_RULES = 100


@dataclass(frozen=True, slots=True)
class _NestedRule:
    """The last part of a selector, then what must be around it from the inside out, each with whether it is next."""

    weight: tuple[int, int, int]
    last: frozenset[str]
    around: tuple[tuple[frozenset[str], bool], ...]
    declarations: Mapping[str, str]

    def holds(self, keys: frozenset[str], above: Sequence[frozenset[str]]) -> bool:
        """Whether it is for an element with these keys inside these others, the outermost first."""
        if not self.last <= keys:
            return False
        at = len(above)
        for wanted, is_next in self.around:
            at -= 1
            while not is_next and at >= 0 and not wanted <= above[at]:
                at -= 1
            if at < 0 or not wanted <= above[at]:
                return False
        return True


@dataclass(slots=True)
class NestedRules:
    """The rules with several parts, by one key of the last part."""

    _rules: dict[str, list[_NestedRule]] = field(default_factory=dict)
    _shown: set[frozenset[str]] = field(default_factory=set)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._rules)

    def add(self, selector: str, declarations: Mapping[str, str], *, hides: bool) -> None:
        """Take a selector of several parts; of one that is not understood, only that it shows something."""
        if not hides and _TELLING.isdisjoint(declarations):
            return
        known = _UNKNOWN.sub("", selector)
        if _BY_HAND.search(selector):
            return
        parts = _PARTS.split(known.strip())
        compounds = parts[::2]
        keys = [frozenset(_KEYS.findall(compound)) for compound in compounds]
        if known != selector or not all(_COMPOUND.fullmatch(one) and one for one in compounds):
            if not _SHOWN.isdisjoint((declarations.get("display"), declarations.get("visibility"))):
                self._shown.add(frozenset(_KEYS.findall(re.split(r"[\s>+~]", known.strip())[-1])))
            return
        around = tuple(zip(keys[-2::-1], (sign is not None for sign in parts[-2::-2]), strict=True))
        weight = (known.count("#"), known.count("."), sum(any(key[0] not in ".#" for key in one) for one in keys))
        rule = _NestedRule(weight, keys[-1], around, declarations)
        self._rules.setdefault(max(keys[-1], default="*"), []).append(rule)

    def declarations(self, keys: frozenset[str], above: Sequence[frozenset[str]]) -> dict[str, str]:
        """What the rules for an element say, the weightiest last; nothing where one that is not understood shows it."""
        listed = [rules for key in (*keys, "*") if len(rules := self._rules.get(key, ())) <= _MOST_RULES]
        found = [rule for rules in listed for rule in rules if rule.holds(keys, above)]
        if not found or any(shown <= keys for shown in self._shown):
            return {}
        merged: dict[str, str] = {}
        for rule in sorted(found, key=lambda rule: rule.weight):
            merged |= rule.declarations
        return merged
