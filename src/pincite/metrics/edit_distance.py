"""Similarity of two texts by their edit distance."""

from __future__ import annotations


def likeness(one: str, other: str) -> float:
    """Return 1 minus the edit distance as a share of the longer text; 1 for equal texts."""
    longest = max(len(one), len(other))
    return 1 - _edits(one, other) / longest if longest else 1.0


def _edits(one: str, other: str) -> int:
    """Levenshtein's distance, a column of the table at a time as the bits of two numbers (Myers, Hyyrö)."""
    if not one or not other:
        return max(len(one), len(other))
    places: dict[str, int] = {}
    for at, sign in enumerate(one):
        places[sign] = places.get(sign, 0) | 1 << at
    every, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    up, down, edits = every, 0, len(one)
    for sign in other:
        equal = places.get(sign, 0)
        diagonal = (((equal & up) + up) ^ up) | equal | down
        right, left = down | ~(diagonal | up), up & diagonal
        edits += bool(right & last) - bool(left & last)
        right, left = right << 1 | 1, left << 1
        up, down = (left | ~(diagonal | right)) & every, right & diagonal & every
    return edits
