"""Answers as people read them: plain text and Markdown."""

from __future__ import annotations

import re

from pincite.domain.answer import Answer, Citation
from pincite.legal.pinpoints import where

_NEAREST = 3


def as_text(answer: Answer) -> str:
    """The answer, then its citations; or the nearest passages, where there is none. Each quotation is shown once."""
    lines = [*filter(None, (answer.short, answer.body))]
    if answer.note:
        lines.append(answer.note)
    lines.append("")
    for citation in answer.citations:
        lines.append(f"[{citation.number}] {where(citation)}")
        if not _is_shown(citation, answer):
            lines.append(f"    “{fold(citation.quote)}”")
    if not answer.found:
        lines += [f"near: {where(source)}: “{_short(source.text)}”" for source in answer.sources[:_NEAREST]]
    return "\n".join(lines).rstrip() + "\n"


def as_markdown(answer: Answer) -> str:
    """The answer with its citations in Markdown; nothing of a document is taken for markup."""
    lines = [f"**{escape_markdown(answer.question)}**", ""]
    lines += [escape_markdown(answer.short), ""] if answer.short else []
    lines.append(escape_markdown(answer.body))
    if answer.note:
        lines += ["", f"*{escape_markdown(answer.note)}*"]
    for citation in answer.citations:
        quoted = [] if _is_shown(citation, answer) else [f"> {escape_markdown(fold(citation.quote))}", ">"]
        lines += ["", *quoted, f"> — \\[{citation.number}\\] {escape_markdown(where(citation))}"]
    if not answer.found:
        near = [f"- {escape_markdown(where(source))}" for source in answer.sources[:_NEAREST]]
        lines += ["", "Nearest passages:", "", *near] if near else []
    return "\n".join(lines) + "\n"


def _is_shown(citation: Citation, answer: Answer) -> bool:
    """Tell whether the answer itself quotes all the words of a citation."""
    return f"“{fold(citation.quote)}”" in answer.text


def fold(words: str) -> str:
    """Put text on one line."""
    return " ".join(words.split())


def escape_markdown(words: str) -> str:
    """Escape all Markdown markup."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", words)


def _short(text: str) -> str:
    words = fold(text)
    return words if len(words) <= 160 else f"{words[:159]}…"
