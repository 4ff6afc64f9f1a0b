"""Gold passages in their context, as a person needs them to judge a test."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.bench.corpus import Corpus
from pincite.domain.benchmark import Gold
from pincite.domain.document import Passage


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A gold passage with the words before and after it, and the line of its file on which it begins."""

    passage: Passage
    line: int
    before: str
    words: str
    after: str


def excerpts(gold: Gold, corpus: Corpus, *, context: int = 200) -> list[Excerpt]:
    """Each gold passage of a query with some characters on either side, cut at a word where there is one."""
    found: list[Excerpt] = []
    for passage in gold.passages:
        text = corpus.text(passage.doc_id)
        start, end = passage.span.start, passage.span.end
        words = passage.span.slice(text)
        before, after = text[max(0, start - context) : start], text[end : end + context]
        if start > context:
            before = before[before.find(" ") + 1 :]
        if end + context < len(text):
            after = after[: after.rfind(" ") + 1] or after
        found.append(Excerpt(passage, text.count("\n", 0, start) + 1, before, words, after))
    return found
