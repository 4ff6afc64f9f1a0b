"""Uploading documents, and the jobs that index them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.datastructures import UploadFile

from pincite.api.context import CollectionCall, Reading, Writing, json_bytes, reply
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.responses import FileOutcome, JobEvent, JobList, WireJob
from pincite.domain.job import Job
from pincite.service.originals import StagedFile

router = APIRouter(prefix="/api/v1/collections/{collection}", tags=["documents"], responses=REFUSALS)

JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="The id of a job.")]
_MOST_FILES = 1000
_PIECE = 1024 * 1024
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {"type": "array", "minItems": 1, "items": {"type": "string", "format": "binary"}}
                    },
                }
            }
        },
    }
}


@router.post("/documents", response_model=WireJob, status_code=202, openapi_extra=_BODY)
async def upload(call: Writing, request: Request) -> Response:
    """Upload files; a job indexes them. A file replaces an existing one of the same name."""
    files = await receive_files(call, request, field="files")
    call.note("upload", call.collection, files=[file.sha256 for file in files])
    return reply(wire_job(await asyncio.to_thread(call.api.jobs.add, call.collection, files)), status=202)


@router.get("/jobs", response_model=JobList)
async def jobs(call: Reading) -> Response:
    """The jobs of a collection, the newest first."""
    found = await asyncio.to_thread(call.api.jobs.of, call.collection)
    return reply(JobList(jobs=[wire_job(job) for job in found]))


@router.get("/jobs/{job}", response_model=WireJob)
async def job(call: Reading, job: JobId) -> Response:
    """How far a job is."""
    return reply(wire_job(await asyncio.to_thread(call.api.jobs.get, call.collection, job)))


@router.get(
    "/jobs/{job}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Events `job`."}},
)
async def job_events(call: Reading, job: JobId) -> Response:
    """The progress of a job, as an event `job` on each change until it is over."""
    await asyncio.to_thread(call.api.jobs.get, call.collection, job)

    async def events() -> AsyncIterator[ServerSentEvent]:
        last = None
        while True:
            now = await asyncio.to_thread(call.api.jobs.get, call.collection, job)
            if now != last:
                yield ServerSentEvent(json_bytes(wire_job(now).plain()).decode("ascii"), event="job")
            if now.state.is_over:
                return
            last = now
            await asyncio.sleep(0.2)

    return EventSourceResponse(events(), ping=15)


@router.post("/jobs/{job}/cancel", response_model=WireJob)
async def cancel_job(call: Writing, job: JobId) -> Response:
    """End a job; documents that are indexed already stay."""
    return reply(wire_job(await call.work(lambda: call.api.jobs.cancel(call.collection, job))))


@router.post("/jobs/{job}/resume", response_model=WireJob)
async def resume_job(call: Writing, job: JobId) -> Response:
    """Resume a job that was cancelled or failed."""
    return reply(wire_job(await call.work(lambda: call.api.jobs.resume(call.collection, job))))


async def receive_files(call: CollectionCall, request: Request, *, field: str) -> list[StagedFile]:
    """Save the files of a form to disk, each under the hash of its content."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise RequestError(415, "bad-content-type", "Send the files as multipart/form-data.")
    originals = call.service.held(call.collection).originals
    async with request.form(max_files=_MOST_FILES, max_fields=20) as form:
        sent = [file for file in form.getlist(field) if isinstance(file, UploadFile)]
        if not sent:
            raise RequestError(422, "invalid", f"The form has no files in the field '{field}'.")
        return [await originals.stage(file.filename or "document", _pieces(file)) for file in sent]


async def _pieces(file: UploadFile) -> AsyncIterator[bytes]:
    while piece := await file.read(_PIECE):
        yield piece


def wire_job(job: Job) -> WireJob:
    """Convert a job to its wire record."""
    return WireJob(
        id=job.id,
        collection=job.collection,
        state=job.state.value,
        made=job.made,
        progress=JobEvent(stage=job.progress[0], done=job.progress[1], total=job.progress[2]) if job.progress else None,
        files=[
            FileOutcome(name=file.name, outcome=file.outcome, problem=file.problem, kind=file.kind)
            for file in job.files
        ],
        problem=job.problem,
    )
