"""Claims: an answer in free words taken apart into sentences, each with the sources it cites."""

from __future__ import annotations

import re

from pincite.domain.answer import Claim
from pincite.legal.quotations import find_quotations, mask_quotations
from pincite.legal.sentences import split_sentences
from pincite.spans import Span

# [1, 2], [1-3], [1 and 2], [Source 1], 【1】: ways in which models write the mark.
_LOOSE = re.compile(
    r"[\[【]\s*(?:(?:sources?|refs?\.?)\s*)?((?:\d{1,3})(?:\s*(?:[,;&–—-]|and|to)\s*(?:sources?\s*)?\d{1,3}){0,40})\s*[\]】]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d{1,3})\s*(?:[–—-]|to)\s*(\d{1,3})|(\d{1,3})")
_MARK = re.compile(r"\[(\d{1,3})\]")
# A mark after the stop belongs to the sentence before it.
_STOP_FIRST = re.compile(r"([.!?])([ \t]*)((?:\[\d{1,3}\][ \t]*)+)")
# A quotation with its marks is a sentence of its own where another begins behind it.
_QUOTED_END = re.compile(r"[”»\"][ \t]*(?:\[\d{1,3}\])+(?=[ \t]+[“„«\"A-Z])")
# A mark and a stop end a sentence, even where markup or a bullet follows, with which no sentence begins elsewhere.
_MARKED_END = re.compile(r"\[\d{1,3}\][.!?](?=[ \t]+(?:<|[-*•–][ \t]+[“„«\"A-Z]))")
# Nothing but a quotation with its marks, and a quotation that may go on with it: “The Tenant” [1] “may end it” [1].
_ONLY_QUOTED = re.compile(r"\s*[“„«\"][\s]*[”“»\"]\s*(?:\[\d{1,3}\]\s*)*[.!?]?\s*")
_READ_ON = re.compile(r"\s*[“„«\"]\s*[^\W\d_A-ZÀ-ÖØ-Þ]")
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+")
_WIDEST = 20


def split_claims(answer: str) -> tuple[Claim, ...]:
    """The sentences of an answer in order, their marks in the form `[1][2]`, before the stop."""
    claims: list[list[str]] = []
    for line in repair_marks(answer).splitlines():
        for sentence in _sentences(_BULLET.sub("", line)):
            # A mark that stands alone belongs to what it follows.
            says = re.search(r"\w", _MARK.sub("", sentence))
            if claims and (not says or _reads_on(claims[-1][-1], sentence)):
                claims[-1].append(sentence)
            elif says:
                claims.append([sentence])
    return tuple(read_claim(" ".join(part.strip() for part in parts)) for parts in claims)


def _reads_on(before: str, sentence: str) -> bool:
    """Tell whether a quotation goes on with the one before it, so that both say one thing."""
    return bool(_READ_ON.match(sentence) and _ONLY_QUOTED.fullmatch(mask_quotations(before)))


def read_claim(sentence: str) -> Claim:
    """A sentence with its marks and quotations; a mark inside a quotation is the document's own."""
    numbers = dict.fromkeys(int(mark[1]) for mark in _MARK.finditer(mask_quotations(sentence)))
    quotes = tuple(span.slice(sentence) for span in find_quotations(sentence))
    return Claim(sentence.strip(), tuple(numbers), quotes)


def repair_marks(answer: str) -> str:
    """The answer with each citation written `[1][2]` and standing before the stop; quotations stay as they are."""
    masked = mask_quotations(answer)
    pieces, at = [], 0
    for found in _LOOSE.finditer(masked):
        pieces += [answer[at : found.start()], "".join(f"[{number}]" for number in _numbers(found[1]))]
        at = found.end()
    answer = "".join([*pieces, answer[at:]])
    masked = mask_quotations(answer)
    pieces, at = [], 0
    for found in _STOP_FIRST.finditer(masked):
        before = answer[at : found.start()]
        pieces += [before, " " if before[-1:].strip() else "", found[3].replace(" ", ""), found[1], " "]
        at = found.end()
    return "".join([*pieces, answer[at:]])


def without_marks(text: str) -> str:
    """The words of a claim without its marks."""
    masked = mask_quotations(text)
    pieces, at = [], 0
    for found in _MARK.finditer(masked):
        pieces.append(text[at : found.start()])
        at = found.end()
    return re.sub(r"(?<![ \t])[ \t]+([.,;:!?])", r"\1", "".join([*pieces, text[at:]])).strip()


def _numbers(listed: str) -> list[int]:
    numbers: list[int] = []
    for found in _RANGE.finditer(listed):
        if found[3]:
            numbers.append(int(found[3]))
        elif 0 <= int(found[2]) - int(found[1]) <= _WIDEST:
            numbers += range(int(found[1]), int(found[2]) + 1)
        else:
            numbers += [int(found[1]), int(found[2])]
    return list(dict.fromkeys(numbers))


def _sentences(line: str) -> list[str]:
    """Sentences of a line; a stop inside a quotation ends none."""
    masked = mask_quotations(line)
    cuts = {span.end for span in split_sentences(masked, Span(0, len(masked)))}
    cuts |= {found.end() for ends in (_QUOTED_END, _MARKED_END) for found in ends.finditer(masked)}
    edges = [0, *sorted(cut for cut in cuts if 0 < cut < len(line)), len(line)]
    return [line[start:end] for start, end in zip(edges, edges[1:], strict=False) if line[start:end].strip()]
