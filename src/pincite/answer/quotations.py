"""Quotations: where an answer quotes, and whether the words stand so in the source.

A quotation must occur in its source. What may differ is white space (a line break for a blank), and the shape of
quotation marks, apostrophes and dashes (a straight mark for a curly one); `…` or `...` leaves words out, the parts must
follow in order; a stop or comma at the very end may be the answer's own. Nothing else.
"""

from __future__ import annotations

import re

from pincite.spans import Span

_OPEN, _CLOSE = "“„«", "”»"
_ELLIPSIS = re.compile(r"\[?…\]?|\[?\.\s?\.\s?\.\]?")
# Characters of one shape or another that mean the same.
_ALIKE = {
    **dict.fromkeys('"“”„«»', '["“”„«»]'),
    **dict.fromkeys("'’‘‚", "['’‘‚]"),
    **dict.fromkeys("-‐‑–—", "[-‐‑–—]"),
}
_LONGEST = 20_000


def find_quotations(text: str) -> list[Span]:
    """The ranges between quotation marks, without the marks; marks inside a quotation are part of it.

    Curly marks nest, straight ones alternate. A mark that is never closed opens nothing.
    """
    found: list[Span] = []
    depth, start, straight = 0, 0, False
    for at, mark in enumerate(text):
        if mark == '"' and (straight or not depth):
            if straight:
                found.append(Span(start, at))
            straight, start = not straight, at + 1
        elif straight:
            continue
        elif mark in _OPEN:
            start = at + 1 if not depth else start
            depth += 1
        elif mark in _CLOSE and depth:
            depth -= 1
            if not depth:
                found.append(Span(start, at))
    return [span for span in found if span]


def mask_quotations(text: str) -> str:
    """The text with all that is quoted turned into blanks of the same length."""
    pieces, at = [], 0
    for span in find_quotations(text):
        pieces += [text[at : span.start], " " * len(span)]
        at = span.end
    return "".join([*pieces, text[at:]])


def locate_quotation(quote: str, text: str) -> Span | None:
    """Where the words of a quotation stand in a text, from the first to the last; None where they do not."""
    quote = quote.strip()
    if not quote or len(quote) > _LONGEST:
        return None
    return _locate(quote, text) or _locate(quote.rstrip(".,;:"), text)


def _locate(quote: str, text: str) -> Span | None:
    start, at = None, 0
    for part in _ELLIPSIS.split(quote):
        words = part.split()
        if not words:
            continue
        found = _pattern(words).search(text, at)
        if found is None:
            return None
        start = found.start() if start is None else start
        at = found.end()
    return None if start is None else Span(start, at)


def _pattern(words: list[str]) -> re.Pattern[str]:
    spelt = r"\s+".join("".join(_ALIKE.get(letter) or re.escape(letter) for letter in word) for word in words)
    # A quotation begins and ends at words: "may" does not occur in "mayor".
    before = r"(?<!\w)" if words[0][0].isalnum() else ""
    after = r"(?!\w)" if words[-1][-1].isalnum() else ""
    return re.compile(f"{before}{spelt}{after}")
