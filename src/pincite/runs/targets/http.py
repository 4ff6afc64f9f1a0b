"""A system behind HTTP as a target: it is sent each question as JSON, and JMESPath finds the answer in its reply."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from pincite.domain.benchmark import Query
from pincite.domain.response import Intake, Response
from pincite.domain.usage import Usage
from pincite.errors import BenchmarkError, SettingsError, TargetError
from pincite.options import Execution
from pincite.ports.evaluation import Progress, Task
from pincite.runs.prediction_row import parse_response
from pincite.runs.predictions import add_lengths, check_hits, first_results
from pincite.runs.targets.json_client import TOKEN_VARIABLE, JsonClient

QUESTION, PARAMETERS = "<QUESTION>", "<PARAMETERS>"
ANSWER_PATH, CONTEXT_PATH = "message.content", "context.data_points.text"
_BODY = {"messages": [{"content": QUESTION, "role": "user"}], "context": PARAMETERS}


class HttpTarget:
    """Posts each question to an address and reads the answer out of the JSON, or stream of JSON, that comes back.

    `body` is what is sent: the string "<QUESTION>" in it becomes the question, and "<PARAMETERS>" the `parameters`.
    `answer` and `context` are JMESPath; a context is a text, a list of them, or an object, and may be empty where the
    system gives none. `results` and `citations` find lists of what rows of predictions hold under these names.
    `headers` gives for each header the environment variable that holds its value.
    """

    answers = True

    def __init__(
        self,
        url: Execution[str],
        *,
        parameters: dict[str, Any] | str | None = None,
        body: dict[str, Any] | str | None = None,
        answer: str = ANSWER_PATH,
        context: str = CONTEXT_PATH,
        results: str = "",
        citations: str = "",
        headers: Execution[dict[str, str] | str | None] = None,
        token_variable: Execution[str] = TOKEN_VARIABLE,
        timeout: Execution[float | str] = 180.0,
        attempts: Execution[int | str] = 5,
        rate: Execution[float | str] = 0.0,
        concurrency: Execution[int | str] = 1,
    ) -> None:
        self.concurrency = max(1, int(concurrency))
        self._client = JsonClient(
            url,
            headers=_table("headers", headers),
            token_variable=token_variable,
            timeout=float(timeout),
            attempts=int(attempts),
            rate=float(rate),
            concurrency=self.concurrency,
        )
        self._parameters = _table("parameters", parameters)
        self._body = _table("body", body) or _BODY
        self._paths = {"answer": answer, "context": context, "results": results, "citations": citations}
        self._find = {name: _compile(name, path) for name, path in self._paths.items() if path}
        self._task: Task | None = None
        self._lengths: dict[str, int] = {}

    def describe(self) -> dict[str, Any]:
        """All that decides what is sent and read; of the address a hash, for no run keeps one."""
        address = hashlib.sha256(self._client.shown.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        found = {"kind": "http", "address": address, "parameters": self._parameters, "body": self._body}
        return found | {name: path for name, path in self._paths.items() if path}

    def prepare(self, task: Task, *, progress: Progress) -> Intake:
        """Nothing to take in: the system has its documents already."""
        self._task = task
        return Intake()

    def ask(self, query: Query, *, k: int, answer: bool = False) -> Response:
        """Post a question, and read the reply."""
        body = _filled(self._body, {QUESTION: query.text, PARAMETERS: self._parameters})
        reply, seconds = self._client.post(body)
        if isinstance(reply, dict) and reply.get("error"):
            raise self._failure(f"answered with an error: {_short(reply['error'])}")
        try:
            response = parse_response(self._row(reply), where="the reply")
            if self._task:
                add_lengths(self._lengths, [response], self._task)
            response = check_hits({query.id: response}, self._lengths, where="the reply")[query.id]
        except BenchmarkError as error:
            raise self._failure(str(error)) from error
        return replace(first_results(response, k), query_id=query.id, seconds={"request": round(seconds, 6)})

    @property
    def usage(self) -> Usage:
        """Unknown: what the system asks of others is its own affair."""
        return Usage()

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _row(self, reply: Any) -> dict[str, Any]:
        found = {name: path.search(reply) for name, path in self._find.items()}
        if not isinstance(found["answer"], str):
            raise self._failure(f"has no text at '{self._paths['answer']}'; it answered {_short(reply)}")
        row: dict[str, Any] = {"answer": found["answer"], "citations": found.get("citations")}
        if found.get("results") is not None:
            row["retrieved_snippets"] = found["results"]
        if "context" in self._find:
            if found["context"] is None:
                raise self._failure(f"has nothing at '{self._paths['context']}'; it answered {_short(reply)}")
            row |= {} if "retrieved_snippets" in row else {"retrieved_passages": _texts(found["context"])}
        return row

    def _failure(self, problem: str) -> TargetError:
        return TargetError(self._client.shown, problem)


def _texts(context: Any) -> list[str]:
    """A context as texts: an object becomes JSON, a list its items."""
    if isinstance(context, list):
        return [text for item in context for text in _texts(item)]
    return [context if isinstance(context, str) else json.dumps(context, ensure_ascii=False)]


def _filled(part: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(part, str):
        return values.get(part, part)
    if isinstance(part, list):
        return [_filled(item, values) for item in part]
    return {key: _filled(item, values) for key, item in part.items()} if isinstance(part, dict) else part


def _table(name: str, given: dict[str, Any] | str | None) -> dict[str, Any]:
    """An object, or the JSON of one, as a command line gives it."""
    if not isinstance(given, str):
        return dict(given or {})
    try:
        found = json.loads(given)
    except (ValueError, RecursionError) as error:
        raise SettingsError(name, "is not a JSON object") from error
    if not isinstance(found, dict):
        raise SettingsError(name, "is not a JSON object")
    return found


def _compile(name: str, path: str) -> Any:
    try:
        return jmespath.compile(path)
    except JMESPathError as error:
        raise SettingsError(name, f"is {path!r}, which is not valid JMESPath") from error


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text.split())[:200]
