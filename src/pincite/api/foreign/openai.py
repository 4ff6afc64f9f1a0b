"""`/v1/chat/completions`, `/v1/models` and `/v1/embeddings` as OpenAI's clients speak them. A model is a collection."""

from __future__ import annotations

import base64
import struct
import time
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from pincite.api.answers import chat as answer_turn
from pincite.api.context import AnyCall, Call, json_bytes, reply
from pincite.api.errors import REFUSALS
from pincite.api.foreign.chat_app import pieces
from pincite.api.foreign.conversation import LenientRequest, Message, choose_collection, question_of
from pincite.api.foreign.marked_text import marked_text
from pincite.api.request_ids import request_id
from pincite.render.wire.answer import WireAnswer
from pincite.service.keys import Access

router = APIRouter(prefix="/v1", tags=["others: OpenAI"], responses=REFUSALS)

Text = Annotated[str, Field(max_length=100_000)]


class StreamOptions(LenientRequest):
    """What a stream is to hold besides the text."""

    include_usage: bool = False


class ChatCompletionRequest(LenientRequest):
    """A conversation for a collection; model parameters (temperature, seed, tools) are ignored."""

    model: str = Field(
        default="", max_length=200, description="`pincite/COLLECTION`, or `pincite` where there is only one"
    )
    messages: list[Message] = Field(max_length=400)
    stream: bool = False
    stream_options: StreamOptions | None = None


class EmbeddingRequest(LenientRequest):
    """Texts to be embedded by the model of a collection."""

    model: str = Field(default="", max_length=200)
    input: Text | Annotated[list[Text], Field(max_length=2048)] = Field(
        description="a text or a list of texts; token numbers are not taken"
    )
    encoding_format: Literal["float", "base64"] = "float"
    input_type: Literal["query", "passage", "document"] = "passage"


@router.get("/models")
async def models(call: AnyCall) -> Response:
    """The collections that the caller may read, as models."""
    found = await call.work(call.service.collections)
    rows = [
        {"id": f"{call.api.options.model}/{one.name}", "object": "model", "created": 0, "owned_by": "pincite"}
        for one in found
        if call.caller.may(Access.READ, one.name)
    ]
    return reply({"object": "list", "data": rows})


@router.post("/chat/completions", responses={200: {"content": {"text/event-stream": {}}}})
async def chat_completions(body: ChatCompletionRequest, call: AnyCall) -> Response:
    """The answer to the last message; as events with `stream`, and then too only what is verified."""
    collection = _collection(call, body.model)
    question = question_of(body.messages)
    _, answer = await call.work_with(
        lambda cancellation: answer_turn(call, collection, question, cancellation=cancellation)
    )
    head = {"id": f"chatcmpl-{request_id()}", "created": int(time.time()), "model": body.model or "pincite"}
    text = marked_text(answer, call.api.options.citations)
    if body.stream:
        wants_usage = bool(body.stream_options and body.stream_options.include_usage)
        chunks = _chunks(head, text, answer, wants_usage=wants_usage)
        return StreamingResponse(chunks, media_type="text/event-stream")
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return reply(
        {**head, "object": "chat.completion", "choices": [choice], "usage": _usage(answer), "pincite": answer.plain()}
    )


@router.post("/embeddings")
async def embeddings(body: EmbeddingRequest, call: AnyCall) -> Response:
    """Vectors of texts, by the model that the collection was made with."""
    collection = _collection(call, body.model)
    texts = [body.input] if isinstance(body.input, str) else list(body.input)
    vectors = await call.work(lambda: call.service.embed(collection, texts, as_queries=body.input_type == "query"))
    rows = [
        {"object": "embedding", "index": index, "embedding": _encoded(vector, body.encoding_format)}
        for index, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": 0, "total_tokens": 0}
    return reply({"object": "list", "data": rows, "model": body.model or "pincite", "usage": usage})


def _collection(call: Call, model: str) -> str:
    """The collection of a model's name."""
    prefix = f"{call.api.options.model}/"
    named = model.removeprefix(prefix) if model.startswith(prefix) else model
    return choose_collection(call, None if named in ("", call.api.options.model) else named)


def _chunks(head: dict[str, Any], text: str, answer: WireAnswer, *, wants_usage: bool) -> Iterator[bytes]:
    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return _event({**head, "object": "chat.completion.chunk", "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    for piece in pieces(text):
        yield chunk({"content": piece})
    yield chunk({}, "stop")
    if wants_usage:
        yield _event({**head, "object": "chat.completion.chunk", "choices": [], "usage": _usage(answer)})
    yield b"data: [DONE]\n\n"


def _event(row: dict[str, Any]) -> bytes:
    return b"data: " + json_bytes(row) + b"\n\n"


def _usage(answer: WireAnswer) -> dict[str, int]:
    used = answer.usage
    return {
        "prompt_tokens": used.input_tokens,
        "completion_tokens": used.output_tokens,
        "total_tokens": used.input_tokens + used.output_tokens,
    }


def _encoded(vector: Sequence[float], form: str) -> list[float] | str:
    if form == "base64":
        return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode("ascii")
    return list(vector)
