"""JSON over HTTP to a model provider: key from the environment, retries with jitter, a limit on requests at once."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from pincite.errors import ModelError

if TYPE_CHECKING:
    import httpx

    Transport: TypeAlias = httpx.BaseTransport

BASE_URL_VARIABLE = "PINCITE_LLM_BASE_URL"
KEY_VARIABLE = "OPENAI_API_KEY"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
LONGEST_WAIT = 60.0
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class JsonApi:
    """A provider with an OpenAI-compatible interface, hosted or local; several threads may ask at once.

    The key is read from the environment when a request is made; only the variable's name is held. `model` is who is
    named in errors.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key_variable: str = KEY_VARIABLE,
        timeout: float = 120,
        attempts: int = 6,
        concurrency: int = 8,
        transport: Transport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = (base_url or os.environ.get(BASE_URL_VARIABLE) or DEFAULT_BASE_URL).rstrip("/")
        self._model = model
        self._key_variable = key_variable
        self._timeout = timeout
        self._attempts = attempts
        self._transport = transport
        self._sleep = sleep
        self._made: httpx.Client | None = None
        self._lock = threading.Lock()
        self._turn = threading.BoundedSemaphore(max(1, concurrency))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """The provider's answer to a body; passing trouble is waited out, lasting trouble is a ModelError."""
        import httpx

        problem = ""
        for attempt in range(self._attempts):
            wait = None
            try:
                with self._turn:
                    response = self._client().post(f"{self.url}{path}", json=body, headers=self._headers())
            except httpx.HTTPError as error:
                problem = f"cannot be reached at {self.url} ({type(error).__name__})"
            else:
                if response.is_success:
                    return self._parse(response)
                problem, wait = self._refusal(response), response.headers.get("retry-after")
                if response.status_code not in _PASSING:
                    raise ModelError(self._model, problem, status=response.status_code)
            if attempt + 1 < self._attempts:
                self._sleep(_pause(attempt, wait))
        raise ModelError(self._model, f"{problem}, after {self._attempts} attempts")

    def out_of_form(self) -> ModelError:
        """The error of an answer that is not in the form agreed on."""
        return ModelError(self._model, f"{self.url} answered in an unknown form")

    def _client(self) -> httpx.Client:
        import httpx

        with self._lock:
            if self._made is None:
                self._made = httpx.Client(timeout=self._timeout, transport=self._transport)
            return self._made

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(self._key_variable)
        return {"Authorization": f"Bearer {key}"} if key else {}

    def _parse(self, response: httpx.Response) -> Any:
        try:
            return response.json()
        except ValueError as error:
            raise self.out_of_form() from error

    def _refusal(self, response: httpx.Response) -> str:
        if response.status_code in {401, 403}:
            return f"{self.url} refuses the key (status {response.status_code}); set {self._key_variable}"
        return f"{self.url} answered with status {response.status_code}"


def _pause(attempt: int, asked: str | None) -> float:
    """How long to wait: what the server asks for, else doubling; with jitter, so that callers come back apart."""
    try:
        wait = float(asked) if asked else 0.5 * 2**attempt
    except ValueError:
        wait = 0.5 * 2**attempt
    return min(wait, LONGEST_WAIT) * (1 + random.random() / 2)
