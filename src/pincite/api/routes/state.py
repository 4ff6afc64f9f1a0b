"""Whether the server is up, what it is, and its figures."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pincite import __version__
from pincite.api.context import AnyCall, Api, reply
from pincite.api.errors import REFUSALS
from pincite.api.responses import Health, Readiness, Version
from pincite.service.keys import Access

router = APIRouter(tags=["server"])


@router.get("/api/v1/health", response_model=Health, responses=REFUSALS)
async def health() -> Response:
    """Whether the server is up. Needs no key."""
    return reply(Health(status="ok"))


@router.get("/api/v1/ready", response_model=Readiness, responses=REFUSALS)
async def ready(request: Request) -> Response:
    """Whether every collection can be opened and the models are loaded; 503 where not. Needs no key."""
    api: Api = request.app.state.api
    warm = request.app.state.warm
    found = await asyncio.to_thread(api.service.collections) if warm.is_set() else []
    problems = sum(bool(one.problem) for one in found)
    body = Readiness(ready=warm.is_set() and not problems, problems=problems)
    return reply(body, status=200 if body.ready else 503)


@router.get("/api/v1/version", response_model=Version, responses=REFUSALS)
async def version(call: AnyCall) -> Response:
    """What is running, and what it can do here."""
    options = call.api.options
    return reply(
        Version(
            version=__version__,
            keys=options.keys is not None,
            uploads=True,
            new_collections=options.data is not None,
            upload_mb=options.upload_mb,
            runs=options.runs is not None,
            truth=options.truth is not None,
        )
    )


@router.get("/metrics", responses={**REFUSALS, 200: {"content": {"text/plain": {}}}}, response_class=Response)
async def metrics(call: AnyCall) -> Response:
    """The figures of the server for Prometheus; needs a key for all collections."""
    call.require_everywhere(Access.READ)
    return Response(call.api.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
