"""The likeliest clause of one document: the evidence and the clauses beside the best of it, read under their headings.

Where a document is asked by itself, its best words may be of another matter that shares the question's words. A heading
tells what a clause is about, and a sub-clause beside the best one may be the one that is meant.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.context import UNSURE, trimmed
from pincite.answer.quotations.clauses import ClauseLibrary, clause_with_lead
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.section import Outline
from pincite.ports import Verifier
from pincite.spans import Span

# Another clause takes the place of the best words where its log odds lie so far above theirs.
_LEAD = 2.0
# So much of the evidence is read, and so many clauses beside the best, none longer than this.
_READ, _BESIDE, _LONGEST = 4, 6, 450


def with_likeliest_clause(
    context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None
) -> tuple[AnswerContext, float | None]:
    """The context of one document with the clause first that answers best, and its log odds; None where none reads."""
    best = context.best_evidence
    if best is None or verifier is None:
        return context, None
    score, source, span = best
    reading = library.reading(source.passage.doc_id)
    text, outline = reading.doc.text, reading.outline
    own = [one for one in context.sources if one.passage.doc_id == source.passage.doc_id]
    spots = sorted(((chance, one, at) for one in own for at, chance in one.evidence), key=lambda spot: -spot[0])
    places = [(one, at) for _, one, at in spots[: 1 if score >= UNSURE else _READ]]
    if score < UNSURE:
        places += [(source, beside) for beside in _beside(text, span, outline)]
    verdicts = verifier.verify([(context.question, _headed(text, at, outline)) for _, at in places])
    if not verdicts:
        return context, None
    odds = [verdict.log_odds for verdict in verdicts]
    likeliest = max(range(len(odds)), key=odds.__getitem__)
    if odds[likeliest] < odds[0] + _LEAD:
        return context, odds[0]
    holder, clause = places[likeliest]
    return _first(context, holder, clause, text=text, score=score), odds[likeliest]


def _beside(text: str, span: Span, outline: Outline) -> list[Span]:
    """The numbered clauses under the same heading as some words."""
    section = outline.at(span.start)
    own = next((one for one in (section, *reversed(outline.ancestors(section))) if one.number), None)
    if own is None or own.parent is None:
        return []
    kin = [one for one in outline.children(outline.sections[own.parent]) if one.number]
    at = kin.index(own)
    near = [kin[i] for i in sorted(range(len(kin)), key=lambda i: abs(i - at))[1 : _BESIDE + 1]]
    return [trimmed(text, one.span) for one in near if len(one.span) <= _LONGEST and not one.span.overlaps(span)]


def _headed(text: str, span: Span, outline: Outline) -> str:
    """The words of a clause with the heading that it stands under."""
    pieces = clause_with_lead(text, span, outline)
    words = " ".join(piece.slice(text) for piece in pieces)
    section = outline.at(span.start)
    heading = next((one.heading for one in (section, *reversed(outline.ancestors(section))) if one.heading), "")
    return f"{heading}\n{words}" if heading and heading not in words else words


def _first(context: AnswerContext, holder: NumberedSource, clause: Span, *, text: str, score: float) -> AnswerContext:
    """The context with a clause as its best evidence, and nothing else that scores as high."""
    sources = []
    for source in context.sources:
        apart = tuple((span, min(own, 0.99 * score)) for span, own in source.evidence if not span.overlaps(clause))
        if source is not holder:
            sources.append(replace(source, evidence=apart))
            continue
        own = source.passage.span
        room = Span(min(own.start, clause.start), max(own.end, clause.end))
        passage = Passage(source.passage.doc_id, room)
        sources.append(replace(source, passage=passage, text=room.slice(text), evidence=((clause, score), *apart)))
    return replace(context, sources=tuple(sources))
