"""Scan a text with patterns that each begin with one fixed letter.

Python's `re` finds a fixed first letter about ten times as fast as one of a set, so "[Rr]ule" is sought as "Rule" and
as "rule".
"""

from __future__ import annotations

import re
from collections.abc import Iterator


def scan(text: str, *patterns: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The matches of all patterns in order of place, without those that begin inside an earlier one."""
    end = 0
    for match in sorted((match for pattern in patterns for match in pattern.finditer(text)), key=re.Match.start):
        if match.start() >= end:
            end = match.end()
            yield match
