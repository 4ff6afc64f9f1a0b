"""Messages as chat clients send them, and the collection they are meant for."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pincite.api.context import Call
from pincite.api.errors import RequestError
from pincite.api.requests import AskRequest, ChatRequest, ChatTurnSent
from pincite.service.keys import Access

_LONGEST = 8_000


class LenientRequest(BaseModel):
    """A record of another API; unknown fields are ignored."""

    model_config = ConfigDict(extra="allow", frozen=True)


class TextPart(LenientRequest):
    """A part of a message; only text can be read."""

    type: str
    text: str = Field(default="", max_length=200_000)


class Message(LenientRequest):
    """A message of a conversation."""

    role: str = Field(max_length=50)
    content: str | list[TextPart] | None = Field(default=None, max_length=200_000)

    @property
    def text(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type in ("text", "input_text"))
        return self.content or ""


def question_of(messages: list[Message]) -> ChatRequest:
    """Return the last question of a conversation and the turns before it; system messages are ignored."""
    if not messages or messages[-1].role != "user" or not messages[-1].text.strip():
        raise RequestError(422, "invalid", "The last message must be a question of the user.")
    turns: list[ChatTurnSent] = []
    asked: str | None = None
    for message in messages[:-1]:
        if message.role == "user":
            asked = message.text[:_LONGEST]
        elif message.role == "assistant" and asked:
            turns.append(ChatTurnSent(asked=asked, answer=message.text[:100_000]))
            asked = None
    last = messages[-1].text
    if len(last) > _LONGEST:
        raise RequestError(422, "invalid", f"The question is longer than {_LONGEST:,} characters.")
    return ChatRequest(question=last, history=turns[-100:])


def as_ask(chat: ChatRequest) -> AskRequest:
    """A question by itself."""
    return AskRequest(question=chat.question, k=chat.k, scope=chat.scope)


def choose_collection(call: Call, named: Any) -> str:
    """Return the collection that a request names, or the only one its caller may read."""
    if isinstance(named, str) and named.strip():
        call.require_collection(Access.READ, named)
        return named
    names = [name for name in call.service.names if call.caller.may(Access.READ, name)]
    if len(names) != 1:
        listed = ", ".join(names) or "none"
        raise RequestError(422, "no-collection", f"Name a collection. There are: {listed}.")
    return names[0]
