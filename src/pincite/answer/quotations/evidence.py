"""Evidence: the sentences of each source that answer the question, where retrieval gave whole chunks."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pincite.answer.context import UNSURE, trimmed
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.legal.sentences import split_sentences
from pincite.legal.wording import stems
from pincite.ports import Embedder
from pincite.spans import Span

# What a sentence's score is made of: nearness in meaning, and the question's words that it or its heading holds.
_NEAR, _SHARED = 0.65, 0.35
# The logistic curve that turns the best sentence's score into the chance that the document answers; fitted as below.
_STEEP, _MIDDLE = 13.6, 0.461
# The chance that a contract answers a question, from the highlighter's logit for the best window it read. Fitted by
# `benchmarks/answers.py fit` on 270 pairs of a development contract and a CUAD question, half of them with an answer;
# how sure the highlighter is of single words added nothing.
RELEVANCE, BIAS = 0.703, -0.861
_SHORTEST = 25
# A sentence with fewer words than this that are not in the question only repeats it.
_NEWS = 2
# The verifier reads this many characters around words that are evidence.
_REACH = 500


def point_at_sentences(context: AnswerContext, embedder: Embedder) -> AnswerContext:
    """The context with the sentences of each source as its evidence, each with the chance that it answers."""
    question = _without_names(context)
    wanted = set(stems(question))
    spots = [
        (source, span)
        for source in context.sources
        for span in _sentences(source)
        if len(set(stems(span.slice(source.text))) - wanted) >= _NEWS
    ]
    if not spots:
        return replace(context, sources=tuple(_pointed(source, []) for source in context.sources))
    texts = [span.slice(source.text) for source, span in spots]
    near = embedder.embed_passages(texts) @ embedder.embed_queries([question])[0]
    shared = [
        len(wanted & {*stems(text), *stems(source.header)}) / max(len(wanted), 1)
        for text, (source, _) in zip(texts, spots, strict=True)
    ]
    scores = _NEAR * near + _SHARED * np.array(shared, dtype=np.float32)
    found: dict[int, list[tuple[Span, float]]] = {}
    for (source, span), score in zip(spots, scores.tolist(), strict=True):
        chance = 1 / (1 + math.exp(-_STEEP * (score - _MIDDLE)))
        found.setdefault(source.number, []).append((span.shift(source.passage.span.start), chance))
    return replace(context, sources=tuple(_pointed(source, found.get(source.number, [])) for source in context.sources))


def keep_to_one(context: AnswerContext) -> AnswerContext:
    """The context with the evidence of one document where the best of it is sure: what others say is another answer.

    Their passages stay among the sources. A question for several documents is asked of each by itself.
    """
    scores = [(score, source.passage.doc_id) for source in context.sources for _, score in source.evidence]
    if len({doc_id for _, doc_id in scores}) < 2 or max(scores)[0] < UNSURE:
        return context
    best = max(scores, key=lambda one: one[0])[1]
    kept = (source if source.passage.doc_id == best else replace(source, evidence=()) for source in context.sources)
    return replace(context, sources=tuple(kept))


def words_near(source: NumberedSource, span: Span) -> str:
    """The words of a source around a span of its document."""
    return text_near(source.text, span.shift(-source.passage.span.start))


def text_near(text: str, span: Span) -> str:
    """The words of a text around a span."""
    middle = (span.start + span.end) // 2
    return text[max(0, middle - _REACH) : middle + _REACH]


def weigh_evidence(context: AnswerContext, *, relevance: float | None) -> float:
    """How likely it is that the sources hold the answer, from 0 to 1.

    `relevance` is the highlighter's logit that the best window it read answers; where it read none, the best sentence
    counts.
    """
    if not context.sources:
        return 0.0
    if relevance is None:
        return max((chance for source in context.sources for _, chance in source.evidence), default=0.0)
    return 1 / (1 + math.exp(-(RELEVANCE * relevance + BIAS)))


def _without_names(context: AnswerContext) -> str:
    """The question without the names of documents and parties: those led to the sources, and answer nothing."""
    named = {stem for source in context.sources for stem in stems(" ".join((source.title or "", *source.parties)))}
    kept = [word for word in context.question.split() if not (word[:1].isupper() and set(stems(word)) & named)]
    return " ".join(kept)


def _pointed(source: NumberedSource, spots: list[tuple[Span, float]]) -> NumberedSource:
    return replace(source, evidence=tuple(sorted(spots, key=lambda spot: (-spot[1], spot[0]))))


def _sentences(source: NumberedSource) -> list[Span]:
    """The sentences of a source; a fragment too short to say anything goes with the one after it."""
    found: list[Span] = []
    start: int | None = None
    for span in split_sentences(source.text, Span(0, len(source.text))):
        begin = span.start if start is None else start
        whole = trimmed(source.text, Span(begin, span.end))
        start = begin if len(whole) < _SHORTEST else None
        if start is None:
            found.append(whole)
    return found or [Span(0, len(source.text))]
