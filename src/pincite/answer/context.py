"""Context: the passages an answer may rest on, numbered, joined where they touch, within a budget of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage, Place
from pincite.domain.hit import DocumentCard, Hit
from pincite.legal.sentences import split_sentences
from pincite.spans import Span
from pincite.tokens import count_tokens

# Passages that lie at most this many characters apart are one source: the gap is white space or a heading.
_NEIGHBOURS = 2
# Where the highlighter is less sure of its best words than this, the next results are evidence too, this many in all.
# On questions as people ask them its best words are right half of the time below it, and four times in five above.
UNSURE, _SHOWN = 0.9, 3
# How far a span may grow to hold a whole word.
_WORD = 30


class ContextLibrary(Protocol):
    """What context needs of a store: texts, places and cards."""

    @property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document."""
        ...

    def text(self, doc_id: str) -> str:
        """A document's canonical text."""
        ...

    def place(self, passage: Passage) -> Place:
        """The section path and page where a passage begins."""
        ...


@dataclass(slots=True)
class _HitGroup:
    """Hits that touch, as one range; the rank and score are those of the best."""

    doc_id: str
    span: Span
    hits: list[Hit]


def assemble_context(question: str, hits: Sequence[Hit], library: ContextLibrary, *, tokens: int) -> AnswerContext:
    """Number the passages in order of rank; what does not fit the budget is left out, never cut mid-sentence."""
    cards = {card.id: card for card in library.cards}
    sources: list[NumberedSource] = []
    spent = 0
    evident = _evident(hits)
    for joined in _join(hits, library):
        made = _source(joined, cards[joined.doc_id], library, number=len(sources) + 1, evident=evident)
        source = _fit(made, tokens - spent, whole=bool(sources))
        if source is not None:
            sources.append(source)
            spent += _size(source)
    used = dict.fromkeys(source.passage.doc_id for source in sources)
    summaries = tuple((cards[id].path, cards[id].summary) for id in used if cards[id].summary)
    return AnswerContext(question, tuple(sources), summaries, spent)


def shorten_context(context: AnswerContext, *, tokens: int) -> AnswerContext:
    """The same context for one who can read less: the first sources that fit, under the same numbers, no summaries."""
    kept: list[NumberedSource] = []
    spent = 0
    for source in context.sources:
        fitting = _fit(source, tokens - spent, whole=bool(kept))
        if fitting is not None:
            kept.append(fitting)
            spent += _size(fitting)
    return replace(context, sources=tuple(kept), summaries=(), tokens=spent)


def _join(hits: Iterable[Hit], library: ContextLibrary) -> list[_HitGroup]:
    """Hits that overlap or touch put together, in the order of their best; exact words come with their chunk."""
    groups: list[_HitGroup] = []
    for hit in sorted(hits, key=lambda hit: hit.rank):
        merged = _HitGroup(hit.passage.doc_id, _with_surroundings(hit, library), [hit])
        apart = []
        for group in groups:
            if group.doc_id == merged.doc_id and _touch(group.span, merged.span):
                span = Span(min(group.span.start, merged.span.start), max(group.span.end, merged.span.end))
                merged = _HitGroup(group.doc_id, span, [*group.hits, *merged.hits])
            else:
                apart.append(group)
        groups = [*apart, merged]
    for group in groups:
        group.hits.sort(key=lambda hit: hit.rank)
    return sorted(groups, key=lambda group: group.hits[0].rank)


def _with_surroundings(hit: Hit, library: ContextLibrary) -> Span:
    if not hit.exact:
        return hit.passage.span
    own = whole_words(library.text(hit.passage.doc_id), hit.passage.span)
    chunk = own if hit.chunk is None else hit.chunk.span
    return Span(min(own.start, chunk.start), max(own.end, chunk.end)) if chunk.overlaps(own) else own


def _touch(one: Span, other: Span) -> bool:
    return one.start <= other.end + _NEIGHBOURS and other.start <= one.end + _NEIGHBOURS


def _evident(hits: Sequence[Hit]) -> dict[int, float]:
    """The scores of the hits that answer, by rank: exact words, and where those are doubtful other chunks besides.

    The ranking knows more than the scores, which say what the words alone are worth: a hit counts for no less than one
    that is ranked after it.
    """
    exact = [hit for hit in hits if hit.exact]
    best = {hit.rank for hit in exact}
    if exact and max(hit.score for hit in exact) < UNSURE:
        # What was cut away round the exact words is the less likely part of their chunk.
        marked = {hit.chunk for hit in exact}
        best = set(sorted(hit.rank for hit in hits if hit.exact or hit.chunk not in marked)[:_SHOWN])
    scores: dict[int, float] = {}
    least = 0.0
    for hit in sorted(hits, key=lambda hit: -hit.rank):
        if hit.rank in best:
            least = scores[hit.rank] = max(least, hit.score)
    return scores


def _source(
    joined: _HitGroup, card: DocumentCard, library: ContextLibrary, *, number: int, evident: Mapping[int, float]
) -> NumberedSource:
    text = library.text(joined.doc_id)
    span = trimmed(text, joined.span)
    passage = Passage(joined.doc_id, span)
    place = library.place(passage)
    shown = [
        (whole_words(text, hit.best or hit.passage.span), evident[hit.rank])
        for hit in joined.hits
        if hit.rank in evident
    ]
    # A source is shown without white space at its ends, and evidence lies within its source.
    evidence = tuple((within, score) for own, score in shown if (within := own.intersection(span)))
    return NumberedSource(
        number=number,
        passage=passage,
        text=span.slice(text),
        document=card.path,
        title=card.title,
        section=place.section,
        page=place.page,
        score=joined.hits[0].score,
        parties=card.parties,
        evidence=evidence,
    )


def whole_words(text: str, span: Span) -> Span:
    """A span grown to whole words, less a number or scrap of a neighbouring sentence at its ends."""
    # White space at an end parts words: what lies beyond it is another sentence, often of another clause.
    span = trimmed(text, span)
    start, end = span.start, span.end
    while start > 0 and not text[start - 1].isspace() and start > span.start - _WORD:
        start -= 1
    while end < len(text) and not text[end].isspace() and end < span.end + _WORD:
        end += 1
    pieces = split_sentences(text, Span(start, end))
    says = [piece for piece in pieces if re.search(r"[^\W\d]{3}", piece.slice(text))]
    return trimmed(text, Span(says[0].start, says[-1].end) if says else Span(start, end))


def trimmed(text: str, span: Span) -> Span:
    """A span without the white space at its ends; a span of white space alone stays."""
    words = span.slice(text)
    if not words.strip():
        return span
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, start + len(words.strip()))


def _size(source: NumberedSource) -> int:
    return count_tokens(source.header) + count_tokens(source.text)


def _fit(source: NumberedSource, tokens: int, *, whole: bool) -> NumberedSource | None:
    """The source if it fits; where it need not be whole, the first sentences of it that do; else None."""
    if _size(source) <= tokens:
        return source
    if whole:
        return None
    left = tokens - count_tokens(source.header)
    end = 0
    for sentence in split_sentences(source.text, Span(0, len(source.text))):
        left -= count_tokens(sentence.slice(source.text))
        if left < 0:
            break
        end = sentence.end
    if not end:
        return None
    text = source.text[:end].rstrip()
    start = source.passage.span.start
    span = Span(start, start + len(text))
    evidence = tuple((part, score) for spot, score in source.evidence if (part := spot.intersection(span)))
    return replace(source, text=text, passage=Passage(source.passage.doc_id, span), evidence=evidence)
