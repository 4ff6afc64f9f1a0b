"""The clause beside the best one: a matter is often told in two sub-clauses, the second going on from the first."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.context import UNSURE, trimmed
from pincite.answer.quotations.asked_words import held_words
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.section import Outline, Section
from pincite.ports import Verifier
from pincite.spans import Span

# A longer clause is no other half of a matter.
_LONGEST = 450
# A clause goes along though the best answers better where it answers by itself, with log odds from the first on that
# lie no further below the best one's than the second, unless the best is as sure as the third: "the deposit is repaid"
# beside "the deposit may be drawn on". Of clauses that stand further away, or beside surer ones, half are beside the
# point.
_ANSWERS, _BEHIND, _SURE = 1.0, 2.5, 4.0


def with_sibling(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Add the clause before or after the best one if the verifier says that it answers about as well.

    It is quoted after the best one, before what stands further away.
    """
    best = context.best_evidence
    if best is None or best[0] >= UNSURE or verifier is None:
        return context
    score, source, span = best
    reading = library.reading(source.passage.doc_id)
    text = reading.doc.text
    pieces = whole_clause(text, span, reading.outline)
    beside = [
        trimmed(text, section.span)
        for section in _siblings(pieces[0], reading.outline)
        if len(section.span) <= _LONGEST and not any(piece.overlaps(section.span) for piece in pieces)
    ]
    if not beside:
        return context
    quoted = Span(pieces[0].start, pieces[-1].end)
    verdicts = verifier.verify([(context.question, one.slice(text)) for one in (quoted, *beside)])
    if not verdicts:  # No model reads.
        return context
    own, *odds = (verdict.log_odds for verdict in verdicts)
    likeliest = max(zip(odds, beside, strict=True))
    nearly = max(own - _BEHIND, _ANSWERS) if own < _SURE else own
    if likeliest[0] < min(max(own, 0.0), nearly):
        return context
    # Words that run over both clauses are the sibling's where the best clause does not answer, unless words of the
    # question would be lost with it.
    held, others = (held_words(context.question, one, reading) for one in (quoted, likeliest[1]))
    return _added(context, source, likeliest[1], own=quoted if own >= 0 or others < held else None, score=score)


def _siblings(clause: Span, outline: Outline) -> list[Section]:
    """Return the numbered sections just before and after the one in which a clause begins, under the same heading."""
    section = outline.at(clause.start)
    own = next((one for one in (section, *reversed(outline.ancestors(section))) if one.number), None)
    if own is None or own.parent is None:
        return []
    kin = [one for one in outline.children(outline.sections[own.parent]) if one.number]
    at = kin.index(own)
    return [*kin[max(at - 1, 0) : at], *kin[at + 1 : at + 2]]


def _added(
    context: AnswerContext, best: NumberedSource, sibling: Span, *, own: Span | None, score: float
) -> AnswerContext:
    """Give the best source the sibling as evidence, which replaces parts of it that were evidence before.

    Words that run over into the sibling are cut to `own`, the clause that they begin in, where it is given.
    """
    sources = []
    for source in context.sources:
        if source.passage.doc_id == best.passage.doc_id:
            cut = ((_cut(span, sibling, own), chance) for span, chance in source.evidence)
            apart = tuple((span, chance) for span, chance in cut if not span.overlaps(sibling))
            source = replace(source, evidence=(*apart, (sibling, score)) if source is best else apart)
        sources.append(source)
    return replace(context, sources=tuple(sources))


def _cut(span: Span, sibling: Span, own: Span | None) -> Span:
    return (own and span.intersection(own)) or span if span.overlaps(sibling) else span
