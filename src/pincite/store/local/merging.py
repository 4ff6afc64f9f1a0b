"""When the segments of a store are merged.

Segments are grouped by size, each group holding those up to eight times as large as the group below. A group that grows
past eight is joined into one segment. So each row is written again only a few times however large the store grows,
adding a document rarely touches more than that document, and a search has few segments to visit.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.store.local.generations import SegmentRef

_MOST = 8
_SMALLEST = 1000


def choose_segments(segments: Sequence[SegmentRef]) -> tuple[SegmentRef, ...]:
    """The segments to join now, in order; none where there is nothing to gain."""
    groups: dict[int, list[SegmentRef]] = {}
    for segment in segments:
        groups.setdefault(_group(segment.rows), []).append(segment)
    full = [group for _, group in sorted(groups.items()) if len(group) > _MOST]
    return tuple(full[0]) if full else ()


def _group(rows: int) -> int:
    group = 0
    while rows > _SMALLEST:
        rows //= _MOST
        group += 1
    return group
