"""What is said to a language model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str
