"""Where passages stand: the sections and pages of a document, in a form that is quick to look up."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from pincite.domain.document import Passage, Place
from pincite.domain.reading import Reading
from pincite.domain.section import join_paths


def places_of(reading: Reading) -> dict[str, Any]:
    """The sections that hold no others (start, end, path) and the pages (number, start, end) of a document."""
    outline = reading.outline
    return {
        "sections": [[section.span.start, section.span.end, outline.path(section)] for section in outline.leaves()],
        "pages": [[page.number, page.span.start, page.span.end] for page in reading.doc.pages],
    }


def place_of(passage: Passage, text: str, places: dict[str, Any]) -> Place:
    """The section path and page where the words of a passage begin; a path of two sections says both."""
    sections, pages = places["sections"], places["pages"]
    words = passage.span.slice(text)
    # A passage may begin with the white space that ends the section before.
    start = passage.span.start + len(words) - len(words.lstrip() or words)
    end = passage.span.start + max(len(words.rstrip()) - 1, 0)
    at, last = (max(bisect_right(sections, point, key=lambda row: row[0]) - 1, 0) for point in (start, end))
    page = bisect_right(pages, start, key=lambda row: row[1]) - 1
    section = join_paths(sections[at][2], sections[max(at, last)][2]) if sections else ""
    return Place(section, pages[max(page, 0)][0] if pages else None)
