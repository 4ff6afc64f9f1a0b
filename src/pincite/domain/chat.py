"""What is said in a conversation: to a language model, and by one who asks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pincite.domain.document import Passage

# How the families of models write the borders of a turn: <|im_end|>, <|eot_id|>, [/INST], <<SYS>>, <end_of_turn>, </s>.
_TURN_TOKEN = re.compile(
    r"<(?=[|｜])|[|｜]>|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])|<(?=</?SYS>>)|"
    r"<(?=/?(?:s|bos|eos|start_of_turn|end_of_turn)>)"
)


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


def break_turn_tokens(text: str) -> str:
    """The text with a blank in each sign that a chat model takes for the end of a turn, such as `<|im_end|>`."""
    return _TURN_TOKEN.sub(lambda found: f"{found[0][0]} {found[0][1:]}", text)
