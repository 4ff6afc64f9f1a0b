"""The title alone: the cheapest fingerprint of a document."""

from __future__ import annotations

from pincite.domain.chunk import Summaries
from pincite.domain.reading import Reading
from pincite.files import readable_stem
from pincite.summarize.length import cut_at_word, fold_space


class TitleSummarizer:
    """The document's file name and title, cut to length; sections by their headings."""

    def __init__(self, *, length: int = 150) -> None:
        self._length = length

    def summarise(self, reading: Reading) -> Summaries:
        """File name and title, as a person would look for the document."""
        stem = readable_stem(reading.doc.source.path).replace("_", " ").replace("-", " ")
        name = fold_space(f"{stem} {reading.profile.title or ''}")
        sections = {
            section.id: cut_at_word(fold_space(f"{section.number or ''} {section.heading}"), 100)
            for section in reading.outline.sections[1:]
            if section.heading and section.level <= 2
        }
        return Summaries(cut_at_word(name, self._length), sections, model="title")
