"""Answers in the words of a language model, hosted or local, drafted from numbered sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite import registry
from pincite.answer.context import shorten_context
from pincite.answer.follow_up import stand_alone
from pincite.answer.prompts import CITED_GRAMMAR, ask_messages, follow_up_messages
from pincite.domain.answer import NOT_FOUND, CheckedClaim, Context, Draft
from pincite.domain.usage import Usage
from pincite.errors import ModelError, SettingsError
from pincite.legal.claims import split_claims
from pincite.options import Execution, Local
from pincite.ports import ChatModel
from pincite.settings import cache_folder

_ABSENT = NOT_FOUND.rstrip(".").casefold()
_LONGEST_QUESTION = 600


class ModelAnswerer:
    """Asks a chat model; what it says is a draft until it is verified.

    With `context_tokens` it is shown so much of the sources at most; with `brief` it is given few rules and an example.
    """

    mends = True

    def __init__(self, chat: ChatModel, *, context_tokens: int | None = None, brief: bool = False) -> None:
        self._chat = chat
        self._brief = brief
        self._context_tokens = context_tokens
        self.name = chat.name

    def answer(
        self, context: Context, *, faults: Sequence[CheckedClaim] = (), told: Callable[[str], None] | None = None
    ) -> Draft:
        """The model's words, taken apart into claims; "not found" is no claim."""
        before = _usage(self._chat)
        if self._context_tokens is not None:
            context = shorten_context(context, tokens=self._context_tokens)
            if not context.sources:
                raise ModelError(self.name, f"may read {self._context_tokens} tokens, and no source is as short")
        reply = self._chat.reply(ask_messages(context, faults, brief=self._brief), told=told or _ignore)
        if not reply.strip():
            raise ModelError(self.name, "gave an empty answer")
        claims = tuple(claim for claim in split_claims(reply) if _ABSENT not in claim.text.casefold())
        return Draft(claims, _since(before, _usage(self._chat)))

    def rewrite(self, question: str, history: Sequence[tuple[str, str]]) -> str:
        """A follow-up question made to stand alone; the question itself where the model gives nothing of use."""
        reply = " ".join(self._chat.reply(follow_up_messages(question, history), told=_ignore).split())
        return reply if 0 < len(reply) <= _LONGEST_QUESTION else question


class OpenAiAnswerer(ModelAnswerer):
    """Drafts with a model behind an OpenAI-compatible interface; answers are kept on disk by what was asked."""

    def __init__(
        self,
        *,
        model: str = "gpt-4o-mini",
        base_url: Execution[str | None] = None,
        key_variable: Execution[str] = "OPENAI_API_KEY",
        api_version: Execution[str | None] = None,
        temperature: float = 0.1,
        top_p: float | None = None,
        max_tokens: int = 1000,
        seed: int | None = 0,
        timeout: Execution[float] = 120,
        attempts: Execution[int] = 6,
        longest: Execution[int] = 40_000,
        seconds: Execution[float] = 300,
        cached: Execution[bool] = True,
    ) -> None:
        chat: ChatModel = registry.load("chat", "openai")(
            model,
            base_url=base_url,
            key_variable=key_variable,
            api_version=api_version,
            temperature=temperature,
            top_p=top_p,
            max_tokens=max_tokens,
            seed=seed,
            timeout=timeout,
            attempts=attempts,
            cache=cache_folder() / "answers" if cached else None,
            longest=longest,
            seconds=seconds,
        )
        super().__init__(chat)


class LocalAnswerer(ModelAnswerer):
    """Drafts with a GGUF model that runs in this process, without network.

    `context_tokens` is small because a processor reads slowly. `brief` is for small models: few rules, an example, and
    a grammar that lets no sentence end without a mark. A larger model on a faster machine may be given more of both.
    """

    def __init__(
        self,
        *,
        model: Local[str | None] = None,
        temperature: float = 0.1,
        max_tokens: int = 200,
        seed: int = 0,
        window: int = 4096,
        threads: Execution[int] = 0,
        seconds: Execution[float] = 180,
        context_tokens: int = 500,
        brief: bool = True,
    ) -> None:
        if context_tokens < 1:
            raise SettingsError("answerer.context_tokens", f"is {context_tokens}: it must be at least 1")
        chat: ChatModel = registry.load("chat", "local")(
            model,
            temperature=temperature,
            max_tokens=max_tokens,
            seed=seed,
            window=window,
            threads=threads,
            seconds=seconds,
            grammar=CITED_GRAMMAR if brief else None,
        )
        super().__init__(chat, context_tokens=context_tokens, brief=brief)

    def rewrite(self, question: str, history: Sequence[tuple[str, str]]) -> str:
        """A follow-up question made to stand alone; a model that is held to cite is not asked for it."""
        return stand_alone(question, history) if self._brief else super().rewrite(question, history)


def _ignore(words: str) -> None:
    """Hear nothing: a reply is streamed all the same, so that one without end is cut off."""


def _usage(chat: ChatModel) -> Usage:
    counted = getattr(chat, "usage", None)
    return counted if isinstance(counted, Usage) else Usage()


def _since(before: Usage, after: Usage) -> Usage:
    known = before.dollars is not None and after.dollars is not None
    return Usage(
        after.requests - before.requests,
        after.input_tokens - before.input_tokens,
        after.output_tokens - before.output_tokens,
        (after.dollars or 0.0) - (before.dollars or 0.0) if known else None,
    )
