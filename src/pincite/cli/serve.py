"""`pincite serve`: stores over HTTP, for programs, assistants and a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Preset, Set
from pincite.cli.terminal import echo
from pincite.domain.store_place import store_place
from pincite.errors import SettingsError

if TYPE_CHECKING:
    from pincite.service.options import ServeOptions

# A name before the first "="; an address may have one behind its "?".
_NAMED = re.compile(r"([^=:/?]+)=(.+)")

Stores = Annotated[list[str] | None, typer.Option("--store", help="A store, or NAME=STORE; repeatable.")]


def serve(
    store: Stores = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 50505,
    keys: Annotated[
        str | None,
        typer.Option(
            "--keys", metavar="PLACE", help="A file of keys or postgres://… (see 'pincite keys'); needed on a network."
        ),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", help="A folder for collections that callers make; they are served too.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", help="A host name the server answers to; repeatable.")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Threads (default: one per core).")] = None,
    queue: Annotated[int, typer.Option("--queue", min=0, help="Requests that may wait for a thread.")] = 64,
    seconds: Annotated[float, typer.Option("--timeout", min=1, help="Timeout of a request, in seconds.")] = 120,
    upload_mb: Annotated[
        int, typer.Option("--upload-mb", min=1, help="Maximum size of an upload, in megabytes.")
    ] = 200,
    rate: Annotated[str, typer.Option("--rate", help="Request limit per key.")] = "600/minute",
    audit: Annotated[
        str | None,
        typer.Option(
            "--audit",
            metavar="PLACE",
            help="Write an audit log to this file or postgres://… address; it contains the questions.",
        ),
    ] = None,
    samples: Annotated[
        Path | None, typer.Option("--samples", help="Keep figures of answers in this file (see 'pincite drift').")
    ] = None,
    sample_share: Annotated[
        float, typer.Option("--sample-share", min=0, max=1, help="The share of answers to keep figures of.")
    ] = 1.0,
    citations: Annotated[
        str, typer.Option("--citations", help="Citation style in the text for third-party clients: number or file.")
    ] = "number",
    runs: Annotated[
        Path | None, typer.Option("--runs", help="A folder of runs that may be looked at (see 'pincite run').")
    ] = None,
    truth: Annotated[
        Path | None, typer.Option("--truth", help="A folder of ground truth that may be edited (see 'pincite truth').")
    ] = None,
    telemetry: Annotated[
        bool, typer.Option("--telemetry", help="Send traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names.")
    ] = False,
    preset: Preset = None,
    set_: Set = None,
) -> None:
    """Serve stores over HTTP: a JSON API, the APIs that other clients speak, and MCP for assistants.

    Without keys it listens on this machine only.

    Examples:

      pincite serve --store demo/

      pincite serve --store contracts=contracts.store --store rules=rules.store --port 8080

      pincite serve --data collections/ --host 0.0.0.0 --keys keys.json --allow-host docs.example.com
    """
    from pincite.registry import load_server
    from pincite.service.options import ServeOptions

    if citations not in ("number", "file"):
        raise SettingsError("citations", f"is {citations!r}", known=["number", "file"])
    options = ServeOptions(
        host=host,
        port=port,
        keys=store_place(keys) if keys else None,
        data=data,
        hosts=tuple(name.lower() for name in allow_host or ()),
        queue=queue,
        seconds=seconds,
        upload_mb=upload_mb,
        rate=rate,
        audit=store_place(audit) if audit else None,
        samples=samples,
        sample_share=sample_share,
        runs=runs,
        truth=truth,
        telemetry=telemetry,
        citations="file" if citations == "file" else "number",
    )
    if workers:
        options = replace(options, workers=workers)
    run = load_server("http")
    _say(options)
    run(named_stores(store or ()), options, preset=preset, flags=set_ or ())


def named_stores(given: list[str] | tuple[str, ...]) -> dict[str, str]:
    """Return stores by name: `NAME=STORE`, or the last part of the store's location."""
    found: dict[str, str] = {}
    for one in given:
        named = _NAMED.fullmatch(one)
        name, store = (named[1], named[2]) if named else (_last_name(one), one)
        if name in found:
            raise SettingsError("store", f"is given twice under the name '{name}'; write NAME=STORE")
        found[name] = store
    return found


def _last_name(store: str) -> str:
    place = store_place(store)
    return place.resolve().name.removesuffix(".store") if isinstance(place, Path) else place.name


def _say(options: ServeOptions) -> None:
    where = f"[{options.host}]" if ":" in options.host else options.host
    echo(f"Serving on http://{where}:{options.port} (API: /docs). Stop with Ctrl-C.", err=True)
