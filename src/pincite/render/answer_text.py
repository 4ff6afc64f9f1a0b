"""Answers as people read them: plain text and Markdown."""

from __future__ import annotations

import re

from pincite.domain.answer import Answer, Citation
from pincite.legal.disguise import show_turns
from pincite.legal.markdown_words import as_read
from pincite.legal.pinpoints import where
from pincite.legal.quotations import put_in_marks

_NEAREST = 3
_SHOWN = 160
# The label of a clause or an item at the start of a line, and how the line above it ends.
_LABEL = re.compile(r"\(\w{1,5}\)|[•▪●◦‣∙*–-]\s|\d{1,3}(?:\.\d{1,3})++\.?(?:\s|\Z)|\d{1,2}\.\s|[a-z]\)\s")
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n")
_ENDED = re.compile(r"(?:[.;:,!?–—-]|\b(?:and|or))\Z")
_HEADING = 60
# One quotation after another.
_NEXT = re.compile(r"(?<=\]) (?=[^“\]]{0,100}“)")


def as_text(answer: Answer) -> str:
    """The answer, then its citations; or the nearest passages, where there is none. Each quotation is shown once."""
    lines = [*filter(None, (answer.short, readable_body(answer)))]
    if answer.note:
        lines.append(answer.note)
    lines.append("")
    for citation in answer.citations:
        if (line := f"[{citation.number}] {where(citation)}") not in lines:
            lines.append(line)
        if not is_shown(citation, answer):
            lines.append(f"    {quoted(quoted_words(citation))}")
    if not answer.found:
        near = answer.sources[:_NEAREST]
        lines += [f"near: {where(one)}: {put_in_marks(shorten(as_read(one.text, one.document)))}" for one in near]
    return "\n".join(lines).rstrip() + "\n"


def as_markdown(answer: Answer) -> str:
    """The answer with its citations in Markdown; nothing of a document is taken for markup."""
    lines = [f"**{escape_markdown(answer.question)}**", ""]
    lines += [escape_markdown(answer.short), ""] if answer.short else []
    lines.append(escape_markdown(answer.body))
    if answer.note:
        lines += ["", f"*{escape_markdown(answer.note)}*"]
    for citation in answer.citations:
        quoted = [] if is_shown(citation, answer) else [f"> {escape_markdown(fold(quoted_words(citation)))}", ">"]
        lines += ["", *quoted, f"> — \\[{citation.number}\\] {escape_markdown(where(citation))}"]
    if not answer.found:
        near = [f"- {escape_markdown(where(source))}" for source in answer.sources[:_NEAREST]]
        lines += ["", "Nearest passages:", "", *near] if near else []
    return "\n".join(lines) + "\n"


def readable_body(answer: Answer) -> str:
    """The text after the short answer, with lines of their own for quotations, items of lists and rows of tables."""
    body = _NEXT.sub("\n", answer.body)
    for citation in answer.citations:
        body = body.replace(quoted(quoted_words(citation)), put_in_marks(lay_out(quoted_words(citation))))
    return body


def is_shown(citation: Citation, answer: Answer) -> bool:
    """Tell whether the answer itself quotes all the words of a citation."""
    return quoted(quoted_words(citation)) in answer.text


def quoted_words(citation: Citation) -> str:
    """The quote of a citation as people read it."""
    return as_read(citation.quote, citation.document)


def quoted(words: str) -> str:
    """Words of a document as a quotation on one line."""
    return put_in_marks(fold(words))


def lay_out(words: str) -> str:
    """Text with a line for each clause, item and row; other breaks of its lines are taken out."""
    lines: list[str] = []
    for paragraph in _PARAGRAPHS.split(words):
        for i, line in enumerate(filter(None, map(fold, paragraph.split("\n")))):
            if lines and not _begins(line, lines[-1], paragraph=not i):
                lines[-1] = f"{lines[-1]} {line}"
            else:
                lines.append(line)
    return "\n".join(lines)


def _begins(line: str, before: str, *, paragraph: bool) -> bool:
    """Tell whether a line begins something: a row, or an item where the line above has ended or is a heading.

    After a row or an item, so does the first line of a `paragraph`.
    """
    if "|" in line or "|" in before or (paragraph and _LABEL.match(before)):
        return True
    return _LABEL.match(line) is not None and (_ENDED.search(before) is not None or len(before) <= _HEADING)


def fold(words: str) -> str:
    """Put text on one line."""
    return " ".join(words.split())


def escape_markdown(words: str) -> str:
    """Escape all Markdown markup, and show what would turn the direction of words as a sign."""
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", show_turns(words))


def shorten(text: str, most: int = _SHOWN) -> str:
    """The first words of a text on one line."""
    words = fold(text)
    return words if len(words) <= most else f"{words[:most].rsplit(' ', 1)[0]} …"
