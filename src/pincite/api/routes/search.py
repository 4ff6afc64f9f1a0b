"""Searching a collection."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.api.context import Reading, json_bytes
from pincite.api.errors import REFUSALS
from pincite.api.requests import SearchRequest
from pincite.render.wire.search import WireRanking

router = APIRouter(prefix="/api/v1/collections/{collection}", tags=["search"], responses=REFUSALS)


@router.post("/search", response_model=WireRanking)
async def search(body: SearchRequest, call: Reading) -> Response:
    """The passages that answer a query, best first; or, on another layer, the sections or documents about it."""
    call.note("search", call.collection, query=body.query)

    def work() -> bytes:
        ranking = call.service.search(
            call.collection, body.query, k=body.k, scope=body.scope.scope(), layer=body.layer, explain=body.explain
        )
        call.api.metrics.note_stages(ranking.seconds)
        return json_bytes(ranking.plain())

    def cached() -> bytes:
        key = (call.collection, *call.service.state(call.collection), body.model_dump_json())
        return call.api.results.get(key, work)

    found = await call.work(cached)
    return Response(found, media_type="application/json")
