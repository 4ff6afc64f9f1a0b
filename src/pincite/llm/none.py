"""No chat model."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.chat import ChatMessage
from pincite.domain.usage import Usage
from pincite.errors import ModelError
from pincite.ports import OnToken


class NoChat:
    """The default when no model is set; asking it is an error."""

    name = "none"
    usage = Usage()

    def reply(
        self,
        messages: Sequence[ChatMessage],
        *,
        as_json: bool = False,
        grammar: str | None = None,
        on_token: OnToken | None = None,
    ) -> str:
        """Refuse, and say what to set."""
        raise ModelError(self.name, "no chat model is set; set chat.kind to openai or local")
