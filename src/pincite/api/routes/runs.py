"""Runs of evaluations, to look at: their scores, two of them compared, and each query with its gold and its results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from pincite.api.context import AnyCall, Call, reply
from pincite.api.errors import REFUSALS, RequestError, as_refused
from pincite.api.requests import Word
from pincite.api.responses import RunList, RunQueryList
from pincite.errors import PinciteError
from pincite.runs.compare import Contender, compare
from pincite.runs.report import render
from pincite.runs.report_data import load_entrants
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import load_scores
from pincite.runs.shelf import RunShelf
from pincite.runs.statistics import Sampling
from pincite.runs.wire import WireComparison, WireRun, WireRunResult, WireRunSummary, run_query
from pincite.service.keys import Access

router = APIRouter(prefix="/api/v1/runs", tags=["runs"], responses=REFUSALS)
T = TypeVar("T")

RunId = Annotated[str, Path(min_length=1, max_length=500, pattern=r"^[^/\\]+$", description="The id of a run.")]
Measures = Annotated[
    list[Word] | None, Query(max_length=100, description="names of measures; by default the main ones")
]
_SAMPLING = Sampling(iterations=2000)
# Queries whose passages a report shows in their texts.
_DETAILS = 1000


@router.get("", response_model=RunList)
async def runs(call: AnyCall) -> Response:
    """The runs that the server shows; needs a key for all collections, as the other routes of runs do."""
    shelf = _shelf(call)
    found = await call.work(lambda: [WireRun.of(*one) for one in shelf.all()])
    return reply(RunList(runs=found))


@router.get("/{run}", response_model=WireRunSummary)
async def run(call: AnyCall, run: RunId, measures: Measures = None) -> Response:
    """A run with every score of the whole and of each set; with intervals for some measures."""
    found = await _look(call, lambda shelf: WireRunSummary.of(run, shelf.open(run), measures or ()))
    return reply(found)


@router.get("/{run}/queries", response_model=RunQueryList)
async def queries(
    call: AnyCall,
    run: RunId,
    measures: Measures = None,
    set: Word | None = None,
    tag: Word | None = None,
    sort: Annotated[
        str | None, Query(max_length=100, description="a measure; with a minus, in descending order")
    ] = None,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """The queries of a run with their scores, of a set or with a tag, in the order of a measure."""

    def work(shelf: RunShelf) -> RunQueryList:
        table = load_scores(shelf.open(run))
        chosen = _ordered(table, [n for n, _ in enumerate(table.questions) if _is_so(table, n, set, tag)], sort)
        shown = [run_query(table, n, measures or ()) for n in chosen[offset : offset + limit]]
        return RunQueryList(queries=shown, total=len(chosen), offset=offset)

    return reply(await _look(call, work))


@router.get("/{run}/query", response_model=WireRunResult)
async def query(call: AnyCall, run: RunId, id: Annotated[str, Query(max_length=1000)]) -> Response:
    """A query of a run: its gold passages and those that were retrieved, with their words, and the answer."""
    return reply(await _look(call, lambda shelf: WireRunResult.of(shelf.open(run), id)))


@router.get("/{run}/against/{reference}", response_model=WireComparison)
async def against(
    call: AnyCall,
    run: RunId,
    reference: RunId,
    measures: Measures = None,
    by: Literal["set", "tag"] = "set",
    changed: Annotated[
        int, Query(ge=0, le=1000, description="how many queries to list per measure and direction")
    ] = 20,
) -> Response:
    """A run against another: differences with intervals and corrected p values, by set or tag, and by query."""

    def work(shelf: RunShelf) -> WireComparison:
        tables = [Contender(one, load_scores(shelf.open(one))) for one in (reference, run)]
        (found,) = compare(tables, measures=measures or (), by=by, sampling=_SAMPLING, most_changed=changed)
        return WireComparison.of(found)

    return reply(await _look(call, work))


@router.get(
    "/{run}/report",
    response_class=Response,
    responses={200: {"content": {"text/html": {}}, "description": "The page."}},
)
async def report(call: AnyCall, run: RunId, reference: Word | None = None) -> Response:
    """A run, beside a reference if one is named, as one page that opens without a server."""

    def work(shelf: RunShelf) -> str:
        named = [one for one in (reference, run) if one]
        return render(load_entrants([shelf.open(one) for one in named]), details=_DETAILS)

    page = await _look(call, work)
    headers = {"Content-Disposition": 'attachment; filename="report.html"'}
    return Response(page.encode("utf-8", "replace"), media_type="text/html; charset=utf-8", headers=headers)


def _shelf(call: Call) -> RunShelf:
    call.require_everywhere(Access.READ)
    if call.api.options.runs is None:
        raise RequestError(404, "not-found", "This server shows no runs.")
    return RunShelf(call.api.options.runs)


async def _look(call: Call, work: Callable[[RunShelf], T]) -> T:
    """Do some work with the runs; errors do not reveal where they are stored."""
    shelf = _shelf(call)
    try:
        return await call.work(lambda: work(shelf))
    except PinciteError as error:
        raise as_refused(error, shelf.public_message(error)) from error


def _is_so(table: ScoreTable, n: int, wanted: str | None, tag: str | None) -> bool:
    question = table.questions[n]
    return (wanted is None or question.set == wanted) and (tag is None or tag in question.gold.tags)


def _ordered(table: ScoreTable, rows: Sequence[int], sort: str | None) -> list[int]:
    """Rows in the order of a measure; those without a value come last."""
    if not sort:
        return list(rows)
    values = table.column(sort.removeprefix("-"))
    sign = -1 if sort.startswith("-") else 1
    return sorted(rows, key=lambda n: (bool(values[n] != values[n]), sign * values[n]))
