"""Chat models behind an OpenAI-compatible HTTP interface, hosted or local."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pincite.domain.chat import ChatMessage
from pincite.domain.usage import Usage
from pincite.errors import ModelError
from pincite.http import KEY_VARIABLE, JsonApi
from pincite.llm.cache import ChatCache
from pincite.options import Execution, Injected
from pincite.ports import OnToken
from pincite.prices import Meter


class OpenAiChat:
    """A chat model; with a `cache` answers are kept on disk by what was asked, so that nothing is paid for twice.

    A streamed answer may have `longest` characters and take `seconds`.
    """

    def __init__(
        self,
        model: str = "gpt-4o-mini",
        *,
        base_url: Execution[str | None] = None,
        key_variable: Execution[str] = KEY_VARIABLE,
        api_version: Execution[str | None] = None,
        timeout: Execution[float] = 120,
        attempts: Execution[int] = 6,
        concurrency: Execution[int] = 8,
        temperature: float = 0,
        top_p: float | None = None,
        max_tokens: int | None = None,
        seed: int | None = None,
        longest: Execution[int] = 40_000,
        seconds: Execution[float] = 300,
        cached: Execution[bool] = True,
        cache: Injected[Path | None] = None,
    ) -> None:
        self.name = model
        self.concurrency = max(1, concurrency)
        self.api = JsonApi(
            model,
            base_url=base_url,
            key_variable=key_variable,
            api_version=api_version,
            timeout=timeout,
            attempts=attempts,
            concurrency=concurrency,
        )
        self._meter = Meter(model)
        self._kept = ChatCache(cache if cached else None)
        self._options = {"temperature": temperature, "top_p": top_p, "max_tokens": max_tokens, "seed": seed}
        self._longest = longest
        self._seconds = seconds

    @property
    def usage(self) -> Usage:
        """The usage so far; cached answers cost nothing."""
        return self._meter.usage

    def reply(
        self,
        messages: Sequence[ChatMessage],
        *,
        as_json: bool = False,
        grammar: str | None = None,
        on_token: OnToken | None = None,
    ) -> str:
        """Return the model's answer, from the cache if possible; grammars are not supported."""
        body: dict[str, Any] = {"model": self.name, "messages": [asdict(message) for message in messages]}
        body |= {name: value for name, value in self._options.items() if value is not None}
        if as_json:
            body["response_format"] = {"type": "json_object"}
        asked = [self.api.shown, body]
        if (kept := self._kept.recall(asked)) is not None:
            return kept
        answer = self._ask(body) if on_token is None else self._stream(body, on_token)
        self._kept.keep(asked, answer, model=self.name)
        return answer

    def _ask(self, body: dict[str, Any]) -> str:
        given = self.api.post("/chat/completions", body)
        self._meter.count(given)
        return self._answer(given)

    def _stream(self, body: dict[str, Any], on_token: OnToken) -> str:
        """Stream an answer; one that never ends is cut off with an error."""
        body = {**body, "stream": True, "stream_options": {"include_usage": True}}

        def read(events: Iterator[Any]) -> str:
            words: list[str] = []
            length = 0
            last: Any = None
            for event in events:
                last = event if isinstance(event, dict) and event.get("usage") else last
                piece = self._piece(event)
                length += len(piece)
                if length > self._longest:
                    raise ModelError(self.name, f"did not stop after {self._longest:,} characters")
                if piece:
                    words.append(piece)
                    on_token(piece)
            self._meter.count(last)
            return "".join(words)

        return self.api.stream("/chat/completions", body, read=read, seconds=self._seconds)

    def _piece(self, event: Any) -> str:
        """The words of an event; events without any (usage, a role, the end) are normal."""
        try:
            choices = event["choices"]
            content = choices[0]["delta"].get("content") if choices else ""
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise self.api.out_of_form() from error
        return content if isinstance(content, str) else ""

    def _answer(self, given: Any) -> str:
        try:
            content = given["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise self.api.out_of_form() from error
        if not isinstance(content, str):
            raise ModelError(self.name, "gave no text")
        return content
