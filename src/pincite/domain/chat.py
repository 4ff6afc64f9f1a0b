"""What is said in a conversation: to a language model, and by one who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Turn(NamedTuple):
    """A question as it was asked, its answer, and the documents the answer cites."""

    question: str
    answer: str
    documents: tuple[str, ...] = ()
