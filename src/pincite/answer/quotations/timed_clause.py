"""The clause with the time limit of an act: one that sets it comes before best words that limit another act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.quotations.asked_words import held_words, same_words
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.answer.quotations.span_source import source_at
from pincite.answer.values.labelled_short import is_of_kind
from pincite.answer.values.timed_act import find_timed_act
from pincite.domain.answer import AnswerContext
from pincite.domain.reading import Reading
from pincite.legal.sentences import split_sentences
from pincite.ports import Verifier
from pincite.spans import Span

# So many sentences with the act and a time are read at most, among so many places with the act in passages no longer.
_READ, _LOOKED_INTO, _LONGEST = 8, 200, 3000
# From these log odds on one of them answers.
_ANSWERS = 0.0
# A sentence with fewer of the question's words beside the act, "reply to an invitation" for "answer a complaint", is so
# much surer than the best words.
_LEAD = 2.0
_FIRST = 0.9995


def with_timed_clause(
    context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None, *, within: Sequence[Span] = ()
) -> AnswerContext:
    """Make the sentence that limits the act asked for the best evidence where the best words speak of another.

    Where the question is asked `within` some ranges, sentences outside them are left out.
    """
    act, best = find_timed_act(context.question), context.best_evidence
    if act is None or best is None or verifier is None:
        return context
    score, source, span = best
    reading = library.reading(source.passage.doc_id)
    text = reading.doc.text
    pieces = whole_clause(text, span, reading.outline)
    if act.search(f"{reading.outline.path_over(span)} {text[pieces[0].start : pieces[-1].end]}"):
        return context
    places = (one.start() for one in act.finditer(text))
    limits = [one for one in _limits(reading, places) if not within or any(one.overlaps(span) for span in within)][
        :_READ
    ]
    verdicts = verifier.verify([(context.question, one.slice(text)) for one in (span, *limits)]) if limits else []
    if not verdicts:
        return context
    whole = Span(pieces[0].start, pieces[-1].end)
    acts = same_words(" ".join(act.findall(context.question)))
    held = held_words(context.question, whole, reading) - acts
    # The best words may say the act in words of their own: "let us know" for "tell".
    own = verdicts[0].log_odds
    ahead = [
        (one.log_odds, at)
        for one, at in zip(verdicts[1:], limits, strict=True)
        if one.log_odds >= max(_ANSWERS, own + _LEAD * (held_words(context.question, at, reading) - acts < held))
    ]
    if not ahead:
        return context
    _, limit = max(ahead)
    holder = source_at(source, reading, limit, evidence=((limit, min(1.0, score / _FIRST)),))
    apart = (
        replace(one, evidence=tuple(spot for spot in one.evidence if not spot[0].overlaps(limit)))
        if one.passage.doc_id == holder.passage.doc_id
        else one
        for one in context.sources
    )
    return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate((holder, *apart), start=1)))


def _limits(reading: Reading, places: Iterator[int]) -> Iterator[Span]:
    """The sentences at some places that state a time, each once."""
    text, shown = reading.doc.text, set[Span]()
    for _, place in zip(range(_LOOKED_INTO), places, strict=False):
        room = reading.outline.at(place).span
        if len(room) > _LONGEST:
            continue
        sentence = next((one for one in split_sentences(text, room) if one.start <= place < one.end), None)
        if sentence and sentence not in shown and is_of_kind(AskedValue.DURATION, sentence.slice(text)):
            shown.add(sentence)
            yield sentence
