"""Answers as server-sent events: what was found, a model's draft marked as such, and then the verified text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent

from pincite.api.context import Call, json_bytes
from pincite.api.errors import RequestError, as_refused, refusal
from pincite.cancellation import Cancellation
from pincite.domain.answer import Answer, NumberedSource
from pincite.domain.hit import Ranking
from pincite.errors import PinciteError
from pincite.render.wire.answer import WireAnswer, WireSource

Event = tuple[str, dict[str, Any]]


class Listener:
    """Passes events from a worker's thread to the event loop."""

    def __init__(self, cancellation: Cancellation) -> None:
        self._loop = asyncio.get_running_loop()
        self._cancellation = cancellation
        self.events: asyncio.Queue[Event] = asyncio.Queue()
        self.told_sources = False

    def on_token(self, piece: str) -> None:
        """Pass on a piece of a model's draft; stop the model if the client has gone."""
        self._cancellation.check()
        self._put("draft", {"text": piece})

    def on_sources(self, ranking: Ranking, sources: Sequence[NumberedSource]) -> None:
        """Pass on the sources that were found."""
        self.told_sources = True
        self._put("route", _route(ranking))
        self._put("sources", {"sources": [WireSource.of(source).plain() for source in sources]})

    def _put(self, kind: str, data: dict[str, Any]) -> None:
        self._loop.call_soon_threadsafe(self.events.put_nowait, (kind, data))


def stream_answer(call: Call, work: Callable[[Listener], tuple[Answer, WireAnswer]]) -> EventSourceResponse:
    """Start work on an answer and stream its events; refuse before sending anything if the server is full."""
    cancellation = call.api.workers.cancellation()
    listener = Listener(cancellation)
    future = call.api.workers.begin(lambda _: work(listener), cancellation)

    async def events() -> AsyncIterator[ServerSentEvent]:
        try:
            async for kind, data in _events(call, future, listener):
                yield ServerSentEvent(json_bytes(data).decode("ascii"), event=kind)
        finally:
            cancellation.cancel()

    return EventSourceResponse(events(), ping=15, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


async def _events(
    call: Call, future: asyncio.Future[tuple[Answer, WireAnswer]], listener: Listener
) -> AsyncIterator[Event]:
    try:
        async for event in _until_done(future, listener, seconds=call.api.workers.seconds):
            yield event
        answer, wire = future.result()
    except PinciteError as error:
        refused = as_refused(error, call.service.public_message(error))
        yield "error", refusal(refused.code, refused.message)
        return
    except RequestError as refused:
        yield "error", refusal(refused.code, refused.message)
        return
    if not listener.told_sources:
        if answer.ranking is not None:
            yield "route", _route(answer.ranking)
        yield "sources", {"sources": [source.plain() for source in wire.sources]}
    for event in text_events(wire):
        yield event
    yield "answer", wire.plain()
    yield "done", {}


async def _until_done(future: asyncio.Future[Any], listener: Listener, *, seconds: float) -> AsyncIterator[Event]:
    """Yield the listener's events until the work is done."""
    ends = asyncio.get_running_loop().time() + seconds + 1
    while not future.done() or not listener.events.empty():
        hears = asyncio.ensure_future(listener.events.get())
        left = ends - asyncio.get_running_loop().time()
        await asyncio.wait({future, hears}, timeout=max(left, 0), return_when=asyncio.FIRST_COMPLETED)
        if hears.done():
            yield hears.result()
            continue
        hears.cancel()
        if not future.done() and left <= 0:
            raise RequestError(504, "timeout", f"It took longer than {seconds:g} seconds.")
        # Deliver the thread's last events before its result.
        await asyncio.sleep(0)


def text_events(answer: WireAnswer) -> list[Event]:
    """The verified text, a piece per claim, each with the numbers of its citations."""
    ends = sorted({citation.claim[1] for citation in answer.citations} | {len(answer.answer)})
    pieces, start = [], 0
    for end in ends:
        numbers = sorted({one.number for one in answer.citations if start < one.claim[1] <= end})
        if answer.answer[start:end]:
            pieces.append(("text", {"text": answer.answer[start:end], "citations": numbers}))
        start = max(start, end)
    return pieces


def _route(ranking: Ranking) -> dict[str, Any]:
    return {"steps": [{"stage": step.stage, "note": step.note} for step in ranking.steps]}
