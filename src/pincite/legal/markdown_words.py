"""Words as people read them: without the marks of Markdown, where they come from a Markdown file.

A quotation is the text of its document, marks and all, so that its offsets hold; what is printed leaves them out.
"""

from __future__ import annotations

import re
from pathlib import PurePath

# The endings that the reader of Markdown goes by.
_SUFFIXES = frozenset({".md", ".markdown"})
# Lines that are marks alone: the underline of a heading, a printed rule, the line below the head of a table, a fence.
_MARK_LINE = re.compile(
    r"[ \t]*+(?:=++[ \t]*+|(?:[-*_][ \t]*+){3,}+|\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-*+:?+[ \t]*+)++"
    r"|(?:`{3}|~{3}).*+)"
)
_QUOTED = re.compile(r"(?:[ \t]{0,3}>)++[ \t]?+")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]++")
_BULLET = re.compile(r"(?P<indent>[ \t]*+)[-*+][ \t]++(?=\S)")
# The bars and empty cells at the end of a row; a quotation may begin after the bar at its start.
_ROW_END = re.compile(r"(?<=[^|\s])(?:[ \t]*+(?<!\\)\|)++\Z")
_SIGN = r"\\`*_{}\[\]()#+.!>|~$&-"
_INLINE = re.compile(
    rf"\\(?P<escaped>[{_SIGN}])"
    r"|(?P<fence>`{1,3})(?P<code>[^`\n]+)(?P=fence)"
    r"|!?\[(?P<link>[^\[\]\n]{1,300})\]\([^()\s]{1,500}(?:\([^()\s]{0,100}\))?(?:[ ]\"[^\"\n]{0,200}\")?\)"
    # A quotation may begin or end within bold words, so each mark of them is dropped by itself.
    r"|(?P<strong>(?<![*\w])\*{2,3}(?=[^\s*])|(?<=[^\s*])\*{2,3}(?!\*))"
    r"|(?<![\w_])(?P<under>_{1,3})(?=[^\s_])(?P<stressed>[^\n]{0,500}?[^\s_])(?P=under)(?![\w_])"
    r"|(?<![\w*])\*(?=[^\s*])(?P<starred>[^*\n]{0,500}[^\s*])\*(?![\w*])"
)


def as_read(words: str, document: str) -> str:
    """The words of a document as people read them; those of any file but Markdown stay as they are."""
    if PurePath(document).suffix.casefold() not in _SUFFIXES:
        return words
    lines = [_QUOTED.sub("", line, count=1) for line in words.split("\n") if not _MARK_LINE.fullmatch(line)]
    # One item by itself needs no bullet.
    bullet = "• " if len(lines) > 1 and any(map(_BULLET.match, lines[1:])) else ""
    return "\n".join(_plain_line(line, bullet) for line in lines)


def _plain_line(line: str, bullet: str) -> str:
    if heading := _HEADING.match(line):
        return _plain(_without_closing(line[heading.end() :].rstrip()))
    row = line.strip()
    if row.startswith("|") or _ROW_END.search(row):
        return _plain(_ROW_END.sub("", row.removeprefix("|")).strip())
    item = _BULLET.match(line)
    return f"{item['indent']}{bullet}{_plain(line[item.end() :])}" if item else _plain(line)


def _without_closing(heading: str) -> str:
    """A heading without the signs that may close its line, which a space parts from its words."""
    words = heading.rstrip("#")
    return words.rstrip() if words[-1:] in (" ", "\t", "") else heading


def _plain(words: str) -> str:
    return _INLINE.sub(_without_marks, words)


def _without_marks(found: re.Match[str]) -> str:
    if found["escaped"] or found["code"]:
        return found["escaped"] or found["code"]
    inner = found["link"] or found["stressed"] or found["starred"]
    return _plain(inner) if inner else ""
