"""Which documents end within a time: "which contracts expire before 2025?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from pincite.answer.list_answer import JudgedDocument, QuotedPiece
from pincite.answer.questions.date_conditions import DateCondition
from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.values.comparable_sizes import is_optional
from pincite.domain.answer import Outcome
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard
from pincite.pipeline.asking.compare_values import compare_values
from pincite.pipeline.asking.each import FEW_WINDOWS, ask_each, whole_sentences
from pincite.pipeline.asking.judged import does_not, judged_as, meets_negated
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

# How likely the day on which a document ends is right, if it is found.
_END = 0.85
_WHEN_ENDS = "When does the agreement end?"
_NO_END = "no day found on which it ends"
# What ends then may go on after all.
_RENEWED = re.compile(r"\b(?:renew\w*|extend\w*|extension|successive|thereafter)\b", re.IGNORECASE)


def judge_ends(
    store: SearchableStore, when: DateCondition, cards: Sequence[DocumentCard], *, negated: bool
) -> list[JudgedDocument]:
    """The documents by the day on which they end: stated, or reckoned from a term and the day it begins."""
    judged = {card.id: _ending(store, card, when, negated=negated) for card in cards}
    silent = [card for card in cards if judged[card.id] is None]
    found = list(ask_each(store, _WHEN_ENDS, silent, windows=FEW_WINDOWS))
    found, sizes = compare_values(_WHEN_ENDS, found, store, ranked=True)
    for result, size in zip(found, sizes, strict=True):
        if size is None or result.best is None:
            judged[result.card.id] = judged_as(result.card, Outcome.UNSURE, 0.0, value=_NO_END)
        else:
            end = date.fromordinal(int(size)).isoformat()
            judged[result.card.id] = _ended(store, result.card, when, (end, result.best.span), negated=negated)
    return [one for one in judged.values() if one is not None]


def _ending(store: SearchableStore, card: DocumentCard, when: DateCondition, *, negated: bool) -> JudgedDocument | None:
    """A document by the one day on which its particulars say that it ends; None where they name none or several."""
    reading = store.library.reading(card.id)
    text = reading.doc.text
    ends = [one for one in reading.profile.dates if one.role == "expiry" and not is_optional(text, one.span)]
    if len({one.iso for one in ends}) != 1:
        return None
    own = cut_to_clause(text, whole_sentences(text, ends[0].span), reading.outline)
    span = after_heading_line(text, own, reading.outline)
    return _ended(store, card, when, (ends[0].iso, span), negated=negated)


def _ended(
    store: SearchableStore, card: DocumentCard, when: DateCondition, end: tuple[str, Span], *, negated: bool
) -> JudgedDocument:
    """A document that ends on a day, with the words that say so; unsure where it may be renewed."""
    day, span = end
    quotation = QuotedPiece(Passage(card.id, span), span.slice(store.library.text(card.id)))
    if _RENEWED.search(quotation.words):
        return judged_as(card, Outcome.UNSURE, 0.0, value=day)
    met = meets_negated(when.met_by(day), negated=negated)
    return judged_as(card, Outcome.YES, _END, value=day, pieces=(quotation,)) if met else does_not(card, day)
