"""The collections of the server."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.api.context import AnyCall, Call, Managing, Reading, reply
from pincite.api.errors import REFUSALS
from pincite.api.requests import NewCollection
from pincite.api.responses import CollectionEntry, CollectionList
from pincite.render.wire.document import WireCollection
from pincite.service.keys import Access

router = APIRouter(prefix="/api/v1/collections", tags=["collections"], responses=REFUSALS)


@router.get("", response_model=CollectionList)
async def collections(call: AnyCall) -> Response:
    """The collections that the caller may use."""
    found = await call.work(call.service.collections)
    return reply(
        CollectionList(collections=[_entry(one, call) for one in found if call.caller.may(Access.READ, one.name)])
    )


@router.post("", response_model=CollectionEntry, status_code=201)
async def make_collection(body: NewCollection, call: AnyCall) -> Response:
    """Make an empty collection; needs an admin's key."""
    call.require(Access.ADMIN, body.name)
    call.note("make", body.name)
    made = await call.work(lambda: call.api.jobs.make_collection(body.name))
    return reply(_entry(made, call), status=201)


@router.get("/{collection}", response_model=CollectionEntry)
async def collection(call: Reading) -> Response:
    """A collection: how many documents, and which state."""
    return reply(_entry(await call.work(lambda: call.service.collection(call.collection)), call))


@router.delete("/{collection}", status_code=204, response_class=Response)
async def delete_collection(call: Managing) -> Response:
    """Delete a collection that was made here, with all its documents; needs an admin's key."""
    call.note("delete", call.collection)
    await call.work(lambda: call.api.jobs.delete_collection(call.collection))
    return Response(status_code=204)


def _entry(found: WireCollection, call: Call) -> CollectionEntry:
    levels = [level for level in Access if call.caller.may(level, found.name)]
    return CollectionEntry(**dict(found), access=max(levels).name.lower())
