"""The better clause: another one of the passages found that answers where the best words do not.

The highlighter marks the words of a window that look most like an answer. Where it is unsure of them and the verifier
says that they do not answer, the other clauses of the same passages are read one by one. One that answers clearly
better comes first; one that answers, beside words that do not, comes second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from pincite.answer.context import UNSURE
from pincite.answer.quotations.asked_words import held_words
from pincite.answer.quotations.clause_spans import clause_spans
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.reading import Reading
from pincite.ports import Verifier
from pincite.spans import Span

# A clause is better where its log odds lie so far above those of the best words, which must be doubtful themselves.
# Chosen on the questions of `benchmarks/people`: of 210 answers from a search five change, two of them for the better
# and none for the worse. With a lead of two, two get better and five get worse.
_LEAD, _DOUBTFUL = 3.0, 2.5
# Words below the first of these log odds do not answer, and a clause from the second on does: it comes second where its
# lead is smaller.
_NO_ANSWER, _ANSWERS = -0.5, 0.0
# Its score lies just below that of the best words.
_SECOND = 0.999
# At most so many clauses are read: each takes as long as a claim that is checked.
_READ = 40


def with_better_clause(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Make another clause of the sources the best evidence if it answers and the best words do not, by the verifier."""
    best = context.best_evidence
    if best is None or best[0] >= UNSURE or verifier is None:
        return context
    _, source, span = best
    reading = library.reading(source.passage.doc_id)
    text = reading.doc.text
    quoted = whole_clause(text, span, reading.outline)
    own = (span, Span(quoted[0].start, quoted[-1].end))
    verdicts = verifier.verify([(context.question, one.slice(text)) for one in own])
    odds = max((verdict.log_odds for verdict in verdicts), default=_DOUBTFUL)
    if odds >= _DOUBTFUL:
        return context
    places = clauses_beside(context, reading, quoted)
    others = list(places)
    read = verifier.verify([(context.question, clause.slice(text)) for clause in others])
    ranked = sorted(zip(read, others, strict=True), key=lambda pair: pair[0].log_odds, reverse=True)
    held = held_words(context.question, own[1], reading)
    # The same words of the question without some of them: it is on the right party, or on a like matter.
    whole = (pair for pair in ranked if not held_words(context.question, pair[1], reading) < held)
    for verdict, clause in islice(whole, 1):
        if verdict.log_odds >= odds + _LEAD:
            return _with_clause(context, places[clause], clause, chance=verdict.supported)
    for verdict, clause in ranked[:1]:
        if odds < _NO_ANSWER and verdict.log_odds >= _ANSWERS:
            return _with_clause(context, places[clause], clause, chance=_SECOND * best[0])
    return context


def clauses_beside(context: AnswerContext, reading: Reading, quoted: Sequence[Span]) -> dict[Span, NumberedSource]:
    """The clauses of the document with the best evidence, in its sources and not yet quoted, each with its source."""
    best = context.best_evidence
    places = {
        clause: one
        for one in reversed(context.sources)
        if best and one.passage.doc_id == best[1].passage.doc_id
        for clause in clause_spans(reading.doc.text, reading.outline, one.passage.span)
        if not any(clause.overlaps(piece) for piece in quoted)
    }
    return dict(list(places.items())[-_READ:])


def put_clause_first(context: AnswerContext, holder: NumberedSource, clause: Span) -> AnswerContext:
    """The context with a clause as its best evidence, and what was just behind it."""
    best = context.best_evidence
    chance = best[0] if best else 1.0
    behind = tuple(
        replace(one, evidence=tuple((span, min(own, _SECOND * chance)) for span, own in one.evidence))
        for one in context.sources
    )
    kept = replace(context, sources=behind)
    return _with_clause(kept, behind[context.sources.index(holder)], clause, chance=chance)


def _with_clause(context: AnswerContext, holder: NumberedSource, clause: Span, *, chance: float) -> AnswerContext:
    """The context with a clause as evidence of one of its sources."""
    inside = clause.intersection(holder.passage.span) or clause
    sources = []
    for source in context.sources:
        apart = tuple(spot for spot in source.evidence if not spot[0].overlaps(clause))
        sources.append(replace(source, evidence=((inside, chance), *apart) if source is holder else apart))
    return replace(context, sources=tuple(sources))
