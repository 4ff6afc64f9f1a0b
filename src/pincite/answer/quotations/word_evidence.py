"""Evidence by shared word stems and their proximity, for languages that the models do not read."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace

from pincite.domain.answer import AnswerContext
from pincite.legal.languages import STOP_WORDS, known_language, root_of, stem_words
from pincite.legal.sentences import split_sentences
from pincite.spans import Span

_WORD = re.compile(r"[^\W\d_]+")
# What a sentence's score is made of: the question's words it holds in any form, in the same form, and how near.
_ANY_FORM, _SAME_FORM, _NEAR = 0.6, 0.2, 0.2
_STEEP, _MIDDLE = 8.0, 0.55


def point_at_words(context: AnswerContext, languages: Mapping[str, str | None]) -> AnswerContext:
    """The context with the sentences of each source as its evidence; `languages` are those of the documents."""
    sources = []
    for source in context.sources:
        language = known_language(languages.get(source.passage.doc_id))
        wanted = _content(context.question, language)
        spots = []
        for span in split_sentences(source.text, Span(0, len(source.text))):
            score = _score(wanted, _content(span.slice(source.text), language))
            chance = 1 / (1 + math.exp(-_STEEP * (score - _MIDDLE)))
            spots.append((span.shift(source.passage.span.start), chance))
        best = sorted(spots, key=lambda spot: (-spot[1], spot[0]))
        sources.append(replace(source, evidence=tuple(best)))
    return replace(context, sources=tuple(sources))


def _content(text: str, language: str) -> list[tuple[str, str, str]]:
    """Return the content words of a text: as spelled, their stems and their roots."""
    words = [word for word in _WORD.findall(text.casefold()) if word not in STOP_WORDS[language]]
    roots = [root_of(word, language) or "" for word in words]
    return list(zip(words, stem_words(words, language), roots, strict=True))


def _score(wanted: list[tuple[str, str, str]], held: list[tuple[str, str, str]]) -> float:
    places = [[at for at, other in enumerate(held) if _alike(word, other)] for word in wanted]
    found = [at for at in places if at]
    if not found:
        return 0.0
    spelt = {word for word, _, _ in held}
    same = sum(word in spelt for word, _, _ in wanted) / len(wanted)
    return _ANY_FORM * len(found) / len(wanted) + _SAME_FORM * same + _NEAR * len(found) / _window(found)


def _alike(one: tuple[str, str, str], other: tuple[str, str, str]) -> bool:
    return one[1] == other[1] or (bool(one[2]) and one[2] == other[2])


def _window(places: list[list[int]]) -> int:
    """Return the length of the shortest range of words that contains one of each."""
    best = math.inf
    for start in {at for each in places for at in each}:
        ends = [min((at for at in each if at >= start), default=math.inf) for each in places]
        best = min(best, max(ends) - start + 1)
    return int(best)
