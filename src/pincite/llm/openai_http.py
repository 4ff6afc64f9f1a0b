"""Chat models behind an OpenAI-compatible HTTP interface, hosted or local."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.domain.chat import ChatMessage
from pincite.domain.usage import Usage
from pincite.errors import ModelError
from pincite.http import KEY_VARIABLE, JsonApi
from pincite.prices import Meter

if TYPE_CHECKING:
    from pincite.http import Transport


class OpenAiChat:
    """A chat model; answers are kept on disk by what was asked, so that nothing is paid for twice."""

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        key_variable: str = KEY_VARIABLE,
        cache: Path | None = None,
        timeout: float = 120,
        attempts: int = 6,
        concurrency: int = 8,
        temperature: float = 0,
        transport: Transport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._api = JsonApi(
            name,
            base_url=base_url,
            key_variable=key_variable,
            timeout=timeout,
            attempts=attempts,
            concurrency=concurrency,
            transport=transport,
            sleep=sleep,
        )
        self._meter = Meter(name)
        self._cache = cache
        self._temperature = temperature

    @property
    def usage(self) -> Usage:
        """What was asked of the provider so far; answers from disk cost nothing."""
        return self._meter.usage

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
        if kept and (answer := _recall(kept)) is not None:
            return answer
        told = self._api.post("/chat/completions", body)
        self._meter.count(told)
        answer = self._answer(told)
        if kept:
            _keep(kept, {"model": self.name, "answer": answer})
        return answer

    def _kept_at(self, body: dict[str, Any]) -> Path | None:
        if self._cache is None:
            return None
        asked = json.dumps([self._api.url, body], sort_keys=True, ensure_ascii=False)
        return self._cache / f"{hashlib.sha256(asked.encode('utf-8', 'surrogatepass')).hexdigest()}.json"

    def _answer(self, told: Any) -> str:
        try:
            content = told["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise self._api.out_of_form() from error
        if not isinstance(content, str):
            raise ModelError(self.name, "gave no text")
        return content


def _recall(path: Path) -> str | None:
    """An answer kept before; a file that is damaged is as good as none."""
    try:
        return str(json.loads(path.read_text("utf-8"))["answer"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(path: Path, value: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    draft.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    draft.replace(path)
