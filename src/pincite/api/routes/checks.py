"""Checking what others wrote: a quotation, a draft, two versions of a document, the law that a text cites."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from pincite.api.context import AnyCall, Reading, reply
from pincite.api.errors import REFUSALS
from pincite.api.requests import DraftRequest, LawRequest, QuotationRequest, RedlineRequest, Word
from pincite.api.responses import LawList
from pincite.api.routes.documents import DocumentId
from pincite.render.wire.check import WireDraft, WireQuotation
from pincite.render.wire.cite import WireLegalCitation
from pincite.review.questions import load_set
from pincite.review.wire import WireRedline
from pincite.service.checks import check_text, cited_law, document_law, redline_documents

router = APIRouter(tags=["check"], responses=REFUSALS)
_AT = "/api/v1/collections/{collection}"


@router.post(f"{_AT}/quotation", response_model=WireQuotation)
async def quotation(body: QuotationRequest, call: Reading) -> Response:
    """Whether words stand in the documents, and where; where they do not, the passage that comes nearest."""
    call.note("quotation", call.collection)
    found = await call.work(lambda: call.service.check_quotation(call.collection, body.quote, scope=body.scope.scope()))
    return reply(WireQuotation.of(found))


@router.post(f"{_AT}/draft", response_model=WireDraft)
async def draft(body: DraftRequest, call: Reading) -> Response:
    """A draft held against the documents, sentence by sentence: supported, contradicted or not found."""
    call.note("draft", call.collection)
    data = body.text.encode("utf-8", "replace")
    checked = await call.work(lambda: check_text(call.service, call.collection, data, label=body.name, k=body.k))
    return reply(WireDraft.of(checked))


@router.post(f"{_AT}/redline", response_model=WireRedline)
async def redline(body: RedlineRequest, call: Reading) -> Response:
    """Two versions of a document, clause against clause: added, removed, moved, reworded; changed numbers first."""
    call.note("redline", call.collection, documents=[body.old, body.new])
    asked = load_set(body.set) if body.set else None
    found, cells = await call.work(lambda: redline_documents(call.service, call.collection, body.old, body.new, asked))
    return reply(WireRedline.of(found, cells))


@router.get(f"{_AT}/documents/{{document}}/citations", response_model=LawList)
async def document_citations(
    call: Reading, document: DocumentId, kinds: Annotated[list[Word] | None, Query(max_length=50)] = None
) -> Response:
    """The legal citations of a document: kind, key in one spelling, and place."""
    doc, found = await call.work(lambda: document_law(call.service, call.collection, document, kinds or ()))
    return reply(LawList(citations=[WireLegalCitation.of(one, doc.text, doc) for one in found]))


@router.post("/api/v1/citations", response_model=LawList)
async def citations(body: LawRequest, call: AnyCall) -> Response:
    """The legal citations of a text; it is of no collection, and any key will do."""
    found = await call.work(lambda: cited_law(body.text, body.kinds))
    return reply(LawList(citations=[WireLegalCitation.of(one, body.text) for one in found]))
