"""HTML source cut into tags and text, each with its exact place, in one pass whatever the input."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from html import unescape
from typing import NamedTuple


class TokenKind(Enum):
    """What a stretch of HTML source is."""

    TEXT = 1
    START = 2
    END = 3
    RAW = 4


class HtmlToken(NamedTuple):
    """A tag or a run of text at `[start, end)` of the source; comments and declarations give none.

    `name` is the tag's name, or for RAW text (never parsed for tags) the name of the element around it.
    """

    kind: TokenKind
    start: int
    end: int
    name: str


RAW_ELEMENTS = frozenset({"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"})

_OPENING = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)|<[!?/]")
# Quotes count only after an equals sign; possessive, so that a tag that never ends is scanned once.
_TAG_REST = re.compile(r"""(?:[^=>]++|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])))*+>""")
_ATTRIBUTE = re.compile(r"""([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
# The slip that regulators' archives put before a filed page; no part of it.
_ENVELOPE = re.compile(
    r"\s*+<DOCUMENT>\s*+(?:<(?:TYPE|SEQUENCE|FILENAME|DESCRIPTION)>[^<\n]*+\s*+)++<TEXT>(?=\s*+<)", re.IGNORECASE
)
_REPEATED_TAG = 500
_NONE: Mapping[str, str] = {}


def tokenise(source: str, warnings: list[str]) -> Iterator[HtmlToken]:
    """The tags and texts of a page in order; what was never closed is added to `warnings`."""
    envelope = _ENVELOPE.match(source)
    at = text_from = envelope.end() if envelope else 0
    quotes_reliable = True
    while (opening := _OPENING.search(source, at)) is not None:
        start = opening.start()
        if start > text_from:
            yield HtmlToken(TokenKind.TEXT, text_from, start, "")
        name = (opening[2] or "").lower()
        rest = _TAG_REST.match(source, opening.end()) if name and quotes_reliable else None
        quotes_reliable = quotes_reliable and (rest is not None or not name)
        end = rest.end() if rest else _plain_end(source, opening.end())
        if end < 0:
            warnings.append("The page ends inside a tag or comment; what follows its beginning is not read.")
            return
        at = text_from = end
        if name:
            yield HtmlToken(TokenKind.END if opening[1] else TokenKind.START, start, end, name)
        if name in RAW_ELEMENTS and not opening[1] and source[end - 2 : end] != "/>":
            at = text_from = _raw_end(source, end, name=name, warnings=warnings)
            yield HtmlToken(TokenKind.RAW, end, at, name)
    if text_from < len(source):
        yield HtmlToken(TokenKind.TEXT, text_from, len(source), "")


def parse_attributes(tag: str) -> Mapping[str, str]:
    """The attributes of a start tag as written, the first of each name counting."""
    if "=" not in tag and " " not in tag:
        return _NONE
    return _parse_repeated(tag) if len(tag) < _REPEATED_TAG else _parse(tag)


@lru_cache(maxsize=4096)
def _parse_repeated(tag: str) -> Mapping[str, str]:
    return _parse(tag)


def _parse(tag: str) -> Mapping[str, str]:
    attributes: dict[str, str] = {}
    inside = tag[1:].rstrip("/>").split(None, 1)
    for match in _ATTRIBUTE.finditer(inside[1] if len(inside) == 2 else ""):
        value = next((group for group in match.groups()[1:] if group is not None), "")
        attributes.setdefault(match[1].lower(), unescape(value))
    return attributes


def _plain_end(source: str, start: int) -> int:
    """The end of a comment, or of anything else that ends at the first `>`; -1 where it never ends."""
    if source.startswith("--", start):
        close = source.find("-->", start)
        return close + 3 if close >= 0 else -1
    return source.find(">", start) + 1 or -1


def _raw_end(source: str, start: int, *, name: str, warnings: list[str]) -> int:
    close = _closing(name).search(source, start)
    if close is None:
        warnings.append(f"The page never closes <{name}>; what follows it is not read.")
        return len(source)
    return close.start()


@lru_cache(maxsize=len(RAW_ELEMENTS))
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
