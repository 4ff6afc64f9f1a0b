"""How long object storage is waited for; what the environment says goes before."""

from __future__ import annotations

import os

# Seconds for one request, and from its beginning until it is no longer asked again: once more for a reader, which may
# be an upgrade or a copy with hours of work behind it. A store is opened with seven requests, one after the other; so
# one that never answers is given up after minutes.
_READER = (20, 45)
_WRITER = (30, 90)
_TIMEOUTS = ("AWS_TIMEOUT", "GOOGLE_TIMEOUT", "AZURE_TIMEOUT")
_WINDOW = "OBJECT_STORE_CLIENT_RETRY_TIMEOUT"


def storage_options(uri: str, *, writes: bool) -> dict[str, str]:
    """The options for a reader or a writer; none for a folder."""
    if "://" not in uri:
        return {}
    seconds, window = _WRITER if writes else _READER
    options = {} if any(name in os.environ for name in _TIMEOUTS) else {"timeout": f"{seconds} seconds"}
    return options if _WINDOW in os.environ else options | {"client_retry_timeout": str(window)}
