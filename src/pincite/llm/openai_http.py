"""Chat models behind an OpenAI-compatible HTTP interface, hosted or local."""

from __future__ import annotations

import hashlib
import json
import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.domain.chat import ChatMessage
from pincite.errors import ModelError

if TYPE_CHECKING:
    import httpx

BASE_URL_VARIABLE = "PINCITE_LLM_BASE_URL"
KEY_VARIABLE = "OPENAI_API_KEY"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
LONGEST_WAIT = 60.0
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


class OpenAiChat:
    """A chat model; answers are kept on disk by what was asked, so that nothing is paid for twice.

    The key is read from the environment when a request is made; only the variable's name is held.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        key_variable: str = KEY_VARIABLE,
        cache: Path | None = None,
        timeout: float = 120,
        attempts: int = 6,
        temperature: float = 0,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._url = (base_url or os.environ.get(BASE_URL_VARIABLE) or DEFAULT_BASE_URL).rstrip("/")
        self._key_variable = key_variable
        self._cache = cache
        self._timeout = timeout
        self._attempts = attempts
        self._temperature = temperature
        self._transport = transport
        self._sleep = sleep
        self._made: httpx.Client | None = None
        self._lock = threading.Lock()

    def reply(self, messages: Sequence[ChatMessage], *, as_json: bool = False) -> str:
        """The model's answer, from disk where the same was asked before."""
        body: dict[str, Any] = {
            "model": self.name,
            "messages": [asdict(message) for message in messages],
            "temperature": self._temperature,
        }
        if as_json:
            body["response_format"] = {"type": "json_object"}
        kept = self._kept_at(body)
        if kept and kept.exists():
            return str(json.loads(kept.read_text("utf-8"))["answer"])
        answer = self._answer(self._post(body))
        if kept:
            _keep(kept, {"model": self.name, "answer": answer})
        return answer

    def _client(self) -> httpx.Client:
        import httpx

        with self._lock:
            if self._made is None:
                self._made = httpx.Client(timeout=self._timeout, transport=self._transport)
            return self._made

    def _kept_at(self, body: dict[str, Any]) -> Path | None:
        if self._cache is None:
            return None
        asked = json.dumps([self._url, body], sort_keys=True, ensure_ascii=False)
        return self._cache / f"{hashlib.sha256(asked.encode('utf-8', 'surrogatepass')).hexdigest()}.json"

    def _post(self, body: dict[str, Any]) -> httpx.Response:
        import httpx

        key = os.environ.get(self._key_variable)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        problem = ""
        for attempt in range(self._attempts):
            try:
                response = self._client().post(f"{self._url}/chat/completions", json=body, headers=headers)
            except httpx.HTTPError as error:
                problem, wait = f"cannot be reached at {self._url} ({type(error).__name__})", None
            else:
                if response.is_success:
                    return response
                problem, wait = self._refusal(response), response.headers.get("retry-after")
                if response.status_code not in _PASSING:
                    raise ModelError(self.name, problem, status=response.status_code)
            if attempt + 1 < self._attempts:
                self._sleep(_pause(attempt, wait))
        raise ModelError(self.name, f"{problem}, after {self._attempts} attempts")

    def _refusal(self, response: httpx.Response) -> str:
        if response.status_code in {401, 403}:
            return f"{self._url} refuses the key (status {response.status_code}); set {self._key_variable}"
        return f"{self._url} answered with status {response.status_code}"

    def _answer(self, response: httpx.Response) -> str:
        try:
            content = response.json()["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise ModelError(self.name, f"{self._url} answered in an unknown form") from error
        if not isinstance(content, str):
            raise ModelError(self.name, "gave no text")
        return content


def _pause(attempt: int, asked: str | None) -> float:
    """How long to wait: what the server asks for, else doubling; with jitter, so that callers come back apart."""
    try:
        wait = float(asked) if asked else 0.5 * 2**attempt
    except ValueError:
        wait = 0.5 * 2**attempt
    return min(wait, LONGEST_WAIT) * (1 + random.random() / 2)


def _keep(path: Path, value: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    draft.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    draft.replace(path)
