"""Asking a collection: one question, or a conversation; as JSON, or as events while it goes on."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.api.answers import ask as answer_question
from pincite.api.answers import chat as answer_turn
from pincite.api.context import Reading, reply
from pincite.api.errors import REFUSALS
from pincite.api.requests import AskRequest, ChatRequest
from pincite.api.streams import stream_answer
from pincite.render.wire.answer import WireAnswer, WireChatAnswer

router = APIRouter(prefix="/api/v1/collections/{collection}", tags=["ask"], responses=REFUSALS)
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {}},
        "description": (
            "Events, each with JSON data: `route` (steps), `draft` (text of a model, **not verified**), `sources`, "
            "`text` (verified, with its citations' numbers), `answer` (the whole, as JSON gives it), `done`; `error`."
        ),
    }
}


@router.post("/ask", response_model=WireAnswer)
async def ask(body: AskRequest, call: Reading) -> Response:
    """The answer to a question: every claim verified and cited, or an honest "not found"."""
    _, wire = await call.work_with(lambda c: answer_question(call, call.collection, body, cancellation=c))
    return reply(wire)


@router.post("/ask/stream", response_class=Response, responses=_EVENTS)
async def ask_stream(body: AskRequest, call: Reading) -> Response:
    """The same as events: what was found, a model's draft where there is one, then the verified text."""
    return stream_answer(call, lambda hears: answer_question(call, call.collection, body, hears=hears))


@router.post("/chat", response_model=WireChatAnswer)
async def chat(body: ChatRequest, call: Reading) -> Response:
    """The answer to a question that may refer to earlier ones; send the earlier turns along."""
    _, wire = await call.work_with(lambda c: answer_turn(call, call.collection, body, cancellation=c))
    return reply(wire)


@router.post("/chat/stream", response_class=Response, responses=_EVENTS)
async def chat_stream(body: ChatRequest, call: Reading) -> Response:
    """The same as events."""
    return stream_answer(call, lambda hears: answer_turn(call, call.collection, body, hears=hears))
