"""Documents as words call them: “the travel policy”, “Part 31”."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CalledDocuments:
    """The documents that some words call, by their ids; none where what they call is not in the store.

    A `plain` name is no more than words written small, which may mean something else ("the insurance"). Of a `body` of
    rules one document is meant, and the words do not say which.
    """

    words: str
    doc_ids: tuple[str, ...] = ()
    plain: bool = False
    body: bool = False

    @property
    def absent(self) -> bool:
        """Whether the store has no such document."""
        return not self.doc_ids
