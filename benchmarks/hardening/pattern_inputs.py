"""Adversarial inputs for a regular expression: what its own repeats, prefixes and character classes suggest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

# Each order prefers another kind of character, so that a class with many members is filled in several ways.
_ORDERS = ("aA1 .,", "A1a -", " \t\nA", "\n1aA", ".,-a1(", '_/&é"“')
_REST = "".join(map(chr, range(32, 127))) + "\n\t\xa0éÉč“”„«»’‘–—…•§£€"
_GENERIC = (
    " ", "\t", "\n", "a", "A", "1", ".", ",", "-", "_", "(", ")", "[", "]", '"', "“", "'", "<", ">", "|", "*", "#",
    "AB ", "Ab ", "ab ", "a b", "A, ", "1. ", "1.", "1,", "(a)", "((a", "[1]", "a.", "A.", " \n", "\n \n", "a\n", "* ",
    "| ", "- ", '"a', '" ', "“a” ", "a=", "='a", "&amp;", "<a ", "</a>", "… ", ". . .", "Section 1 ", "and ", "of the ",
)  # fmt: skip
_REPEATS = {sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT}


@dataclass(frozen=True, slots=True)
class Attack:
    """A text that grows by its middle."""

    before: str
    pump: str
    after: str

    def text(self, length: int) -> str:
        """The text with a middle of about `length` characters."""
        return self.before + self.pump * max(1, length // len(self.pump)) + self.after


def attacks(pattern: str, *, flags: int) -> list[Attack]:
    """Texts that would make a careless pattern slow, each once."""
    return list(dict.fromkeys(Attack(*piece) for piece in _pieces(pattern, flags) if piece[1]))


def _pieces(pattern: str, flags: int) -> Iterator[tuple[str, str, str]]:
    tree = sre_parser.parse(pattern, flags)
    for order in _ORDERS:
        writer = _Writer(order, flags)
        whole = writer.write(tree)
        for before, pump in writer.repeats:
            yield before, pump, "\0"
            yield before, pump, "\n!"
            yield "", before + pump, "\0"
            yield "", before, "\0"
        pumps = [pump for _, pump in writer.repeats]
        for (before, one), other in zip(writer.repeats, pumps[1:], strict=False):
            yield before, one + other, "\0"
        yield "", whole, ""
        yield "", whole[:-1], "\0"
        yield "", whole + " ", "\0"
    for pump in _GENERIC:
        yield "", pump, ""
        yield "", pump, "!"
        yield "a |b", pump, "\0"


class _Writer:
    """Writes a text that a parsed pattern matches, and notes each repeat with the text before it."""

    def __init__(self, order: str, flags: int) -> None:
        self.repeats: list[tuple[str, str]] = []
        self._order = order + _REST
        self._flags = flags & ~re.DEBUG
        self._groups: dict[int, str] = {}

    def write(self, nodes: Any, before: str = "") -> str:
        text = ""
        for kind, value in nodes:
            text += self._node(kind, value, before + text)
        return text

    def _node(self, kind: Any, value: Any, before: str) -> str:
        if kind in _REPEATS:
            least, most, body = value
            piece = self.write(body, before)
            if most > 1 and piece:
                self.repeats.append((before, piece))
            return piece * max(least, 1)
        if kind is sre.SUBPATTERN:
            text = self.write(value[3], before)
            self._groups[value[0]] = text
            return text
        if kind is sre.BRANCH:
            # Every branch is walked for its repeats; the first carries on.
            return [self.write(branch, before) for branch in value[1]][0]
        if kind is sre.ATOMIC_GROUP:
            return self.write(value, before)
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            self.write(value[1], before)
            return ""
        if kind is sre.GROUPREF:
            return self._groups.get(value, "")
        if kind is sre.GROUPREF_EXISTS:
            return self.write(value[1], before)
        return "" if kind is sre.AT else self._character(kind, value)

    def _character(self, kind: Any, value: Any) -> str:
        if kind is sre.LITERAL:
            return chr(value)
        return next((character for character in self._order if character in _members(kind, value, self._flags)), "")


# Every pattern is written in several orders, and most classes of characters stand in many patterns.
_MEMBERS: dict[tuple[str, int], frozenset[str]] = {}


def _members(kind: Any, value: Any, flags: int) -> frozenset[str]:
    """The characters we know that a class of characters takes."""
    key = (repr((kind, value)), flags)
    if key not in _MEMBERS:
        state = sre_parser.State()
        state.flags = flags
        one = re._compiler.compile(sre_parser.SubPattern(state, [(kind, value)]), flags)  # type: ignore[attr-defined]
        _MEMBERS[key] = frozenset(character for character in "".join((*_ORDERS, _REST)) if one.match(character))
    return _MEMBERS[key]
