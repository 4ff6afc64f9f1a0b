"""Emphasis: blank out Markdown's bold and italic marks, so that patterns match the words."""

from __future__ import annotations

import re

from pincite.domain.document import Document, Format

_MARKS = r"(?:\*{1,3}|_{1,3})"
_OPENS = re.compile(rf"(?<![\w*])(?P<outer>[\"“„]?){_MARKS}(?P<inner>[\"“„]?)(?=[^\s*_\"“„])")
_CLOSES = re.compile(rf"(?<=[^\s*_\"”“])(?P<inner>[\"”“]?){_MARKS}(?P<outer>[\"”“]?)(?![\w*])")


def plain_text(doc: Document) -> str:
    """The text with blanks for the marks of emphasis, letters in place, quotes closed up to the words."""
    if doc.source.format != Format.MARKDOWN:
        return doc.text
    opened = _OPENS.sub(lambda mark: (mark["outer"] or mark["inner"]).rjust(len(mark[0])), doc.text)
    return _CLOSES.sub(lambda mark: (mark["inner"] or mark["outer"]).ljust(len(mark[0])), opened)
