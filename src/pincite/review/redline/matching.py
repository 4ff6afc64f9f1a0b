"""Which elements of two sequences are the same ones, in time that no text can make too long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from pincite.cancellation import checkpoint

# So many pairs of equal elements are looked at; honest texts have fewer. Beyond, those that come most often are no
# longer matched by themselves, only beside others.
_MOST_PAIRS = 60_000


def matching_runs(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, int]]:
    """Runs of equal elements, in order: where each begins in both, and its length."""
    checkpoint()
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    old, new = before[head:], after[head:]
    tail = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(reversed(old), reversed(new), strict=False)))
    old, new = old[: len(old) - tail], new[: len(new) - tail]
    frequent = _frequent(Counter(old), Counter(new))
    matcher = SequenceMatcher(frequent.__contains__ if frequent else None, old, new, autojunk=False)
    middle = [(block.a + head, block.b + head, block.size) for block in matcher.get_matching_blocks() if block.size]
    ends = [(len(before) - tail, len(after) - tail, tail)] if tail else []
    return [*([(0, 0, head)] if head else []), *middle, *ends]


def _frequent(old: Counter[str], new: Counter[str]) -> set[str]:
    """The elements that come so often in both that they are not matched by themselves."""
    pairs = sorted(((count * old[element], element) for element, count in new.items() if old[element]), reverse=True)
    total = sum(count for count, _ in pairs)
    frequent: set[str] = set()
    for count, element in pairs:
        if total <= _MOST_PAIRS:
            break
        frequent.add(element)
        total -= count
    return frequent
