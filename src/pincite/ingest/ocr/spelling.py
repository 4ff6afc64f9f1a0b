"""Correct marks that an OCR model confuses, where the page itself shows which are meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pincite.domain.ocr import OcrWord

_RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_LOWERED = str.maketrans(_RAISED, "0123456789")
# Raised figures, alone or mixed with plain ones; not those of square and cubic measures.
_NOTE_NUMBER = re.compile(rf"(?<![0-9{_RAISED}])(?![\u00b2\u00b3](?<=[mt].)(?![0-9{_RAISED}]))[0-9{_RAISED}]+")
_CURLY = re.compile(r"[\u201c\u201d]")
_APOSTROPHE = re.compile(r"['\u2019]")


def unify_marks(words: Sequence[OcrWord]) -> list[OcrWord]:
    """The words of a page with note numbers as plain figures, and its quotation marks and apostrophes of one kind each.

    The models tell straight marks from curly ones by chance, so that one pair may be of both kinds.
    """
    marks = Counter(letter for word in words for letter in word.text)
    # Closing marks decide: a straight one is often taken for an opening one. Low marks are never straight.
    quote = '"' if marks['"'] > marks["\u201d"] and not marks["\u201e"] else ""
    apostrophe = "'" if marks["'"] >= marks["\u2019"] else "\u2019"
    return [replace(word, text=_unify(word.text, quote=quote, apostrophe=apostrophe)) for word in words]


def _unify(text: str, *, quote: str, apostrophe: str) -> str:
    text = _NOTE_NUMBER.sub(lambda match: match[0].translate(_LOWERED), text)
    text = _APOSTROPHE.sub(apostrophe, text)
    return _CURLY.sub(quote, text) if quote else text
