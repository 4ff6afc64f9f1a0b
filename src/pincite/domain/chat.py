"""What is said in a conversation: to a language model, and by one who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pincite.domain.document import Passage


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Turn(NamedTuple):
    """A question as it was asked, its answer, the documents the answer cites, and the passages."""

    question: str
    answer: str
    documents: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
