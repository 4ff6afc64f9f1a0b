"""Citation styles: by number, or by file and page for evaluators."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Literal

from pincite.domain.answer import Answer, Citation

CitationStyle = Literal["numbers", "files"]
_NUMBER = re.compile(r"\[(\d{1,4})\]")


def file_mark(citation: Citation) -> str:
    """The mark of a file and its page: "[lease.pdf#page=3]"."""
    page = f"#page={citation.page}" if citation.page else ""
    return f"[{PurePath(citation.document).name.replace('[', '(').replace(']', ')')}{page}]"


def styled(answer: Answer, style: CitationStyle) -> str:
    """Rewrite an answer's text in a citation style; a number without a citation stays as it is."""
    if style == "numbers":
        return answer.text
    marks = {citation.number: file_mark(citation) for citation in reversed(answer.citations)}
    return _NUMBER.sub(lambda found: marks.get(int(found[1]), found[0]), answer.text)
