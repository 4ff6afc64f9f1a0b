"""Reading: a document with all that was found in it; Failure: an item that gave none, and why."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.document import Document
from pincite.domain.profile import Profile
from pincite.domain.section import Outline


@dataclass(frozen=True, slots=True)
class Reading:
    """A document, its particulars and its clause tree."""

    doc: Document
    profile: Profile
    outline: Outline


@dataclass(frozen=True, slots=True)
class Failure:
    """An item that could not be done: which one, at which stage, the kind of trouble in a word, and a sentence."""

    item: str
    stage: str
    kind: str
    message: str
