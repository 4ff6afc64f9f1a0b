"""An answer that is one quotation of one document: a fact or a definition that stands in one place."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Ranking
from pincite.legal.quotations import put_in_marks
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span


def quote_one(
    store: SearchableStore,
    card: DocumentCard,
    span: Span,
    ranking: Ranking,
    *,
    answerer: str,
    reliability: float,
    seconds: Mapping[str, float],
    short: str = "",
) -> Answer:
    """Answer with the words of a span; `reliability` is how often such words are right, and the confidence."""
    passage = Passage(card.id, span)
    quote = span.slice(store.library.text(card.id))
    text = f"{short} {put_in_marks(' '.join(quote.split()))} [1]".lstrip()
    place = store.library.place(passage)
    citation = Citation(
        number=1,
        passage=passage,
        quote=quote,
        document=card.path,
        claim=Span(0, len(text)),
        title=card.title,
        section=place.section,
        page=place.page,
        boxes=store.library.reading(card.id).doc.boxes(span) if place.page else (),
        score=reliability,
    )
    return Answer(
        ranking.query,
        text,
        found=True,
        confidence=reliability,
        citations=(citation,),
        answerer=answerer,
        seconds=dict(seconds),
        ranking=ranking,
        short=short,
    )
