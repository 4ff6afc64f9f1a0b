"""`pincite open`: the browser interface, on this machine only."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Preset, Set
from pincite.cli.serve import Stores, named_stores
from pincite.cli.terminal import echo

_HOST = "127.0.0.1"
_PORT = 50505
# The browser is opened when the server answers; where that takes longer, the address is on the screen.
_PATIENCE_SECONDS = 120


def open_browser(
    store: Stores = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help=f"The port (default: {_PORT}, or a free one).")
    ] = None,
    runs: Annotated[Path | None, typer.Option("--runs", help="A folder of runs to look at.")] = None,
    truth: Annotated[Path | None, typer.Option("--truth", help="A folder of ground truth to edit.")] = None,
    preset: Preset = None,
    set_: Set = None,
) -> None:
    """Open stores in the browser: ask, see the cited words on their page, review, compare, add documents.

    The server listens on this machine only, and ends with Ctrl-C.

    Examples:

      pincite open --store demo/

      pincite open --store demo/ --runs runs/ --truth truth/
    """
    from pincite.registry import load_server
    from pincite.service.options import ServeOptions

    options = ServeOptions(host=_HOST, port=port or _free_port(), runs=runs, truth=truth)
    run = load_server("http")
    address = f"http://{_HOST}:{options.port}/"
    echo(f"Opening {address} in the browser. Stop with Ctrl-C.", err=True)
    threading.Thread(target=_open_when_ready, args=(address, options.port), daemon=True).start()
    run(named_stores(store or ()), options, preset=preset, flags=set_ or ())


def _free_port() -> int:
    """Return the default port, or a free one if it is taken."""
    for port in (_PORT, 0):
        with socket.socket() as probe:
            try:
                probe.bind((_HOST, port))
            except OSError:
                continue
            number: int = probe.getsockname()[1]
            return number
    return _PORT


def _open_when_ready(address: str, port: int) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            with socket.create_connection((_HOST, port), timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    else:
        return
    webbrowser.open(address)
