"""Drop an index without keeping searches waiting."""

from __future__ import annotations

import time
from typing import Any

from psycopg import Connection, errors

# A drop waits for whoever reads the table, and all who come later wait behind it. So it steps back after a second, lets
# them pass, and comes again.
_WAIT_SECONDS = 1
# After so long it is given up: a backup may read for hours.
PATIENCE = 60.0


def drop_index(connection: Connection[Any], name: str, *, patience: float) -> None:
    """Drop an index, if it is there; LockNotAvailable where others use its table all the time."""
    deadline = time.monotonic() + patience
    while True:
        try:
            with connection.transaction():
                connection.execute(f"SET LOCAL lock_timeout = '{_WAIT_SECONDS}s'")
                connection.execute(f"DROP INDEX IF EXISTS {name}")
            return
        except errors.LockNotAvailable:
            if time.monotonic() >= deadline:
                raise
        time.sleep(_WAIT_SECONDS)
