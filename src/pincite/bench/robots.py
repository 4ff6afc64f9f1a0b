"""robots.txt, by RFC 9309: which paths of a host a robot may fetch, and how long it is to wait between two."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LARGEST = 500 * 1024


@dataclass(slots=True)
class Group:
    """Rules for the robots it names."""

    agents: list[str] = field(default_factory=list)
    rules: list[tuple[bool, str]] = field(default_factory=list)
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Robots:
    """What a host asks of one robot."""

    rules: tuple[tuple[bool, str], ...] = ()
    delay: float = 0.0

    @classmethod
    def parse(cls, text: str, *, agent: str) -> Robots:
        """The rules for a robot: those of all groups that name it, else those for everyone."""
        groups = _groups(text[:LARGEST])
        mine = [group for group in groups if agent.lower() in group.agents]
        mine = mine or [group for group in groups if "*" in group.agents]
        rules = tuple(rule for group in mine for rule in group.rules)
        return cls(rules, max((group.delay for group in mine), default=0.0))

    @classmethod
    def closed(cls) -> Robots:
        """The rules of a host whose robots.txt cannot be had: nothing is allowed."""
        return cls(((False, "/"),))

    def allows(self, path: str) -> bool:
        """Whether a path may be fetched: the longest rule that matches decides, and of two as long the kinder."""
        matching = [(len(pattern), allow) for allow, pattern in self.rules if _matches(pattern, path)]
        return max(matching, default=(0, True))[1]


def _matches(pattern: str, path: str) -> bool:
    """Whether a path begins as a pattern says, in which * is anything and a final $ the end of the path."""
    head, *parts = pattern.removesuffix("$").split("*")
    last = parts.pop() if parts and pattern.endswith("$") else None
    if not path.startswith(head):
        return False
    at = len(head)
    for part in parts:
        at = path.find(part, at)
        if at == -1:
            return False
        at += len(part)
    if last is not None:
        return path.endswith(last) and len(path) - len(last) >= at
    return not pattern.endswith("$") or at == len(path)


def _groups(text: str) -> list[Group]:
    groups: list[Group] = []
    naming = False
    for line in re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")):
        key, colon, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not colon:
            continue
        if key == "user-agent":
            if not naming:
                groups.append(Group())
            groups[-1].agents.append(value.partition("/")[0].lower())
        elif groups and key in {"allow", "disallow"} and value:
            groups[-1].rules.append((key == "allow", value))
        elif groups and key == "crawl-delay" and re.fullmatch(r"\d{1,4}(\.\d+)?", value):
            groups[-1].delay = float(value)
        naming = key == "user-agent" or (naming and key not in {"allow", "disallow", "crawl-delay"})
    return groups
