"""Tags: notes of users on documents."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.api.context import Reading, Writing, reply
from pincite.api.errors import REFUSALS
from pincite.api.requests import Tagging
from pincite.api.responses import TagList
from pincite.api.routes.documents import DocumentId

router = APIRouter(prefix="/api/v1/collections/{collection}/documents", tags=["documents"], responses=REFUSALS)


@router.get("/{document}/tags", response_model=TagList)
async def tags(call: Reading, document: DocumentId) -> Response:
    """The tags of a document."""

    def work() -> TagList:
        card = call.service.document(call.collection, document)
        return TagList(tags=call.service.tags(call.collection).of(card.id))

    return reply(await call.work(work))


@router.put("/{document}/tags", response_model=TagList)
async def put_tags(body: Tagging, call: Writing, document: DocumentId) -> Response:
    """Give a document these tags, and no others; documents are found by them as by metadata (`where`)."""
    call.note("tag", call.collection, document=document)

    def work() -> TagList:
        card = call.service.document(call.collection, document)
        held = call.service.tags(call.collection)
        held.put(card.id, body.tags)
        return TagList(tags=held.of(card.id))

    return reply(await call.work(work))
