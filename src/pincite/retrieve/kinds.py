"""Which documents are meant by what they are called: "the endorsement deals", "both NDAs", "the court guides"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem

_WORD = re.compile(r"[^\W_]+")
_RULES = frozenset({"legislation", "court-rules", "court-guide", "judgment", "pleading", "privacy-policy"})
_CONTRACTS = frozenset({"agreement", "agreements", "contract", "contracts", "deal", "deals", "counterparties"})
_ANY = frozenset({"document", "documents", "file", "files"})
# What a noun says of a document's kind; words of its name or title count besides.
_KINDS = {
    "nda": {"nda"},
    "lease": {"lease"},
    "sublease": {"lease"},
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
    "merger": {"merger-agreement"},
}
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
}
_TELLING = frozenset({*_KINDS, "agreement", "contract", "deed", "guarantee", "term", "note", "code", "order"})
# Words share a stem where so much of the shorter one is common to both.
_SHARED, _LEAST = 0.7, 4


def choose_documents(
    cards: Sequence[DocumentCard],
    nouns: Sequence[str],
    *,
    modifiers: Sequence[Sequence[str]] = (),
    count: int | None = None,
    besides: str = "",
) -> list[DocumentCard]:
    """The documents that a description means, best first; none where no document fits it.

    Every group of modifiers is a kind of its own, and a document must bear its last word ("web *hosting*"). Where the
    description says how many there are, those with the most of its words are taken.
    """
    wanted = [card for card in cards if any(_is_a(card, _single(noun)) for noun in nouns)]
    if besides:
        shut_out = _WORD.findall(besides.casefold())
        wanted = [card for card in wanted if not any(bears(card, word) for word in shut_out if len(word) > 3)]
    groups = [telling for group in modifiers if (telling := [word for word in group if word not in _GENERIC])]
    if not groups:
        return wanted
    fits = {card.id: max(_fit(card, group) for group in groups) for card in wanted}
    found = sorted((card for card in wanted if fits[card.id]), key=lambda card: -fits[card.id])
    return found[:count] if count and len(groups) == 1 else found


def bears(card: DocumentCard, word: str) -> bool:
    """Tell whether a document bears a word in its kind, title or file name, in any of its forms."""
    own = _label(card)
    return any(_alike(other, mine) for other in _LIKE.get(word, (word,)) for mine in own)


def _fit(card: DocumentCard, group: Sequence[str]) -> int:
    """How many words of a description a document bears; none where it lacks the last."""
    last = _single(group[-1])
    if not (_is_kind(card, last) or bears(card, last)):
        return 0
    return sum(bears(card, _single(word)) for word in group)


def _is_a(card: DocumentCard, noun: str) -> bool:
    if noun in _ANY:
        return True
    if noun in _CONTRACTS:
        return card.kind not in _RULES
    if noun in {"part", "direction"}:
        return card.kind in _KINDS[noun] and bears(card, noun)
    return _is_kind(card, noun) or (card.kind not in _RULES and bears(card, noun))


def _is_kind(card: DocumentCard, noun: str) -> bool:
    return card.kind in _KINDS.get(noun, ())


def _single(noun: str) -> str:
    if noun in _CONTRACTS | _ANY:
        return noun
    return f"{noun[:-3]}y" if noun.endswith("ies") else noun.removesuffix("s")


def _label(card: DocumentCard) -> frozenset[str]:
    """The words of a document's title and kind; those of its file's name where the title does not say what it is."""
    title = _words(card.title or "")
    telling = any(word.removesuffix("s") in _TELLING for word in title)
    return frozenset((*title, *_words(card.kind), *(() if telling else _words(part_humps(readable_stem(card.path))))))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.replace("_", " ").casefold())


def _alike(one: str, other: str) -> bool:
    """Tell whether two words are forms of one: "distribution" and "distributor", "transport" and "transportation"."""
    if one == other:
        return True
    shared = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= max(_LEAST, _SHARED * min(len(one), len(other)))
