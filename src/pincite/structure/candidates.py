"""Candidates: every place where a label could open a section, with the evidence for and against it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge

from pincite.domain.document import Block, Role
from pincite.spans import Span
from pincite.structure.containers import raise_section, section_style
from pincite.structure.contents import fold_entry
from pincite.structure.headings import heading_after, line_end
from pincite.structure.labels import DECIMALS, RANKS, Label, read_label

# A line that may begin with a label; the full parser runs only on these.
_LINE = re.compile(
    r"^[^\S\n]*+(?=[(\[\d§]|[A-Za-z]{1,6}[.)]|[A-Z]\d{1,2}[.:)\s]|[IVXLC]{1,7}[^\S\n]*[–—-][^\S\n]|(?:book|kniha|title|part|část|chapter|hlava|subchapter|díl|oddíl|division|article"
    r"|článek|section|clause|rule|condition|regulation|bye?-?law|standing|practice|schedule|exhibit|annex|appendix|attachment|addendum|příloha"
    r"|livro|título|capítulo|seção|secção|subseção|artigo|parágrafo|anexo)\b)",
    re.MULTILINE | re.IGNORECASE,
)
# Within a line only whole section numbers are looked for, after a sentence's end or a wide gap. Text taken from a web
# page may have lost the break between two paragraphs: "… the judge.4.2 If an application …".
_INLINE = re.compile(
    r"(?<=[a-z)][.;:])(?=\d{1,2}\.\d{1,2}[^\S\n][A-Z(])|[^\S\n](?<=\S[^\S\n])[^\S\n]*+(?=[\d(S§AE])(?=(?:(?:Section|SECTION|Sec\.|§)[^\S\n]?)?\d{1,3}(?:\.(?:\d|[^\S\n])|[^\S\n]\.(?:[^\S\n]?\d|[^\S\n]{2}))"
    r"|(?:SCHEDULE|EXHIBIT|ANNEX|APPENDIX|Schedule|Exhibit|Annex|Appendix|ARTICLE|Article)[^\S\n][A-Z0-9]"
    r"|\((?:[a-z]{1,4}|\d{1,2})\)[^\S\n]{1,4}[A-Z“\"])"
)
_OPENS = re.compile(r"[.:]?[^\S\n]*+[-–—]*+[^\S\n]*+(?:\([^\S\n]?[a-zA-Z1-9][^\S\n]?\)[^\S\n]*+)?[\"“(]?[^\W\d_a-z]")
_WIDE = re.compile(r"\.?[^\S\n]{2}")
_INLINE_STYLES = frozenset({"decimal", "1.", "section", "article", "schedule", "(a)", "(i)", "(1)"})
_CHAINS = re.compile(r"\(|\d{1,2}\.\d")
_CHAINED_STYLES = frozenset({"(a)", "(A)", "(i)", "(1)", "decimal"})
_CHAIN_GAP = re.compile(r"[.:]?[^\S\n]*[-–—]*[^\S\n]*")
_REFERRING = re.compile(
    r"(?:\b(?:sections?|articles?|clauses?|paragraphs?|subsections?|rules?|parts?|schedules?|exhibits?|annex|appendix|of"
    r"|in|under|to|with|by|the|see|pursuant|and|or|through|this|any|such|page|(?-i:Nos?\.|Sec\.|Art\.))|[,(])$",
    re.IGNORECASE,
)
_JOINING = re.compile(r"(?:\b(?:and|or)|,)$", re.IGNORECASE)
_ITEM_ENDS = re.compile(r"[;,.][^\S\n]*(?:and|or)$", re.IGNORECASE)
# A number on a line of its own above the first of its paragraphs.
_LISTS = re.compile(r"\.?[^\S\n]*\n\s*\(1\)")
# "10 Procedure rules": the number of a provision may stand before its heading.
_HEADING_LINE = re.compile(r"(?P<number>\d{1,3}[A-Z]{0,2}\.?[^\S\n]+)?[^\W\d_a-z]")
_FIRST = re.compile(r"\A\((?:1|a)\)\s+")
_UNIT = re.compile(
    r"(?:days?|months?|years?|hours?|business|calendar|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|million|percent|shares|u\.?s)\b",
    re.IGNORECASE,
)
# Words that number sections in some documents, and mean other things in most.
_COUNTED = frozenset({"condition", "regulation", "byelaw", "bylaw", "bye-law", "by-law", "standing order"})
_COUNTED_LINE = re.compile(
    rf"^[^\S\n]*+(?P<word>{'|'.join(sorted(_COUNTED))})[^\S\n]{{1,3}}(?P<number>\d{{1,3}})\b",
    re.MULTILINE | re.IGNORECASE,
)
_COUNTS = 3
_TERMINAL = '.;:!?-–—)]”"’_'
_WRAPPED = 45
_MARKS = 8
_UNCAPITALISED = 1.5
_ANNOUNCED = 2.0
_FILED = 400
_FILING = re.compile(r"\d{1,3}\.\d{1,3}[A-Za-z]?")
_LISTED = frozenset({*RANKS, "1.", "1", "I.", "A."})


@dataclass(frozen=True, slots=True)
class LabelCandidate:
    """A label that may open a section.

    `stake` is the cost of leaving it out and `doubt` that of taking it; one that is `exact` is taken only where it is
    the very next in order. `tone` tells labels apart that their file sets differently: 0 where it does not say, 1 for a
    heading, from 2 on for list items by their level.
    """

    label: Label
    stake: float
    doubt: float
    exact: bool = False
    tone: int = 0

    @property
    def start(self) -> int:
        """Where the label begins."""
        return self.label.start


def find_candidates(
    text: str,
    *,
    skip: Sequence[Span] = (),
    blocks: Sequence[Block] = (),
    listing: str = "",
    language: str | None = None,
) -> Iterator[LabelCandidate]:
    """The candidates of a text in order, none within the spans to skip; `listing` is what its contents announce."""
    found = list(_weighed(text, skip=skip, blocks=blocks, listing=listing, language=language))
    heads = [one.label for one in found if one.stake > one.doubt and _begins_line(text, one.start)]
    style = section_style(text, heads)
    for candidate in found:
        yield replace(candidate, label=raise_section(candidate.label, style))


def _begins_line(text: str, at: int) -> bool:
    return not text[max(0, at - _MARKS) : at].rpartition("\n")[2].strip()


def _weighed(
    text: str, *, skip: Sequence[Span], blocks: Sequence[Block], listing: str, language: str | None
) -> Iterator[LabelCandidate]:
    """The candidates with the evidence for and against each of them."""
    counted = _counted_words(text)
    holes = iter(skip)
    hole = next(holes, None)
    last = -1
    mark = ""
    for candidate in merge(
        _find_at_lines(text, incisos=language == "pt"), _find_inline(text), key=lambda found: found.start
    ):
        word = candidate.label.keyword.casefold()
        if word in _COUNTED and word not in counted:
            continue
        while hole is not None and candidate.start >= hole.end:
            hole = next(holes, None)
        within = hole is not None and hole.start <= candidate.start
        if candidate.start < _FILED and not mark:
            mark = _filing_mark(candidate)
        marked = bool(mark) and candidate.label.readings[0].suffix == mark
        if candidate.start > last and not within and not marked:
            last = candidate.start
            announced = (
                listing and candidate.label.readings[0].style in _LISTED and _is_listed(text, candidate, listing)
            )
            tuned = _with_tone(candidate, _tone(blocks, candidate.start))
            yield replace(tuned, stake=tuned.stake + _ANNOUNCED) if announced else tuned


def _counted_words(text: str) -> set[str]:
    """The words that count sections of a text: it has the first three of them in their order.

    A survey gives a roof "Condition 2", and a contract speaks of "Regulation 12".
    """
    reached: Counter[str] = Counter()
    for match in _COUNTED_LINE.finditer(text):
        word = match["word"].casefold()
        if int(match["number"]) == reached[word] + 1:
            reached[word] += 1
    return {word for word, count in reached.items() if count >= _COUNTS}


def _filing_mark(candidate: LabelCandidate) -> str:
    """The number a whole document bears as an exhibit to a filing ("EXHIBIT 10.4"): it opens nothing within it."""
    reading = candidate.label.readings[0]
    filed = candidate.label.keyword.lower() == "exhibit" and _FILING.fullmatch(reading.suffix)
    return reading.suffix if filed else ""


def _is_listed(text: str, candidate: LabelCandidate, listing: str) -> bool:
    """Tell whether the table of contents announces a label together with its heading."""
    heading = heading_after(text, candidate.label.end)
    return heading is not None and fold_entry(text[candidate.start : heading.end]) in listing


def _with_tone(candidate: LabelCandidate, tone: int) -> LabelCandidate:
    """Add the tone to a candidate; a list item may begin in lower case."""
    if not tone:
        return candidate
    return replace(candidate, tone=tone, doubt=max(candidate.doubt - _UNCAPITALISED, 0.0) if tone > 1 else 0.0)


def _tone(blocks: Sequence[Block], at: int) -> int:
    """Return how the file formats the block that begins with a label."""
    i = bisect_right(blocks, at, key=lambda block: block.span.start) - 1
    if i < 0 or at - blocks[i].span.start > _MARKS:
        return 0
    if blocks[i].role is Role.HEADING:
        return 1
    return 1 + (blocks[i].level or 1) if blocks[i].role is Role.ITEM else 0


def _find_at_lines(text: str, *, incisos: bool) -> Iterator[LabelCandidate]:
    """Labels at the start of a line, and those chained to them."""
    for match in _LINE.finditer(text):
        label = read_label(text, match.end(), incisos=incisos)
        candidate = _weigh(text, label) if label else None
        if candidate is not None:
            yield candidate
            yield from _chained(text, candidate.label)


def _chained(text: str, label: Label) -> Iterator[LabelCandidate]:
    """Labels that follow at once on the same line: "1.2(1)", "5. (a) (i)", "2.1 The Merger. (a)", "3. Fees 3.1"."""
    for _ in range(3):
        found = _chained_at(text, label.end)
        if found is None:
            heading = heading_after(text, label.end)
            if (
                heading is None
                or text.find("\n", label.end, heading.end) >= 0
                or _REFERRING.search(heading.slice(text))
            ):
                return
            found = _chained_at(text, heading.end)
        if found is None:
            return
        yield LabelCandidate(found, stake=0.5, doubt=0.3, exact=True)
        label = found


def _chained_at(text: str, at: int) -> Label | None:
    gap = _CHAIN_GAP.match(text, at)
    start = gap.end() if gap else at
    label = read_label(text, start) if _CHAINS.match(text, start) else None
    return label if label and label.readings[0].style in _CHAINED_STYLES else None


def _weigh(text: str, label: Label) -> LabelCandidate | None:
    """The evidence for and against a label at the start of a line; None if it cannot be one."""
    style = label.readings[0].style
    end = label.readings[-1].end
    rest = text[end : end + 60].split("\n", 1)[0]
    if style == "1" or (style == "A.1" and rest[:1].isspace() and "." not in text[label.start : end]):
        return _weigh_bare(text, label, rest)
    if label.keyword:
        return _weigh_keyword(text, label, rest)
    stake, doubt = (4.0, 0.0) if style in DECIMALS else (2.5, 0.0)
    follow = rest.lstrip(" .:-–—\t\u00a0)")[:1]
    if follow.islower() and style[0] != "(" and style not in {"a)", "i)", "1)", "a.", "i.", "I-"}:
        doubt += _UNCAPITALISED
    if not follow and style == "1." and heading_after(text, label.end) is None:
        stake, doubt = (2.5, 0.0) if _LISTS.match(text, end) else (0.5, 1.5)
    if style in {"A.", "a.", "I."} and re.match(r"\.?\s?[A-Z]\.", rest):
        doubt += 3.0
    if label.readings[0].value[0] > 400:
        doubt += 3.0
    if style == "decimal" and label.readings[0].value[-1] > 99:
        doubt += 3.0
    wrap = _wrap_doubt(text, label)
    return LabelCandidate(label, stake=max(stake - wrap, 0.4), doubt=doubt + wrap)


def _weigh_bare(text: str, label: Label, rest: str) -> LabelCandidate | None:
    """A number without full stop ("1 Introduction", "A1 Scope", "6 (1) A person …").

    Only before a capitalised word, and never a date.
    """
    words = _FIRST.sub("", rest.strip())
    if not words or not words[0].isupper() or _UNIT.match(words) or label.readings[0].value[0] > 150:
        return None
    heading = heading_after(text, label.end)
    alone = len(words) < 60 and words[-1] not in ".;,"
    wrap = _wrap_doubt(text, label)
    return LabelCandidate(label, stake=2.0 if alone else 1.5 if heading else 1.0, doubt=0.8 + wrap)


def _weigh_keyword(text: str, label: Label, rest: str) -> LabelCandidate | None:
    words = rest.strip()
    if words[:1] == "(" and read_label(text, label.end + len(rest) - len(rest.lstrip())) is None:
        return None
    if words[:1].islower() or rest[:1] in {",", ";", ")", "(", "’", "'"} and not _chain_heads(text, label):
        return None
    upper = label.keyword.isupper() or label.keyword == "§"
    doubt = 0.0 if upper or not words or words[0] in ".:-–—" else 0.5
    wrap = _wrap_doubt(text, label)
    if wrap and _WIDE.match(text, label.end):
        wrap = 0.5
    stake = 7.0 if upper or heading_after(text, label.end) else 3.5
    return LabelCandidate(label, stake=max(stake - 2 * wrap, 0.4), doubt=doubt + wrap)


def _chain_heads(text: str, label: Label) -> bool:
    """Tell "Section 5.2(a) The …" (the first of a list) from "Section 5.2(b) of …" (a reference)."""
    found = read_label(text, label.end)
    if found is None or all(reading.value != (1,) for reading in found.readings):
        return False
    follow = text[found.end : found.end + 3].lstrip(" .")
    return follow[:1].isupper()


def _wrap_doubt(text: str, label: Label) -> float:
    """Return the doubt that a line only continues the sentence of the line before."""
    start = text.rfind("\n", 0, label.start)
    if start <= 0:
        return 0.0
    window = text[max(0, start - 200) : start]
    before = window.rstrip()
    if not before:
        return 0.0
    adjacent = "\n" not in window[len(before) :]
    floating = label.readings[0].style[0] in "(aAiI1" and not label.keyword
    if _ITEM_ENDS.search(before[-6:]):
        return 0.0
    line = before[before.rfind("\n") + 1 :].lstrip()
    heading = _HEADING_LINE.match(line) if len(line) < _WRAPPED else None
    first = label.readings[0].value == (1,) and heading is not None and heading["number"] is not None
    if heading and (not adjacent or first or _heads_rule(text, label, before)):
        # The line above is a heading, which may end in "this Part" or "general rule".
        return 0.0
    if _REFERRING.search(before[-14:]) and not (floating and _JOINING.search(before[-6:])):
        return 4.0 if adjacent or not floating else 2.0
    if adjacent and before[-1] not in _TERMINAL and len(line) >= _WRAPPED and not _JOINING.search(before[-6:]):
        return 1.5
    return 0.0


def _heads_rule(text: str, label: Label, before: str) -> bool:
    """Tell whether the line above a number that is alone on its line is a paragraph's first: the heading of a rule."""
    above = before[: before.rfind("\n") + 1]
    return above.endswith("\n\n") and _LISTS.match(text, label.end) is not None


def _find_inline(text: str) -> Iterator[LabelCandidate]:
    """Whole section numbers within a line: before a heading, or after a sentence's end."""
    for match in _INLINE.finditer(text):
        at = match.end()
        label = read_label(text, at)
        if label is None or label.readings[0].style not in _INLINE_STYLES:
            continue
        set_apart = at - match.start() > 1 and _WIDE.match(text, label.end)
        if not set_apart and _REFERRING.search(text, max(match.start() - 14, 0), match.start()):
            continue
        ended = text[match.start() - 1] in _TERMINAL or at - match.start() > 1
        candidate = _weigh_inline(text, label, ended=ended)
        if candidate is not None:
            yield candidate
            yield from _chained(text, label)


def _weigh_inline(text: str, label: Label, *, ended: bool) -> LabelCandidate | None:
    opens = _OPENS.match(text, label.end) is not None
    if label.readings[0].style[0] == "(":
        return LabelCandidate(label, stake=0.5, doubt=0.1, exact=True) if ended and opens else None
    if (label.keyword.isupper() or (label.keyword and ended)) and not text[
        label.end : line_end(text, label.end, limit=label.end + 9)
    ].strip(" .:"):
        return LabelCandidate(label, stake=2.0, doubt=0.1 if ended else 0.4)
    heading = heading_after(text, label.end)
    if heading is not None and text.find("\n", label.start, heading.start) < 0:
        sure = 3.0 if label.keyword and _WIDE.match(text, label.end) else 2.0
        return LabelCandidate(label, stake=sure if ended else 0.8, doubt=0.1 if ended else 0.3)
    if ended and opens:
        return LabelCandidate(label, stake=0.7, doubt=0.2)
    if opens and label.readings[0].style == "decimal":
        return LabelCandidate(label, stake=0.5, doubt=0.2, exact=True)
    return None
