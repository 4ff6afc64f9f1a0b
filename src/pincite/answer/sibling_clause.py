"""The clause beside the best one: a matter is often told in two sub-clauses, the second going on from the first."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.clauses import ClauseLibrary, whole_clause
from pincite.answer.context import UNSURE, trimmed
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.section import Outline, Section
from pincite.ports import Verifier
from pincite.spans import Span

# A longer clause is no other half of a matter.
_LONGEST = 450
# At most so many clauses under the same heading are read, the nearest ones.
_READ = 6
# A clause that answers by itself goes along where its log odds are the first, and lie no further below the best one's
# than the second: "the deposit may be drawn on" beside "the deposit is repaid". On the questions of `benchmarks/people`
# two of 182 answers get one more clause so, and both speak of what is asked.
_ANSWERS, _BEHIND = 1.0, 2.5


def with_sibling(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Add a clause under the same heading as the best one if the verifier says that it answers nearly as well.

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
    if likeliest[0] < min(max(own, 0.0), max(own - _BEHIND, _ANSWERS)):
        return context
    return _added(context, source, likeliest[1], score=score)


def _siblings(clause: Span, outline: Outline) -> list[Section]:
    """Return the numbered sections nearest to the one in which a clause begins, under the same heading."""
    section = outline.at(clause.start)
    own = next((one for one in (section, *reversed(outline.ancestors(section))) if one.number), None)
    if own is None or own.parent is None:
        return []
    kin = [one for one in outline.children(outline.sections[own.parent]) if one.number]
    at = kin.index(own)
    near = sorted(range(len(kin)), key=lambda i: abs(i - at))
    return [kin[i] for i in sorted(near[1 : _READ + 1])]


def _added(context: AnswerContext, best: NumberedSource, sibling: Span, *, score: float) -> AnswerContext:
    """Give the best source the sibling as evidence, which replaces parts of it that were evidence before."""
    sources = []
    for source in context.sources:
        if source.passage.doc_id == best.passage.doc_id:
            apart = tuple(spot for spot in source.evidence if not spot[0].overlaps(sibling))
            source = replace(source, evidence=(*apart, (sibling, score)) if source is best else apart)
        sources.append(source)
    return replace(context, sources=tuple(sources))
