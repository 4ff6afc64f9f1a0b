"""Indexing in a process of its own: reads a request from its input, writes progress and the outcome as JSON lines.

It ends when its input is closed, so that it never outlives the server that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any, TextIO

from pincite.domain.store_place import store_place
from pincite.errors import PinciteError
from pincite.files import os_reason

# Seconds to wait for another writer of the same store.
_PATIENCE = 600.0


def main() -> None:
    """Do the request that comes in on standard input."""
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_input, args=(sys.stdin,), daemon=True).start()
    if hasattr(os, "nice"):
        # Searches have priority over indexing.
        os.nice(10)
    os.chdir(request["files"])
    try:
        outcome = _index(request)
    except PinciteError as error:
        outcome = {"problem": str(error)}
    except OSError as error:
        outcome = {"problem": f"It cannot be written: {os_reason(error)}."}
    _say({"outcome": outcome})


def _index(request: dict[str, Any]) -> dict[str, Any]:
    from pincite.pipeline.store import index_files
    from pincite.settings import load_settings

    built = index_files(
        [Path(name) for name in request["names"]],
        store_place(request["store"]),
        settings=load_settings(request["preset"], flags=request["flags"]).settings,
        patience=_PATIENCE,
        progress=lambda stage, done, total: _say({"stage": stage, "done": done, "total": total}),
    )
    return {
        "added": built.added,
        "changed": built.changed,
        "unchanged": built.unchanged,
        "same": [path for path, _ in built.same_text],
        "failures": [[str(failure.item), failure.message, failure.kind] for failure in built.failures],
    }


def _say(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


def _end_with_input(stream: TextIO) -> None:
    while stream.readline():
        pass
    os._exit(3)


if __name__ == "__main__":
    main()
