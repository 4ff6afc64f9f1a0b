"""Citation styles: by number, or by file and page for evaluators."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

from pincite.domain.answer import Answer, Citation
from pincite.render.citation_marks import find_citation_marks

CitationStyle = Literal["numbers", "files"]


def file_mark(citation: Citation) -> str:
    """The mark of a file and its page: "[lease.pdf#page=3]"."""
    page = f"#page={citation.page}" if citation.page else ""
    return f"[{PurePath(citation.document).name.replace('[', '(').replace(']', ')')}{page}]"


def styled(answer: Answer, style: CitationStyle) -> str:
    """Rewrite an answer's text in a citation style; a number without a citation stays as it is."""
    if style == "numbers":
        return answer.text
    text = answer.text
    marks = find_citation_marks(text, [(citation.number, citation.claim) for citation in answer.citations])
    for mark in reversed(marks):
        text = f"{text[: mark.span.start]}{file_mark(answer.citations[mark.citation])}{text[mark.span.end :]}"
    return text
