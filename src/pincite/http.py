"""JSON over HTTP to a model provider: key from the environment, retries with jitter, a limit on requests at once."""

from __future__ import annotations

import json
import os
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from pincite.addresses import hide_passwords
from pincite.errors import MissingKey, ModelError, SettingsError

if TYPE_CHECKING:
    import httpx

    Transport: TypeAlias = httpx.BaseTransport

BASE_URL_VARIABLE = "PINCITE_LLM_BASE_URL"
KEY_VARIABLE = "OPENAI_API_KEY"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
LONGEST_WAIT = 60.0
# Providers that require a key; a self-hosted server may not.
_KEYED_HOSTS = ("openai.com", "openai.azure.com", "cohere.com", "cohere.ai")
PASSING_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


_LONGEST_EVENT = 1_000_000
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
T = TypeVar("T")


class _TransientError(Exception):
    """Trouble that may be over at the next try; `wait` is how long the server asks for."""

    def __init__(self, problem: str, wait: str | None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.wait = wait


class JsonApi:
    """A provider with an OpenAI-compatible interface, hosted or local; several threads may ask at once.

    With an `api_version` it is asked in Azure's manner: the base URL names the deployment. The key is read from the
    environment when a request is made; only the variable's name is held. `model` is who is named in errors. `shown` is
    the address as it may be shown and kept: without a user, a password or a query.

    `transport` and `sleep` may be replaced before the first request: what carries it, and what a pause is.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key_variable: str = KEY_VARIABLE,
        api_version: str | None = None,
        timeout: float = 120,
        attempts: int = 6,
        concurrency: int = 8,
    ) -> None:
        self.url = (base_url or os.environ.get(BASE_URL_VARIABLE) or DEFAULT_BASE_URL).rstrip("/")
        if not _VARIABLE.fullmatch(key_variable):
            # Not shown, since some users paste the key itself.
            raise SettingsError("key_variable", "is not the name of a variable; name the variable that holds the key")
        self._model = model
        self.shown = shown_url(self.url)
        self._key_variable = key_variable
        self._api_version = api_version
        self._timeout = timeout
        self._attempts = attempts
        self.transport: Transport | None = None
        self.sleep: Callable[[float], None] = time.sleep
        self._made: httpx.Client | None = None
        self._lock = threading.Lock()
        self._turn = threading.BoundedSemaphore(max(1, concurrency))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """The provider's answer to a body; passing trouble is waited out, lasting trouble is a ModelError."""

        def ask() -> Any:
            response = self._client().post(
                f"{self.url}{path}", json=body, headers=self._headers(), params=self._query()
            )
            self._check(response)
            return self._parse(response)

        return self._persist(ask)

    def stream(self, path: str, body: dict[str, Any], *, read: Callable[[Iterator[Any]], T], seconds: float) -> T:
        """What `read` makes of the provider's answer, event by event as it comes.

        A stream that breaks off is asked for again from the start; one that takes longer than `seconds` is given up.
        """

        def ask() -> T:
            with self._client().stream(
                "POST", f"{self.url}{path}", json=body, headers=self._headers(), params=self._query()
            ) as response:
                self._check(response)
                return read(self._events(response, until=time.monotonic() + seconds))

        return self._persist(ask)

    def _persist(self, ask: Callable[[], T]) -> T:
        """Retry until there is an answer or the attempts are used up, with a pause between two attempts."""
        import httpx

        self._require_key()
        for attempt in range(self._attempts):
            wait = None
            try:
                with self._turn:
                    return ask()
            except httpx.HTTPError as error:
                problem = f"cannot be reached at {self.shown} ({type(error).__name__})"
            except httpx.InvalidURL as error:
                raise ModelError(
                    self._model, f"{self.shown} is not a valid address; set base_url or {BASE_URL_VARIABLE}"
                ) from error
            except _TransientError as trouble:
                problem, wait = trouble.problem, trouble.wait
            if attempt + 1 < self._attempts:
                self.sleep(pause_before(attempt, wait))
        raise ModelError(self._model, f"{problem}, after {self._attempts} attempts")

    def _require_key(self) -> None:
        host = urlsplit(self.url).hostname or ""
        keyed = any(host == known or host.endswith(f".{known}") for known in _KEYED_HOSTS)
        if keyed and not os.environ.get(self._key_variable, "").strip():
            raise MissingKey(self._model, host=host, variable=self._key_variable)

    def _check(self, response: httpx.Response) -> None:
        if response.is_success:
            return
        problem = self._refusal(response)
        if response.status_code in PASSING_STATUSES:
            raise _TransientError(problem, response.headers.get("retry-after"))
        raise ModelError(self._model, problem, status=response.status_code)

    def _events(self, response: httpx.Response, *, until: float) -> Iterator[Any]:
        """The events of a stream, up to its end mark; a stream that ends without one broke off."""
        kept = ""
        for piece in response.iter_text():
            if time.monotonic() > until:
                raise ModelError(self._model, f"{self.shown} took too long to answer")
            *lines, kept = (kept + piece).split("\n")
            if len(kept) > _LONGEST_EVENT:
                raise self.out_of_form()
            for line in lines:
                data = line.removeprefix("data:").strip()
                if data == "[DONE]":
                    return
                if line.startswith("data:") and data:
                    yield self._event(data)
        raise _TransientError(f"{self.shown} broke off in the middle of an answer", None)

    def _event(self, data: str) -> Any:
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise self.out_of_form() from error

    def out_of_form(self) -> ModelError:
        """The error of an answer that is not in the form agreed on."""
        return ModelError(self._model, f"{self.shown} answered in an unknown form")

    def _client(self) -> httpx.Client:
        import httpx

        with self._lock:
            if self._made is None:
                self._made = httpx.Client(timeout=self._timeout, transport=self.transport)
            return self._made

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(self._key_variable, "").strip()
        if not key:
            return {}
        if not (key.isascii() and key.isprintable()):
            # Refused here: the library's own error would tell the key.
            raise ModelError(self._model, f"{self._key_variable} holds characters that no key has")
        return {"api-key": key} if self._api_version else {"Authorization": f"Bearer {key}"}

    def _query(self) -> dict[str, str] | None:
        return {"api-version": self._api_version} if self._api_version else None

    def _parse(self, response: httpx.Response) -> Any:
        try:
            return response.json()
        except (ValueError, RecursionError) as error:
            raise self.out_of_form() from error

    def _refusal(self, response: httpx.Response) -> str:
        if response.status_code in {401, 403}:
            return f"{self.shown} refuses the key (status {response.status_code}); set {self._key_variable}"
        return f"{self.shown} answered with status {response.status_code}"


def pause_before(attempt: int, asked: str | None) -> float:
    """How long to wait: what the server asks for, else doubling; with jitter, so that callers come back apart."""
    wait = _asked_seconds(asked) if asked else None
    if wait is None:
        wait = 0.5 * 2**attempt
    return min(wait, LONGEST_WAIT) * (1 + random.random() / 2)


def _asked_seconds(asked: str) -> float | None:
    """A `Retry-After`: seconds, or a date; None where it is neither."""
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(asked).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def shown_url(url: str) -> str:
    """The address as it may be shown: a user and password in it are left out, and so is a query."""
    try:
        return hide_passwords(urlsplit(url)._replace(query="").geturl())
    except ValueError:
        return "base_url"
