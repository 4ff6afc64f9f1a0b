"""A rule that says for what it is, beside one for all: "This rule applies to collision claims".

A question that names no such field is answered by the general rule, where that answers about as well. Words of the
special one may come nearer to it all the same.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.answer.quotations.asked_words import same_words
from pincite.answer.quotations.clauses import ClauseLibrary
from pincite.answer.quotations.evidence import words_near
from pincite.domain.answer import AnswerContext
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section
from pincite.legal.wording import stems
from pincite.ports import Verifier
from pincite.spans import Span

_SCOPE = re.compile(
    r"\bThis\s{1,3}(?:(?P<whole>chapter|part|practice\s{1,3}direction|schedule)|clause|paragraph|rule|section)\s{1,3}"
    r"(?:only\s{1,3})?"
    r"applies\s{1,3}(?:only\s{1,3})?to\s{1,3}(?P<what>[^.;:(]{3,160})",
    re.IGNORECASE,
)
# A section says at its beginning for what it is.
_HEAD = 500
_FORM = frozenset(
    stems(
        "claim claims application applications proceedings case cases matter appeal appeals hearing trial court party "
        "parties person people anyone order orders rule rules all any every each other made brought under the these"
    )
)
# A general rule answers from the first of these log odds on, and lies no further behind the special one.
_ANSWERS, _BEHIND = 1.0, 1.0
_READ = 6
_SECOND = 0.999


def with_general_rule(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Put a rule for all first where the best one is for a field that the question does not name."""
    best = context.best_evidence
    if best is None or verifier is None:
        return context
    asked = same_words(context.question)
    score, source, span = best
    if not _is_of_other_field(span, library.reading(source.passage.doc_id), asked):
        return context
    others = [
        (one, own)
        for one in context.sources
        for own, _ in one.evidence
        if not _is_of_other_field(own, library.reading(one.passage.doc_id), asked)
    ][:_READ]
    pairs = [(source, span), *others]
    verdicts = verifier.verify([(context.question, words_near(one, own)) for one, own in pairs]) if others else []
    odds = [verdict.log_odds for verdict in verdicts]
    likeliest = max(range(1, len(odds)), key=odds.__getitem__, default=0)
    if not likeliest or odds[likeliest] < max(_ANSWERS, odds[0] - _BEHIND):
        return context
    chosen, own = others[likeliest - 1]
    first = replace(chosen, evidence=((own, score),))
    behind = [
        replace(
            one, evidence=tuple((spot, min(chance, _SECOND * score)) for spot, chance in one.evidence if spot != own)
        )
        for one in context.sources
        if one is not chosen
    ]
    sources = (first, *behind)
    return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(sources, start=1)))


def _is_of_other_field(span: Span, reading: Reading, asked: frozenset[str]) -> bool:
    """Tell whether words stand in a section that says it is for a field which a question does not name."""
    outline, text = reading.outline, reading.doc.text
    section = outline.at(span.start)
    for holder in (section, *outline.ancestors(section)):
        end = min(holder.span.end, holder.span.start + _HEAD)
        for found in _SCOPE.finditer(text, holder.span.start, end):
            # “This rule” is the one that says so, and not the Part that begins with it.
            if _meant(found, outline).span.contains(span):
                field = same_words(found["what"]) - _FORM
                if field and not field & asked:
                    return True
    return False


def _meant(found: re.Match[str], outline: Outline) -> Section:
    """The section that says what it is for: “this Part” or the rule, and not its paragraph (1)."""
    section = outline.at(found.start())
    own = [section, *reversed(outline.ancestors(section))]
    if found["whole"]:
        called = " ".join(found["whole"].casefold().split())
        return next((one for one in own if (one.number or "").casefold().startswith(called)), own[-1])
    return next((one for one in own if one.number and not one.number.startswith("(")), section)
