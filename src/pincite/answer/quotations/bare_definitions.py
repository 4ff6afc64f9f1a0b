"""Passages that only name the parties or define a term: beside a clause that answers they say nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.domain.answer import AnswerContext
from pincite.domain.reading import Reading
from pincite.domain.section import DefinedTerm
from pincite.legal.wording import stems
from pincite.spans import Span

# What may stand before the term that a definition begins with: quotation marks, those of a list or of bold words.
_MARKS = 4
_ASKS_WHO = re.compile(r"\b(?:who|whom|whose|party|parties|between|name[sd]?|called)\b", re.IGNORECASE)


def drop_bare_definitions(context: AnswerContext, library: ClauseLibrary) -> AnswerContext:
    """The context without evidence beside the best that names the parties, or defines a term that is not used there.

    Where the question is for names, what names the parties stays; and so does the definition of one of its words.
    """
    best = context.best_evidence
    if best is None:
        return context
    _, source, span = best
    doc_id = source.passage.doc_id
    reading = library.reading(doc_id)
    pieces = whole_clause(reading.doc.text, span, reading.outline)
    used = set(stems(f"{context.question} {reading.doc.text[pieces[0].start : pieces[-1].end]}"))
    asks_who = _ASKS_WHO.search(context.question) is not None
    sources = []
    for one in context.sources:
        if one.passage.doc_id == doc_id:
            kept = (
                (at, score)
                for at, score in one.evidence
                if at.overlaps(span) or not (_names_parties(reading, at, asks_who) or _defines(reading, at, used))
            )
            one = replace(one, evidence=tuple(kept))
        sources.append(one)
    return replace(context, sources=tuple(sources))


def _names_parties(reading: Reading, at: Span, asks_who: bool) -> bool:
    """Tell whether what is quoted for some words names two parties of the document: what it is between."""
    pieces = whole_clause(reading.doc.text, at, reading.outline)
    named = sum(any(party.span.overlaps(piece) for piece in pieces) for party in reading.profile.parties)
    return named > 1 and not asks_who


def _defines(reading: Reading, at: Span, used: set[str]) -> bool:
    """Tell whether words do nothing but define a term that is not used: "Term" means so many years.

    A clause that gives a name to what it says ("six years from its date (the Term)") says something all the same.
    """
    own = [term for term in reading.outline.terms if term.definition.contains(at) and _begins(term)]
    return bool(own) and not any(set(stems(term.term)) <= used for term in own)


def _begins(term: DefinedTerm) -> bool:
    return term.span.start - term.definition.start <= _MARKS
