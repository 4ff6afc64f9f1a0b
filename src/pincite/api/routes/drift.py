"""Daily figures of the answers: as JSON, and as a page."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from pincite.api.context import AnyCall, Call, reply
from pincite.api.drift_page import drift_page
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.responses import DriftReport
from pincite.service.drift import DayFigures, Drift, measure_drift
from pincite.service.keys import Access

router = APIRouter(tags=["server"], responses=REFUSALS)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"


@router.get("/api/v1/drift", response_model=DriftReport)
async def drift(call: AnyCall) -> Response:
    """The figures of answers by day, and those of the last day outside their range; needs a key for all collections."""
    days, found = await _figures(call)
    return reply(DriftReport.model_validate({"days": list(map(asdict, days)), "drift": list(map(asdict, found))}))


@router.get(
    "/drift", response_class=Response, responses={200: {"content": {"text/html": {}}, "description": "A page."}}
)
async def drift_as_page(call: AnyCall) -> Response:
    """The same as a page."""
    return HTMLResponse(drift_page(*await _figures(call)), headers={"Content-Security-Policy": _POLICY})


async def _figures(call: Call) -> tuple[list[DayFigures], list[Drift]]:
    call.require_everywhere(Access.READ)
    samples = call.api.options.samples
    if samples is None:
        raise RequestError(404, "not-found", "This server keeps no figures of answers.")
    return await call.work(lambda: measure_drift(samples) if samples.exists() else ([], []))
