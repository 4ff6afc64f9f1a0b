"""Measuring one answer: by the measures that need no gold, or with the gold that is given."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter
from fastapi.responses import Response as HttpResponse

from pincite.api.answers import ask as answer_question
from pincite.api.context import CollectionCall, Reading, reply
from pincite.api.errors import REFUSALS
from pincite.api.requests import AskRequest, CitedPassage, GoldPassage, MeasureRequest
from pincite.api.responses import MeasuredAnswer, MeasureValue
from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.render.wire.answer import WireAnswer
from pincite.runs.one_answer import measure_outcome, measures_for, response_of
from pincite.spans import Span

router = APIRouter(prefix="/api/v1/collections/{collection}", tags=["measure"], responses=REFUSALS)


@router.post("/measure", response_model=MeasuredAnswer)
async def measure(body: MeasureRequest, call: Reading) -> HttpResponse:
    """Measure an answer; without one, the collection is asked the question first."""
    measures = measures_for(
        body.measures, with_gold=body.gold_answer is not None, with_passages=bool(body.gold_passages)
    )

    def work() -> MeasuredAnswer:
        response, asked = _response(body, call)
        outcome = QueryOutcome(
            gold=tuple(_gold(body.gold_passages, call)),
            hits=[hit.passage for hit in response.hits],
            texts=tuple(body.contexts),
            gold_answer=body.gold_answer,
            question=body.question,
            response=response,
        )
        values = [
            MeasureValue(measure=str(one), value=value, more_is_better=one.more_is_better)
            for one, value in measure_outcome(
                outcome, measures, texts=lambda doc_id: call.service.whole_text(call.collection, doc_id)
            )
        ]
        return MeasuredAnswer(question=body.question, answer=response.answer or "", values=values, asked=asked)

    return reply(await call.work(work))


def _response(body: MeasureRequest, call: CollectionCall) -> tuple[Response, WireAnswer | None]:
    if body.answer is None:
        answer, wire = answer_question(call, call.collection, AskRequest(question=body.question, scope=body.scope))
        return response_of(answer), wire
    cited = tuple(_cited(one, call) for one in body.citations)
    return Response(body.question, texts=tuple(body.contexts), answer=body.answer, citations=cited), None


def _cited(one: CitedPassage, call: CollectionCall) -> CitedSource:
    card = call.service.document(call.collection, one.document)
    return CitedSource(card.id, Passage(card.id, Span(*one.span)) if one.span else None, one.quote)


def _gold(passages: Iterable[GoldPassage], call: CollectionCall) -> Iterable[Passage]:
    for one in passages:
        yield Passage(call.service.document(call.collection, one.document).id, Span(*one.span))
