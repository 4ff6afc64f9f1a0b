"""Contents: the tables of contents of a document, whose entries look like sections but are not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from pincite.spans import Span, merge_spans
from pincite.structure.labels import RANKS, read_label

# A title within a line, or one that must begin its line.
_TITLE = re.compile(
    r"T(?<!\wT)(?:ABLE OF CONTENTS|able [Oo]f Contents)\b|(?P<first>Contents of this Part"
    r"|(?:CONTENTS?|Contents|OBSAH|Obsah|INDEX|Sec\.)(?=[^\S\n:]*+(?:\n|\Z|Page|PAGE|Clause|CLAUSE)))"
)
_PAGE = re.compile(r"(?:…|\s|[.-])(?:\d{1,3}|[ivxl]{1,6}|[A-Z]{1,2}-\d{1,3})[^\S\n]*$")
_LEADERS = re.compile(r"\.(?<!\.\.)(?<!\.[^\S\n]\.)(?:[^\S\n]?\.){4,}+[^\S\n]*+(?:\d{1,3}|[ivxl]{1,5})(?=\s|\Z)")
_ATTACHMENT = re.compile(
    r"\b(?:annex|exhibit|schedule|appendix|attachment)[^\S\n]{1,4}(?:[A-Z]{1,2}|[IVX]{1,5}|\d{1,2})(?:[-.][\w()]{1,6})?"
    r"(?=[^\S\n.:–—-])",
    re.IGNORECASE,
)
_LISTS = re.compile(
    r"[A-Z ,&]{0,40}(?:(?:LIST|INDEX|TABLE) OF|INDEX|EXHIBITS|SCHEDULES|ANNEXES|APPENDICES)[A-Z ,&]{0,40}"
)
_PAGE_MARK = re.compile(r"[-–—\s_]*+(?:\d{1,3}|[ivxl]{1,5})?+[-–—\s_]*+")
_ENTRY_IN_LINE = re.compile(r"(?:Section|SECTION|Article|ARTICLE|§)[^\S\n]+[\dIVX][\dIVX.]{0,8}|\b\d{1,2}\.\d{1,2}\b")
_STANDALONE = re.compile(r"(?<=\s)(?:\d{1,3}|[A-Z]-\d{1,2})(?=\s|$)")
_POINTER = re.compile(r"\d\.\d{1,2}\b|\b(?:Preamble|Recitals)\b")
_HELD_BY = r"(?:(?:Section|Chapter)[ ][IVXLC\d]{1,5}[ ]of[ ])?"
_PART_LINE = rf"[^\S\n]*+{_HELD_BY}(?:Part|Chapter)[ ]\d{{1,3}}\b[^\n]{{0,120}}+\n"
_CITED_PARTS = re.compile(rf":[^\S\n]*+\n\s*+(?P<list>(?:{_PART_LINE}(?:[^\S\n]*+\n)*+){{2,60}})")
_CITED_PART = re.compile(rf"^[^\S\n]*+{_HELD_BY}(?:Part|Chapter)[ ](?P<number>\d{{1,3}})", re.MULTILINE)
_SENTENCE = re.compile(r"\b(?:shall|will not|means|which|provided)\b")
_LONG = 250
_MANY = 5
_SPARSE = 70
_CROWDED = 90
_PLENTY = 12
# A limit above any real document, so that a text of nothing but titles does not take quadratic time.
_TITLES = 50
_SHORT = 140
_FEWEST = 3
_APART = 400
_ENTRY = 160


@dataclass(frozen=True, slots=True)
class _ContentsLine:
    span: Span
    words: str


def find_contents(text: str) -> list[Span]:
    """The ranges that hold tables of contents, in order."""
    found: list[Span] = []
    for match in islice(_TITLE.finditer(text), _TITLES):
        if match["first"] and text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip():
            continue
        if found and match.start() < found[-1].end:
            continue
        region = _follow(text, match.start(), match.end())
        if region is not None:
            found.append(region)
    tables = merge_spans([*found, *_find_leaders(text)])
    return merge_spans([_with_attachments(text, span) for span in tables])


def fold_entry(words: str) -> str:
    """The letters and figures of an entry, so that it can be compared with the head it announces."""
    return "".join(character for character in words.casefold() if character.isalnum())


def find_indexes(text: str) -> list[Span]:
    """Lines that are nothing but entries run together: contents under no title, terms and where they are defined."""
    found: list[Span] = []
    for line in _lines(text, 0):
        if len(line.words) > _LONG and not _SENTENCE.search(line.words):
            places = [match.end() for match in _POINTER.finditer(line.words)]
            if len(places) >= _MANY and len(line.words) < _SPARSE * len(places):
                start = text.index(line.words, line.span.start)
                # A section at the start of an index line is not part of the index, unless it has a page number.
                own = 0 if _has_page(line.words, len(_entries(line.words))) else 1
                found.append(Span(start + own, start + places[-1]))
    return found


def find_cited_parts(text: str) -> list[Span]:
    """Lists of Parts of other rules, to which a text points: "the following Parts: Part 1 …, Part 26 …, Part 35 …".

    Their numbers leave some out, where those of a text's own parts go on.
    """
    found: list[Span] = []
    for match in _CITED_PARTS.finditer(text):
        numbers = [int(one["number"]) for one in _CITED_PART.finditer(match["list"])]
        if any(after - before > 1 for before, after in pairwise(numbers)):
            found.append(Span(*match.span("list")))
    return found


def _follow(text: str, title: int, at: int) -> Span | None:
    """Walk the lines below a title while they read like entries."""
    seen: set[str] = set()
    paged = strong = 0
    repeated = False
    end = paged_end = at
    for line in _lines(text, at):
        entries = _entries(line.words)
        # "91.1" alone on its line is a number and ends in no page.
        alone = entries == ["".join(line.words.split()).strip(".").casefold()]
        with_page = not alone and _has_page(line.words, len(entries))
        # The second time a label comes, and without a page, it is the section itself.
        if not with_page and any(entry in seen for entry in entries[:1]):
            repeated = True
            # What stands without a page between entries with one and the first section heads that section.
            end = paged_end if paged else end
            break
        dense = len(entries) >= 2 and len(line.words) < _CROWDED * len(entries)
        if not with_page and not dense and (len(line.words) > _SHORT or _is_prose(line.words)):
            tail = _leading_entries(text, line.span)
            strong, end = (strong + _FEWEST, tail) if tail else (strong, end)
            break
        if entries or with_page:
            strong += max(len(entries), 1)
            paged += with_page
            end = line.span.end
            paged_end = end if with_page else paged_end
            seen.update(entries)
    return Span(title, end) if strong >= _FEWEST and (repeated or paged or strong >= _PLENTY) else None


def _with_attachments(text: str, contents: Span) -> Span:
    """Extend contents to the list of attachments below, whose entries would otherwise open attachments."""
    end = contents.end
    entries: list[str] = []
    for line in _lines(text, contents.end):
        if _PAGE_MARK.fullmatch(line.words) or _LISTS.fullmatch(line.words):
            continue
        found = _ATTACHMENT.findall(line.words)
        lead = _ATTACHMENT.match(line.words) or _LISTS.match(line.words)
        if not found or not lead or len(line.words) > _CROWDED * len(found) or _SENTENCE.search(line.words):
            break
        end = line.span.end
        entries.extend(found)
    if len(entries) > 1 or any(_comes_again(text, entry, end) for entry in entries):
        return Span(contents.start, end)
    return contents


def _comes_again(text: str, entry: str, at: int) -> bool:
    """Tell whether an entry stands at the start of a line further on."""
    words = r"[^\S\n]+".join(map(re.escape, entry.split()))
    return re.compile(rf"^[^\S\n]*+{words}\b", re.MULTILINE | re.IGNORECASE).search(text, at) is not None


def _leading_entries(text: str, line: Span) -> int | None:
    """Where the entries end that a line begins with before it goes on in prose."""
    found = 0
    last = line.start
    for match in _ENTRY_IN_LINE.finditer(text, line.start, line.end):
        if match.start() - last > _CROWDED + _CROWDED // 2:
            break
        found += 1
        last = match.end()
    if found < _FEWEST:
        return None
    page = _STANDALONE.search(text, last, min(last + _CROWDED, line.end))
    return page.end() if page else last


def _entries(words: str) -> list[str]:
    """The labels a line holds, the one it begins with first, in a form that can be compared."""
    label = read_label(words, 0)
    first = [words[: label.end]] if label and label.readings[0].style in _ANCHORS else []
    found = [*first, *_ENTRY_IN_LINE.findall(words, label.end if first and label else 0)]
    return ["".join(entry.split()).strip(".").casefold() for entry in found]


_ANCHORS = frozenset({*RANKS, "1.", "1", "I.", "A."})


def _lines(text: str, at: int) -> Iterator[_ContentsLine]:
    """The lines from an offset on that are not blank."""
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        words = text[at:end].strip()
        if words:
            yield _ContentsLine(Span(at, end), words)
        at = end + 1


def _has_page(words: str, entries: int) -> bool:
    """Tell whether a line ends in a page number, or is a run of entries with page numbers between them."""
    if len(words) <= 2 * _SHORT and _PAGE.search(words[-40:]):
        return True
    pages = len(_STANDALONE.findall(words)) if entries >= 2 and len(words) < 110 * entries else 0
    return pages > 0 and pages >= 0.6 * entries


def _is_prose(words: str) -> bool:
    return words[-1] in ".;," and len(words) > 60


def _find_leaders(text: str) -> list[Span]:
    """Runs of at least four entries that lead to a page number with dots, under no title."""
    runs: list[list[Span]] = []
    for match in _LEADERS.finditer(text):
        if runs and match.start() - runs[-1][-1].end <= _APART:
            runs[-1].append(Span(*match.span()))
        else:
            line = text.rfind("\n", 0, match.start()) + 1
            runs.append([Span(max(line, match.start() - _ENTRY), match.end())])
    return [Span(run[0].start, run[-1].end) for run in runs if len(run) > _FEWEST]
