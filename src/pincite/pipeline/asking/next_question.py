"""The next question of a conversation: asked as it is likeliest meant, and in another way where that tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pincite.answer.extractive import ExtractiveAnswerer
from pincite.answer.questions.follow_up import content_words, stands_alone
from pincite.answer.questions.question_front import read_front
from pincite.domain.answer import Answer
from pincite.domain.chat import Turn
from pincite.pipeline.asking.follow import FollowUps, OtherReadings, goes_on_from
from pincite.pipeline.store import Store
from pincite.ports import OnSources, OnToken
from pincite.retrieve.filters import NO_FILTERS, Filters

# How sure an answer to another reading must be; surer where its document was not spoken of.
_LEAST = 0.6
_LEAST_ELSEWHERE = 0.75
# In a larger store documents are not left out by a list of all others.
_MOST_LISTED = 200
# So many words that a reading brings up must stand in what was quoted before, for it to tell something new.
_FEWEST_SAID = 2


class NextAnswer(NamedTuple):
    """A question of a conversation as it was understood, and its answer."""

    asked: str
    answer: Answer


def ask_next(
    store: Store,
    question: str,
    history: Sequence[tuple[str, str] | Turn],
    *,
    k: int | None = None,
    filters: Filters = NO_FILTERS,
    explain: bool = False,
    on_token: OnToken | None = None,
    on_sources: OnSources | None = None,
) -> NextAnswer:
    """The answer to a question that may lean on those before it.

    Where the documents discussed hold no answer to it, all are asked.
    """
    asked = store.asking.stand_alone(question, history)
    answer = store.ask(asked, k=k, filters=filters, explain=explain, on_token=on_token, on_sources=on_sources)
    first = NextAnswer(asked, answer)
    # A model reads a follow-up by itself, and is paid for each question.
    if not history or not isinstance(store.asking.answerer, ExtractiveAnswerer):
        return first
    follow_ups = FollowUps(store.library, store.router)
    turn = goes_on_from(question, history)
    readings = follow_ups.other_readings(question, asked, turn)
    if turn is not history[-1] and not answer.found:
        # Where the conversation does not go back after all, the last question is meant.
        last = store.asking.stand_alone(question, history[-1:])
        readings = readings._replace(same=(*readings.same, last))
    tells = _tells(answer, history[-1], question=question)
    # What is asked by itself need not be about the documents discussed, if they hardly answer it.
    alone = stands_alone(question)
    sure = answer.confidence >= _LEAST or not (alone and readings.everywhere)
    if tells and sure and not follow_ups.is_strange(readings.thing, _documents(answer)):
        return first
    elsewhere = _without(readings.documents, filters, store) if readings.thing else filters
    further = first
    for reading, least in _in_order(readings, answer, tells=tells, alone=alone):
        where = elsewhere if reading == readings.everywhere else filters
        other = store.ask(reading, k=k, filters=where, explain=explain)
        if not other.found or other.confidence < least:
            continue
        if _repeats(other, history[-1], question=question) and not _says_asked(other, history[-1], reading):
            # Once more what was quoted before, and something beside it, is better than the former alone.
            says_more = (
                further is first and answer.found and _adds(other, history[-1]) and not _adds(answer, history[-1])
            )
            further = NextAnswer(reading, other) if says_more else further
            continue
        if not (tells and follow_ups.is_strange(readings.thing, _documents(other))):
            return NextAnswer(reading, other)
    return further


def _in_order(readings: OtherReadings, answer: Answer, *, tells: bool, alone: bool) -> list[tuple[str, float]]:
    """The readings left to try, the likeliest first, and how sure an answer to each must be.

    Where the documents discussed have no answer to what stands alone, all are asked as if nothing had gone before.
    """
    elsewhere = 0.0 if alone and not answer.found and not readings.thing else _LEAST_ELSEWHERE
    same, everywhere = [(one, _LEAST) for one in readings.same], (readings.everywhere, elsewhere)
    if tells:
        left = [everywhere]
    elif readings.thing:
        left = [everywhere, *same]
    else:
        left = same if answer.found else [*same, everywhere]
    return [one for one in left if one[0]]


def _without(documents: Sequence[str], filters: Filters, store: Store) -> Filters:
    """Filters that leave out the documents discussed, which were asked, where that leaves a few."""
    cards = store.library.cards
    if filters.documents or len(cards) > _MOST_LISTED:
        return filters
    left = tuple(card.id for card in cards if card.id not in documents)
    return replace(filters, documents=left) if left else filters


def _documents(answer: Answer) -> list[str]:
    return list(dict.fromkeys(citation.passage.doc_id for citation in answer.citations))


def _tells(answer: Answer, turn: tuple[str, str] | Turn, *, question: str) -> bool:
    """Tell whether an answer says something, and not what was quoted before.

    A weak one is not exchanged: what took its place was right no more often.
    """
    return answer.found and not _repeats(answer, turn, question=question)


def _says_asked(answer: Answer, turn: tuple[str, str] | Turn, reading: str) -> bool:
    """Tell whether what was quoted before has most of what a reading asks besides: the interest on late payment.

    One word is too few to tell it by.
    """
    new = content_words(read_front(reading).ask) - content_words(turn[0])
    said = new & content_words(" ".join(citation.quote for citation in answer.citations))
    return len(said) >= max(_FEWEST_SAID, len(new) / 2)


def _adds(answer: Answer, turn: tuple[str, str] | Turn) -> bool:
    """Tell whether an answer quotes something that the one before it did not."""
    before = turn.passages if isinstance(turn, Turn) else ()
    return any(citation.passage not in before for citation in answer.citations)


def _repeats(answer: Answer, turn: tuple[str, str] | Turn, *, question: str) -> bool:
    """Tell whether an answer quotes first what the one before it quoted first.

    It tells all the same where what the follow-up brought up stands in it: "and for a rabbit?" in a table of prices.
    """
    before = turn.passages[:1] if isinstance(turn, Turn) else ()
    if not before or not answer.citations or answer.citations[0].passage != before[0]:
        return False
    new = content_words(question) - content_words(turn[0])
    return not new or not new <= content_words(" ".join(citation.quote for citation in answer.citations))
