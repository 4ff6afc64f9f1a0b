"""The regulations of federal purchasing: "FAR 52.227-19", "DFARS 227.7202-1 through 227.7202-4"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import SUBDIVISIONS, read_list
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

_HEADS = (
    re.compile(r"FAR(?<![A-Za-z]...)S?\s{1,3}(?:§{1,2}\s{0,3}|[Ss]ections?\s{1,3})?(?=\d{1,3}\.\d{3})"),
    re.compile(r"DFAR(?<![A-Za-z]....)S?\s{1,3}(?:§{1,2}\s{0,3}|[Ss]ections?\s{1,3})?(?=\d{1,3}\.\d{3})"),
)
_NUMBER = re.compile(rf"\d{{1,3}}\.\d{{1,4}}(?:-\d{{1,4}})?(?![\w-]|\.\d){SUBDIVISIONS}")


def find(text: str) -> Iterator[LegalCitation]:
    """Sections of both, one by one."""
    for head in scan(text, *_HEADS):
        name = "DFARS" if head[0][0] == "D" else "FAR"
        for item in read_list(text, head.end(), number=_NUMBER):
            span = Span(item.start if item.start > head.end() else head.start(), item.end)
            yield LegalCitation(CitationKind.US_STATUTE, f"{name} {item.label}", span)
