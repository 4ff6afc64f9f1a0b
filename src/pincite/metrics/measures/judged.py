"""Measures by a model that judges, under the names of evaltools (`gpt_…`) and of NVIDIA's blueprint (`nv_…`).

A judge rates each answer as often as there are judges; the value is the mean of its ratings. A reply that is no rating
is noted as a failure and never counted as a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pincite.domain.chat import ChatMessage, break_turn_tokens
from pincite.domain.judgement import JudgeRating
from pincite.domain.outcome import Need, QueryOutcome, Scale
from pincite.errors import BenchmarkError, ModelError
from pincite.metrics import judge_prompts
from pincite.metrics.base import BaseMeasure
from pincite.metrics.judge_prompts import JudgePrompt
from pincite.ports import ChatModel
from pincite.ports.evaluation import ScoringData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MISSING = float("nan")
_OBJECT = re.compile(r"\{[^{}]{0,20000}\}", re.DOTALL)
_LONGEST = 24_000
# A CPU takes seconds per hundred words and small models lose track: show only what answers are based on.
_LONGEST_FOR_SMALL = 2_000


class JudgedMeasure(BaseMeasure):
    """A measure by a judge; a subclass adds its name and prompts. Missing where what a prompt needs is missing."""

    needs = frozenset({Need.ANSWER, Need.JUDGE})
    takes_k = False
    standard = False
    prompts: ClassVar[tuple[JudgePrompt, ...]]

    def score(self, data: ScoringData) -> Floats:
        """One value per query: the mean over judges and prompts; every reply is noted."""
        at_once = max(1, int(getattr(data.judges[0], "concurrency", 1)))
        with ThreadPoolExecutor(at_once) as pool:
            rows = list(pool.map(lambda outcome: self._row(outcome, data), data.outcomes))
        for judgement in (one for row in rows for one in row):
            data.note(judgement)
        return np.array([_mean(row) for row in rows], dtype=np.float64)

    def _row(self, outcome: QueryOutcome, data: ScoringData) -> list[JudgeRating]:
        material = _material(outcome, data, longest=_reads(data.judges[0]))
        if material is None or not all(material[need] for prompt in self.prompts for need in prompt.needs):
            return []
        return [
            self._judge(outcome.response.query_id, material, judge, number)
            for number, judge in enumerate(data.judges, start=1)
        ]

    def _judge(self, query_id: str, material: dict[str, str], judge: ChatModel, number: int) -> JudgeRating:
        """The judgement of one repetition: the mean of its prompts, or the first thing that went wrong."""
        values, reasons = [], []
        for prompt in self.prompts:
            try:
                reply = judge.reply(_messages(prompt, material), as_json=True, grammar=prompt.grammar())
                rating, reason = _rating(reply, prompt.ratings)
            except (ModelError, ValueError) as error:
                return JudgeRating(query_id, self.name, number, error=str(error))
            values.append(self._scaled(rating))
            reasons.append(reason)
        return JudgeRating(query_id, self.name, number, sum(values) / len(values), " ".join(filter(None, reasons)))

    def _scaled(self, rating: float) -> float:
        return rating


class _RatingMeasure(JudgedMeasure):
    """A rating from 1 to 5."""

    scale = Scale(1.0, 5.0)

    def statistics(self, values: Floats) -> dict[str, float]:
        """As evaltools gives ratings: how many pass, from 4 on, and the mean."""
        passed = values >= 4
        return {
            "pass_count": float(passed.sum()),
            "pass_rate": round(float(passed.mean()), 2),
            "mean_rating": round(float(values.mean()), 2),
        }


class _ShareMeasure(JudgedMeasure):
    """A rating as a share of the best one."""

    def _scaled(self, rating: float) -> float:
        return rating / max(self.prompts[0].ratings)


class Groundedness(_RatingMeasure):
    """From 1 to 5, how far the context supports the answer, by a judge."""

    name = "gpt_groundedness"
    prompts = (judge_prompts.GROUNDEDNESS,)


class Relevance(_RatingMeasure):
    """From 1 to 5, how well the answer addresses the question, by a judge."""

    name = "gpt_relevance"
    prompts = (judge_prompts.RELEVANCE,)


class Coherence(_RatingMeasure):
    """From 1 to 5, how well the answer's sentences hang together, by a judge."""

    name = "gpt_coherence"
    prompts = (judge_prompts.COHERENCE,)


class Similarity(_RatingMeasure):
    """From 1 to 5, how far the answer says the same as the truth, by a judge."""

    name = "gpt_similarity"
    prompts = (judge_prompts.SIMILARITY,)


class Fluency(_RatingMeasure):
    """From 1 to 5, the language of the answer, by a judge."""

    name = "gpt_fluency"
    prompts = (judge_prompts.FLUENCY,)


class Accuracy(_ShareMeasure):
    """How far the answer agrees with the truth: the mean of two prompts with 0, 2 or 4 points of 4, by a judge."""

    name = "nv_accuracy"
    prompts = judge_prompts.ACCURACY


class ContextRelevance(_ShareMeasure):
    """How far the context holds the answer: the mean of two prompts with 0, 1 or 2 points of 2, by a judge."""

    name = "nv_context_relevance"
    prompts = judge_prompts.CONTEXT_RELEVANCE


class ResponseGroundedness(_ShareMeasure):
    """How far the context supports the answer: the mean of two prompts with 0, 1 or 2 points of 2, by a judge."""

    name = "nv_response_groundedness"
    prompts = judge_prompts.RESPONSE_GROUNDEDNESS


def _reads(judge: ChatModel) -> int:
    """How many characters of each kind of material a judge is shown."""
    return _LONGEST_FOR_SMALL if getattr(judge, "small", False) else _LONGEST


def _material(outcome: QueryOutcome, data: ScoringData, *, longest: int) -> dict[str, str] | None:
    """What a judge may be shown, of the context the best passages; None where there is no answer to judge."""
    response = outcome.response
    if not response.answer or response.error is not None:
        return None
    try:
        context = "\n\n".join(data.result_texts(outcome))
    except BenchmarkError:
        context = ""
    found = {"question": outcome.question, "context": context, "truth": outcome.gold_answer or ""}
    return {name: text[:longest] for name, text in {**found, "answer": response.answer}.items()}


def _messages(prompt: JudgePrompt, material: dict[str, str]) -> list[ChatMessage]:
    # Escaped, so that a document cannot close its own tag and continue as instructions.
    shown = [f"<{need}>\n{material[need].replace(f'</{need}>', '')}\n</{need}>" for need in prompt.needs]
    return [ChatMessage("system", prompt.system()), ChatMessage("user", break_turn_tokens("\n\n".join(shown)))]


def _rating(reply: str, allowed: Sequence[int]) -> tuple[float, str]:
    """The rating of a reply and its reason; ValueError where there is none, or one that may not be given."""
    found = _parsed(reply)
    rating = found.get("rating")
    if isinstance(rating, str) and rating.strip().isdecimal():
        rating = int(rating)
    if isinstance(rating, bool) or not isinstance(rating, int | float) or rating not in allowed:
        raise ValueError(f"the judge gave the rating {rating!r}, and may give {', '.join(map(str, allowed))}")
    return float(rating), str(found.get("reason", ""))[:500]


def _parsed(reply: str) -> dict[str, Any]:
    for text in (reply, *(match[0] for match in _OBJECT.finditer(reply))):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    raise ValueError(f"the judge's reply is not a JSON object: {' '.join(reply.split())[:120]!r}")


def _mean(judgements: Sequence[JudgeRating]) -> float:
    values = [one.value for one in judgements if one.value is not None]
    return sum(values) / len(values) if values else _MISSING
