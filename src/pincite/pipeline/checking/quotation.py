"""Check quotations against a store: whether its documents contain the words, and where."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from pincite.cancellation import checkpoint
from pincite.domain.document import Passage
from pincite.domain.finding import Pinpoint
from pincite.domain.hit import DocumentCard
from pincite.errors import QuestionError
from pincite.legal.folding import fold_text
from pincite.legal.quotations import MOST_PARTS, has_too_many_parts, locate_quotation
from pincite.pipeline.store import Store
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.spans import Span

# At most this many documents that hold the words are listed.
_MOST_PLACES = 20
_WORD = re.compile(r"[A-Za-z]{4,}")


@dataclass(frozen=True, slots=True)
class CheckedQuotation:
    """A quotation with the first place of it in each document that holds it; where none does, the nearest passage."""

    quote: str
    places: tuple[Pinpoint, ...] = ()
    nearest: Pinpoint | None = None

    @property
    def found(self) -> bool:
        """Whether some document holds the words."""
        return bool(self.places)


def check_quotation(quote: str, store: Store, *, filters: Filters = NO_FILTERS) -> CheckedQuotation:
    """Find the words of a quotation in the documents that the filters leave, by the rules for quotations."""
    if not quote.strip():
        raise QuestionError("The quotation is empty; give the words to look for.")
    if has_too_many_parts(quote):
        raise QuestionError(f"The quotation leaves words out too often; give at most {MOST_PARTS} parts.")
    allowed = set(filters.choose(store.documents)) if filters else None
    # A cheap filter: a document that lacks one of the words cannot contain the quotation.
    words = {word.casefold() for word in _WORD.findall(fold_text(quote))}
    places: list[Pinpoint] = []
    for card in store.documents:
        if allowed is not None and card.id not in allowed:
            continue
        checkpoint()
        if found := _find(quote, card, store, words=words, within=filters.within):
            places.append(found)
        if len(places) == _MOST_PLACES:
            break
    if places:
        return CheckedQuotation(quote, tuple(places))
    hits = store.search(quote, k=1, filters=filters).hits
    return CheckedQuotation(quote, nearest=pin(hits[0].passage, store) if hits else None)


def pin(passage: Passage, store: Store) -> Pinpoint:
    """A passage with its words and its place."""
    card, place = store.card(passage.doc_id), store.place(passage)
    return Pinpoint(passage, store.text(passage), card.path, card.title, place.section, place.page)


def _find(
    quote: str, card: DocumentCard, store: Store, *, words: Collection[str], within: Collection[Span]
) -> Pinpoint | None:
    text = store.library.text(card.id)
    folded = fold_text(text).casefold()
    if not all(word in folded for word in words):
        return None
    for part in within or (Span(0, len(text)),):
        if span := locate_quotation(quote, part.slice(text)):
            return pin(Passage(card.id, Span(part.start + span.start, part.start + span.end)), store)
    return None
