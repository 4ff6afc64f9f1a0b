"""The stages of a retrieval, one after another, each leaving a step that says what it did."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Hit, Ranking, Step
from pincite.legal.languages import ENGLISH, known_language, question_language
from pincite.ports import Embedder, Highlighter, Reranker, SearchIndex
from pincite.retrieve.authority import Standing, weigh_standing
from pincite.retrieve.candidates import Method, Pool, gather, put_first, standardise
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.retrieve.highlight import Found, Highlights, highlight
from pincite.retrieve.narrow import (
    drop_near_duplicates,
    keep_above_threshold,
    keep_documents,
    keep_within,
    keep_within_tokens,
    weigh_documents,
)
from pincite.retrieve.route import Route, Router
from pincite.settings import RetrievalSettings
from pincite.tokens import count_tokens

# How many candidates a step lists for `--explain`.
_SHOWN = 20
# What the title's share of the subject adds to a candidate's standard score, and what each level takes away; and the
# same for the chance of a span.
_SUBJECT, _LEVEL = 2.0, 0.8
_SPAN_SUBJECT, _SPAN_LEVEL = 0.1, 0.05
# A query is a question, not a document: what lies beyond is not read.
_LONGEST_QUERY = 4000


@dataclass(slots=True)
class _Trace:
    """The steps and seconds of one retrieval."""

    explain: bool
    steps: list[Step] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    _began: float = field(default_factory=time.perf_counter)

    def note(self, stage: str, words: str, rows: Callable[[], tuple[dict[str, Any], ...]] = tuple) -> None:
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._began
        if self.explain:
            self.steps.append(Step(stage, words, rows()))
        self._began = time.perf_counter()


class StagedRetriever:
    """Routes, gathers, narrows and ranks; which of these it does, the settings say."""

    def __init__(
        self,
        index: SearchIndex,
        embedder: Embedder,
        settings: RetrievalSettings,
        *,
        highlighter: Highlighter | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._router = Router(index)
        self._settings = settings
        self._highlighter = highlighter if settings.results == "spans" else None
        self._reranker = reranker
        self._vectors: dict[str, Any] = {}

    def retrieve(
        self,
        query: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        layer: Layer = Layer.CHUNK,
        explain: bool = False,
    ) -> Ranking:
        """Rank the passages that answer a query, best first; or the sections or documents that are about it."""
        trace = _Trace(explain)
        asked = query.strip()[:_LONGEST_QUERY]
        if not asked or not self._index.cards:
            return Ranking(query, (), (Step("query", "empty query" if not asked else "the store is empty"),))
        found = self._route(asked, filters, trace)
        if layer is not Layer.CHUNK:
            return self._whole(query, found, layer, k or self._settings.k, trace)
        found, foreign = self._keep_language(found, trace)
        pool = self._gather(found, trace, method="bm25" if foreign else self._settings.method)
        if filters.within:
            pool = keep_within(pool, self._index, filters.within)
            trace.note("within", f"{len(pool)} candidates lie in the provision asked about")
        if self._highlighter is not None and len(pool) and not foreign:
            pool = self._rerank(pool, found.question, trace)
            pool, favour = self._prefer(pool, found, trace)
            seen = highlight(
                found.question, pool, self._index, self._highlighter, windows=self._settings.windows, favour=favour
            )
            return replace(self._highlighted(query, seen, k or self._settings.k, trace), absent=found.absent)
        pool = self._narrow(pool, found.question, k or self._settings.k, trace)
        hits = tuple(
            Hit(self._index.passage(row), score, rank, row)
            for rank, (row, score) in enumerate(zip(pool.rows.tolist(), pool.score.tolist(), strict=True), start=1)
        )
        return Ranking(query, hits, tuple(trace.steps), trace.seconds, absent=found.absent)

    def _prefer(self, pool: Pool, found: Route, trace: _Trace) -> tuple[Pool, dict[str, float]]:
        """The candidates with what speaks for their documents added, where the question names none of them."""
        doc_ids = [self._index.passage(row).doc_id for row in pool.rows.tolist()]
        cards = [card for card in self._index.cards if card.id in set(doc_ids)]
        standing = weigh_standing(found.question, cards)
        ordered = len({one.level for one in standing.values()}) > 1 or any(one.subject for one in standing.values())
        if found.doc_ids or not ordered:
            return pool, {}
        extra = np.array(
            [_SUBJECT * standing[id].subject - _LEVEL * (standing[id].level - 1) for id in doc_ids], dtype=np.float32
        )
        score = standardise(pool.score) + extra
        pool = replace(pool, score=score).take(np.lexsort((pool.rows, -score)))
        trace.note("authority", "rules before directions before guides", lambda: self._standing(standing))
        favour = {id: _SPAN_SUBJECT * one.subject - _SPAN_LEVEL * (one.level - 1) for id, one in standing.items()}
        return pool, favour

    def _standing(self, standing: dict[str, Standing]) -> tuple[dict[str, Any], ...]:
        named = {card.id: card.path for card in self._index.cards}
        first = sorted(standing.items(), key=lambda pair: (-pair[1].subject, pair[1].level, named[pair[0]]))
        return tuple(
            {"document": named[id], "level": one.level, "subject": round(one.subject, 2)} for id, one in first[:_SHOWN]
        )

    def _highlighted(self, query: str, seen: Highlights, k: int, trace: _Trace) -> Ranking:
        """Exact spans first, then chunks."""
        found = seen.found[:k]
        hits = tuple(Hit(one.passage, one.score, i, one.row, one.exact) for i, one in enumerate(found, start=1))
        sure = sum(one.exact for one in found)
        trace.note(
            "highlight",
            f"{seen.windows} windows read; {sure} exact spans, then {len(found) - sure} chunks by both models",
            lambda: self._marked(seen.found, k),
        )
        return Ranking(query, hits, tuple(trace.steps), trace.seconds, seen.relevance)

    def _marked(self, found: Sequence[Found], k: int) -> tuple[dict[str, Any], ...]:
        named = {card.id: card.path for card in self._index.cards}
        return tuple(
            {
                "document": named[one.passage.doc_id],
                "span": [one.passage.span.start, one.passage.span.end],
                "kind": "exact" if one.exact else "chunk",
                "score": round(one.score, 4),
                "kept": "yes" if rank <= k else f"no: beyond k = {k}",
            }
            for rank, one in enumerate(found[:_SHOWN], start=1)
        )

    def _route(self, query: str, filters: Filters, trace: _Trace) -> Route:
        allowed = filters.choose(self._index.cards) if filters else None
        if allowed is not None:
            trace.note("filter", f"{len(allowed)} of {len(self._index.cards)} documents meet the filters")
        match self._settings.route:
            case "auto":
                found = self._router.route(query)
            case "documents":
                found = self._nearest_documents(query, allowed)
            case "never":
                found = Route((), query, "routing is off")
        chosen: Collection[str] = found.doc_ids
        if allowed is not None:
            chosen = [id for id in found.doc_ids if id in allowed] or allowed
        trace.note("route", f"{found.why}; asked: “{found.question}”", lambda: self._named(found.scores))
        if allowed is not None and not chosen:
            return Route(("",), "", "")
        return Route(tuple(chosen), found.question, found.why, absent="" if allowed is not None else found.absent)

    def _nearest_documents(self, query: str, allowed: Collection[str] | None) -> Route:
        """The documents whose summaries are nearest to a query: the first of two steps down the layers."""
        near = self._near(query, Layer.DOCUMENT, self._settings.max_source_documents, allowed)
        scores = tuple((passage.doc_id, score) for passage, score in near)
        return Route(tuple(id for id, _ in scores), query, f"nearest by summary: {len(scores)} documents", scores)

    def _near(
        self, question: str, layer: Layer, k: int, doc_ids: Collection[str] | None
    ) -> list[tuple[Passage, float]]:
        """The rows of a layer nearest to a question, of all documents or of those named."""
        vector = self._vector(question)
        rows = k if doc_ids is None else sum(len(self._index.rows_of(card.id, layer)) for card in self._index.cards)
        found = (
            (self._index.passage(candidate.row, layer), candidate.score)
            for candidate in self._index.dense(vector, k=max(rows, 1), layer=layer)
        )
        return [pair for pair in found if doc_ids is None or pair[0].doc_id in doc_ids][:k]

    def _vector(self, question: str) -> Any:
        """A question's vector, made once: a hosted embedder is paid for each."""
        if question not in self._vectors:
            self._vectors[question] = self._embedder.embed_queries([question])[0]
        return self._vectors[question]

    def _whole(self, query: str, found: Route, layer: Layer, k: int, trace: _Trace) -> Ranking:
        """Whole sections or documents, by what their summaries say."""
        near = self._near(found.question, layer, k, set(found.doc_ids) or None)
        trace.note("candidates", f"{len(near)} by the {layer} layer", lambda: self._named_rows(near))
        hits = tuple(Hit(passage, score, rank) for rank, (passage, score) in enumerate(near, start=1))
        return Ranking(query, hits, tuple(trace.steps), trace.seconds)

    def _keep_language(self, found: Route, trace: _Trace) -> tuple[Route, bool]:
        """The route to documents in the question's language, and whether that is one the models do not read."""
        cards = [card for card in self._index.cards if not found.doc_ids or card.id in found.doc_ids]
        spoken = {card.id: known_language(card.language) for card in cards}
        languages = set(spoken.values())
        asked = next(iter(languages)) if len(languages) == 1 else question_language(found.question, languages)
        if asked is None or asked == ENGLISH:
            return found, False
        kept = tuple(id for id, language in spoken.items() if language == asked)
        trace.note("language", f"asked in “{asked}”: {len(kept)} of {len(cards)} documents, by their words alone")
        return replace(found, doc_ids=kept), True

    def _gather(self, found: Route, trace: _Trace, *, method: Method) -> Pool:
        settings = self._settings
        if found.doc_ids == ("",):
            empty = np.zeros(0, dtype=np.float32)
            return Pool(np.zeros(0, dtype=np.int64), empty, empty, empty)
        vector = None
        if method != "bm25":
            vector = self._vector(found.question)
            trace.note("embed", "the question was embedded")
        pool = gather(
            vector,
            found.question,
            self._index,
            method=method,
            fusion=settings.fusion,
            dense_weight=settings.dense_weight,
            size=settings.pool,
            doc_ids=found.doc_ids or None,
        )
        trace.note("candidates", f"{len(pool)} candidates by {method}", lambda: self._shown(pool))
        return pool

    def _narrow(self, pool: Pool, question: str, k: int, trace: _Trace) -> Pool:
        settings = self._settings
        if settings.document_filter:
            pool = self._keep_best_documents(pool.take(np.arange(min(2 * k, len(pool)))), trace)
        if settings.threshold != "none":
            before, allowed = pool, f"{settings.threshold_value} ({settings.threshold})"
            pool = keep_above_threshold(
                pool, kind=settings.threshold, value=settings.threshold_value, at_least=settings.min_chunks
            )
            why = f"more than {allowed} below the best"
            trace.note("threshold", f"{len(pool)} left within {allowed} of the best", self._judged(before, pool, why))
        if settings.collapse:
            before = pool.take(np.arange(min(4 * k, len(pool))))
            pool = drop_near_duplicates(before, text=self._text, alike=settings.collapse)
            why = "its words are nearly those of a better one"
            trace.note("collapse", f"{len(pool)} left without near-duplicates", self._judged(before, pool, why))
        pool = self._rerank(pool, question, trace)
        if settings.token_baseline:
            before, most = pool, settings.token_baseline
            pool = keep_within_tokens(pool, limit=most, count=lambda row: count_tokens(self._text(row)))
            why = f"beyond {most} tokens"
            trace.note("tokens", f"{len(pool)} left within {most} tokens", self._judged(before, pool, why))
        before, pool = pool, pool.take(np.arange(min(k, len(pool))))
        trace.note("k", f"{len(pool)} returned", self._judged(before, pool, f"beyond k = {k}"))
        return pool

    def _keep_best_documents(self, pool: Pool, trace: _Trace) -> Pool:
        most = self._settings.max_source_documents
        worth = weigh_documents(pool, self._index)
        kept = keep_documents(pool, self._index, list(worth)[:most])

        def documents() -> tuple[dict[str, Any], ...]:
            shown = self._named(list(worth.items())[:_SHOWN])
            why = f"no: {most} are better"
            return tuple({**one, "kept": "yes" if i < most else why} for i, one in enumerate(shown))

        trace.note("documents", f"{len(kept)} left of the best {most} of {len(worth)} documents", documents)
        return kept

    def _rerank(self, pool: Pool, question: str, trace: _Trace) -> Pool:
        """The best candidates in the reranker's order, then the others in theirs."""
        if self._reranker is None or not len(pool):
            return pool
        texts = [self._text(row) for row in pool.rows[: self._settings.rerank].tolist()]
        pool = put_first(pool, np.array(self._reranker.rerank(question, texts), dtype=np.float32))
        trace.note("rerank", f"the best {len(texts)} of {len(pool)} scored anew", lambda: self._shown(pool))
        return pool

    def _text(self, row: int) -> str:
        passage = self._index.passage(row)
        return passage.span.slice(self._index.text(passage.doc_id))

    def _named(self, scores: Sequence[tuple[str, float]]) -> tuple[dict[str, Any], ...]:
        named = {card.id: card.path for card in self._index.cards}
        return tuple({"document": named[id], "score": round(score, 3)} for id, score in scores)

    def _named_rows(self, near: Sequence[tuple[Passage, float]]) -> tuple[dict[str, Any], ...]:
        named = {card.id: card.path for card in self._index.cards}
        return tuple(
            {"document": named[at.doc_id], "span": [at.span.start, at.span.end], "score": round(score, 4)}
            for at, score in near[:_SHOWN]
        )

    def _judged(self, before: Pool, after: Pool, why: str) -> Callable[[], tuple[dict[str, Any], ...]]:
        """The candidates before a step, each with whether it was kept and, where not, why."""

        def rows() -> tuple[dict[str, Any], ...]:
            kept = set(after.rows.tolist())
            verdicts = ("yes" if row in kept else f"no: {why}" for row in before.rows[:_SHOWN].tolist())
            return tuple(
                {**shown, "kept": verdict} for shown, verdict in zip(self._shown(before), verdicts, strict=True)
            )

        return rows

    def _shown(self, pool: Pool) -> tuple[dict[str, Any], ...]:
        named = {card.id: card.path for card in self._index.cards}
        rows = []
        for i, row in enumerate(pool.rows[:_SHOWN].tolist()):
            passage: Passage = self._index.passage(row)
            rows.append(
                {
                    "document": named[passage.doc_id],
                    "span": [passage.span.start, passage.span.end],
                    "dense": round(float(pool.dense[i]), 4),
                    "lexical": round(float(pool.lexical[i]), 3),
                    "score": round(float(pool.score[i]), 4),
                }
            )
        return tuple(rows)
