"""The HTTP server: our API, the shapes of others, tools for assistants and the page, behind one gate."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from pincite.api.app import create_app
from pincite.domain.store_place import StorePlace
from pincite.errors import SettingsError
from pincite.mcp.server import http_app
from pincite.service.jobs import Jobs
from pincite.service.options import ServeOptions, check_name
from pincite.service.service import Service
from pincite.service.shared import open_audit
from pincite.serving.logs import set_up_logs
from pincite.serving.protocol import PatientProtocol
from pincite.serving.telemetry import start_telemetry
from pincite.web.pages import create_pages

_HEAD_BYTES = 32 * 1024
_SHUTDOWN_SECONDS = 20
# So many new objects that others hold before the first look for cycles among them (Python's default: 700, which one
# search exceeds). The stores are hundreds of thousands of objects: looking through all of them again and again took a
# seventh of the server's time.
_NEW_OBJECTS = 20_000


def serve_http(
    stores: Mapping[str, StorePlace | str],
    options: ServeOptions,
    *,
    preset: str | None = None,
    flags: Sequence[str] = (),
) -> None:
    """Serve stores until the process is asked to end; what is under way is then finished."""
    set_up_logs()
    gc.set_threshold(_NEW_OBJECTS)
    app = assemble(stores, options, preset=preset, flags=flags)
    uvicorn.run(
        app,
        host=options.host,
        port=options.port,
        http=PatientProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        limit_concurrency=max(256, 4 * (options.workers + options.queue)),
        h11_max_incomplete_event_size=_HEAD_BYTES,
    )


def assemble(
    stores: Mapping[str, StorePlace | str],
    options: ServeOptions,
    *,
    preset: str | None = None,
    flags: Sequence[str] = (),
) -> FastAPI:
    """The whole application for some stores."""
    options.check()
    named = {check_name(name): store for name, store in stores.items()}
    served: dict[str, StorePlace | str] = {**_found(options.data), **named}
    if not served and options.data is None:
        raise SettingsError("store", "is not given, nor a folder for new collections; give one of them")
    service = Service(served, preset=preset, flags=flags)
    jobs = Jobs(service, preset=preset, flags=flags, data=options.data)
    audit = open_audit(options.audit)
    mounts: dict[str, ASGIApp] = {"/mcp": http_app(service, audit=audit)}
    tracer = start_telemetry() if options.telemetry else None
    return create_app(service, options, jobs=jobs, audit=audit, mounts=mounts, routes=create_pages(), tracer=tracer)


def _found(data: Path | None) -> dict[str, Path]:
    """The collections that callers made before."""
    if data is None:
        return {}
    data.mkdir(parents=True, exist_ok=True)
    _check_writable(data)
    return {path.name: path for path in sorted(data.iterdir()) if path.is_dir() and not path.name.startswith(".")}


def _check_writable(folder: Path) -> None:
    probe = folder / f".probe-{secrets.token_hex(4)}"
    probe.touch()
    probe.unlink()
