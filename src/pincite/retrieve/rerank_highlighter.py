"""The highlighter as a reranker: it reads the question with each passage, on this machine."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.options import Execution
from pincite.retrieve.highlighter import OnnxHighlighter


class HighlighterReranker:
    """Scores a passage by how likely it is that anything in it answers; of a long one its middle is read."""

    def __init__(self, *, threads: Execution[int] = 0) -> None:
        self._highlighter = OnnxHighlighter(threads=threads)

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        """The model's logit for each passage."""
        centres = [len(passage) // 2 for passage in passages]
        return [marked.relevance for marked in self._highlighter.read(question, passages, centres=centres)]
