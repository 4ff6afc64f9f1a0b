"""The next question of a conversation: asked as it is likeliest meant, and in another way where that tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pincite.answer.extractive import ExtractiveAnswerer
from pincite.domain.answer import Answer
from pincite.domain.chat import Turn
from pincite.pipeline.asking.follow import FollowUps, goes_on_from
from pincite.pipeline.store import Store
from pincite.ports import OnSources, OnToken
from pincite.retrieve.filters import NO_FILTERS, Filters

# How sure an answer to another reading must be; surer where its document was not spoken of.
_LEAST = 0.6
_LEAST_ELSEWHERE = 0.75


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
    if not history or not isinstance(store.asking.answerer, ExtractiveAnswerer) or _tells(answer, history[-1]):
        return first
    turn = goes_on_from(question, history)
    same, everywhere = FollowUps(store.library, store.router).other_readings(question, asked, turn)
    for reading, least in ((same, _LEAST), ("" if answer.found else everywhere, _LEAST_ELSEWHERE)):
        other = store.ask(reading, k=k, filters=filters, explain=explain) if reading else None
        if other and other.found and other.confidence >= least and not _repeats(other, history[-1]):
            return NextAnswer(reading, other)
    return first


def _tells(answer: Answer, turn: tuple[str, str] | Turn) -> bool:
    """Tell whether an answer says something, and not what was quoted before.

    A weak one is not exchanged: what took its place was right no more often.
    """
    return answer.found and not _repeats(answer, turn)


def _repeats(answer: Answer, turn: tuple[str, str] | Turn) -> bool:
    """Tell whether an answer quotes first what the one before it quoted first."""
    before = turn.passages[:1] if isinstance(turn, Turn) else ()
    return bool(before) and answer.citations[0].passage == before[0] if answer.citations else False
