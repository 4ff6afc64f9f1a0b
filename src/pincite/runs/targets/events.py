"""Bodies of HTTP answers: one JSON value, or a stream of them (JSON lines, server-sent events) joined to one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

_LINES = ("ndjson", "json-lines", "jsonl", "json-seq")


class TruncatedStreamError(ValueError):
    """A stream that ends in the middle of an event."""


class NotJsonError(ValueError):
    """A body that is no JSON."""


def read_body(lines: Iterable[str], content_type: str) -> Any:
    """What a body holds, by its content type; JSON lines are recognised without one."""
    kind = content_type.lower()
    if "event-stream" in kind:
        return join_events(_sent_events(lines))
    if any(name in kind for name in _LINES):
        return join_events(_json_lines(lines))
    kept = list(lines)
    text = "\n".join(kept)
    try:
        return _parse(text)
    except NotJsonError:
        if len([line for line in kept if line.strip()]) < 2:
            raise
        return join_events(_json_lines(kept))


def join_events(events: Iterable[Any]) -> Any:
    """One object of a stream's: later keys replace earlier ones, and the words of the answer are put together.

    Words come as `delta.content`, or within the first of `choices`; they end up in `message.content` of the same place.
    An event with an `error` is what there is.
    """
    joined: dict[str, Any] = {}
    top, chosen = _Words(), _Words()
    for event in events:
        if not isinstance(event, dict):
            raise NotJsonError("it contains an event that is not an object")
        if event.get("error"):
            return {"error": event["error"]}
        top.take(event)
        choices = event.get("choices")
        if isinstance(choices, list) and choices and isinstance(choices[0], dict):
            chosen.take(choices[0])
        known = {key: value for key, value in event.items() if key not in {"delta", "message", "choices"}}
        joined = _merged(joined, known)
    if top.seen:
        joined["message"] = top.message
    if chosen.seen:
        joined["choices"] = [{"index": 0, "message": chosen.message}]
    return joined


class _Words:
    """The words of one place of a stream."""

    def __init__(self) -> None:
        self.seen = False
        self.message: dict[str, Any] = {}

    def take(self, holder: dict[str, Any]) -> None:
        piece = holder.get("delta") or holder.get("message")
        if not isinstance(piece, dict):
            return
        self.seen = True
        content = piece.get("content")
        so_far = self.message.get("content", "")
        self.message |= {key: value for key, value in piece.items() if value is not None}
        self.message["content"] = so_far + content if isinstance(content, str) else so_far


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Objects within objects are joined too; null never replaces a value."""
    found = dict(one)
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(found.get(key), dict):
            found[key] = _merged(found[key], value)
        elif value is not None or key not in found:
            found[key] = value
    return found


def _json_lines(lines: Iterable[str]) -> Iterator[Any]:
    for line in lines:
        if line.strip():
            yield _event(line)


def _sent_events(lines: Iterable[str]) -> Iterator[Any]:
    data: list[str] = []
    for line in lines:
        if line.startswith("data:"):
            data.append(line.removeprefix("data:").removeprefix(" "))
        elif not line.strip() and data:
            if (words := "\n".join(data)).strip() == "[DONE]":
                return
            yield _event(words)
            data = []
    if data and "\n".join(data).strip() != "[DONE]":
        yield _event("\n".join(data))


def _event(text: str) -> Any:
    try:
        return _parse(text)
    except NotJsonError as error:
        # A line that is no JSON is most often the last one of a stream that broke off.
        raise TruncatedStreamError(
            "an event of the stream is not JSON; the stream was cut off, or has another format"
        ) from error


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotJsonError("the answer is not JSON") from error
