"""Summaries by a language model, hosted or local."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pincite import registry
from pincite.domain.chat import ChatMessage
from pincite.domain.chunk import Summaries
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.domain.usage import Usage
from pincite.errors import ModelError, SettingsError
from pincite.options import Execution, Local
from pincite.ports import ChatModel
from pincite.settings import cache_folder
from pincite.summarize.length import cut_at_word, fold_space
from pincite.summarize.prompts import SECTION, STYLES

# A summary that came out too long is asked for again with this share of the length.
_SHORTER = 0.9
_SECTION_LIMITS = (50, 75, 100)
_SECTION_READS = 2000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a summary is to be like: its style and length, how often it is asked for, and of how many characters."""

    style: str
    length: int
    tolerance: int
    tries: int
    reads: int
    sections: bool


class ChatSummarizer:
    """Asks a chat model for a line on the document and one on each section of the upper two levels."""

    def __init__(self, chat: ChatModel, wanted: Wanted, *, concurrency: int = 1) -> None:
        if wanted.style not in STYLES:
            raise SettingsError("summarizer.style", f"is {wanted.style!r}", known=STYLES)
        self.concurrency = max(1, concurrency)
        self.chat = chat
        self._wanted = wanted

    @property
    def usage(self) -> Usage:
        """What was asked of the provider so far."""
        counted = getattr(self.chat, "usage", None)
        return counted if isinstance(counted, Usage) else Usage()

    def summarise(self, reading: Reading) -> Summaries:
        """A line for the document, and one for each major section, within their lengths."""
        sections = [section for section in reading.outline.sections[1:] if self._wanted.sections and _is_major(section)]
        with ThreadPoolExecutor(self.concurrency) as pool:
            document = pool.submit(self._document, reading)
            lines = pool.map(lambda section: self._section(reading, section), sections)
            found = {section.id: line for section, line in zip(sections, lines, strict=True)}
            return Summaries(document.result(), found, model=f"{self.chat.name}:{self._wanted.style}")

    def _document(self, reading: Reading) -> str:
        text, prompt = reading.doc.text[: self._wanted.reads], STYLES[self._wanted.style]
        return self._ask(
            lambda length: prompt.format(length=length, text=text),
            length=self._wanted.length,
            longest=self._wanted.length + self._wanted.tolerance,
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
        for _ in range(max(1, self._wanted.tries)):
            line = fold_space(self.chat.reply([ChatMessage("user", prompt(length))])).strip("\"“”' ")
            if 0 < len(line) <= longest:
                return line
            length = int(length * _SHORTER)
        if not line:
            raise ModelError(self.chat.name, "gave an empty summary")
        return cut_at_word(line, longest)


class LlmSummarizer(ChatSummarizer):
    """Asks a model behind an OpenAI-compatible interface; answers are kept on disk by content, model and prompt."""

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
        concurrency: Execution[int] = 8,
        base_url: Execution[str | None] = None,
        key_variable: Execution[str] = "OPENAI_API_KEY",
        cached: Execution[bool] = True,
    ) -> None:
        chat: ChatModel = registry.load("chat", "openai")(
            model,
            base_url=base_url,
            key_variable=key_variable,
            temperature=temperature,
            concurrency=concurrency,
            cache=_kept_at(cached),
        )
        wanted = Wanted(style, length, tolerance, tries, reads, sections)
        super().__init__(chat, wanted, concurrency=concurrency)


class LocalSummarizer(ChatSummarizer):
    """Asks a GGUF model that runs in this process, without network; answers are kept as those of a hosted one.

    A processor reads slowly: sections get no summary unless asked for.
    """

    def __init__(
        self,
        *,
        model: Local[str | None] = None,
        style: str = "generic",
        length: int = 150,
        tolerance: int = 20,
        tries: int = 3,
        reads: int = 5000,
        sections: bool = False,
        temperature: float = 0.3,
        max_tokens: int = 80,
        seed: int = 0,
        window: int = 4096,
        threads: Execution[int] = 0,
        seconds: Execution[float] = 180,
        cached: Execution[bool] = True,
    ) -> None:
        chat: ChatModel = registry.load("chat", "local")(
            model,
            temperature=temperature,
            max_tokens=max_tokens,
            seed=seed,
            window=window,
            threads=threads,
            seconds=seconds,
            cache=_kept_at(cached),
        )
        super().__init__(chat, Wanted(style, length, tolerance, tries, reads, sections))


def _kept_at(cached: bool) -> Path | None:
    return cache_folder() / "summaries" if cached else None


def _is_major(section: Section) -> bool:
    return section.level <= 2 and section.kind is not SectionKind.TEXT
