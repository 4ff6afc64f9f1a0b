"""Paragraphs: the lines of a flow put back together as they were before the page broke them up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.domain.document import MarkKind
from pincite.ingest.layout.measure import WIDE_STEP, TextMeasure, usual_right
from pincite.ingest.layout.page import Line, letters

_LABEL = re.compile(
    r"^(\(?[a-z]{1,4}\)|\(?[A-Z]{1,3}\)|\(?\d{1,3}\)|\d{1,3}(\.\d{1,3})*\.?(?=\s|$)|[A-Z]\.(?=\s)|[ivxlcIVXLC]{1,6}\."
    r"|(article|section|schedule|exhibit|annex|appendix|part)\s+[\dA-Z]+\b)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[•▪●○◦■□–—·*o-](\s|$)")
_ENDED = re.compile(r"[.;:!?][\"'”’)\]]*$")
_OPEN = re.compile(
    r"(,|;|\b(and|or|of|the|to|a|an|in|by|for|with|such|any|under|from|on|at|as|that|which|is|are|be|not|shall|may))$"
)
_LINKING = re.compile(r"[a-z(&]|(?i:and|or|of|for|to|in|by|with|under|between|among|from|on|at)\b")
_TAIL = re.compile(r"agreement$", re.IGNORECASE)
# A centred line that takes up this share of the measure ended because it was full.
_LONG_TITLE = 0.75
_NOTE = re.compile(r"^(\d{1,3}|[*†‡§]{1,3})(\s|$|(?=[A-Z“\"]))")
_LEADER = re.compile(r"[.…·_]{5,}|(\. ){4,}|… ?…")


@dataclass(slots=True)
class LayoutParagraph:
    """Lines that make one paragraph.

    `opens` says that it is the first on its page or in its column, `continues` that it goes on from the one before,
    `breaks_off` that another goes on from it.
    """

    lines: list[Line]
    mark: MarkKind | None = None
    centred: bool = False
    indent: float = 0.0
    opens: bool = False
    continues: bool = False
    breaks_off: bool = False
    cells: list[list[list[Line]]] | None = None

    @property
    def size(self) -> float:
        """The type size most letters are set in."""
        return max(self.lines, key=letters).size

    @property
    def bold(self) -> bool:
        """Whether every word is bold."""
        return all(line.bold for line in self.lines)


def make_paragraphs(lines: Sequence[Line], measure: TextMeasure) -> list[LayoutParagraph]:
    """The paragraphs of a flow."""
    paragraphs: list[LayoutParagraph] = []
    for block in _blocks(lines, measure):
        right = _right_edge(block, measure)
        start = 0
        for i in range(1, len(block) + 1):
            if i == len(block) or _begins(block, i, start=start, right=right, measure=measure):
                paragraphs.append(_paragraph(block[start:i], measure))
                start = i
    return paragraphs


def _paragraph(lines: list[Line], measure: TextMeasure) -> LayoutParagraph:
    centred = all(measure.centres(line) for line in lines)
    return LayoutParagraph(lines, centred=centred, indent=max(lines[0].x0 - measure.left, 0.0))


def _blocks(lines: Sequence[Line], measure: TextMeasure) -> list[list[Line]]:
    """Lines cut where white space, a jump up the page or another type size parts them."""
    blocks: list[list[Line]] = []
    for line in lines:
        if blocks and not _parted(blocks[-1], line, measure):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _parted(block: list[Line], line: Line, measure: TextMeasure) -> bool:
    above = block[-1]
    step = line.base - above.base
    usual = measure.pitch
    if len(block) > 1:
        # A quotation may be set tighter or looser than the text around it.
        usual = min(max(above.base - block[-2].base, 0.7 * usual), max(usual, 1.1 * above.size))
    if step <= 0 or abs(line.size - above.size) > 0.12 * max(line.size, above.size):
        return True
    return step > WIDE_STEP * max(usual, 0.9 * line.size) and not _runs_on(above, line, step=step, measure=measure)


def _runs_on(above: Line, line: Line, *, step: float, measure: TextMeasure) -> bool:
    """Tell whether a sentence goes on over a wide step, as it does in double spacing."""
    if round(step) not in measure.loose or above.bold != line.bold or line.x0 > above.x0 + 0.4 * line.size:
        return False
    full = measure.right - above.x1 < 0.12 * (measure.right - measure.left)
    return full and not _ENDED.search(above.text) and not _LABEL.match(line.text) and not is_row(above)


def is_row(line: Line) -> bool:
    """Tell whether a line is an entry of a list with its page number, or a row of some other table."""
    if _LEADER.search(line.text):
        return True
    wide = [right.x0 - left.x1 > 2 * line.size for left, right in pairwise(line.words)]
    # The gap after the number of a clause is no column.
    return any(wide[1:] if _LABEL.match(line.words[0].text) else wide)


def _right_edge(block: Sequence[Line], measure: TextMeasure) -> float:
    """Where the lines of a block would end if they were full: short of the measure for a quotation set in."""
    own = usual_right(block)
    width = measure.right - measure.left
    set_in = min(line.x0 for line in block) - measure.left > 0.05 * width
    if len(block) < (3 if set_in else 4) or measure.right - own < 0.05 * width:
        return max(own, measure.right)
    full = sum(not _falls_short(above, below, right=own) for above, below in pairwise(block))
    return own if full >= 0.6 * (len(block) - 1) else measure.right


def _falls_short(above: Line, below: Line, *, right: float) -> bool:
    """Tell whether the first word of the line below would have had room on the line above."""
    word = below.words[0]
    return right - above.x1 > word.x1 - word.x0 + 0.6 * above.size


def _stops_short(above: Line, below: Line, *, right: float, measure: TextMeasure) -> bool:
    """Tell whether a line ends before the edge because its paragraph does, and not only to break well."""
    if not _falls_short(above, below, right=right):
        return False
    if above.x1 - measure.left < 0.5 * (measure.right - measure.left) or _ENDED.search(above.text):
        return True
    text = below.text
    if text.lstrip("\"'“‘(")[:1].islower():
        return bool(_LABEL.match(text))
    return above.text.endswith((",", ";")) or not _OPEN.search(above.text)


def _begins(block: Sequence[Line], at: int, *, start: int, right: float, measure: TextMeasure) -> bool:
    """Tell whether a line of a block begins a paragraph."""
    above, line = block[at - 1], block[at]
    if _BULLET.match(line.text) or _turns_bold(above, line) or is_row(above):
        return True
    if measure.centres(above) and measure.centres(line):
        return _parts_centred(block, at, measure=measure)
    if _stops_short(above, line, right=right, measure=measure):
        return True
    indent = line.x0 - above.x0
    tolerance = 0.4 * line.size
    if abs(indent) <= tolerance:
        # After a full stop: a numbered item, or a line set in whose next line is not.
        opens = _LABEL.match(line.text) or (at + 1 < len(block) and block[at + 1].x0 < line.x0 - tolerance)
        return bool(opens) and bool(_ENDED.search(above.words[-1].text))
    # The first line of a paragraph may hang out to the left or be set in; the lines after it agree.
    return at - start > 1 or _is_item(block, at)


def _parts_centred(block: Sequence[Line], at: int, *, measure: TextMeasure) -> bool:
    """Tell whether centred lines are two: prose wraps at its own width, the lines of a title end where they like."""
    above, line = block[at - 1], block[at]
    width = measure.right - measure.left
    if len(above.words) < 6:
        return not _TAIL.match(line.text) and _falls_short(above, line, right=above.x0 + width)
    widest = max(other.x1 - other.x0 for other in block)
    wraps = sum(other.x1 - other.x0 > 0.9 * widest for other in block[:-1]) > 1
    if wraps or widest > _LONG_TITLE * width or _is_linked(above, line):
        width = widest
    return _falls_short(above, line, right=above.x0 + width)


def _is_linked(above: Line, line: Line) -> bool:
    """Tell whether the words at a line break belong together, as in "Court / for the District"."""
    open_word = _OPEN.search(above.text.lower())
    return bool((open_word and open_word[2]) or _LINKING.match(line.text))


def _is_item(block: Sequence[Line], at: int) -> bool:
    """Tell whether the second line of a paragraph, set in or out, is an item of its own."""
    above, line = block[at - 1], block[at]
    return bool(_LABEL.match(line.text)) and bool(_ENDED.search(above.text) or _OPEN.search(above.text))


def _turns_bold(above: Line, line: Line) -> bool:
    """Tell whether a heading ends or begins between two lines."""
    if above.bold and not line.bold:
        return above.text.isupper() or (not line.words[0].bold and bool(_ENDED.search(above.text)))
    return line.bold and not above.words[-1].bold and bool(_ENDED.search(above.text))


def mark_footnotes(paragraphs: Sequence[LayoutParagraph], *, body_size: float) -> None:
    """Mark the notes at the foot of a flow: smaller type from a note number down."""
    first = len(paragraphs)
    for i in range(len(paragraphs) - 1, -1, -1):
        if paragraphs[i].mark is not None or paragraphs[i].size > 0.93 * body_size:
            break
        if _NOTE.match(paragraphs[i].lines[0].text):
            first = i
    if first == 0:
        return
    for paragraph in paragraphs[first:]:
        paragraph.mark = MarkKind.FOOTNOTE


def goes_on(last: LayoutParagraph, following: LayoutParagraph, *, measure: TextMeasure) -> bool:
    """Tell whether a paragraph cut by the end of a page or column goes on in another."""
    above, line = last.lines[-1], following.lines[0]
    if last.cells or following.cells or last.centred or following.centred or last.bold != following.bold:
        return False
    if abs(last.size - following.size) > 0.08 * last.size or _stops_short(
        above, line, right=measure.right, measure=measure
    ):
        return False
    opening = line.words[0].text
    if opening.lstrip("\"'“‘(")[:1].islower() and not _LABEL.match(line.text):
        return True
    return not _ENDED.search(above.text) and not _LABEL.match(line.text) and not _BULLET.match(line.text)
