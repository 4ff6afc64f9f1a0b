"""Where notices to a party go: the addresses that an agreement lists after "If to the Supplier:"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.legal.wording import stems
from pincite.spans import Span

# "If to the Supplier:" wherever it stands; "To the Supplier:" at the head of a line.
_HEAD = re.compile(
    r"(?:\b[Ii][Ff]\s+[Tt][Oo]|(?:^|(?<=\s\s))(?:\(?[a-z\d]{1,3}[.)][ \t]*+)?[Tt][Oo](?=[ \t]))"
    r"(?:\s+(?:[Tt]he\s+)?(?P<name>[\w\"“][^:\n]{0,79}))?\s?:",
    re.MULTILINE,
)
_NOTICE = re.compile(r"\bnotices?\b", re.IGNORECASE)
# What an address contains, unlike a list of duties after "to:".
_ADDRESS = re.compile(
    r"\b(?:attention|attn|facsimile|fax|telephone|tel|e-?mail|street|st|road|avenue|ave|suite|floor|p\.?o\.?\s?box|drive|"
    r"boulevard|blvd|parkway|lane|square|building|place)\b|@|\b\d{5}\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b",
    re.IGNORECASE,
)
_COPY = re.compile(r"\bwith\s+(?:a\s+)?(?:required\s+)?cop(?:y|ies)\b", re.IGNORECASE)
_BREAK = re.compile(r"\n\s*\n\s*")
# The number of the next clause, in a text without line breaks.
_CLAUSE = re.compile(r"\s\d{1,2}\.\d{1,2}\.?\s+[A-Z][a-z]")
_NUMBERED = re.compile(r"(?:(?:section|article|clause)\s+)?\d{1,3}(?:\.\d{1,3})*\.?\s+[A-Z]", re.IGNORECASE)
# Who sends: "where should the tenant send notices", "notices from the tenant", "the tenant's notices go".
_SENDER = re.compile(
    r"\b(?:should|must|shall|can|could|do|does|did|may|will|would|has|have|need)\s{1,9}"
    r"(?:the\s{1,9}|an?\s{1,9})?(?P<acts>[\w&.’' -]{1,60}?)\s{1,9}"
    r"(?:(?:have|has|need|needs|to|then)\s{1,9}){0,3}(?:send|give|serve|deliver|address|post|direct|mail)\b|"
    r"\bnotices?\s{1,9}(?:\w{1,20}\s{1,9}){0,3}?(?:from|by)\s{1,9}(?:the\s{1,9}|an?\s{1,9})?(?P<writes>[\w&.’'-]{1,40})|"
    r"\b(?P<owns>[\w&.-]{1,40})[’']s?\s{1,9}notices?\s{1,9}(?:go|goes|be|to|must|should|sent|served)\b",
    re.IGNORECASE,
)
# How far before an address the clause speaks of notices, and how long an address is at most.
_BEFORE, _LONGEST = 4000, 500
# A paragraph of so many words, most of them in small letters, is a sentence and no address.
_SENTENCE_WORDS, _SMALL = 12, 0.6


@dataclass(frozen=True, slots=True)
class NoticeAddress:
    """An address for notices: the party named in its heading, and its text with the heading."""

    name: str
    span: Span


def find_notice_addresses(text: str) -> list[NoticeAddress]:
    """The addresses for notices that a text lists, in order."""
    heads = [head for head in _HEAD.finditer(text) if _NOTICE.search(text, max(0, head.start() - _BEFORE), head.end())]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    found = (
        NoticeAddress(head["name"] or "", _trimmed(text, head.start(), _end(text, head.end(), limit=limit)))
        for head, limit in zip(heads, ends, strict=False)
    )
    return [one for one in found if _ADDRESS.search(text, one.span.start, one.span.end)]


def choose_addresses(addresses: Sequence[NoticeAddress], text: str, *, question: str) -> Span | None:
    """Return the addresses of the party that a question names, or all of them if it names none.

    Who sends a notice does not send it to itself: its own address is left out.
    """
    sender = _sender(question)
    asked = set(stems(question)) - sender
    others = [one for one in addresses if not sender & set(stems(one.name or one.span.slice(text)))]
    scores = [(len(asked & set(stems(one.name))), len(asked & set(stems(one.span.slice(text))))) for one in others]
    if not scores:
        return None
    best = [one for one, score in zip(others, scores, strict=True) if score == max(scores)]
    whole = Span(best[0].span.start, best[-1].span.end)
    between = any(one not in best and whole.contains(one.span) for one in addresses)
    return whole if not between and (len(best) == 1 or len(whole) <= _LONGEST * len(best)) else None


def _sender(question: str) -> set[str]:
    """The stems of the name of who sends the notices that a question asks about."""
    found = _SENDER.search(question)
    if found is None:
        return set()
    return set(stems(found["acts"] or found["writes"] or found["owns"])) - set(stems("notice notices"))


def _end(text: str, start: int, *, limit: int) -> int:
    """Where an address ends: before the next one, a copy to others, a numbered clause or a sentence."""
    limit = min(limit, start + _LONGEST)
    for ending in (_COPY, _CLAUSE):
        if found := ending.search(text, start, limit):
            limit = found.start()
    for gap in _BREAK.finditer(text, start, limit):
        paragraph = text[gap.end() : gap.end() + _LONGEST].split("\n\n", 1)[0]
        if text[start : gap.start()].strip() and _is_other(paragraph):
            return gap.start()
    return limit


def _is_other(paragraph: str) -> bool:
    """Tell whether a paragraph is no part of an address: a clause, a sentence, the number of a page."""
    words = paragraph.split()
    if _NUMBERED.match(paragraph) or paragraph.strip().isdigit():
        return True
    return len(words) >= _SENTENCE_WORDS and sum(word[0].islower() for word in words) >= _SMALL * len(words)


def _trimmed(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    return Span(start + len(words) - len(words.lstrip()), start + len(words.rstrip()))
