"""Markdown: taken verbatim, with its headings, list items and table rows noted as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.domain.document import Block, Document, Format, Mark, MarkKind, Role, document_id
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.ingest.decode import decode
from pincite.ingest.source import check_file, describe
from pincite.ingest.text import require_words
from pincite.ports import OcrEngine
from pincite.spans import Span

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<fields>.*?^)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TITLE_FIELD = re.compile(r"^title:(?P<title>.*)$", re.MULTILINE | re.IGNORECASE)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+|$)")
_ATX_TAIL = re.compile(r"(?:^|[ \t])#+$")
_SETEXT = re.compile(r" {0,3}(?:(?P<first>=+)|-+)$")
_RULE = re.compile(r" {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)]|\([0-9a-zA-Z]{1,4}\))[ \t]+\S")
_DELIMITER_ROW = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?$")
_BOLD = re.compile(r"(\*\*|__)(?!\s)(?:(?!\1).)+\1[.:]?", re.DOTALL)
_POINTS_PER_COLUMN = 6.0
_TAB = 4


class MarkdownReader:
    """Reads Markdown without rendering it: the canonical text is the file itself, with LF line ends."""

    format = Format.MARKDOWN
    suffixes = (".md", ".markdown")
    magic = ()
    version = "2"

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in a Markdown file."""
        check_file(file, limits=limits)
        decoded = decode(file)
        require_words(file, decoded)
        front = _FRONT_MATTER.match(decoded.text)
        scan = _Scan(decoded.text, start=front.end() if front else 0)
        return Document(
            id=document_id(decoded.text),
            text=decoded.text,
            source=describe(file, format=self.format, encoding=decoded.encoding),
            blocks=tuple(scan.blocks),
            marks=tuple(scan.marks),
            offsets=decoded.offsets,
            title=_title(front["fields"] if front else "", decoded.text, scan.blocks),
            warnings=decoded.warnings,
        )


def _title(fields: str, text: str, blocks: list[Block]) -> str | None:
    match = _TITLE_FIELD.search(fields)
    if match and (title := _unquoted(match["title"].strip(" \t"))):
        return title
    first = next((block for block in blocks if block.role is Role.HEADING and block.level == 1), None)
    return first.span.slice(text) if first else None


def _unquoted(value: str) -> str:
    quoted = len(value) > 2 and value[0] in "\"'" and value[-1] == value[0]
    return value[1:-1] if quoted else value


class _MarkdownLine(NamedTuple):
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class _Scan:
    """One pass over the lines, which gathers paragraphs and looks at most one line back."""

    def __init__(self, text: str, *, start: int) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.marks: list[Mark] = []
        self._paragraph: list[_MarkdownLine] = []
        self._indents: list[int] = []
        self._fence = ""
        self._in_table = False
        for line in _lines(text, start):
            self._take(line)
        self._end_paragraph()

    def _take(self, line: _MarkdownLine) -> None:
        fence = _FENCE.match(line.text)
        if self._fence or (fence and not self._in_table):
            self._take_code(line, fence)
        elif not line.text:
            self._end_paragraph()
        elif self._in_table and "|" in line.text:
            self._row(line)
        elif not self._take_marked(line):
            self._take_plain(line)

    def _take_code(self, line: _MarkdownLine, fence: re.Match[str] | None) -> None:
        if not self._fence and fence:
            self._end_paragraph()
            self._fence = fence[1]
        elif fence and fence[1].startswith(self._fence):
            self._fence = ""
            self._end_paragraph()
        elif line.text:
            self._paragraph.append(line)

    def _take_marked(self, line: _MarkdownLine) -> bool:
        """Take a line that says what it is: heading, underline, table rule."""
        if heading := _ATX.match(line.text):
            self._end_paragraph()
            self._heading(line, heading)
        elif self._paragraph and (underline := _SETEXT.match(line.text)) and not self._is_item(self._paragraph[0]):
            self._end_paragraph(role=Role.HEADING, level=1 if underline["first"] else 2)
        elif self._paragraph and "|" in self._paragraph[-1].text and _DELIMITER_ROW.match(line.text):
            header = self._paragraph.pop()
            self._end_paragraph()
            self._row(header)
        elif _RULE.match(line.text):
            self._end_paragraph()
        else:
            return False
        return True

    def _take_plain(self, line: _MarkdownLine) -> None:
        if self._in_table or self._is_item(line):
            self._end_paragraph()
        self._paragraph.append(line)

    def _heading(self, line: _MarkdownLine, heading: re.Match[str]) -> None:
        words = _ATX_TAIL.sub("", line.text[heading.end() :]).rstrip()
        if words:
            start = line.start + heading.end()
            self._add(Span(start, start + len(words)), Role.HEADING, level=len(heading["marks"]))

    def _row(self, line: _MarkdownLine) -> None:
        """Take a row of the table that is open, or the first one of a table."""
        self._add(_span([line]), Role.ROW)
        start = self.marks.pop().span.start if self._in_table else line.start
        self._in_table = True
        self.marks.append(Mark(MarkKind.TABLE, Span(start, line.end)))

    def _end_paragraph(self, *, role: Role = Role.TEXT, level: int | None = None) -> None:
        lines, self._paragraph, self._in_table = self._paragraph, [], False
        if not lines:
            return
        if role is Role.TEXT and self._is_item(lines[0]):
            role, level = Role.ITEM, self._item_level(_indent(lines[0]))
        elif role is Role.HEADING or not _indent(lines[0]):
            self._indents.clear()
        self._add(_span(lines), role, level=level, indent=_indent(lines[0]) * _POINTS_PER_COLUMN or None)

    def _add(self, span: Span, role: Role, *, level: int | None = None, indent: float | None = None) -> None:
        bold = _BOLD.fullmatch(span.slice(self.text)) is not None
        self.blocks.append(Block(span, role=role, level=level, bold=bold, indent=indent))

    def _is_item(self, line: _MarkdownLine) -> bool:
        return not self._fence and _ITEM.match(line.text) is not None

    def _item_level(self, indent: int) -> int:
        while self._indents and self._indents[-1] > indent:
            self._indents.pop()
        if not self._indents or self._indents[-1] < indent:
            self._indents.append(indent)
        return len(self._indents)


def _lines(text: str, start: int) -> Iterator[_MarkdownLine]:
    for match in _LINE.finditer(text, start):
        yield _MarkdownLine(match.start(), match[0].rstrip())


def _indent(line: _MarkdownLine) -> int:
    """How many columns a line is moved in."""
    white = line.text[: len(line.text) - len(line.text.lstrip())]
    return len(white.expandtabs(_TAB))


def _span(lines: list[_MarkdownLine]) -> Span:
    """The words of lines, without the white space around them."""
    first = lines[0]
    return Span(first.start + len(first.text) - len(first.text.lstrip()), lines[-1].end)
