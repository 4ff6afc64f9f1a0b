"""Change: what became of a clause from one version of a document to the next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.spans import Span


class ChangeKind(StrEnum):
    """What happened to a clause."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    REWORDED = "reworded"


@dataclass(frozen=True, slots=True)
class Clause:
    """A leaf of the clause tree: where it stands, its label such as "5.2", and its words without the label."""

    span: Span
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class RedlinePiece:
    """A stretch of a redline: words that are in both versions ("same"), in the old alone ("removed"), or the new."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A number of the old words and what stands in its place; one of them is empty where nothing does."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A changed clause in both versions.

    One that is reworded may stand elsewhere besides; then `moved` is true. `pieces` are the words of both versions in
    order, `figures` the numbers that differ.
    """

    kind: ChangeKind
    old: Clause | None
    new: Clause | None
    moved: bool = False
    pieces: tuple[RedlinePiece, ...] = ()
    figures: tuple[FigureChange, ...] = ()

    @property
    def label(self) -> str:
        """The clause's label in both versions."""
        old, new = (clause.label if clause else "" for clause in (self.old, self.new))
        return f"{old} → {new}" if old and new and old != new else new or old

    @property
    def description(self) -> str:
        """What happened, in words."""
        return f"{self.kind.value} and moved" if self.moved and self.kind is ChangeKind.REWORDED else self.kind.value


@dataclass(frozen=True, slots=True)
class Redline:
    """All changes in the order of the new version, a removed clause where it stood; and how many are the same."""

    old: str
    new: str
    changes: tuple[ClauseChange, ...]
    unchanged: int

    def first_figures(self) -> list[ClauseChange]:
        """The changes, those with changed numbers before the others."""
        return sorted(self.changes, key=lambda change: not change.figures)
