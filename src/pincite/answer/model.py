"""Answers in the words of a language model, hosted or local, drafted from numbered sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pincite.answer.context import shorten_context
from pincite.answer.prompts import CITED_GRAMMAR, PROMPTS, ask_messages, follow_up_messages
from pincite.answer.questions.follow_up import stand_alone
from pincite.domain.answer import NOT_FOUND, AnswerContext, CheckedClaim, Draft
from pincite.domain.usage import Usage
from pincite.errors import ModelError, SettingsError
from pincite.legal.claims import split_claims
from pincite.options import Injected
from pincite.ports import ChatModel, OnToken

_ABSENT = NOT_FOUND.rstrip(".").casefold()
_LONGEST_QUESTION = 600
# Tokens shown to a small model, which reads slowly on a CPU.
_SMALL_CONTEXT = 500


class ModelAnswerer:
    """Asks the chat model; what it says is a draft until it is verified.

    `prompt` takes the place of the shipped rules. With `context_tokens` the model is shown so much of the sources at
    most (a small one 500 unless said otherwise). With `brief` it gets few rules, an example, and a grammar that lets no
    sentence end without a mark; small models are asked so unless said otherwise.
    """

    mends = True

    def __init__(
        self,
        *,
        chat: Injected[ChatModel],
        prompt: str | None = None,
        context_tokens: int | None = None,
        brief: bool | None = None,
    ) -> None:
        if context_tokens is not None and context_tokens < 1:
            raise SettingsError("answerer.context_tokens", f"is {context_tokens}: it must be at least 1")
        small = bool(getattr(chat, "small", False))
        self._chat = chat
        self._prompt = prompt
        self._brief = small if brief is None else brief
        self._context_tokens = context_tokens or (_SMALL_CONTEXT if small else None)
        self.name = chat.name

    @staticmethod
    def chat_defaults(*, small: bool) -> dict[str, Any]:
        """Return the chat model's default options for answers."""
        return {"temperature": 0.1, "seed": 0, "max_tokens": 200 if small else 1000}

    @staticmethod
    def prompts(*, prompt: str | None = None, **_: Any) -> tuple[str, ...]:
        """Return all prompts, to be hashed."""
        return (prompt, *PROMPTS) if prompt else PROMPTS

    def answer(
        self,
        context: AnswerContext,
        *,
        draft: Draft | None = None,
        faults: Sequence[CheckedClaim] = (),
        on_token: OnToken | None = None,
    ) -> Draft:
        """Ask the model and split its reply into claims; a "not found" reply has none."""
        before = self._chat.usage
        if self._context_tokens is not None:
            context = shorten_context(context, tokens=self._context_tokens)
            if not context.sources:
                raise ModelError(self.name, f"may read {self._context_tokens} tokens, and no source is as short")
        messages = ask_messages(
            context, faults, draft=draft.text if draft else "", prompt=self._prompt, brief=self._brief
        )
        grammar = CITED_GRAMMAR if self._brief else None
        reply = self._chat.reply(messages, grammar=grammar, on_token=on_token or _ignore)
        if not reply.strip():
            raise ModelError(self.name, "gave an empty answer")
        claims = tuple(claim for claim in split_claims(reply) if _ABSENT not in claim.text.casefold())
        return Draft(claims, _since(before, self._chat.usage), text=reply)

    def rewrite(self, question: str, history: Sequence[tuple[str, str]]) -> str:
        """Rewrite a follow-up question to stand alone; return it unchanged if the model's reply is unusable.

        A model that is asked briefly is not asked for it.
        """
        if self._brief:
            return stand_alone(question, history)
        reply = " ".join(self._chat.reply(follow_up_messages(question, history), on_token=_ignore).split())
        return reply if 0 < len(reply) <= _LONGEST_QUESTION else question


def _ignore(piece: str) -> None:
    """Ignore a token; the reply is streamed anyway, so that an endless one can be cut off."""


def _since(before: Usage, after: Usage) -> Usage:
    known = before.dollars is not None and after.dollars is not None
    return Usage(
        after.requests - before.requests,
        after.input_tokens - before.input_tokens,
        after.output_tokens - before.output_tokens,
        (after.dollars or 0.0) - (before.dollars or 0.0) if known else None,
    )
