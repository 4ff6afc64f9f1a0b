"""Summaries by a language model, hosted or local."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pincite.domain.chat import ChatMessage, break_turn_tokens
from pincite.domain.chunk import Summaries
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.domain.usage import Usage
from pincite.errors import ModelError, SettingsError
from pincite.options import Injected
from pincite.ports import ChatModel
from pincite.summarize.length import cut_at_word, fold_space
from pincite.summarize.prompts import SECTION, STYLES

# A summary that came out too long is asked for again with this share of the length.
_SHORTER = 0.9
_SECTION_LIMITS = (50, 75, 100)
_SECTION_READS = 2000


class ModelSummarizer:
    """Asks the chat model for a line on the document and one on each section of the upper two levels.

    `prompt` takes the place of the shipped one of its `style`; it says {length} and {text} where they belong. The model
    sees as many characters of the opening as `reads` says, and is asked at most `tries` times for a line of `length`
    characters, give or take the `tolerance`. Sections get no line from a small model unless `sections` says so.
    """

    def __init__(
        self,
        *,
        chat: Injected[ChatModel],
        style: str = "generic",
        prompt: str | None = None,
        length: int = 150,
        tolerance: int = 20,
        tries: int = 3,
        reads: int = 5000,
        sections: bool | None = None,
    ) -> None:
        if style not in STYLES:
            raise SettingsError("summarizer.style", f"is {style!r}", known=STYLES)
        self.chat = chat
        self.concurrency = max(1, int(getattr(chat, "concurrency", 1)))
        self._style = style if prompt is None else "own"
        self._prompt = _checked(prompt) if prompt is not None else STYLES[style]
        self._length = length
        self._tolerance = tolerance
        self._tries = max(1, tries)
        self._reads = reads
        self._sections = not getattr(chat, "small", False) if sections is None else sections

    @staticmethod
    def chat_defaults(*, small: bool) -> dict[str, Any]:
        """Return the chat model's default options for summaries."""
        return {"temperature": 0.3, **({"max_tokens": 80, "seed": 0} if small else {})}

    @staticmethod
    def prompts(*, prompt: str | None = None, style: str = "generic", **_: Any) -> tuple[str, ...]:
        """Return all prompts, to be hashed."""
        return (prompt or STYLES.get(style, ""), SECTION)

    @property
    def usage(self) -> Usage:
        """What was asked of the model so far."""
        return self.chat.usage

    def summarise(self, reading: Reading) -> Summaries:
        """A line for the document, and one for each major section, within their lengths."""
        sections = [section for section in reading.outline.sections[1:] if self._sections and _is_major(section)]
        with ThreadPoolExecutor(self.concurrency) as pool:
            document = pool.submit(self._document, reading)
            lines = pool.map(lambda section: self._section(reading, section), sections)
            found = {section.id: line for section, line in zip(sections, lines, strict=True)}
            return Summaries(document.result(), found, model=f"{self.chat.name}:{self._style}")

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
            line = fold_space(self.chat.reply([ChatMessage("user", break_turn_tokens(prompt(length)))])).strip("\"“”' ")
            if 0 < len(line) <= longest:
                return line
            length = int(length * _SHORTER)
        if not line:
            raise ModelError(self.chat.name, "gave an empty summary")
        return cut_at_word(line, longest)


def _checked(prompt: str) -> str:
    """A prompt that shows the document and asks for nothing that is not there."""
    try:
        shows = "\0" in prompt.format(length=0, text="\0")
    except (KeyError, IndexError, ValueError, AttributeError) as error:
        raise SettingsError("summarizer.prompt", "may use {length} and {text} only; write {{ for a brace") from error
    if not shows:
        raise SettingsError("summarizer.prompt", "does not show the document: write {text} where it belongs")
    return prompt


def _is_major(section: Section) -> bool:
    return section.level <= 2 and section.kind is not SectionKind.TEXT
