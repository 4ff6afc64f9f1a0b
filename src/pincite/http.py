"""JSON over HTTP to a model provider: key from the environment, retries with jitter, a limit on requests at once."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from pincite.errors import ModelError

if TYPE_CHECKING:
    import httpx

    Transport: TypeAlias = httpx.BaseTransport

BASE_URL_VARIABLE = "PINCITE_LLM_BASE_URL"
KEY_VARIABLE = "OPENAI_API_KEY"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
LONGEST_WAIT = 60.0
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


_LONGEST_EVENT = 1_000_000
T = TypeVar("T")


class _PassingTrouble(Exception):
    """Trouble that may be over at the next try; `wait` is how long the server asks for."""

    def __init__(self, problem: str, wait: str | None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.wait = wait


class JsonApi:
    """A provider with an OpenAI-compatible interface, hosted or local; several threads may ask at once.

    With an `api_version` it is asked in Azure's manner: the base URL names the deployment. The key is read from the
    environment when a request is made; only the variable's name is held. `model` is who is named in errors.
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
        transport: Transport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = (base_url or os.environ.get(BASE_URL_VARIABLE) or DEFAULT_BASE_URL).rstrip("/")
        self._model = model
        self._shown = _without_user(self.url)
        self._key_variable = key_variable
        self._api_version = api_version
        self._timeout = timeout
        self._attempts = attempts
        self._transport = transport
        self._sleep = sleep
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
        """Ask until there is an answer, or as often as was set; between two tries there is a pause."""
        import httpx

        for attempt in range(self._attempts):
            wait = None
            try:
                with self._turn:
                    return ask()
            except httpx.HTTPError as error:
                problem = f"cannot be reached at {self._shown} ({type(error).__name__})"
            except httpx.InvalidURL as error:
                raise ModelError(
                    self._model, f"{self._shown} is no address; set base_url or {BASE_URL_VARIABLE}"
                ) from error
            except _PassingTrouble as trouble:
                problem, wait = trouble.problem, trouble.wait
            if attempt + 1 < self._attempts:
                self._sleep(_pause(attempt, wait))
        raise ModelError(self._model, f"{problem}, after {self._attempts} attempts")

    def _check(self, response: httpx.Response) -> None:
        if response.is_success:
            return
        problem = self._refusal(response)
        if response.status_code in _PASSING:
            raise _PassingTrouble(problem, response.headers.get("retry-after"))
        raise ModelError(self._model, problem, status=response.status_code)

    def _events(self, response: httpx.Response, *, until: float) -> Iterator[Any]:
        """The events of a stream, up to its end mark; a stream that ends without one broke off."""
        kept = ""
        for piece in response.iter_text():
            if time.monotonic() > until:
                raise ModelError(self._model, f"{self._shown} took too long to answer")
            *lines, kept = (kept + piece).split("\n")
            if len(kept) > _LONGEST_EVENT:
                raise self.out_of_form()
            for line in lines:
                data = line.removeprefix("data:").strip()
                if data == "[DONE]":
                    return
                if line.startswith("data:") and data:
                    yield self._event(data)
        raise _PassingTrouble(f"{self._shown} broke off in the middle of an answer", None)

    def _event(self, data: str) -> Any:
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise self.out_of_form() from error

    def out_of_form(self) -> ModelError:
        """The error of an answer that is not in the form agreed on."""
        return ModelError(self._model, f"{self._shown} answered in an unknown form")

    def _client(self) -> httpx.Client:
        import httpx

        with self._lock:
            if self._made is None:
                self._made = httpx.Client(timeout=self._timeout, transport=self._transport)
            return self._made

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(self._key_variable)
        if not key:
            return {}
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
            return f"{self._shown} refuses the key (status {response.status_code}); set {self._key_variable}"
        return f"{self._shown} answered with status {response.status_code}"


def _pause(attempt: int, asked: str | None) -> float:
    """How long to wait: what the server asks for, else doubling; with jitter, so that callers come back apart."""
    try:
        wait = float(asked) if asked else 0.5 * 2**attempt
    except ValueError:
        wait = 0.5 * 2**attempt
    return min(wait, LONGEST_WAIT) * (1 + random.random() / 2)


def _without_user(url: str) -> str:
    """The address as it may be shown: a user and password in it are left out."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
