"""Access control: host name, origin, key and rate limit."""

from __future__ import annotations

import logging
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from pincite.api.errors import RequestError
from pincite.api.rate_limit import RateLimit
from pincite.errors import SettingsError, StoreError
from pincite.service.keys import LOCAL, Caller
from pincite.service.options import ServeOptions
from pincite.service.shared import open_keys

_LOG = logging.getLogger("pincite.serve")
# Paths that reveal nothing about a collection: health, the API description and the files of the page.
_OPEN = re.compile(r"/(?:api/v1/(?:health|ready)|openapi\.json|docs|favicon\.ico|assets/.*)?")
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
# Limit of wrong keys per address.
_WRONG_KEYS = "20/minute"
_NOBODY = Caller("nobody", {})


class Gate:
    """Admits or refuses requests; where keys are required, every path that is not listed as open needs one."""

    def __init__(self, options: ServeOptions) -> None:
        self._keys = open_keys(options.keys) if options.keys else None
        # On a local server, another site may reach the port through its own host name: only known names are accepted.
        self._hosts = frozenset({*options.hosts, *(_LOOPBACK if options.is_local or options.hosts else ())})
        self._wrong_keys = RateLimit(_WRONG_KEYS)
        try:
            self._requests = RateLimit(options.rate)
        except ValueError as error:
            raise SettingsError("rate", f"is {options.rate!r}; write such as 600/minute") from error

    @property
    def is_remote(self) -> bool:
        """Whether keys are looked up over a network: the event loop must not wait for that."""
        return self._keys is not None and self._keys.is_remote

    def admit(self, scope: Scope) -> Caller:
        """Return the caller of a request, or refuse it."""
        headers = Headers(scope=scope)
        self._check_host(headers)
        self._check_origin(headers)
        is_open = scope["method"] in ("GET", "HEAD") and bool(_OPEN.fullmatch(scope["path"]))
        caller = _NOBODY if is_open and self._keys else self._caller(headers, scope)
        if not is_open:
            self._spend(caller.key or _address(scope))
        return caller

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if self._hosts and _without_port(host) not in self._hosts:
            raise RequestError(421, "wrong-host", "The server does not answer to this host name.")

    def _check_origin(self, headers: Headers) -> None:
        """Refuse cross-site requests, which browsers allow pages of other sites to send."""
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
            raise RequestError(403, "cross-site", "Requests from pages of other sites are refused.")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise RequestError(403, "cross-site", "Requests from pages of other sites are refused.")

    def _caller(self, headers: Headers, scope: Scope) -> Caller:
        if self._keys is None:
            return LOCAL
        key = _given_key(headers)
        if key is None:
            raise RequestError(401, "no-key", "A key is needed: send it in the header Authorization: Bearer …")
        try:
            caller = self._keys.caller(key)
        except StoreError as error:
            _LOG.warning("keys", extra={"fields": {"problem": str(error)}})
            raise RequestError(503, "keys", "Keys cannot be checked at the moment.", retry_after=10) from error
        if caller is None:
            # Only wrong keys are refused: behind a proxy, all clients may have its address.
            if not self._wrong_keys.hit(_address(scope)):
                raise RequestError(429, "rate", "Too many wrong keys came from this address.", retry_after=60)
            raise RequestError(401, "bad-key", "The key is not valid: it is unknown, revoked or expired.")
        return caller

    def _spend(self, who: str) -> None:
        if not self._requests.hit(who):
            wait = self._requests.wait(who)
            raise RequestError(429, "rate", "Too many requests; wait a moment.", retry_after=max(1, wait))


def _given_key(headers: Headers) -> str | None:
    """Return the key from our own header or those of third-party clients; never from the URL."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return headers.get("x-api-key") or headers.get("api-key")


def _without_port(host: str) -> str:
    return re.sub(r":\d+$", "", host.lower())


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "unknown"
