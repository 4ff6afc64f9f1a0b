"""What routes share: the service, the workers, the caller and the caller's permissions."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pincite.api.errors import RequestError
from pincite.api.metrics import Metrics
from pincite.api.recent_results import RecentAnswers, RecentResults
from pincite.api.request_ids import request_id
from pincite.api.samples import Samples
from pincite.api.workers import Workers
from pincite.cancellation import Cancellation
from pincite.render.wire.base import WireModel
from pincite.service.audit import AuditLog
from pincite.service.jobs import Jobs
from pincite.service.keys import EVERYWHERE, Access, Caller
from pincite.service.options import COLLECTION_NAME, ServeOptions
from pincite.service.reviews import Reviews
from pincite.service.service import Service

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Api:
    """Everything that lives as long as the server."""

    service: Service
    options: ServeOptions
    workers: Workers
    metrics: Metrics
    audit: AuditLog
    jobs: Jobs
    reviews: Reviews
    results: RecentResults
    answers: RecentAnswers
    samples: Samples


@dataclass(frozen=True, slots=True)
class Call:
    """A request with its caller."""

    api: Api
    caller: Caller
    request: Request

    @property
    def service(self) -> Service:
        """The stores."""
        return self.api.service

    def require(self, access: Access, collection: str) -> None:
        """Refuse a caller without this access; whether the collection exists is not revealed."""
        if not self.caller.may(access, collection):
            raise RequestError(403, "forbidden", f"The key has no {access.name.lower()} access to '{collection}'.")

    def require_collection(self, access: Access, collection: str) -> None:
        """Refuse a caller without this access, and a collection that does not exist; other names are not revealed."""
        self.require(access, collection)
        if collection not in self.service.names:
            raise RequestError(404, "not-found", f"There is no collection '{collection}'.")

    def require_anywhere(self, access: Access) -> None:
        """Refuse a caller without this access to any collection, before a long body that names one is read."""
        if not any(self.caller.may(access, collection) for collection in self.caller.grants):
            raise RequestError(403, "forbidden", f"The key has no {access.name.lower()} access to any collection.")

    def require_everywhere(self, access: Access) -> None:
        """Refuse a caller without this access to all collections."""
        if not self.caller.may(access, EVERYWHERE):
            raise RequestError(403, "forbidden", f"The key has no {access.name.lower()} access to all collections.")

    async def work(self, work: Callable[[], T]) -> T:
        """Do work in a thread; it is cancelled if the client disconnects."""
        return await self.api.workers.run(lambda _: work(), gone=self.gone)

    async def work_with(self, work: Callable[[Cancellation], T]) -> T:
        """Do work in a thread that checks the given cancellation itself."""
        return await self.api.workers.run(work, gone=self.gone)

    async def gone(self) -> None:
        """Return when the client has disconnected."""
        # A client that stops in the middle of a body nobody reads is as good as gone.
        with suppress(HTTPException):
            while (await self.request.receive())["type"] != "http.disconnect":
                pass

    def note(self, action: str, collection: str, **what: object) -> None:
        """Write to the audit log, where there is one."""
        self.api.audit.write(self.caller, action, collection=collection, request=request_id(), **what)


@dataclass(frozen=True, slots=True)
class CollectionCall(Call):
    """A request to a collection that its sender may use."""

    collection: str


# The callables that routes depend on are coroutines because others would be called in a thread of their own.
async def any_call(request: Request) -> Call:
    """Return the request with the caller that the gate identified."""
    return Call(request.app.state.api, request.state.caller, request)


CollectionName = Annotated[str, Path(pattern=COLLECTION_NAME, description="The name of a collection.")]


def _call_with(access: Access) -> Callable[[Request, str], Awaitable[CollectionCall]]:
    async def collection_call(request: Request, collection: CollectionName) -> CollectionCall:
        call = await any_call(request)
        call.require_collection(access, collection)
        return CollectionCall(call.api, call.caller, request, collection)

    return collection_call


AnyCall = Annotated[Call, Depends(any_call)]
Reading = Annotated[CollectionCall, Depends(_call_with(Access.READ))]
Writing = Annotated[CollectionCall, Depends(_call_with(Access.WRITE))]
Managing = Annotated[CollectionCall, Depends(_call_with(Access.ADMIN))]


def reply(body: WireModel | dict[str, Any], *, status: int = 200) -> Response:
    """Return a record as a response. Not by pydantic's JSON, which refuses lone surrogates."""
    plain = body.plain() if isinstance(body, WireModel) else body
    return Response(json_bytes(plain), status, media_type="application/json")


def json_bytes(plain: Any) -> bytes:
    """Encode as ASCII JSON, which can carry any text."""
    return json.dumps(plain, separators=(",", ":"), allow_nan=False).encode("ascii")
