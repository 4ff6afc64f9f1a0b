"""Searches on the wire."""

from __future__ import annotations

from pydantic import Field

from pincite.domain.chunk import Layer
from pincite.domain.hit import Hit, Ranking
from pincite.legal.pinpoints import pinpoint
from pincite.pipeline.store import Store
from pincite.render.wire.base import WireModel, WireSpan, WireStep, pair


class WireHit(WireModel):
    """A passage or section that was found; `exact` says that just these characters were marked as the answer."""

    rank: int
    score: float
    document: str
    doc_id: str
    span: WireSpan
    title: str | None
    section: str
    pinpoint: str
    page: int | None
    exact: bool
    text: str

    @classmethod
    def of(cls, hit: Hit, store: Store) -> WireHit:
        """Convert a hit to its wire record."""
        card, place = store.card(hit.passage.doc_id), store.place(hit.passage)
        return cls(
            rank=hit.rank,
            score=hit.score,
            document=card.path,
            doc_id=card.id,
            span=pair(hit.passage.span),
            title=card.title,
            section=place.section,
            pinpoint=pinpoint(place.section),
            page=place.page,
            exact=hit.exact,
            text=store.text(hit.passage),
        )


class WireDocumentHit(WireModel):
    """A document that was found."""

    rank: int
    score: float
    document: str
    doc_id: str
    span: WireSpan
    title: str | None
    summary: str

    @classmethod
    def of(cls, hit: Hit, store: Store) -> WireDocumentHit:
        """Convert a document to its wire record."""
        card = store.card(hit.passage.doc_id)
        return cls(
            rank=hit.rank,
            score=hit.score,
            document=card.path,
            doc_id=card.id,
            span=pair(hit.passage.span),
            title=card.title,
            summary=card.summary,
        )


class WireRanking(WireModel):
    """What a search found, best first, and how it came to it."""

    query: str
    hits: list[WireHit] | list[WireDocumentHit]
    steps: list[WireStep]
    seconds: dict[str, float]
    absent: str = Field(default="", description="says that what the query names is not in the store")

    @classmethod
    def of(cls, ranking: Ranking, store: Store, *, layer: Layer = Layer.CHUNK) -> WireRanking:
        """Convert a ranking to its wire record."""
        hits: list[WireHit] | list[WireDocumentHit]
        if layer is Layer.DOCUMENT:
            hits = [WireDocumentHit.of(hit, store) for hit in ranking.hits]
        else:
            hits = [WireHit.of(hit, store) for hit in ranking.hits]
        return cls(
            query=ranking.query,
            hits=hits,
            steps=[WireStep.of(step) for step in ranking.steps],
            seconds=ranking.seconds,
            absent=ranking.absent,
        )
