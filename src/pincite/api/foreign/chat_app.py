"""`/ask`, `/chat` and `/chat/stream` in the shape of the common chat app, whose evaluators then work unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from pincite.api.answers import ask as answer_question
from pincite.api.answers import chat as answer_turn
from pincite.api.context import AnyCall, Call, json_bytes, reply
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.foreign.conversation import LenientRequest, Message, as_ask, choose_collection, question_of
from pincite.api.foreign.marked_text import label, marked_text
from pincite.api.requests import ChatRequest
from pincite.render.wire.answer import WireAnswer, WireCitation

router = APIRouter(tags=["others: chat app"], responses=REFUSALS)

_MOST = 200
# Notes on overrides that are ignored; `top` is applied.
IGNORED = {
    "retrieval_mode": "how a collection is searched is set where it is served",
    "semantic_ranker": "reranking is configured by the server",
    "minimum_reranker_score": "scores here are on another scale; weak evidence is left out by its confidence",
    "results_merge_strategy": "one list of passages is made, so there is nothing to merge",
    "query_rewriting": "a question that leans on those before it is always made whole, and no other is changed",
    "temperature": "an answer quotes its sources, and is drafted at the temperature of the server's settings",
    "reasoning_effort": "it is set where the collection is served",
    "seed": "the same question of the same documents gives the same answer without one",
}
# Overrides that would let a caller change what the server does.
REFUSED = {"prompt_template": "the instructions of a model are not a client's to change"}


class Context(LenientRequest):
    """What a client sets."""

    overrides: dict[str, Any] = {}


class ChatAppRequest(LenientRequest):
    """A conversation, the newest message last."""

    messages: list[Message] = Field(max_length=400)
    context: Context = Context()
    session_state: Any = None


@router.post("/ask")
async def ask(body: ChatAppRequest, call: AnyCall) -> Response:
    """The answer to the last message by itself, with the texts it was drawn from."""
    chat, collection, notes = _read(body, call)
    _, answer = await call.work_with(
        lambda cancellation: answer_question(call, collection, as_ask(chat), cancellation=cancellation)
    )
    return reply(_reply(answer, call, notes=notes, session=body.session_state))


@router.post("/chat")
async def chat(body: ChatAppRequest, call: AnyCall) -> Response:
    """The answer to the last message of a conversation."""
    return reply(await _turn(body, call))


@router.post(
    "/chat/stream",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "Lines."}},
)
async def chat_stream(body: ChatAppRequest, call: AnyCall) -> Response:
    """Stream the answer as JSON lines: first the texts, then the verified answer piece by piece."""
    whole = await _turn(body, call)
    return StreamingResponse(_lines(whole), media_type="application/x-ndjson")


async def _turn(body: ChatAppRequest, call: Call) -> dict[str, Any]:
    chat, collection, notes = _read(body, call)
    _, answer = await call.work_with(
        lambda cancellation: answer_turn(call, collection, chat, cancellation=cancellation)
    )
    return _reply(answer, call, notes=notes, session=body.session_state)


def _read(body: ChatAppRequest, call: Call) -> tuple[ChatRequest, str, dict[str, str]]:
    """Parse the question, its collection, and notes on the overrides that are ignored."""
    overrides = dict(body.context.overrides)
    for name, why in REFUSED.items():
        if overrides.get(name):
            raise RequestError(422, "override", f"The override '{name}' is refused: {why}.")
    collection = choose_collection(call, overrides.pop("collection", None))
    top = overrides.pop("top", None)
    if top is not None and (isinstance(top, bool) or not isinstance(top, int) or not 1 <= top <= _MOST):
        raise RequestError(422, "override", f"The override 'top' must be a number from 1 to {_MOST}.")
    notes = {str(name)[:100]: IGNORED.get(name, "it is not known here") for name in list(overrides)[:50]}
    return question_of(body.messages).model_copy(update={"k": top}), collection, notes


def _reply(answer: WireAnswer, call: Call, *, notes: dict[str, str], session: Any) -> dict[str, Any]:
    style = call.api.options.citations
    thoughts = [{"title": "Note", "description": answer.note}] if answer.note else []
    thoughts += [
        {"title": f"Override '{name}' is ignored", "description": f"{why[0].upper()}{why[1:]}."}
        for name, why in notes.items()
    ]
    texts = [f"{label(source, style)}: {source.text}" for source in answer.sources]
    return {
        "message": {"role": "assistant", "content": marked_text(answer, style)},
        "context": {
            "data_points": {"text": texts},
            "citations": [_citation(citation) for citation in answer.citations],
            "thoughts": thoughts,
            "followup_questions": None,
            "ignored_overrides": notes,
        },
        "session_state": session,
    }


def _citation(citation: WireCitation) -> dict[str, Any]:
    """Return a citation as our evaluators read it; the label is what a mark in the answer refers to."""
    return {
        "number": citation.number,
        "document": citation.document,
        "page": citation.page,
        "label": citation.label,
        "quote": citation.quote,
    }


def _lines(whole: dict[str, Any]) -> Iterator[bytes]:
    start = {"delta": {"role": "assistant"}, "context": whole["context"], "session_state": whole["session_state"]}
    yield json_bytes(start) + b"\n"
    for piece in pieces(whole["message"]["content"]):
        yield json_bytes({"delta": {"role": None, "content": piece}}) + b"\n"


def pieces(text: str, *, size: int = 80) -> Iterator[str]:
    """A text in pieces of about this size, cut between words."""
    while text:
        cut = text.find(" ", size) + 1 or len(text)
        yield text[:cut]
        text = text[cut:]
