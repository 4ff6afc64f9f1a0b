"""Offset arithmetic: half-open spans of code points, and the map between a raw text and its canonical form."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite.errors import SpanError


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range `[start, end)` of code points in a document's canonical text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise SpanError(f"A span needs 0 <= start <= end, not [{self.start}, {self.end}).")

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        """Tell whether the span holds any character."""
        return self.end > self.start

    def contains(self, other: Span) -> bool:
        """Tell whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share a character; touching is not overlapping."""
        return self.start < other.end and other.start < self.end

    def intersection(self, other: Span) -> Span | None:
        """The characters both hold, or None where they share none."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Span(start, end) if start < end else None

    def shift(self, by: int) -> Span:
        """The same range, moved."""
        return Span(self.start + by, self.end + by)

    def slice(self, text: str) -> str:
        """The characters of `text` in this range; a range outside the text is an error, never a shorter answer."""
        if self.end > len(text):
            raise SpanError(f"Span [{self.start}, {self.end}) ends after the text, which has {len(text)} characters.")
        return text[self.start : self.end]


def merge_spans(spans: Iterable[Span], *, gap: int = 0) -> list[Span]:
    """Sort spans and join those that overlap, touch, or lie at most `gap` characters apart."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end + gap:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def subtract_spans(whole: Span, holes: Iterable[Span]) -> list[Span]:
    """The parts of `whole` that no hole covers, in order."""
    parts: list[Span] = []
    at = whole.start
    for hole in merge_spans(holes):
        if hole.end <= at or hole.start >= whole.end:
            continue
        if hole.start > at:
            parts.append(Span(at, hole.start))
        at = max(at, hole.end)
    if at < whole.end:
        parts.append(Span(at, whole.end))
    return parts


class OffsetMap:
    """Which raw characters each canonical character came from.

    Built as a list of runs in order. A *copied* run has the same length on both sides and maps character by character;
    a *replaced* run (an entity, a CRLF, dropped markup, a number the word processor computed) maps as a whole. Built
    once at ingest; every later offset is canonical.
    """

    __slots__ = ("_canonical", "_copied", "_raw", "canonical_length", "raw_length")

    def __init__(self) -> None:
        self._raw = array("q")
        self._canonical = array("q")
        self._copied = array("b")
        self.raw_length = 0
        self.canonical_length = 0

    @classmethod
    def identity(cls, length: int) -> OffsetMap:
        """The map of a text that was taken as it is."""
        offsets = cls()
        offsets.copy(length)
        return offsets

    def copy(self, length: int) -> None:
        """Append `length` raw characters that stand unchanged in the canonical text."""
        if length:
            if not (self._copied and self._copied[-1]):
                self._append(copied=True)
            self.raw_length += length
            self.canonical_length += length

    def replace(self, raw: int, canonical: int) -> None:
        """Append `raw` raw characters that became `canonical` other ones; either may be 0 (dropped, or made up)."""
        if raw or canonical:
            self._append(copied=False)
            self.raw_length += raw
            self.canonical_length += canonical

    def to_raw(self, span: Span) -> Span:
        """The smallest raw range from which all of a canonical span came."""
        self._check(span.end, self.canonical_length, side="canonical")
        return self._across(span, near=self._canonical, far=self._raw, far_length=self.raw_length)

    def to_canonical(self, span: Span) -> Span:
        """The smallest canonical range that holds all that came of a raw span."""
        self._check(span.end, self.raw_length, side="raw")
        return self._across(span, near=self._raw, far=self._canonical, far_length=self.canonical_length)

    def runs(self) -> Iterator[tuple[Span, Span, bool]]:
        """Each run as (raw span, canonical span, copied)."""
        for i in range(len(self._raw)):
            last = i + 1 == len(self._raw)
            raw_end = self.raw_length if last else self._raw[i + 1]
            canonical_end = self.canonical_length if last else self._canonical[i + 1]
            yield Span(self._raw[i], raw_end), Span(self._canonical[i], canonical_end), bool(self._copied[i])

    def _append(self, *, copied: bool) -> None:
        self._raw.append(self.raw_length)
        self._canonical.append(self.canonical_length)
        self._copied.append(copied)

    @staticmethod
    def _check(end: int, length: int, *, side: str) -> None:
        if end > length:
            raise SpanError(f"Offset {end} is outside the {side} text, which has {length} characters.")

    def _across(self, span: Span, *, near: array[int], far: array[int], far_length: int) -> Span:
        start = self._cross(span.start, near=near, far=far, far_length=far_length, at_end=False)
        if not span:
            return Span(start, start)
        end = self._cross(span.end - 1, near=near, far=far, far_length=far_length, at_end=True)
        return Span(min(start, end), end)

    def _cross(self, offset: int, *, near: array[int], far: array[int], far_length: int, at_end: bool) -> int:
        # The last run that starts at or before the offset: runs that are empty on this side are skipped.
        run = bisect_right(near, offset) - 1
        if run < 0:
            return 0
        if self._copied[run]:
            return far[run] + offset - near[run] + at_end
        if at_end:
            return far[run + 1] if run + 1 < len(far) else far_length
        return far[run]
