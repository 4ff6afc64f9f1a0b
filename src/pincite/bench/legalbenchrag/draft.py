"""Drafts: what a raw dataset says about a document, before it has a title and a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from pincite.spans import Span

# Called with how far a piece of work has come: what is done, how many, of how many.
Progress = Callable[[str, int, int], None]


class Reason(StrEnum):
    """Why a query, or a whole document, did not become gold."""

    REPEATED = "a quote occurs more than once in the text"
    SPACING = "a quote occurs only with different white space"
    OMITTED = "a quote leaves words of the text out"
    ABSENT = "a quote does not occur in the text"
    EMPTY = "a quote is empty"
    NOT_A_LIST = "the cell is not a Python list of strings"
    NO_TEXT = "the document's text file is missing"
    NOT_TEXT = "the document's file name does not end in .pdf or .txt"
    PART = "the contract is one of several parts"
    NUMBERED = "the contract is one of several of that name and its title does not say amendment"
    NO_PARTY = "the title names no party"
    NO_CONTRACT = "no single contract has this MAE definition"
    BLANKS = "an annotation has more than 2 blanks"
    DISAGREED = "no sentence was marked by half of the annotators"


@dataclass(frozen=True, slots=True)
class GoldDraft:
    """The evidence for one label of one document; `question` only where the dataset itself asks it."""

    file: str
    label: str
    spans: tuple[Span, ...]
    question: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DroppedItem:
    """A query that did not become gold, or a document without any (then `label` is None)."""

    file: str
    label: str | None
    reason: Reason
    detail: str = ""


@dataclass(slots=True)
class GoldDrafts:
    """What a raw dataset gives: drafts in its own order, the texts they point into, and what was dropped."""

    name: str
    texts: dict[str, str] = field(default_factory=dict)
    drafts: list[GoldDraft] = field(default_factory=list)
    dropped: list[DroppedItem] = field(default_factory=list)

    def drop(self, file: str, label: str | None, *, reason: Reason, detail: str = "") -> None:
        """List a query or document as dropped."""
        self.dropped.append(DroppedItem(file, label, reason, detail))
