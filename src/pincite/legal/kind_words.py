"""“The Act”, “the Guide”: documents called by what they are, without a name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.hit import DocumentCard
from pincite.files import readable_stem

_WORDS = (
    r"act|bill|by-?e?laws|charter|code|directive|guide|handbook|manual|order|ordinance|protocol|regulations?|rules|scheme|"
    r"statutes?"
)
_CALLED = re.compile(
    rf"\b(?:the|this|that)\s+(?P<word>{_WORDS})\b(?!\s+(?:of|on|\d{{4}})\b|[’']s?\s+[A-Z])", re.IGNORECASE
)
_TO_IT = re.compile(r"\s{0,3},?\s{0,3}(?:of|in|to|under)\s{1,3}")
# “HARBOUR ACT 2017 (c. 61)”, “Harbour Dues Regulations 2010”: what a title ends with; and how those of the EU begin.
_TITLED = re.compile(
    rf"\b(?P<last>{_WORDS})\b[\s,]*(?:of\s+)?(?:\d{{4}})?\s*(?:\([^()]*\)\s*)*\W*\Z|"
    r"\A(?:[^\W\d_]+\s+){0,3}(?P<first>regulation|directive)\s+(?:\((?:eu|ec|eec|euratom)\)|no)",
    re.IGNORECASE,
)
# Laws: what a document is called so only if it is one.
LAWS = frozenset("act bill directive ordinance regulation statute".split())  # noqa: SIM905 - a list to be read
_MAY_BE_LAW = frozenset({"legislation", "unknown"})
_KINDS = {"legislation": "act", "court-guide": "guide"}


def find_kind_words(question: str) -> tuple[str, ...]:
    """The kinds by which a question calls documents that it does not name: “the Act” with its capital."""
    words = (match["word"] for match in _CALLED.finditer(question))
    return tuple(dict.fromkeys(_singular(word) for word in words if word[0].isupper()))


def kind_word_after(question: str, at: int) -> str | None:
    """The kind of the document that a provision is said to be of: “section 2(3) of the Act”."""
    joined = _TO_IT.match(question, at)
    called = _CALLED.match(question, joined.end()) if joined else None
    return _singular(called["word"]) if called else None


def documents_by_kind_word(cards: Sequence[DocumentCard]) -> dict[str, tuple[str, ...]]:
    """The documents that may be called by each kind, by their titles, else by their files' names."""
    found: dict[str, list[str]] = {}
    for card in cards:
        match = _TITLED.search(card.title or "") or _TITLED.search(readable_stem(card.path).replace("_", " "))
        word = _singular(match["last"] or match["first"]) if match else _KINDS.get(card.kind, "")
        # The title of a practice direction or a judgment may end with the name of an Act.
        if word and (word not in LAWS or card.kind in _MAY_BE_LAW):
            found.setdefault(word, []).append(card.id)
    return {word: tuple(doc_ids) for word, doc_ids in found.items()}


def may_be_law(card: DocumentCard) -> bool:
    """Tell whether a document may be an Act or the like, as far as is known."""
    return card.kind in _MAY_BE_LAW


def _singular(word: str) -> str:
    return word.casefold().replace("-", "").removesuffix("s")
