"""Ground truth: questions with the answers and passages that count as right, edited by people."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from pincite.api.context import AnyCall, Call, reply
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.requests import TruthQuestion
from pincite.api.responses import TruthEntry, TruthList, TruthQuestions, WireEvidence, WireTruth
from pincite.runs.evaluation.truth_file import TruthFiles
from pincite.service.keys import Access

router = APIRouter(prefix="/api/v1/truth", tags=["truth"], responses=REFUSALS)

FileName = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description="The name of a file.")]
QuestionId = Annotated[str, Path(min_length=1, max_length=200, description="The id of a question.")]


@router.get("", response_model=TruthList)
async def truth_files(call: AnyCall) -> Response:
    """The files of ground truth; needs a key for all collections, as the other routes of ground truth do."""
    files = _files(call, Access.READ)
    entries = await call.work(lambda: [TruthEntry(name=one, questions=len(files.rows(one))) for one in files.names()])
    return reply(TruthList(files=entries))


@router.get("/{file}", response_model=TruthQuestions)
async def truth_questions(
    call: AnyCall,
    file: FileName,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """The questions of a ground truth, in order."""
    files = _files(call, Access.READ)
    rows = await call.work(lambda: files.rows(file))
    shown = [_wire(row) for row in rows[offset : offset + limit]]
    return reply(TruthQuestions(name=file, questions=shown, total=len(rows), offset=offset))


@router.post("/{file}/questions", response_model=WireTruth, status_code=201)
async def add_question(body: TruthQuestion, call: AnyCall, file: FileName) -> Response:
    """Add a question; the file is made where there is none."""
    files = _files(call, Access.WRITE)
    call.note("truth", "*", file=file)
    return reply(_wire(await call.work(lambda: files.add(file, _row(body)))), status=201)


@router.put("/{file}/questions/{question}", response_model=WireTruth)
async def change_question(body: TruthQuestion, call: AnyCall, file: FileName, question: QuestionId) -> Response:
    """Change a question."""
    files = _files(call, Access.WRITE)
    call.note("truth", "*", file=file, question=question)
    return reply(_wire(await call.work(lambda: files.replace(file, question, _row(body)))))


@router.delete("/{file}/questions/{question}", status_code=204, response_class=Response)
async def delete_question(call: AnyCall, file: FileName, question: QuestionId) -> Response:
    """Take a question out."""
    files = _files(call, Access.WRITE)
    call.note("delete", "*", file=file, question=question)
    await call.work(lambda: files.remove(file, question))
    return Response(status_code=204)


def _files(call: Call, access: Access) -> TruthFiles:
    call.require_everywhere(access)
    if call.api.options.truth is None:
        raise RequestError(404, "not-found", "This server keeps no ground truth.")
    return TruthFiles(call.api.options.truth)


def _row(body: TruthQuestion) -> dict[str, Any]:
    return body.model_dump(mode="json")


def _wire(row: dict[str, Any]) -> WireTruth:
    evidence = row.get("evidence") or []
    found = evidence if isinstance(evidence, list) else [evidence]
    return WireTruth(
        id=row["id"],
        question=str(row.get("question") or ""),
        truth=str(row.get("truth") or row.get("answer") or ""),
        source_type=str(row.get("source_type") or ""),
        category=str(row.get("category") or ""),
        evidence=[_evidence(one) for one in found if isinstance(one, dict)],
        status="approved" if row.get("status") == "approved" else "to review",
    )


def _evidence(one: dict[str, Any]) -> WireEvidence:
    span = one.get("span")
    pair = (span[0], span[1]) if isinstance(span, list) and len(span) == 2 else None
    return WireEvidence(document=str(one.get("document") or ""), span=pair, quote=str(one.get("quote") or ""))
