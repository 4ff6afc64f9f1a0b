"""The special field that a rule names at its head: “In the Fisheries List, a defence is due within 10 days”."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.legal.wording import stems

_OPENING = re.compile(
    r"\A\W{0,9}(?:\(?[a-z\d]{1,3}(?:\.\d{1,3}){0,3}[.)]?\s{1,9})?"
    r"(?:(?P<out>outside|(?:other\s+than|except)\s+(?:in|on|for|under)|apart\s+from)|in|on|under|for|within)\s{1,3}"
    r"(?:(?:the|an?|any|all|every)\s{1,3})?(?P<name>[^\W\d_][^,.;:\d]{2,60}?)(?:,|\s(?=(?:the|an?|no|each|every)\s))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class OpeningField:
    """The field that a sentence speaks of at its head, by the stems of its name, the noun last; or all `outside` it."""

    name: tuple[str, ...]
    outside: bool

    def covers(self, words: str) -> bool:
        """Tell whether words name this very field."""
        return set(self.name) <= set(stems(words))

    def is_beside(self, other: OpeningField) -> bool:
        """Tell whether another field is one of the same kind with another name: an urgent appeal, an ordinary one."""
        return self.name[-1] == other.name[-1] and not set(other.name) <= set(self.name)


def read_opening_field(sentence: str) -> OpeningField | None:
    """The field that a sentence names at its head, if it names one."""
    found = _OPENING.match(sentence)
    name = tuple(stems(found["name"])) if found else ()
    return OpeningField(name, outside=found["out"] is not None) if found and name else None
