"""Sources that an answer cites against those that the truth names, by the level at which they agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.legal.citations import CitationKind, find_citations
from pincite.metrics.legal import direct

_NUMBER = re.compile(r"\[(\d{1,4})\]")
_BRACKETED = re.compile(r"\[([^\[\]\n]{1,500})\]")
_PLACE = re.compile(r"#page=[^\]]{0,200}$|\(pp?\.?\s?\d[^)]{0,40}\)")
_ENDING = re.compile(r"\.(?:pdf|docx?|html?|txt|json|md)$")
_WORD = re.compile(r"\w+")
_OTHERS = 100
_RULES = frozenset({CitationKind.CPR, CitationKind.PRACTICE_DIRECTION})


class NameAgreement(StrEnum):
    """How far two names of sources agree, best first."""

    EQUAL = "equal"
    CONTAINS = "contains"
    SAME_PART = "same_part"
    NONE = "none"


def labelled_answer(response: Response) -> str:
    """The answer with each "[N]" written as the label of the source that it cites, where that is known."""
    labels = {source.number: source_label(source) for source in response.citations if source.number is not None}
    return _NUMBER.sub(lambda mark: f"[{labels.get(int(mark[1]), mark[1])}]", response.answer or "")


def source_label(source: CitedSource) -> str:
    """A source's label: the one it has, or its document with the page."""
    return source.label or (source.document if source.page is None else f"{source.document}#page={source.page}")


def named_sources(text: str) -> list[str]:
    """The names in brackets of a text, each once; numbers and years are none."""
    names = (" ".join(name.split()) for name in _BRACKETED.findall(text))
    return list(dict.fromkeys(name for name in names if not re.fullmatch(r"[\d,;\s–-]+", name)))


def agreement(one: str, other: str) -> NameAgreement:
    """The level at which two names agree."""
    first, second = _words(one), _words(other)
    if first and first == second:
        return NameAgreement.EQUAL
    if _holds(first, second) or _holds(second, first):
        return NameAgreement.CONTAINS
    return NameAgreement.SAME_PART if _parts(one) & _parts(other) else NameAgreement.NONE


def source_f1(answer: str, truth: str) -> float | None:
    """F1 of the sources named: one agrees with another where they are equal or one holds all words of the other.

    None where the truth names no source. Topics and shared words count for nothing.
    """
    wanted, given = named_sources(truth), named_sources(answer)
    if not wanted:
        return None
    agreed = {NameAgreement.EQUAL, NameAgreement.CONTAINS}
    left = list(given)
    found = 0
    for name in wanted:
        match = next((other for other in left if agreement(name, other) in agreed), None)
        if match is not None:
            left.remove(match)
            found += 1
    return 2 * found / (len(wanted) + len(given)) if given else 0.0


def levels(outcomes: Sequence[QueryOutcome]) -> dict[str, float]:
    """The share of the truths' sources at each level, by the best source of the answer."""
    counts: Counter[NameAgreement] = Counter()
    order = list(NameAgreement)
    for outcome in outcomes:
        given = named_sources(labelled_answer(outcome.response))
        for name in named_sources(outcome.gold_answer or ""):
            counts[min((agreement(name, other) for other in given), key=order.index, default=NameAgreement.NONE)] += 1
    total = counts.total()
    return {str(level): counts[level] / total for level in order} if total else {}


def shuffled_floor(
    outcomes: Sequence[QueryOutcome], score: Callable[[str, str], float | None] = direct.precedent_matching
) -> float | None:
    """What the measure gives to answers to other questions: the mean over other answers, for truths with sources.

    Only the part of a value above this floor is meaningful. Of many answers each truth is held against a hundred,
    taken at even distances.
    """
    pairs = [(labelled_answer(o.response), o.gold_answer or "") for o in outcomes if o.response.answer]
    step = max(1, len(pairs) // _OTHERS)
    values = [
        value
        for at, (_, truth) in enumerate(pairs)
        if named_sources(truth)
        for further in range(step, len(pairs), step)
        if (value := score(pairs[(at + further) % len(pairs)][0], truth)) is not None
    ]
    return sum(values) / len(values) if values else None


def _words(name: str) -> tuple[str, ...]:
    bare = _PLACE.sub("", _ENDING.sub("", _PLACE.sub("", name.casefold()).strip()))
    return tuple(word for word in _WORD.findall(bare.replace("_", " ")) if word not in {"the", "of", "and", "a", "to"})


def _holds(longer: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    """Tell whether a name holds another word by word, in order; one that is a mere number is held by none."""
    if not shorter or all(word.isdigit() for word in shorter) or len("".join(shorter)) < 5:
        return False
    return any(longer[at : at + len(shorter)] == shorter for at in range(len(longer) - len(shorter) + 1))


def _parts(name: str) -> set[str]:
    """The Parts that a name is about: a rule and a practice direction are about the Part of their number."""
    keys = (
        key for citation in find_citations(name.replace("_", " ")) if citation.kind in _RULES for key in citation.keys
    )
    return {found[0] for key in keys if (found := re.search(r"\d+", key))}
