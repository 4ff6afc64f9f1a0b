"""JSON over HTTP to a system under test: retries, a rate limit, a limit on the time one answer may take."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx

from pincite.errors import SettingsError, TargetError
from pincite.http import PASSING_STATUSES, pause_before, shown_url
from pincite.runs.targets.events import NotJsonError, TruncatedStreamError, read_body

TOKEN_VARIABLE = "PINCITE_TARGET_TOKEN"
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_BYTES = 64_000_000
_SHOWN = 200


class _TransientTargetError(Exception):
    """Trouble that may be over at the next try; `wait` is how long the server asks for."""

    def __init__(self, problem: str, wait: str | None = None) -> None:
        super().__init__(problem)
        self.wait = wait


class JsonClient:
    """Posts JSON to one address; several threads may ask at once.

    `headers` gives for a header the name of the environment variable that holds its value; a bearer token is sent
    where `token_variable` is set. Neither is kept or shown. `timeout` is how many seconds one answer may take, and
    `rate` how many requests are sent in a second, 0 for any number. `sleep` is what a pause is.
    """

    def __init__(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        token_variable: str = TOKEN_VARIABLE,
        timeout: float = 180,
        attempts: int = 5,
        rate: float = 0,
        concurrency: int = 1,
    ) -> None:
        for variable in (token_variable, *(headers or {}).values()):
            if not _VARIABLE.fullmatch(variable):
                # Not shown: some paste the secret itself.
                raise SettingsError("headers", "must name the environment variable that holds the value")
        self.url = url
        self.shown = shown_url(url)
        self.sleep: Callable[[float], None] = time.sleep
        self._variables = dict(headers or {})
        self._token_variable = token_variable
        self._timeout = timeout
        self._attempts = max(1, attempts)
        self._pace = _Pace(rate)
        limits = httpx.Limits(max_connections=max(1, concurrency), max_keepalive_connections=max(1, concurrency))
        self._client = httpx.Client(timeout=timeout, limits=limits)

    def post(self, body: Any, *, path: str = "") -> tuple[Any, float]:
        """What was answered, and the seconds it took; passing trouble is waited out, lasting trouble a TargetError."""
        problem = ""
        for attempt in range(self._attempts):
            self._pace.wait(self.sleep)
            wanted: str | None = None
            try:
                return self._ask(self.url + path, body)
            except _TransientTargetError as trouble:
                problem, wanted = str(trouble), trouble.wait
            except (httpx.HTTPError, TruncatedStreamError) as error:
                problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            except (httpx.InvalidURL, NotJsonError) as error:
                raise TargetError(self.shown, str(error)) from error
            if attempt + 1 < self._attempts:
                self.sleep(pause_before(attempt, wanted))
        raise TargetError(self.shown, f"{problem} (after {self._attempts} attempts)")

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _ask(self, url: str, body: Any) -> tuple[Any, float]:
        began = time.monotonic()
        with self._client.stream("POST", url, json=body, headers=self._headers()) as response:
            self._check(response)
            lines = self._lines(response, until=began + self._timeout)
            found = read_body(lines, response.headers.get("content-type", ""))
        return found, time.monotonic() - began

    def _check(self, response: httpx.Response) -> None:
        if response.is_success:
            return
        status = response.status_code
        words = " ".join(response.read()[:2000].decode("utf-8", "replace").split())[:_SHOWN]
        problem = f"answered with status {status}" + (f": {words}" if words else "")
        if status in PASSING_STATUSES:
            raise _TransientTargetError(problem, response.headers.get("retry-after"))
        if status in {401, 403}:
            problem += f"; set {self._token_variable}, or name the variables of its headers"
        raise TargetError(self.shown, problem)

    def _lines(self, response: httpx.Response, *, until: float) -> Iterator[str]:
        """The lines of a body, which may neither drip for ever nor grow without end."""
        kept, size = "", 0
        for piece in response.iter_text():
            size += len(piece)
            if time.monotonic() > until:
                raise _TransientTargetError(f"took longer than {self._timeout:g} seconds")
            if size > _MOST_BYTES:
                raise TargetError(self.shown, f"answered with more than {_MOST_BYTES:,} characters")
            *lines, kept = (kept + piece).replace("\r\n", "\n").split("\n")
            yield from lines
        if kept:
            yield kept

    def _headers(self) -> dict[str, str]:
        found = {"Accept": "application/json, application/x-ndjson, text/event-stream"}
        token = os.environ.get(self._token_variable, "").strip()
        if token:
            found["Authorization"] = f"Bearer {token}"
        for header, variable in self._variables.items():
            value = os.environ.get(variable, "").strip()
            if not value:
                raise TargetError(self.shown, f"the header {header} comes from {variable}, which is not set")
            found[header] = value
        for header, value in found.items():
            if not (value.isascii() and value.isprintable()):
                # Refused here: the library's own error would tell the secret.
                raise TargetError(self.shown, f"the value of the header {header} holds characters no header has")
        return found


class _Pace:
    """Limits the requests per second, across all threads."""

    def __init__(self, rate: float) -> None:
        self._gap = 1 / rate if rate > 0 else 0.0
        self._lock = threading.Lock()
        self._next = 0.0

    def wait(self, sleep: Callable[[float], None]) -> None:
        if not self._gap:
            return
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next)
            self._next = turn + self._gap
        if turn > now:
            sleep(turn - now)
