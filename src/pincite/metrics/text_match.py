"""Passages as words against gold as words: by exact match, shared words and substrings.

There are two ways of counting: as the published script computes them (`script_*`) and as they are defined. To the
script an empty passage matches everything, and its ideal ranking holds only the relevant passages that were retrieved,
so that a single relevant passage has an nDCG of 1. Nothing here needs an installed package.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pincite.metrics.document_ranking import discounted_gain
from pincite.metrics.words import words_of


@dataclass(frozen=True, slots=True)
class TextQuery:
    """A query's gold passages and the retrieved ones, best first, as words."""

    golds: tuple[str, ...]
    passages: tuple[str, ...]


def exact_match(query: TextQuery) -> float:
    """1 where the first passage is a gold passage."""
    if not query.passages:
        return 0.0
    return float(normal_form(query.passages[0]) in {normal_form(gold) for gold in query.golds})


def span_f1(query: TextQuery) -> float:
    """The F1 of the first passage's words with those of the gold passage most like it."""
    if not query.passages:
        return 0.0
    found = words_of(query.passages[0])
    return max((_f1(found, words_of(gold)) for gold in query.golds), default=0.0)


def text_recall(query: TextQuery, k: int | None) -> float:
    """Gold passages that match one of the first k."""
    return _recall(query, k, matches)


def script_recall(query: TextQuery, k: int | None) -> float:
    """The same by the script's rule of matching."""
    return _recall(query, k, script_matches)


def text_ndcg(query: TextQuery, k: int | None) -> float:
    """Each gold passage gains once, where it is first matched; the ideal has all of them first."""
    waiting = [gold for gold in map(normal_form, query.golds) if gold]
    ideal = discounted_gain([1.0] * len(waiting[:k]))
    gains = []
    for passage in map(normal_form, query.passages[:k]):
        hit = next((gold for gold in waiting if matches(gold, passage)), None)
        gains.append(float(hit is not None))
        if hit is not None:
            waiting.remove(hit)
    return discounted_gain(gains) / ideal if ideal else 0.0


def stated_ndcg(query: TextQuery, k: int | None) -> float:
    """Every passage that matches by the script's rule gains; the ideal has as many as there are gold passages."""
    ideal = discounted_gain([1.0] * len(query.golds[:k]))
    return discounted_gain(_gains(query, k, script_matches)) / ideal if ideal else 0.0


def script_ndcg(query: TextQuery, k: int | None) -> float:
    """Every passage that matches by the script's rule gains; the ideal has as many as were retrieved."""
    gains = _gains(query, k, script_matches)
    ideal = discounted_gain(sorted(gains, reverse=True))
    return discounted_gain(gains) / ideal if ideal else 0.0


def matches(gold: str, passage: str) -> bool:
    """Tell whether either of two texts in normal form holds the other; an empty text matches nothing."""
    return bool(gold and passage) and (gold in passage or passage in gold)


def script_matches(gold: str, passage: str) -> bool:
    """The same as the script has it, where an empty text is part of every text."""
    return gold in passage or passage in gold


def normal_form(text: str) -> str:
    """A passage as it is compared."""
    return text.strip().lower()


def _recall(query: TextQuery, k: int | None, match: Callable[[str, str], bool]) -> float:
    passages = [normal_form(passage) for passage in query.passages[:k]]
    golds = [normal_form(gold) for gold in query.golds]
    found = sum(any(match(gold, passage) for passage in passages) for gold in golds)
    return found / len(golds) if golds else 0.0


def _gains(query: TextQuery, k: int | None, match: Callable[[str, str], bool]) -> list[float]:
    golds = [normal_form(gold) for gold in query.golds]
    return [float(any(match(gold, normal_form(passage)) for gold in golds)) for passage in query.passages[:k]]


def _f1(found: frozenset[str], gold: frozenset[str]) -> float:
    shared = len(found & gold)
    if not shared:
        return 0.0
    precision, recall = shared / len(found), shared / len(gold)
    return 2 * precision * recall / (precision + recall)
