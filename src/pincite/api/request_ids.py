"""The id of the request that is being served, for logs, errors and the audit."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

_CURRENT: ContextVar[str] = ContextVar("pincite_request_id", default="")
# What a client or a proxy may set; anything else could inject text into a log.
_SOUND = re.compile(r"[A-Za-z0-9._-]{8,64}")


def request_id() -> str:
    """The id of the request that is being served; empty outside of one."""
    return _CURRENT.get()


def begin_request(given: str | None) -> str:
    """Take the client's id if it is valid, or make one."""
    own = given if given and _SOUND.fullmatch(given) else secrets.token_hex(8)
    _CURRENT.set(own)
    return own
