"""Match the clauses of two versions by their words, wherever they are."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence

from pincite.legal.folding import fold_text
from pincite.review.redline.change import Clause
from pincite.review.redline.matching import matching_runs

# Clauses that share this much of their words are one clause, reworded; with the same label, less is enough.
_ALIKE, _SAME_LABEL = 0.55, 0.35
# This many of a clause's rarest words are looked up to find similar clauses.
_RAREST = 12
_MOST_CANDIDATES = 24


def align(old: Sequence[Clause], new: Sequence[Clause]) -> list[tuple[int | None, int | None]]:
    """Pairs of places in both versions; None where a clause has no counterpart."""
    pairs = _same_words(old, new)
    used, held = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    left = [i for i in range(len(old)) if i not in used]
    right = [j for j in range(len(new)) if j not in held]
    pairs += _alike(old, new, left, right)
    matched = dict(pairs)
    taken = set(matched.values())
    removed: list[tuple[int | None, int | None]] = [(i, None) for i in range(len(old)) if i not in matched]
    added: list[tuple[int | None, int | None]] = [(None, j) for j in range(len(new)) if j not in taken]
    return [*sorted(pairs, key=lambda pair: pair[1]), *removed, *added]


def in_order(pairs: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """The longest run of pairs that keep their order; whatever is not among them has moved."""
    ordered = sorted(pairs)
    tails: list[int] = []
    places: list[int] = []
    before: list[int | None] = []
    for at, (_, j) in enumerate(ordered):
        found = bisect_left(tails, j)
        before.append(places[found - 1] if found else None)
        if found == len(tails):
            tails.append(j)
            places.append(at)
        else:
            tails[found], places[found] = j, at
    kept = set()
    at_now: int | None = places[-1] if places else None
    while at_now is not None:
        kept.add(ordered[at_now])
        at_now = before[at_now]
    return kept


def _key(clause: Clause) -> str:
    return "".join(fold_text(clause.words).casefold().split())


def _same_words(old: Sequence[Clause], new: Sequence[Clause]) -> list[tuple[int, int]]:
    """Clauses with the same words: in order where that can be, then wherever they stand."""
    before, after = [_key(clause) for clause in old], [_key(clause) for clause in new]
    pairs = [(a + i, b + i) for a, b, size in matching_runs(before, after) for i in range(size)]
    used, taken = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    elsewhere: defaultdict[str, list[int]] = defaultdict(list)
    for j, key in enumerate(after):
        if j not in taken:
            elsewhere[key].append(j)
    for i, key in enumerate(before):
        if i not in used and elsewhere[key]:
            pairs.append((i, elsewhere[key].pop(0)))
    return pairs


def _alike(
    old: Sequence[Clause], new: Sequence[Clause], left: Sequence[int], right: Sequence[int]
) -> list[tuple[int, int]]:
    """The best pairs of clauses with much the same words, each clause in one pair."""
    bags = {j: Counter(_words(new[j])) for j in right}
    holders: defaultdict[str, list[int]] = defaultdict(list)
    labels: defaultdict[str, list[int]] = defaultdict(list)
    for j in right:
        labels[new[j].label].append(j)
        for word in bags[j]:
            holders[word].append(j)
    scored = []
    for i in left:
        own = Counter(_words(old[i]))
        for j in {*_candidates(own, holders), *labels[old[i].label]}:
            score = 2 * (own & bags[j]).total() / max(1, own.total() + bags[j].total())
            same = bool(old[i].label) and old[i].label == new[j].label
            if score >= (_SAME_LABEL if same else _ALIKE):
                scored.append((score + 0.1 * same, i, j))
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    taken: set[int] = set()
    for _, i, j in sorted(scored, key=lambda one: (-one[0], abs(one[1] - one[2]))):
        if i not in used and j not in taken:
            pairs.append((i, j))
            used.add(i)
            taken.add(j)
    return pairs


def _candidates(own: Counter[str], holders: defaultdict[str, list[int]]) -> list[int]:
    rare = sorted((word for word in own if word in holders), key=lambda word: len(holders[word]))[:_RAREST]
    votes = Counter(j for word in rare for j in holders[word])
    return [j for j, _ in votes.most_common(_MOST_CANDIDATES)]


def _words(clause: Clause) -> list[str]:
    return fold_text(clause.words).casefold().split()
