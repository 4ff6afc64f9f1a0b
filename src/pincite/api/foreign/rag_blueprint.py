"""`/v1/generate` and the ingestor's routes in the shape of the NVIDIA RAG blueprint, for its evaluation script."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field, ValidationError

from pincite.api.answers import chat as answer_turn
from pincite.api.context import AnyCall, Call, CollectionCall, json_bytes, reply
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.foreign.chat_app import pieces
from pincite.api.foreign.conversation import LenientRequest, Message, choose_collection, question_of
from pincite.api.foreign.marked_text import marked_text
from pincite.api.request_ids import request_id
from pincite.api.routes.jobs import receive_files
from pincite.domain.job import Job, JobState
from pincite.errors import PinciteError
from pincite.render.wire.answer import WireAnswer, WireSource
from pincite.service.keys import Access
from pincite.service.options import COLLECTION_NAME

router = APIRouter(prefix="/v1", tags=["others: RAG blueprint"], responses=REFUSALS)

Name = Annotated[str, Field(pattern=COLLECTION_NAME)]
_STATES = {JobState.DONE: "FINISHED", JobState.FAILED: "FAILED", JobState.CANCELLED: "FAILED"}
_UPLOAD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["documents", "data"],
                    "properties": {
                        "documents": {"type": "array", "items": {"type": "string", "format": "binary"}},
                        "data": {"type": "string", "description": 'JSON: `{"collection_name": …, "blocking": …}`'},
                    },
                }
            }
        },
    }
}


class GenerateRequest(LenientRequest):
    """A conversation for a collection. A client cannot choose models, their addresses or their parameters."""

    messages: list[Message] = Field(max_length=400)
    collection_names: list[str] = Field(default=[], max_length=10)
    collection_name: str = Field(default="", max_length=64)
    reranker_top_k: int | None = Field(default=None, ge=1, le=200)
    vdb_top_k: int | None = Field(default=None, ge=1, le=10_000)


class NewBlueprintCollection(LenientRequest):
    """A collection to be made."""

    collection_name: Name


class UploadData(LenientRequest):
    """Where uploaded documents go, and whether the caller waits until they are indexed."""

    collection_name: Name
    blocking: bool = False


@router.post(
    "/generate",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Events."}},
)
async def generate(body: GenerateRequest, call: AnyCall) -> Response:
    """The answer to the last message as events, with the passages it was drawn from; all of it verified."""
    if len(body.collection_names) > 1:
        raise RequestError(422, "invalid", "One collection can be asked at a time.")
    collection = choose_collection(call, (body.collection_names or [body.collection_name])[0])
    question = question_of(body.messages).model_copy(update={"k": body.reranker_top_k})
    _, answer = await call.work_with(
        lambda cancellation: answer_turn(call, collection, question, cancellation=cancellation)
    )
    return StreamingResponse(_chunks(answer, call), media_type="text/event-stream")


@router.get("/collections")
async def list_collections(call: AnyCall) -> Response:
    """The collections that the caller may read."""
    found = [one for one in await call.work(call.service.collections) if call.caller.may(Access.READ, one.name)]
    rows = [{"collection_name": one.name, "num_entities": one.documents, "metadata_schema": []} for one in found]
    return reply({"message": "Collections listed.", "total_collections": len(rows), "collections": rows})


@router.post("/collection")
async def make_collection(body: NewBlueprintCollection, call: AnyCall) -> Response:
    """Make an empty collection; needs an admin's key."""
    call.require(Access.ADMIN, body.collection_name)
    call.note("make", body.collection_name)
    await call.work(lambda: call.api.jobs.make_collection(body.collection_name))
    return reply({"message": f"Collection {body.collection_name} made.", "collection_name": body.collection_name})


@router.delete("/collections")
async def delete_collections(body: Annotated[list[Name], Body(max_length=100)], call: AnyCall) -> Response:
    """Delete collections that were made here; needs an admin's key for each."""
    done, failed = [], []
    for name in body:
        call.require(Access.ADMIN, name)
    for name in body:
        call.note("delete", name)
        try:
            await call.work(lambda name=name: call.api.jobs.delete_collection(name))  # type: ignore[misc]
            done.append(name)
        except PinciteError as error:
            failed.append({"collection_name": name, "error_message": call.service.public_message(error)})
    return reply(
        {
            "message": "Collections deleted.",
            "successful": done,
            "failed": failed,
            "total_success": len(done),
            "total_failed": len(failed),
        }
    )


@router.get("/documents")
async def list_documents(call: AnyCall, collection_name: Annotated[str, Query(pattern=COLLECTION_NAME)]) -> Response:
    """The documents of a collection."""
    call.require_collection(Access.READ, collection_name)
    cards = await call.work(lambda: call.service.documents(collection_name))
    rows = [{"document_name": _name(card.path), "metadata": {}} for card in cards]
    return reply({"message": "Documents listed.", "total_documents": len(rows), "documents": rows})


@router.post("/documents", openapi_extra=_UPLOAD)
async def upload_documents(call: AnyCall, request: Request) -> Response:
    """Upload documents; with `blocking` the answer comes once they are indexed."""
    call.require_anywhere(Access.WRITE)
    async with request.form(max_files=1000, max_fields=20) as form:
        data = _data(form.get("data"))
        call.require_collection(Access.WRITE, data.collection_name)
        at = CollectionCall(call.api, call.caller, call.request, data.collection_name)
        files = await receive_files(at, request, field="documents")
    call.note("upload", data.collection_name, files=[file.sha256 for file in files])
    jobs, name = call.api.jobs, data.collection_name
    job = await asyncio.to_thread(jobs.add, name, files)
    if not data.blocking:
        return reply({"message": "Ingestion started in the background.", "task_id": f"{name}:{job.id}"})
    while not job.state.is_over and not await request.is_disconnected():
        await asyncio.sleep(0.2)
        job = await asyncio.to_thread(jobs.get, name, job.id)
    return reply(_uploaded(job))


@router.get("/status")
async def status(call: AnyCall, task_id: Annotated[str, Query(max_length=100)]) -> Response:
    """The progress of documents that were uploaded in the background."""
    collection, _, identity = task_id.rpartition(":")
    call.require_collection(Access.READ, collection)
    job = await asyncio.to_thread(call.api.jobs.get, collection, identity)
    return reply({"state": _STATES.get(job.state, "PENDING"), "result": _uploaded(job)})


def _data(given: object) -> UploadData:
    try:
        return UploadData.model_validate(json.loads(given if isinstance(given, str) else ""))
    except (ValidationError, ValueError, RecursionError) as error:
        raise RequestError(422, "invalid", "The field 'data' must be JSON with a collection_name.") from error


def _uploaded(job: Job) -> dict[str, Any]:
    bad = ("failed", "skipped")
    failed = [{"document_name": file.name, "error_message": file.problem} for file in job.files if file.outcome in bad]
    if job.problem:
        failed = [{"document_name": file.name, "error_message": job.problem} for file in job.files]
    names = {row["document_name"] for row in failed}
    done = [{"document_name": file.name, "metadata": {}} for file in job.files if file.name not in names]
    return {
        "message": "Document upload job completed." if job.state.is_over else "Documents are being indexed.",
        "total_documents": len(job.files),
        "documents": done if job.state.is_over else [],
        "failed_documents": failed,
        "validation_errors": [],
    }


def _chunks(answer: WireAnswer, call: Call) -> Iterator[bytes]:
    head = {"id": request_id(), "model": call.api.options.model, "object": "chat.completion.chunk"}
    head["created"] = int(time.time())  # type: ignore[assignment]
    results = [_result(source) for source in answer.sources]
    citations = {"total_results": len(results), "results": results}
    used = answer.usage
    usage = {
        "prompt_tokens": used.input_tokens,
        "completion_tokens": used.output_tokens,
        "total_tokens": used.input_tokens + used.output_tokens,
    }

    def chunk(text: str, **more: Any) -> bytes:
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "delta": message, "finish_reason": more.pop("finish", None)}
        return b"data: " + json_bytes({**head, "choices": [choice], **more}) + b"\n\n"

    for number, piece in enumerate(pieces(marked_text(answer, call.api.options.citations))):
        yield chunk(piece, **({"citations": citations} if number == 0 else {}))
    yield chunk("", finish="stop", usage=usage, citations=citations)


def _result(source: WireSource) -> dict[str, Any]:
    return {
        "document_id": source.doc_id,
        "document_name": _name(source.document),
        "document_type": "text",
        "content": source.text,
        "score": source.score,
        "metadata": {"page_number": source.page or 0, "description": source.text, "section": source.section},
    }


def _name(path: str) -> str:
    return PurePath(path.replace("\\", "/")).name
