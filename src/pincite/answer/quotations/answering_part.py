"""The part that answers: of words that run over several clauses, those clauses stay that answer the question."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.quotations.asked_words import held_words
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.answer.quotations.own_clause import split_at_clauses
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.reading import Reading
from pincite.domain.section import Outline
from pincite.ports import Verifier
from pincite.spans import Span

# A clause goes where its log odds lie so far below those of the one beside it. A neighbour that answers as well, that
# the verifier is not sure of, or that has more of the question's words, stays.
_BEHIND = 3.0


def keep_answering_parts(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Cut evidence that runs over several clauses to those that answer, by the verifier."""
    if verifier is None:
        return context
    sources = tuple(_cut(source, library, verifier, context.question) for source in context.sources)
    return replace(context, sources=sources)


def _cut(source: NumberedSource, library: ClauseLibrary, verifier: Verifier, question: str) -> NumberedSource:
    if not source.evidence:
        return source
    reading = library.reading(source.passage.doc_id)
    kept = tuple((_answering(question, span, reading, verifier), score) for span, score in source.evidence)
    return replace(source, evidence=kept)


def _answering(question: str, span: Span, reading: Reading, verifier: Verifier) -> Span:
    """Return the run of clauses within a span that answer; all of it where none clearly answers better."""
    text, outline = reading.doc.text, reading.outline
    parts = split_at_clauses(text, span, outline)
    if len(parts) < 2 or any(_is_paragraph(part, outline) for part in parts[1:]):
        return span
    read = [whole_clause(text, part, outline) for part in parts]
    verdicts = verifier.verify([(question, text[pieces[0].start : pieces[-1].end]) for pieces in read])
    if not verdicts:  # No model reads.
        return span
    best, likeliest = max((verdict.log_odds, part) for verdict, part in zip(verdicts, parts, strict=True))
    if best < 0:
        return span
    held = held_words(question, likeliest, reading)
    kept = [
        part
        for part, verdict in zip(parts, verdicts, strict=True)
        if verdict.log_odds > best - _BEHIND or held_words(question, part, reading) > held
    ]
    return Span(kept[0].start, kept[-1].end)


def _is_paragraph(part: Span, outline: Outline) -> bool:
    """Tell whether a part begins with a number such as "(2)": the paragraphs of a rule are read together."""
    return (outline.at(part.start).number or "").startswith("(")
