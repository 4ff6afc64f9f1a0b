"""Parts: what stands outside the numbering of an agreement: recitals, operative words, signatures."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.domain.section import SectionKind
from pincite.spans import Span

_RECITALS = re.compile(
    r"^[^\S\n]*+(?:(?P<title>RECITALS?|Recitals?|BACKGROUND|Background|WITNESSETH|Witnesseth|W[^\S\n]I[^\S\n]T[^\S\n]N"
    r"[^\S\n]E[^\S\n]S[^\S\n]S[^\S\n]E[^\S\n]T[^\S\n]H)[^\S\n:;]*(?=\n|\Z)|(?:WHEREAS|Whereas)\b)",
    re.MULTILINE,
)
_OPERATIVE = re.compile(
    r"^[^\S\n]*+(?:NOW,?[^\S\n]+THEREFORE|Now,?[^\S\n]+[Tt]herefore|(?:IT IS|It is)[^\S\n]+"
    r"(?:HEREBY[^\S\n]+|hereby[^\S\n]+)?(?:AGREED|agreed)|AGREED TERMS|Agreed [Tt]erms|THE PARTIES (?:HEREBY )?AGREE"
    r"|The [Pp]arties (?:hereby )?agree)\b",
    re.MULTILINE,
)
_SIGNATURES = re.compile(
    r"^[^\S\n]*+(?:(?:IN|In|AS|As)[^\S\n]+(?:WITNESS|Witness|witness)\b|\[?(?:SIGNATURE|Signature)[^\S\n]+(?:PAGE|Page|page|BLOCK)"
    r"|(?:EXECUTED|Executed|SIGNED|Signed)[^\S\n]+(?:as|AS|by|BY|on|ON|for|FOR)\b|(?:SIGNATURES?|Signatures?)[^\S\n:]*(?=\n|\Z)"
    r"|Yours[^\S\n]+(?:faithfully|sincerely|truly)\b"
    r"|(?:By|BY):(?=[^\n]{0,120}\n\s{0,240}+(?:Its|Name|NAME|Print|Title|TITLE)\b))",
    re.MULTILINE,
)
_LONGEST_RECITALS = 20_000


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A part of a document that no number opens; `title` is its heading, if it has one."""

    kind: SectionKind
    start: int
    title: Span | None = None


def find_parts(text: str) -> list[DocumentPart]:
    """Recitals, the operative words after them, and signature blocks, in order of appearance."""
    parts: list[DocumentPart] = []
    recitals = _RECITALS.search(text)
    if recitals is not None:
        start = _first_word(text, recitals.start())
        title = Span(*recitals.span("title")) if recitals["title"] else None
        parts.append(DocumentPart(SectionKind.RECITALS, start, title))
    after = recitals.end() if recitals else 0
    operative = _OPERATIVE.search(text, after, after + _LONGEST_RECITALS)
    if operative is not None:
        parts.append(DocumentPart(SectionKind.TEXT, _first_word(text, operative.start())))
    parts.extend(
        DocumentPart(SectionKind.SIGNATURES, _first_word(text, match.start())) for match in _SIGNATURES.finditer(text)
    )
    return sorted(parts, key=lambda part: part.start)


def _first_word(text: str, at: int) -> int:
    while text[at].isspace():
        at += 1
    return at
