"""Text of a page put into paragraphs: entities resolved, white space folded, line breaks kept."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from pincite.ingest.flow import INVISIBLE, Paragraph, TextPiece

_UNSEEN_OR_ENTITY = (
    rf"(?P<invisible>[{INVISIBLE}]+)"
    r"|(?P<entity>&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,8};?|[a-zA-Z][a-zA-Z0-9]{1,31};?))"
)
# Whatever is not taken as it stands; one plain space is.
_FOLDED = re.compile(
    rf"(?P<space> {{2,}}[\s\xa0]*| ?[\t\n\r\f\v\x1c-\x1f\x85\xa0\u2028\u2029][\s\xa0]*)|{_UNSEEN_OR_ENTITY}"
)
_VERBATIM = re.compile(rf"(?P<space>\r\n?|[\n\f])|{_UNSEEN_OR_ENTITY}")
_ALL_INVISIBLE = re.compile(f"[{INVISIBLE}]+")


class ParagraphFiller:
    """Fills one paragraph at a time with the text that a browser would show."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.paragraph: Paragraph | None = None
        self._done: list[Paragraph] = []
        self._verbatim = False
        self._after_space = True
        self._bold = False
        self._letters = 0
        self._bold_letters = 0

    def begin(self, paragraph: Paragraph, *, mark: TextPiece | None = None) -> None:
        """Start a paragraph, with the number or bullet that stands before it."""
        self.paragraph = paragraph
        self._verbatim = False
        self._after_space = True
        self._letters = self._bold_letters = 0
        if mark is not None and mark.text:
            paragraph.pieces.append(mark)

    def add(self, start: int, end: int, *, bold: bool, size: float | None, verbatim: bool) -> None:
        """Add the raw text at `[start, end)`."""
        self._bold = bold
        self._verbatim = self._verbatim or verbatim
        at, letters = start, self._letters
        for match in (_VERBATIM if verbatim else _FOLDED).finditer(self.raw, start, end):
            self._put(at, match.start(), self.raw[at : match.start()], verbatim=verbatim)
            self._special(match, verbatim=verbatim)
            at = match.end()
        self._put(at, end, self.raw[at:end], verbatim=verbatim)
        if self.paragraph is not None and self.paragraph.size is None and self._letters > letters:
            self.paragraph.size = size

    def line_break(self, start: int, end: int) -> bool:
        """Add a forced line break; tells whether it is a second one, which ends the paragraph."""
        if self.paragraph is None:
            return False
        pieces = self.paragraph.pieces
        while pieces and not pieces[-1].text.strip(" \t\xa0"):
            pieces.pop()
        if not pieces:
            return False
        if pieces[-1].text == "\n":
            return True
        self.paragraph.trim_end()
        pieces.append(TextPiece(start, end, "\n"))
        self._after_space = True
        return False

    def finish(self) -> list[Paragraph]:
        """End the paragraph: none where it holds no word, several where verbatim text has blank lines."""
        paragraph, self.paragraph = self.paragraph, None
        if paragraph is not None and self._letters:
            paragraph.bold = self._bold_letters == self._letters
            if self._verbatim:
                paragraph.trim_end()
            else:
                paragraph.trim()
            self._done.append(paragraph)
        done, self._done = self._done, []
        return done

    def _special(self, match: re.Match[str], *, verbatim: bool) -> None:
        start, end = match.span()
        if match["space"]:
            shown = "\n" if verbatim else " "
        else:
            shown = _ALL_INVISIBLE.sub("", unescape(match["entity"] or "")).replace("\xa0", " ")
            if shown.isspace():
                shown = "\n" if verbatim and shown in "\r\n" else " "
        if shown == "\n":
            self._verbatim_line_end(start, end)
        else:
            self._put(start, end, shown, verbatim=verbatim)

    def _verbatim_line_end(self, start: int, end: int) -> None:
        """End a line; a blank one ends the paragraph and another like it begins."""
        if self.paragraph is not None and self.line_break(start, end):
            following = replace(self.paragraph, pieces=[])
            self._done = self.finish()
            self.begin(following)
            self._verbatim = True

    def _put(self, start: int, end: int, text: str, *, verbatim: bool) -> None:
        if self.paragraph is None or not text:
            return
        if self._after_space and text[0] == " " and not verbatim:
            # A folded space is dropped where a space, a break or nothing stands before it.
            start, text = start + (end - start == len(text)), text[1:]
            if not text:
                return
        self.paragraph.pieces.append(TextPiece(start, end, text))
        self._after_space = text[-1] == " "
        letters = len(text) - text.count(" ")
        self._letters += letters
        self._bold_letters += letters if self._bold else 0
