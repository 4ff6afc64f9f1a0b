"""Questions to the service, counted and audited in the same way for every API."""

from __future__ import annotations

from pincite.api.context import Call
from pincite.api.requests import AskRequest, ChatRequest
from pincite.api.streams import Listener
from pincite.cancellation import Cancellation
from pincite.domain.answer import Answer
from pincite.ports import OnToken
from pincite.render.wire.answer import WireAnswer, WireChatAnswer


def ask(
    call: Call,
    collection: str,
    body: AskRequest,
    *,
    cancellation: Cancellation | None = None,
    hears: Listener | None = None,
) -> tuple[Answer, WireAnswer]:
    """Answer a question, from the cache if it was asked recently."""

    def make() -> Answer:
        return call.service.ask(
            collection,
            body.question,
            k=body.k,
            scope=body.scope.scope(),
            explain=body.explain,
            each=body.each,
            on_token=_on_token(cancellation, hears),
            on_sources=hears.on_sources if hears else None,
        )

    key = (collection, *call.service.state(collection), body.model_dump_json())
    answer, kept = call.api.answers.get(key, make, by=call.service.answerer(collection))
    _count(call, collection, answer, kept=kept)
    return answer, WireAnswer.of(answer, explain=body.explain)


def chat(
    call: Call,
    collection: str,
    body: ChatRequest,
    *,
    cancellation: Cancellation | None = None,
    hears: Listener | None = None,
) -> tuple[Answer, WireChatAnswer]:
    """Answer a question that may refer to earlier ones."""
    said = call.service.chat(
        collection,
        body.question,
        history=body.turns(),
        k=body.k,
        scope=body.scope.scope(),
        explain=body.explain,
        on_token=_on_token(cancellation, hears),
        on_sources=hears.on_sources if hears else None,
    )
    _count(call, collection, said.answer)
    return said.answer, WireChatAnswer.turn(said.said, said.answer, asked=said.asked, explain=body.explain)


def _on_token(cancellation: Cancellation | None, hears: Listener | None) -> OnToken | None:
    """Return the callback for a draft's tokens; even without a listener it is where a model can be cancelled."""
    if hears is not None:
        return hears.on_token
    return (lambda _: cancellation.check()) if cancellation else None


def _count(call: Call, collection: str, answer: Answer, *, kept: bool = False) -> None:
    call.api.metrics.note_answer(answer, kept=kept)
    call.note("ask", collection, question=answer.question, found=answer.found, documents=_cited(answer))
    if not kept:
        call.api.samples.note(collection, answer, texts=lambda doc_id: call.service.whole_text(collection, doc_id))


def _cited(answer: Answer) -> list[str]:
    return sorted({citation.passage.doc_id for citation in answer.citations})
