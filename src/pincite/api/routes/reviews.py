"""Reviews: a table of documents by questions, every cell cited, made in the background and corrected by people."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from pincite.api.context import AnyCall, CollectionCall, Reading, Writing, json_bytes, reply
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.requests import Correction, ReviewRequest, Word
from pincite.api.responses import DocumentProblem, ReviewList, SetList, WireReview, WireReviewTable
from pincite.api.routes.documents import DocumentId
from pincite.review.cell import CellState, ReviewTable
from pincite.review.choose import choose_rows, find_rows, read_condition, rows_with_state, sort_rows
from pincite.review.forms.as_csv import table_as_csv
from pincite.review.forms.as_json import table_as_json
from pincite.review.forms.as_markdown import table_as_markdown
from pincite.review.forms.excel import table_as_excel
from pincite.review.forms.page import table_as_page
from pincite.review.question import QuestionSet
from pincite.review.questions import load_set, questions_from, set_names
from pincite.review.wire import WireCell, WireQuestionSet, WireReviewQuestion, WireRow, wire_columns
from pincite.service.review_folder import ReviewJob
from pincite.spans import Span

router = APIRouter(tags=["review"], responses=REFUSALS)
_AT = "/api/v1/collections/{collection}/reviews"
_ONE = f"{_AT}/{{review}}"
_CELL = f"{_ONE}/rows/{{document}}/cells/{{column}}"

ReviewId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="The id of a review.")]
Column = Annotated[str, Path(min_length=1, max_length=60, description="The name of a column.")]
Where = Annotated[
    list[Word] | None, Query(max_length=20, description="only rows that meet a condition such as `notice<30 days`")
]
Sort = Annotated[
    str | None, Query(max_length=100, description="the column to sort by; with a minus, in descending order")
]
Find = Annotated[Word | None, Query(description="only rows with these words in the document's name or in a value")]
Only = Annotated[
    Literal["found", "not found", "unsure", "corrected"] | None,
    Query(description="only rows with a cell in this state"),
]
Form = Literal["xlsx", "csv", "json", "html", "md"]
_KINDS: dict[str, str] = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
}
_FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind.partition(";")[0]: {} for kind in _KINDS.values()}, "description": "The file."}
}


@router.get("/api/v1/review-sets", response_model=SetList)
async def review_sets(call: AnyCall) -> Response:
    """The sets of questions that ship with the package."""
    return reply(SetList(sets=[WireQuestionSet.of(load_set(name)) for name in set_names()]))


@router.post(_AT, response_model=WireReview, status_code=202)
async def start_review(body: ReviewRequest, call: Writing) -> Response:
    """Ask questions of documents in the background: one row per document, one column per question."""
    asked = _asked(body)
    call.note("review", call.collection, questions=[one.question for one in asked.questions])
    made = await call.work(
        lambda: call.api.reviews.add(call.collection, asked, body.scope.scope(), by=call.caller.name)
    )
    return reply(wire_review(made), status=202)


@router.get(_AT, response_model=ReviewList)
async def reviews(call: Reading) -> Response:
    """The reviews of a collection, the newest first, without their rows."""
    found = await call.work(lambda: call.api.reviews.of(call.collection))
    return reply(ReviewList(reviews=list(map(wire_review, found))))


@router.get(_ONE, response_model=WireReviewTable)
async def review(call: Reading, review: ReviewId, where: Where = None, sort: Sort = None) -> Response:
    """A review with its rows so far; those that meet conditions, in the order of a column."""

    def work() -> WireReviewTable:
        table = _chosen(call, review, where or (), sort)
        corrected = call.api.reviews.corrected(call.collection, review)
        rows = [WireRow.of(row, corrected=corrected.get(row.doc_id, ())) for row in table.rows]
        job = call.api.reviews.get(call.collection, review)
        return WireReviewTable(review=wire_review(job), rows=rows, columns=wire_columns(table))

    return reply(await call.work(work))


@router.get(
    f"{_ONE}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Events `cell`, `review` and `done`."}},
)
async def review_events(call: Reading, review: ReviewId) -> Response:
    """Every cell as it is read, as an event `cell`; `review` whenever its state changes; `done` at the end."""
    await call.work(lambda: call.api.reviews.get(call.collection, review))
    return EventSourceResponse(_events(call, review), ping=15)


@router.post(f"{_ONE}/cancel", response_model=WireReview)
async def cancel_review(call: Writing, review: ReviewId) -> Response:
    """End a review; the cells that are read already stay."""
    return reply(wire_review(await call.work(lambda: call.api.reviews.cancel(call.collection, review))))


@router.post(f"{_ONE}/resume", response_model=WireReview)
async def resume_review(call: Writing, review: ReviewId) -> Response:
    """Resume a review; documents that were added since get rows too."""
    return reply(wire_review(await call.work(lambda: call.api.reviews.resume(call.collection, review))))


@router.delete(_ONE, status_code=204, response_class=Response)
async def delete_review(call: Writing, review: ReviewId) -> Response:
    """Delete a review with its corrections."""
    call.note("delete", call.collection, review=review)
    await call.work(lambda: call.api.reviews.remove(call.collection, review))
    return Response(status_code=204)


@router.put(_CELL, response_model=WireCell)
async def correct_cell(
    body: Correction, call: Writing, review: ReviewId, document: DocumentId, column: Column
) -> Response:
    """Correct a cell: its state, its value, and the words that prove it."""
    call.note("correct", call.collection, review=review, document=document, column=column)
    span = Span(*body.span) if body.span else None
    cell = await call.work(
        lambda: call.api.reviews.correct(
            call.collection,
            review,
            document,
            column,
            state=CellState(body.state),
            value=body.value,
            quote=body.quote,
            span=span,
            by=call.caller.name,
        )
    )
    return reply(WireCell.of(cell, corrected=True))


@router.delete(_CELL, response_model=WireCell)
async def revert_cell(call: Writing, review: ReviewId, document: DocumentId, column: Column) -> Response:
    """Undo a correction and return the cell as it was read."""
    cell = await call.work(lambda: call.api.reviews.revert(call.collection, review, document, column))
    return reply(WireCell.of(cell))


@router.get(f"{_ONE}/file", response_class=Response, responses=_FILES)
async def review_file(
    call: Reading,
    review: ReviewId,
    format: Form = "xlsx",
    where: Where = None,
    sort: Sort = None,
    find: Find = None,
    only: Only = None,
) -> Response:
    """A review as a file, with its corrections: Excel, CSV, JSON, HTML or Markdown."""
    call.note("download", call.collection, review=review)

    def work() -> bytes:
        table = find_rows(_chosen(call, review, where or (), sort), find or "")
        corrected = [doc for doc, columns in call.api.reviews.corrected(call.collection, review).items() if columns]
        return _written(rows_with_state(table, only, corrected=corrected) if only else table, format)

    data = await call.work(work)
    headers = {"Content-Disposition": f'attachment; filename="review-{review}.{format}"'}
    return Response(data, media_type=_KINDS[format], headers=headers)


def wire_review(job: ReviewJob) -> WireReview:
    """Convert a review to its wire record."""
    return WireReview(
        id=job.id,
        collection=job.collection,
        title=job.asked.title,
        made=job.made,
        by=job.by,
        state=job.state.value,
        problem=job.problem,
        questions=[WireReviewQuestion.of(one) for one in job.asked.questions],
        done=job.done,
        total=job.total,
        failures=[DocumentProblem(document=document, problem=problem) for document, problem in job.failures],
    )


def _asked(body: ReviewRequest) -> QuestionSet:
    if (body.set is None) == (not body.questions):
        raise RequestError(422, "invalid", "Give either a set by name or questions.")
    if body.set is not None:
        found = load_set(body.set)
        return QuestionSet(found.name, body.title or found.title, found.questions)
    return questions_from(body.title or "Review", [one.model_dump() for one in body.questions])


def _chosen(call: CollectionCall, review: str, where: list[str] | tuple[str, ...], sort: str | None) -> ReviewTable:
    table = call.api.reviews.table(call.collection, review)
    table = choose_rows(table, [read_condition(text, table.questions) for text in where])
    return sort_rows(table, sort) if sort else table


def _written(table: ReviewTable, form: Form) -> bytes:
    if form == "xlsx":
        return table_as_excel(table, link=lambda *_: None)
    if form == "csv":
        # With the mark that tells Excel it is UTF-8.
        return f"\ufeff{table_as_csv(table)}".encode("utf-8", "replace")
    if form == "json":
        return json.dumps(table_as_json(table), indent=2).encode("ascii")
    text = table_as_page(table, link=lambda *_: None) if form == "html" else table_as_markdown(table)
    return text.encode("utf-8", "replace")


async def _events(call: CollectionCall, review: str) -> AsyncIterator[ServerSentEvent]:
    """Yield events for new cells and state changes until the review is over."""
    sent, last = 0, ""
    while True:
        # Get the state first, so that cells read before the end are still sent.
        now = await asyncio.to_thread(call.api.reviews.get, call.collection, review)
        cells = await asyncio.to_thread(call.api.reviews.cells, call.collection, review, since=sent)
        if now.state.value != last:
            yield _event("review", wire_review(now).plain())
        for one in cells:
            row = {"doc_id": one.doc_id, "document": one.document, "title": one.title}
            yield _event("cell", {**row, "cell": WireCell.of(one.cell).plain()})
        sent, last = sent + len(cells), now.state.value
        if now.state.is_over:
            yield _event("done", wire_review(now).plain())
            return
        await asyncio.sleep(0.2)


def _event(kind: str, data: dict[str, Any]) -> ServerSentEvent:
    return ServerSentEvent(json_bytes(data).decode("ascii"), event=kind)
