"""`/v1/rerank` as Cohere's clients speak it, by the model that ships with the package."""

from __future__ import annotations

import math
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field

from pincite.api.context import AnyCall, reply
from pincite.api.errors import REFUSALS
from pincite.api.foreign.conversation import LenientRequest
from pincite.api.request_ids import request_id

router = APIRouter(prefix="/v1", tags=["others: Cohere"], responses=REFUSALS)
_LOGIT = 30.0


class TextDocument(LenientRequest):
    """A document given as a record."""

    text: str = Field(max_length=100_000)


class RerankRequest(LenientRequest):
    """Texts to be put in order of how well they answer a query."""

    query: str = Field(min_length=1, max_length=8_000)
    documents: list[Annotated[str, Field(max_length=100_000)] | TextDocument] = Field(min_length=1, max_length=1000)
    top_n: int | None = Field(default=None, ge=1, le=1000)
    return_documents: bool = False
    model: str = Field(default="pincite", max_length=200)


@router.post("/rerank")
async def rerank(body: RerankRequest, call: AnyCall) -> Response:
    """The texts in order, best first, each with how likely it answers."""
    texts = [one if isinstance(one, str) else one.text for one in body.documents]
    scores = await call.work(lambda: call.service.rerank(body.query, texts))
    order = sorted(range(len(texts)), key=lambda at: (-scores[at], at))[: body.top_n]
    rows: list[dict[str, Any]] = [{"index": at, "relevance_score": _chance(scores[at])} for at in order]
    if body.return_documents:
        rows = [{**row, "document": {"text": texts[row["index"]]}} for row in rows]
    return reply({"id": request_id(), "results": rows, "meta": {"api_version": {"version": "1"}}})


def _chance(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-_LOGIT, min(_LOGIT, logit))))
