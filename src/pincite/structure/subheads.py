"""Subheads: headings that bear no number, known by their typography or by standing in capitals on a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.domain.document import Block, Document, Role
from pincite.spans import Span
from pincite.structure.headings import is_title
from pincite.structure.labels import read_label
from pincite.structure.standing_heads import find_standing_heads

# A line in capitals, perhaps between rules ("--- FEES ---"), or one that stands over the parties in any type.
_PARTIES = r"(?:The[^\S\n])?(?:Contracting[^\S\n])?Parties|Smluvní[^\S\n]strany"
# What a heading is set between, to make it stand out.
RULES = "-=*~ "
_RULED = r"(?P<rule>[-=*~]{2,12})[^\S\n]{1,3}(?P<ruled>[A-Z][A-Z0-9 ,&’'/()-]{1,78}[A-Z)])[^\S\n]{1,3}(?P=rule)"
_LINE = re.compile(
    rf"^[^\S\n]*+(?P<line>{_RULED}|(?P<words>{_PARTIES}|[A-Z][A-Z0-9 ,&’'/()-]{{3,78}}[A-Z)]))[^\S\n]*+:?[^\S\n]*+$",
    re.MULTILINE,
)
_OVER_PARTIES = re.compile(_PARTIES)
_ATTACHED = re.compile(r"(?:[^\W\d_][\w’'-]*[^\S\n]){0,4}Disclosure[^\S\n](?:Schedules?|Letter)", re.IGNORECASE)
_SETTING = re.compile(r"[^\W\d_]{3}")
_NAMES = re.compile(r"\b(?:INC|LLC|LTD|CORP|CORPORATION|COMPANY|L\.?P|N\.?A|PLC|GMBH|BY|AND|DATE)[.,]*$")
_MANUAL = re.compile(r"[#*_\s>]+")
_LONGEST = 120
_LARGER = 1.1
_RANKS = 8


@dataclass(frozen=True, slots=True)
class Subhead:
    """An unnumbered heading; `rank` is 0 for the most prominent kind in the document, and grows as they get smaller.

    One that is `attached` opens an attachment that bears no number, such as a disclosure schedule; one that is
    `standing` heads the text of a document that is not numbered. `level` is the one its file declares, from 1.
    """

    span: Span
    rank: int = 0
    attached: bool = False
    standing: bool = False
    level: int | None = None


def find_subheads(doc: Document, text: str) -> list[Subhead]:
    """The unnumbered headings of a document in order; `text` is its text with the margins blanked out."""
    if doc.blocks:
        return _rank(list(_from_blocks(doc.blocks, text)), text)
    capitals = [
        Subhead(Span(*match.span("line")), attached=_is_attached(words))
        for match in _LINE.finditer(text)
        if _reads_like_heading(words := match["ruled"] or match["words"]) and not _NAMES.search(words)
    ]
    standing = [Subhead(span, rank=1, standing=True) for span in find_standing_heads(text)]
    return sorted([*capitals, *standing], key=lambda head: head.span.start)


def _rank(found: list[tuple[Span, Block]], text: str) -> list[Subhead]:
    """Headings ranked by the level their file declares, or else by size and capitals."""
    prominence = {
        span: (block.level or 0, -round(block.size or 0.0), not span.slice(text).isupper()) for span, block in found
    }
    order = {key: min(i, _RANKS) for i, key in enumerate(sorted(set(prominence.values())))}
    return [
        Subhead(
            span,
            order[prominence[span]],
            attached=_is_attached(span.slice(text)),
            level=block.level if block.role is Role.HEADING else None,
        )
        for span, block in found
    ]


def _from_blocks(blocks: Sequence[Block], text: str) -> Iterator[tuple[Span, Block]]:
    body = _body_size(blocks)
    for block in blocks:
        span = _words(text, block.span)
        if not 3 <= len(span) <= _LONGEST or block.role not in (Role.TEXT, Role.HEADING):
            continue
        words = span.slice(text)
        if block.role is Role.HEADING:
            if read_label(text, span.start) is None:
                yield span, block
        elif _is_set_off(block, body, words) and _reads_like_heading(words):
            yield span, block


def _body_size(blocks: Sequence[Block]) -> float | None:
    sizes: Counter[float] = Counter()
    for block in blocks:
        if block.size is not None:
            sizes[round(block.size, 1)] += len(block.span)
    return sizes.most_common(1)[0][0] if sizes else None


def _is_set_off(block: Block, body: float | None, words: str) -> bool:
    larger = block.size is not None and body is not None and block.size > _LARGER * body
    if block.bold or larger or (words.isupper() and (block.centred or body is None)):
        return True
    return _OVER_PARTIES.fullmatch(words) is not None


def _is_attached(words: str) -> bool:
    return _ATTACHED.fullmatch(words) is not None


def _reads_like_heading(words: str) -> bool:
    if words[-1] in ".;," or not _SETTING.search(words) or read_label(words, 0) is not None:
        return False
    return words.isupper() or is_title(words) or len(words) < _LONGEST // 2


def _words(text: str, span: Span) -> Span:
    """A block without the marks and white space around its words."""
    lead = _MANUAL.match(text, span.start, span.end)
    start = lead.end() if lead else span.start
    end = span.end
    while end > start and text[end - 1] in " \n\t*_#:":
        end -= 1
    return Span(start, end)
