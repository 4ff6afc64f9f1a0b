"""Which documents are meant by what they are called: "the endorsement deals", "both NDAs", "the court guides"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Protocol

from pincite.domain.hit import DocumentCard
from pincite.legal.document_names import DocumentNames

_WORD = re.compile(r"[^\W_]+")
_RULES = frozenset({"legislation", "court-rules", "court-guide", "judgment", "pleading", "privacy-policy"})
_CONTRACTS = frozenset({"agreement", "agreements", "contract", "contracts", "deal", "deals", "counterparties"})
_ANY = frozenset({"document", "documents", "file", "files"})
# What a noun says of a document's kind; words of its name or title count besides.
_KINDS = {
    "nda": {"nda"},
    "lease": {"lease"},
    "sublease": {"lease"},
    "tenancy": {"lease"},
    "licence": {"licence"},
    "license": {"licence"},
    "policy": {"privacy-policy"},
    "amendment": {"amendment"},
    "guide": {"court-guide"},
    "part": {"court-rules"},
    "rule": {"court-rules", "legislation"},
    "direction": {"court-rules"},
    "act": {"legislation"},
    "statute": {"legislation"},
    "judgment": {"judgment"},
    **dict.fromkeys(("acquisition", "buyout", "merger", "takeover"), {"merger-agreement"}),
    **dict.fromkeys(("confidentiality", "non-disclosure", "nondisclosure", "secrecy"), {"nda"}),
}
# Beside other words these leave no document out: "apart from the franchise agreement".
_ANY_CONTRACT = frozenset(
    {"agreement", "agreements", "contract", "contracts", "deal", "deals", "document", "documents"}
)
# Words that say whose or how current contracts are, and not what they are.
_GENERIC = frozenset(
    """
    active business client clients' commercial company current customer customers' existing live material other own
    present signed standard supplier suppliers suppliers' vendor vendors vendors' various
    """.split()  # noqa: SIM905 - a list to be read
)
_LIKE = {
    "nda": ("nda", "ndas", "nondisclosure", "confidentiality", "secrecy"),
    "licence": ("licence", "license"),
    "license": ("licence", "license"),
    "lease": ("lease", "tenancy"),
    "tenancy": ("lease", "tenancy"),
}
# Words share a stem where so much of the shorter one is common to both.
_SHARED, _LEAST = 0.7, 4


class Catalogue(Protocol):
    """What is known of documents, and what they are called."""

    @property
    def cards(self) -> Sequence[DocumentCard]:
        """Every document."""
        ...

    @property
    def names(self) -> DocumentNames:
        """Their names, in the order of the cards."""
        ...


def choose_documents(
    catalogue: Catalogue,
    nouns: Sequence[str],
    *,
    modifiers: Sequence[Sequence[str]] = (),
    count: int | None = None,
    besides: str = "",
    among: Collection[str] | None = None,
) -> list[DocumentCard]:
    """The documents that a description means, best first; none where no document fits it.

    Every group of modifiers is a kind of its own, and a document must bear its last word ("web *hosting*"). Where the
    description says how many there are, those with the most of its words are taken. `among` are the ids to choose from.
    """
    cards = catalogue.cards
    described = _DescriptionIndex(catalogue.names)
    wanted = set().union(*(described.being(_single(noun)) for noun in nouns))
    if among is not None:
        wanted = {at for at in wanted if cards[at].id in among}
    left_out = [word for word in _WORD.findall(besides.casefold()) if len(word) > 3]
    for word in [word for word in left_out if word not in _ANY_CONTRACT] or left_out:
        wanted -= described.bearing(word)
    groups = [telling for group in modifiers if (telling := [word for word in group if word not in _GENERIC])]
    if not groups:
        return [cards[at] for at in sorted(wanted)]
    fits: dict[int, int] = {}
    for group in groups:
        for at, fit in described.fitting(group).items():
            fits[at] = max(fit, fits.get(at, 0))
    found = sorted((at for at in wanted if at in fits), key=lambda at: (-fits[at], at))
    return [cards[at] for at in (found[:count] if count and len(groups) == 1 else found)]


class _DescriptionIndex:
    """Finds documents, by their numbers, by what they are."""

    def __init__(self, names: DocumentNames) -> None:
        self._names = names
        self._table = names.descriptions

    def bearing(self, word: str) -> set[int]:
        """The documents that bear a word in their kind, title or file name, in any of its forms."""
        forms = (form for other in _LIKE.get(word, (word,)) for form in self._forms(other))
        return set().union(*(self._table.documents(form) for form in forms))

    def being(self, noun: str) -> set[int]:
        """The documents that are what a noun says."""
        if noun in _ANY:
            return set(range(len(self._names.doc_ids)))
        if noun in _CONTRACTS:
            return self._of_kinds(set(self._names.kinds.words) - _RULES)
        of_kind, bearing = self._of_kinds(_KINDS.get(noun, ())), self.bearing(noun)
        if noun in {"part", "direction"}:
            return of_kind & bearing
        return of_kind | (bearing - self._of_kinds(_RULES))

    def fitting(self, group: Sequence[str]) -> dict[int, int]:
        """How many words of a description each document bears; those that lack the last are left out."""
        last = _single(group[-1])
        # A document of the kind is what the word says, whatever it is called.
        of_kind = self._of_kinds(_KINDS.get(last, ()))
        fits = dict.fromkeys(of_kind | self.bearing(last), 0)
        for word in group:
            bearing = self.bearing(_single(word)) | (of_kind if word == group[-1] else set())
            for at in bearing & fits.keys():
                fits[at] += 1
        return {at: fit for at, fit in fits.items() if fit}

    def _of_kinds(self, kinds: Collection[str]) -> set[int]:
        return set().union(*(self._names.kinds.documents(kind) for kind in kinds))

    def _forms(self, word: str) -> list[str]:
        """The words of the documents that are forms of a word: they share its first letters."""
        words = self._table.words
        found = [word] if word in self._table else []
        if len(word) < _LEAST:
            return found
        at = bisect_left(words, word[:_LEAST])
        while at < len(words) and words[at].startswith(word[:_LEAST]):
            found += [words[at]] if words[at] != word and _alike(word, words[at]) else []
            at += 1
        return found


def _single(noun: str) -> str:
    if noun in _CONTRACTS | _ANY:
        return noun
    return f"{noun[:-3]}y" if noun.endswith("ies") else noun.removesuffix("s")


def _alike(one: str, other: str) -> bool:
    """Tell whether two words are forms of one: "distribution" and "distributor", "transport" and "transportation"."""
    shared = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= max(_LEAST, _SHARED * min(len(one), len(other)))
