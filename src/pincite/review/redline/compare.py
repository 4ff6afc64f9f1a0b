"""Two versions of a document become a redline."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.reading import Reading
from pincite.review.redline.align import align, in_order
from pincite.review.redline.change import ChangeKind, Clause, ClauseChange, Redline, RedlinePiece
from pincite.review.redline.clauses import clauses_of
from pincite.review.redline.words import compare_figures, compare_words


def compare_versions(old: Reading, new: Reading) -> Redline:
    """The changes from one version to the next, clause by clause."""
    before, after = clauses_of(old), clauses_of(new)
    pairs = align(before, after)
    matched = [(i, j) for i, j in pairs if i is not None and j is not None]
    kept = in_order(matched)
    placed: list[tuple[float, ClauseChange]] = []
    unchanged = 0
    for i, j in pairs:
        change = _change(before, after, i, j, moved=i is not None and j is not None and (i, j) not in kept)
        if change is None:
            unchanged += 1
        else:
            placed.append((_place(i, j, matched), change))
    ordered = tuple(change for _, change in sorted(placed, key=lambda one: one[0]))
    return Redline(old.doc.source.path, new.doc.source.path, ordered, unchanged)


def _change(
    before: Sequence[Clause], after: Sequence[Clause], i: int | None, j: int | None, *, moved: bool
) -> ClauseChange | None:
    old = before[i] if i is not None else None
    new = after[j] if j is not None else None
    if old is None and new is not None:
        return ClauseChange(ChangeKind.ADDED, None, new, pieces=(RedlinePiece("added", new.words),))
    if new is None and old is not None:
        return ClauseChange(ChangeKind.REMOVED, old, None, pieces=(RedlinePiece("removed", old.words),))
    if old is None or new is None:
        return None
    pieces = compare_words(old.words, new.words)
    if any(piece.kind != "same" for piece in pieces):
        figures = compare_figures(old.words, new.words)
        return ClauseChange(ChangeKind.REWORDED, old, new, moved=moved, pieces=pieces, figures=figures)
    return ClauseChange(ChangeKind.MOVED, old, new, moved=True, pieces=pieces) if moved else None


def _place(i: int | None, j: int | None, matched: Sequence[tuple[int, int]]) -> float:
    """Where a change stands in the new version; what was removed, behind the clause that stood before it."""
    if j is not None:
        return float(j)
    before = [other for own, other in matched if i is not None and own < i]
    return max(before, default=-1) + 0.5
