"""Errors as responses: one shape for all of them, and the HTTP status of each, here and nowhere else."""

from __future__ import annotations

import errno
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from pincite.api.request_ids import request_id
from pincite.errors import (
    Cancelled,
    MissingKey,
    ModelError,
    NotFound,
    PinciteError,
    QuestionError,
    ReadError,
    ReviewError,
    SettingsError,
    SpanError,
    StoreError,
    UnknownName,
)
from pincite.service.invalid import name_invalid

# The first matching class decides.
_STATUSES: tuple[tuple[type[PinciteError], int, str], ...] = (
    (NotFound, 404, "not-found"),
    (QuestionError, 422, "bad-question"),
    (SettingsError, 422, "bad-setting"),
    (SpanError, 422, "bad-span"),
    (ReadError, 422, "unreadable"),
    (Cancelled, 504, "timeout"),
    (MissingKey, 502, "model"),
    (ModelError, 502, "model"),
    (StoreError, 503, "store"),
    (UnknownName, 422, "unknown-name"),
    (ReviewError, 422, "bad-review"),
)
_CODES = {400: "bad-request", 404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "bad-content-type"}


class Problem(BaseModel):
    """What went wrong: a short word for programs, a sentence for people, and the id of the request in the logs."""

    code: str
    message: str
    request_id: str


class Refusal(BaseModel):
    """The body of every error response."""

    error: Problem


class RequestError(Exception):
    """A request is refused with a status."""

    def __init__(self, status: int, code: str, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.headers = {"Retry-After": str(retry_after)} if retry_after is not None else {}
        if status == 401:
            self.headers["WWW-Authenticate"] = "Bearer"

    def response(self) -> Response:
        """The refusal as a response."""
        return JSONResponse(refusal(self.code, self.message), self.status, headers=self.headers)


def refusal(code: str, message: str) -> dict[str, Any]:
    """The body of a refusal; a message that holds half a surrogate pair is written so that JSON can carry it."""
    sound = message.encode("utf-8", "backslashreplace").decode("utf-8")
    return Refusal(error=Problem(code=code, message=sound, request_id=request_id())).model_dump()


def as_refused(error: PinciteError, message: str) -> RequestError:
    """Convert a Pincite error to a refusal, with a message that is safe to show to callers."""
    for kind, status, code in _STATUSES:
        if isinstance(error, kind):
            return RequestError(status, code, message, retry_after=5 if status == 503 else None)
    return RequestError(400, "refused", message)


def disk_refusal(error: OSError) -> RequestError | None:
    """Convert an error of a full disk or of an unwritable folder to a refusal; None for any other error."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RequestError(507, "full", "The disk of the server is full; nothing was kept.")
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return RequestError(403, "read-only", "The collection's folder cannot be written to by the server.")
    return None


# The error responses of every route, for the OpenAPI description.
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": what}
    for status, what in {
        400: "The request cannot be read.",
        401: "There is no key, or it is not valid.",
        403: "The key does not allow this.",
        404: "There is no such thing.",
        408: "The request was sent too slowly.",
        413: "The request is too large.",
        415: "The content type is not one the route takes.",
        421: "The host name is not one this server answers to.",
        422: "The request is well-formed, but cannot be done.",
        429: "Too many requests; see Retry-After.",
        502: "A model provider failed.",
        503: "Too much to do at the moment, or a store cannot be used; see Retry-After.",
        504: "It took too long.",
        507: "The disk of the server is full.",
    }.items()
}


def add_error_handlers(app: FastAPI) -> None:
    """Give every error its response."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestError)
        return error.response()

    async def ours(request: Request, error: Exception) -> Response:
        assert isinstance(error, PinciteError)
        return as_refused(error, request.app.state.api.service.public_message(error)).response()

    async def of_the_disk(_: Request, error: Exception) -> Response:
        assert isinstance(error, OSError)
        if (refused := disk_refusal(error)) is None:
            raise error
        return refused.response()

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return RequestError(422, "invalid", f"The request is not valid: {name_invalid(error.errors())}.").response()

    async def by_status(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        body = refusal(_CODES.get(error.status_code, "refused"), str(error.detail))
        return JSONResponse(body, error.status_code, headers=error.headers)

    app.add_exception_handler(RequestError, refused)
    app.add_exception_handler(PinciteError, ours)
    app.add_exception_handler(OSError, of_the_disk)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, by_status)
