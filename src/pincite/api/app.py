"""The application: routes, the envelope around them, and what begins and ends with the server."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from pincite import __version__
from pincite.api.context import Api
from pincite.api.description import add_description
from pincite.api.drift_page import DriftCollector
from pincite.api.envelope import Envelope
from pincite.api.errors import add_error_handlers
from pincite.api.foreign import chat_app, cohere, openai, rag_blueprint
from pincite.api.gate import Gate
from pincite.api.metrics import Metrics
from pincite.api.recent_results import RecentAnswers, RecentResults
from pincite.api.routes import (
    ask,
    checks,
    collections,
    documents,
    drift,
    jobs,
    measures,
    reviews,
    runs,
    search,
    state,
    tags,
    truth,
)
from pincite.api.samples import Samples
from pincite.api.tracing import Tracing
from pincite.api.workers import Workers
from pincite.errors import PinciteError
from pincite.service.audit import AuditLog
from pincite.service.jobs import Jobs
from pincite.service.options import ServeOptions
from pincite.service.reviews import Reviews
from pincite.service.service import Service
from pincite.service.shared import open_audit

_LOG = logging.getLogger("pincite.serve")

_OURS = (state, drift, collections, documents, tags, jobs, search, ask, checks, reviews, measures, runs, truth)
_ROUTERS = (*_OURS, chat_app, openai, cohere, rag_blueprint)


def create_app(
    service: Service,
    options: ServeOptions,
    *,
    jobs: Jobs | None = None,
    audit: AuditLog | None = None,
    mounts: Mapping[str, ASGIApp] | None = None,
    routes: Sequence[BaseRoute] = (),
    tracer: Any = None,
) -> FastAPI:
    """Create the application for some stores; mounted apps and further routes are behind the same gate.

    With a `tracer` of OpenTelemetry, requests and their stages are traced.
    """
    options.check()
    tracing = Tracing(tracer)
    metrics = Metrics(tracing)
    if options.samples:
        metrics.add(DriftCollector(options.samples))
    api = Api(
        service=service,
        options=options,
        workers=Workers(options.workers, queue=options.queue, seconds=options.seconds),
        metrics=metrics,
        audit=audit or open_audit(options.audit),
        jobs=jobs or Jobs(service, data=options.data),
        reviews=Reviews(service),
        results=RecentResults(metrics),
        answers=RecentAnswers(metrics),
        samples=Samples(options.samples, share=options.sample_share),
    )
    metrics.watch("pincite_work_held", "Requests at work or waiting.", lambda: api.workers.held)
    metrics.watch("pincite_jobs_waiting", "Indexing jobs that are not over.", lambda: api.jobs.waiting)
    app = FastAPI(
        title="Pincite", version=__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan
    )
    app.state.api, app.state.warm, app.state.mounts = api, threading.Event(), dict(mounts or {})
    for module in _ROUTERS:
        app.include_router(module.router)
    add_error_handlers(app)
    add_description(app)
    app.router.routes.extend(routes)
    for path, mounted in app.state.mounts.items():
        app.mount(path, mounted)
    app.add_middleware(
        Envelope, gate=Gate(options), options=options, metrics=metrics, tracing=tracing, mounts=app.state.mounts
    )
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    api: Api = app.state.api
    api.jobs.start()
    api.reviews.start()
    threading.Thread(target=_warm_up, args=(app,), name="pincite-warm-up", daemon=True).start()
    async with AsyncExitStack() as stack:
        for mounted in app.state.mounts.values():
            if isinstance(mounted, Starlette):
                await stack.enter_async_context(mounted.router.lifespan_context(mounted))
        yield {}
    api.jobs.stop()
    api.reviews.stop()
    api.workers.close()
    api.audit.close()
    api.samples.close()


def _warm_up(app: FastAPI) -> None:
    service: Service = app.state.api.service
    for name in service.names:
        # A store that cannot be used, or not with the embedder that is here, does not stop the others.
        try:
            service.run(name, lambda state: state.store.warm_up())
        except PinciteError as error:
            _LOG.warning("store", extra={"fields": {"collection": name, "problem": str(error)}})
    app.state.warm.set()
