"""Summaries by a language model, hosted or local."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pincite import registry
from pincite.domain.chat import ChatMessage
from pincite.domain.chunk import Summaries
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.domain.usage import Usage
from pincite.errors import ModelError, SettingsError
from pincite.ports import ChatModel
from pincite.settings import cache_folder
from pincite.summarize.length import cut_at_word, fold_space
from pincite.summarize.prompts import SECTION, STYLES

# A summary that came out too long is asked for again with this share of the length.
_SHORTER = 0.9
_SECTION_LIMITS = (50, 75, 100)
_SECTION_READS = 2000


class LlmSummarizer:
    """Asks a chat model for a line on the document and one on each section of the upper two levels.

    Answers are kept on disk by content, model and prompt. `chat` is the registered name of the provider's plug-in, and
    `chat_options` further arguments of it.
    """

    def __init__(
        self,
        *,
        model: str = "gpt-4o-mini",
        style: str = "generic",
        length: int = 150,
        tolerance: int = 20,
        tries: int = 3,
        reads: int = 5000,
        sections: bool = True,
        temperature: float = 0.3,
        concurrency: int = 8,
        base_url: str | None = None,
        key_variable: str = "OPENAI_API_KEY",
        chat: str = "openai",
        cached: bool = True,
        chat_options: dict[str, Any] | None = None,
    ) -> None:
        if style not in STYLES:
            raise SettingsError("summarizer.style", f"is {style!r}", known=STYLES)
        self.concurrency = max(1, concurrency)
        self._prompt = STYLES[style]
        self._style = style
        self._length = length
        self._tolerance = tolerance
        self._tries = max(1, tries)
        self._reads = reads
        self._sections = sections
        self._chat: ChatModel = registry.load("chat", chat)(
            model,
            base_url=base_url,
            key_variable=key_variable,
            temperature=temperature,
            concurrency=concurrency,
            cache=cache_folder() / "summaries" if cached else None,
            **(chat_options or {}),
        )

    @property
    def usage(self) -> Usage:
        """What was asked of the provider so far."""
        counted = getattr(self._chat, "usage", None)
        return counted if isinstance(counted, Usage) else Usage()

    def summarise(self, reading: Reading) -> Summaries:
        """A line for the document, and one for each major section, within their lengths."""
        sections = [section for section in reading.outline.sections[1:] if self._sections and _is_major(section)]
        with ThreadPoolExecutor(self.concurrency) as pool:
            document = pool.submit(self._document, reading)
            lines = pool.map(lambda section: self._section(reading, section), sections)
            found = {section.id: line for section, line in zip(sections, lines, strict=True)}
            return Summaries(document.result(), found, model=f"{self._chat.name}:{self._style}")

    def _document(self, reading: Reading) -> str:
        text = reading.doc.text[: self._reads]
        return self._ask(
            lambda length: self._prompt.format(length=length, text=text),
            length=self._length,
            longest=self._length + self._tolerance,
        )

    def _section(self, reading: Reading, section: Section) -> str:
        shortest, length, longest = _SECTION_LIMITS
        text = section.span.slice(reading.doc.text)[:_SECTION_READS]
        return self._ask(
            lambda length: SECTION.format(shortest=shortest, length=length, text=text), length=length, longest=longest
        )

    def _ask(self, prompt: Callable[[int], str], *, length: int, longest: int) -> str:
        """A line within the length; one that stays too long however short it was asked for is cut at a word."""
        line = ""
        for _ in range(self._tries):
            line = fold_space(self._chat.reply([ChatMessage("user", prompt(length))])).strip("\"“”' ")
            if not line:
                raise ModelError(self._chat.name, "gave an empty summary")
            if len(line) <= longest:
                return line
            length = int(length * _SHORTER)
        return cut_at_word(line, longest)


def _is_major(section: Section) -> bool:
    return section.level <= 2 and section.kind is not SectionKind.TEXT
