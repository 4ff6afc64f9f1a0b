"""The item that answers: of a list whose items are sentences of their own, those are quoted that answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pincite.answer.context import trimmed
from pincite.answer.quotations.clauses import ClauseLibrary
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.legal.wording import stems
from pincite.ports import Verifier
from pincite.spans import Span

# An item answers where its log odds are at least these, and one goes where its own lie so far below them, and below 0.
_ANSWERS, _BEHIND = 2.0, 3.0
_ITEM = re.compile(r"^[^\S\n]*[-*+•▪●◦‣∙][^\S\n]+(?=\S)", re.MULTILINE)
_SENTENCE = re.compile(r"\W{0,4}[^\W_a-z].*[.!?][\"”’)*_]{0,4}\s*\Z", re.DOTALL)
# An item that goes on with the one before it.
_GOES_ON = re.compile(
    r"\W{0,4}(?:however|but|otherwise|also|it|they|this|these|that|those|such|then|instead|in (?:that|this|such))\b",
    re.IGNORECASE,
)
# What may take back or limit what another item says; the verifier reads no answer in an exception by itself.
_TURNS = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nothing|unless|except\w*|without|only|cannot|free|waived?|instead|if|where|when"
    r"|provided|subject|other|more|less)\b|n[’']t\b",
    re.IGNORECASE,
)
_LEADS_ON = re.compile(r"(?:[:—–]|\bfollowing\W{0,3})\s*\Z", re.IGNORECASE)
_NEAR = 40
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|this|these|that|those|such)\b", re.IGNORECASE)


def keep_answering_items(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Cut each list that has no introduction to its items that answer, by the verifier."""
    if verifier is None:
        return context
    sources = tuple(_cut(source, library, verifier, context.question) for source in context.sources)
    return replace(context, sources=sources)


def _cut(source: NumberedSource, library: ClauseLibrary, verifier: Verifier, question: str) -> NumberedSource:
    if not source.evidence:
        return source
    text = library.reading(source.passage.doc_id).doc.text
    evidence = tuple((_answering(question, span, text, verifier), score) for span, score in source.evidence)
    return replace(source, evidence=evidence)


def _answering(question: str, span: Span, text: str, verifier: Verifier) -> Span:
    """Return the items from the first that answers to the last; all of them where not one clearly does."""
    items = _items(text, span)
    words = [item.slice(text) for item in items]
    if len(items) < 2 or not all(_SENTENCE.match(one) for one in words) or any(map(_GOES_ON.match, words)):
        return span
    odds = [verdict.log_odds for verdict in verifier.verify([(question, one) for one in words])]
    if not odds or max(odds) < _ANSWERS:
        return span
    least = min(0.0, max(odds) - _BEHIND)
    answers = [one for one, own in zip(words, odds, strict=True) if own > least]
    kept = [
        item
        for item, one, own in zip(items, words, odds, strict=True)
        if own > least or _may_limit(one, [question, *answers])
    ]
    return Span(kept[0].start, kept[-1].end)


def _items(text: str, span: Span) -> list[Span]:
    """The items of a list, each with its bullet, where a span holds nothing else and no words lead to the list."""
    starts = [span.start + match.start() for match in _ITEM.finditer(span.slice(text))]
    if not starts or starts[0] != span.start or _LEADS_ON.search(text, max(0, span.start - _NEAR), span.start):
        return []
    return [trimmed(text, Span(start, end)) for start, end in pairwise([*starts, span.end])]


def _may_limit(words: str, others: Sequence[str]) -> bool:
    """Tell whether an item may be an exception to others: it turns, and speaks of the same."""
    if not _TURNS.search(words):
        return False
    spoken_of = {stem for other in others for stem in stems(other)}
    return _PRONOUN.search(words) is not None or not spoken_of.isdisjoint(stems(words))
