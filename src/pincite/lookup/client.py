"""Reads from public registers: bounded, retried, XML without entities or network, each address asked once."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import httpx
from lxml import etree

from pincite.errors import RegisterError
from pincite.http import PASSING_STATUSES, pause_before, shown_url

Element: TypeAlias = etree._Element
_MOST_BYTES = 20_000_000
_AGENT = "pincite (citation lookup)"


class RegisterClient:
    """Asks one register; `sleep` is what a pause is. What was answered is kept while the client lives."""

    def __init__(self, base: str, *, timeout: float, attempts: int, token_variable: str = "") -> None:
        self.base = base.rstrip("/")
        self.shown = shown_url(self.base)
        self.sleep: Callable[[float], None] = time.sleep
        self._attempts = max(1, attempts)
        self._token_variable = token_variable
        self._client = httpx.Client(timeout=timeout, follow_redirects=True, headers={"User-Agent": _AGENT})
        self._kept: dict[str, bytes | None] = {}

    def xml(self, path: str, params: Mapping[str, str] | None = None) -> Element | None:
        """A document of the register; None where it has none under this path."""
        found = self._read("GET", path, params=dict(params or {}))
        if found is None:
            return None
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            return etree.fromstring(found, parser)
        except etree.XMLSyntaxError as error:
            raise RegisterError(self.shown, "did not answer with XML") from error

    def form(self, path: str, data: Mapping[str, str]) -> Any:
        """What the register answers, in JSON, to a form; None where it has nothing under this path."""
        found = self._read("POST", path, data=dict(data))
        try:
            return None if found is None else json.loads(found)
        except (ValueError, RecursionError) as error:
            raise RegisterError(self.shown, "did not answer with JSON") from error

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _read(self, method: str, path: str, **sent: Any) -> bytes | None:
        asked = f"{method} {path} {sorted((sent.get('params') or sent.get('data') or {}).items())}"
        if asked not in self._kept:
            self._kept[asked] = self._ask(method, path, **sent)
        return self._kept[asked]

    def _ask(self, method: str, path: str, **sent: Any) -> bytes | None:
        problem = ""
        for attempt in range(self._attempts):
            wait: str | None = None
            try:
                with self._client.stream(method, self.base + path, headers=self._headers(), **sent) as response:
                    if response.status_code == 404:
                        return None
                    if response.is_success:
                        return self._body(response)
                    problem = f"answered with status {response.status_code}"
                    wait = response.headers.get("retry-after")
                    if response.status_code not in PASSING_STATUSES:
                        raise RegisterError(self.shown, problem)
            except httpx.HTTPError as error:
                problem = f"cannot be reached ({type(error).__name__})"
            except httpx.InvalidURL as error:
                raise RegisterError(self.shown, "is not a valid address") from error
            if attempt + 1 < self._attempts:
                self.sleep(pause_before(attempt, wait))
        raise RegisterError(self.shown, f"{problem}, after {self._attempts} attempts")

    def _body(self, response: httpx.Response) -> bytes:
        body = bytearray()
        for piece in response.iter_bytes():
            body += piece
            if len(body) > _MOST_BYTES:
                raise RegisterError(self.shown, f"answered with more than {_MOST_BYTES:,} bytes")
        return bytes(body)

    def _headers(self) -> dict[str, str]:
        token = os.environ.get(self._token_variable, "").strip() if self._token_variable else ""
        if token and not (token.isascii() and token.isprintable()):
            # Refused here: the library's own error would tell the secret.
            raise RegisterError(self.shown, f"{self._token_variable} holds characters that no token has")
        return {"Authorization": f"Token {token}"} if token else {}
