"""The stages of a retrieval, one after another, each leaving a step that says what it did."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Passage
from pincite.domain.hit import Hit, Ranking, Step
from pincite.legal.languages import ENGLISH, question_language
from pincite.ports import Embedder, Highlighter, Reranker
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.authority import prefer_standing, weigh_standing
from pincite.retrieve.candidates import Method, Pool, gather, put_first, standardise
from pincite.retrieve.documents import prefer_documents
from pincite.retrieve.explain import SHOWN, RetrievalTrace, StepRows
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.retrieve.highlight import Highlights, highlight
from pincite.retrieve.narrow import (
    drop_near_duplicates,
    keep_above_threshold,
    keep_documents,
    keep_within,
    keep_within_tokens,
    weigh_documents,
)
from pincite.retrieve.narrow_hits import narrow_hits, number_hits, within_tokens
from pincite.retrieve.route import NOTHING, Route, Router, by_language
from pincite.retrieve.sections import prefer_sections
from pincite.settings import RetrievalSettings
from pincite.tokens import count_tokens

# A query is a question, not a document: what lies beyond is not read.
_LONGEST_QUERY = 4000


class StagedRetriever:
    """Routes, gathers, narrows and ranks; which of these it does, the settings say."""

    def __init__(
        self,
        library: Library,
        backend: SearchBackend,
        *,
        embedder: Embedder,
        settings: RetrievalSettings,
        router: Router,
        highlighter: Highlighter | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._library = library
        self._rows = StepRows(library)
        self._backend = backend
        self._embedder = embedder
        self._router = router
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
        trace = RetrievalTrace(explain)
        asked = query.strip()[:_LONGEST_QUERY]
        if not asked or not self._library.cards:
            return Ranking(query, (), (Step("query", "empty query" if not asked else "the store is empty"),))
        found = self._route(asked, filters, trace)
        if layer is not Layer.CHUNK:
            return self._whole(query, found, layer, k or self._settings.k, trace)
        found, foreign = self._keep_language(found, trace)
        pool = self._gather(found, trace, method="bm25" if foreign else self._settings.method)
        if filters.within:
            pool = keep_within(pool, filters.within)
            trace.note("within", f"{len(pool)} candidates lie in the provision asked about")
        if self._highlighter is not None and len(pool) and not foreign:
            pool = self._prune(pool, k or self._settings.k, trace, whole=True)
            pool = self._rerank(pool, found.question, trace)
            pool = replace(pool, score=standardise(pool.score))
            pool, favour = self._prefer(pool, found, trace)
            pool = self._weigh_sections(pool, found, trace)
            windows = self._settings.windows if found.doc_ids else self._settings.open_windows
            seen = highlight(found.question, pool, self._library, self._highlighter, windows=windows, favour=favour)
            places = {chunk: place for place, chunk in enumerate(pool.chunks)}
            return replace(self._highlighted(query, seen, places, k or self._settings.k, trace), absent=found.absent)
        pool = self._narrow(pool, found.question, k or self._settings.k, trace)
        hits = tuple(
            Hit(chunk, score, rank, chunk)
            for rank, (chunk, score) in enumerate(zip(pool.chunks, pool.score.tolist(), strict=True), start=1)
        )
        return Ranking(query, hits, tuple(trace.steps), trace.seconds, absent=found.absent)

    def _prefer(self, pool: Pool, found: Route, trace: RetrievalTrace) -> tuple[Pool, dict[str, float]]:
        """The candidates with the standing of their documents added, where the question names none of them."""
        doc_ids = [chunk.doc_id for chunk in pool.chunks]
        cards = [self._library.card(doc_id) for doc_id in dict.fromkeys(doc_ids)]
        standing = weigh_standing(found.question, cards)
        ordered = len({one.level for one in standing.values()}) > 1 or any(one.subject for one in standing.values())
        if found.doc_ids or not ordered:
            return pool, {}
        trace.note("authority", "rules before directions before guides", lambda: self._rows.standing(standing))
        return prefer_standing(pool, standing)

    def _weigh_sections(self, pool: Pool, found: Route, trace: RetrievalTrace) -> Pool:
        """The candidates with how near their sections are added."""
        if self._settings.method == "bm25":
            return pool
        pool = prefer_sections(pool, self._vector(found.question), self._backend, documents=found.doc_ids)
        trace.note("sections", "candidates whose sections are near come first", lambda: self._rows.pool(pool))
        if found.doc_ids:
            return pool
        fitting = prefer_documents(pool, found.question, self._vector(found.question), self._backend)
        trace.note("fit", "candidates whose documents fit the question come first", lambda: self._rows.pool(fitting))
        return fitting

    def _highlighted(
        self, query: str, seen: Highlights, places: Mapping[Passage, int], k: int, trace: RetrievalTrace
    ) -> Ranking:
        """Exact spans first, then chunks."""
        found = seen.found[:k]
        hits = number_hits(
            [Hit(one.passage, one.score, 0, one.chunk, one.exact, one.best, places[one.chunk]) for one in found]
        )
        sure = sum(one.exact for one in found)
        trace.note(
            "highlight",
            f"{seen.windows} windows read; {sure} exact spans, then {len(found) - sure} chunks by both models",
            lambda: self._rows.highlighted(seen.found, k),
        )
        hits = self._limit_tokens(hits, trace)
        return Ranking(
            query,
            hits,
            tuple(trace.steps),
            trace.seconds,
            seen.relevance,
            lead=seen.lead,
            likely=seen.likely,
            compared=seen.compared,
            place=seen.place,
        )

    def _limit_tokens(self, hits: Sequence[Hit], trace: RetrievalTrace) -> tuple[Hit, ...]:
        """The hits from the top that fit into the limit of tokens, if there is one."""
        most = self._settings.token_baseline
        if not most:
            return tuple(hits)
        kept = within_tokens(hits, limit=most, count=lambda passage: count_tokens(self._text(passage)))
        trace.note(
            "tokens", f"{len(kept)} left within {most} tokens", self._chosen(hits, kept, f"beyond {most} tokens")
        )
        return tuple(kept)

    def _chosen(
        self, before: Sequence[Hit], after: Sequence[Hit], why: str
    ) -> Callable[[], tuple[dict[str, Any], ...]]:
        """The hits before a step, each with whether it was kept and, where not, why."""

        def rows() -> tuple[dict[str, Any], ...]:
            kept = {hit.passage for hit in after}
            shown = self._rows.passages([(hit.passage, hit.score) for hit in before])
            verdicts = ("yes" if hit.passage in kept else f"no: {why}" for hit in before[:SHOWN])
            return tuple({**row, "kept": verdict} for row, verdict in zip(shown, verdicts, strict=True))

        return rows

    def _route(self, query: str, filters: Filters, trace: RetrievalTrace) -> Route:
        allowed = filters.choose(self._library.cards) if filters else None
        if allowed is not None:
            trace.note("filter", f"{len(allowed)} of {len(self._library.cards)} documents meet the filters")
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
        trace.note("route", f"{found.why}; asked: “{found.question}”", lambda: self._rows.documents(found.scores))
        if allowed is not None and not chosen:
            return Route(NOTHING, "", "")
        absent, loose = ("", False) if allowed is not None else (found.absent, found.loose)
        return Route(tuple(chosen), found.question, found.why, absent=absent, loose=loose)

    def _nearest_documents(self, query: str, allowed: Collection[str] | None) -> Route:
        """The documents whose summaries are nearest to a query: the first of two steps down the layers."""
        near = self._near(query, Layer.DOCUMENT, self._settings.max_source_documents, allowed)
        scores = tuple((passage.doc_id, score) for passage, score in near)
        return Route(tuple(id for id, _ in scores), query, f"nearest by summary: {len(scores)} documents", scores)

    def _near(
        self, question: str, layer: Layer, k: int, doc_ids: Collection[str] | None
    ) -> list[tuple[Passage, float]]:
        """The passages of a layer nearest to a question, of all documents or of those named."""
        found = self._backend.nearest(self._vector(question), k=k, layer=layer, documents=doc_ids)
        return [(one.passage, one.score) for one in found]

    def _vector(self, question: str) -> Any:
        """A question's vector, made once: a hosted embedder is paid for each."""
        if question not in self._vectors:
            self._vectors[question] = self._embedder.embed_queries([question])[0]
        return self._vectors[question]

    def _whole(self, query: str, found: Route, layer: Layer, k: int, trace: RetrievalTrace) -> Ranking:
        """Whole sections or documents, by what their summaries say."""
        settings = self._settings
        # What may drop some needs more to choose from.
        reach = 4 * k if settings.document_filter or settings.collapse else k
        near = self._near(found.question, layer, reach, set(found.doc_ids) or None)
        trace.note("candidates", f"{len(near)} by the {layer} layer", lambda: self._rows.passages(near))
        narrowed = narrow_hits(
            [Hit(passage, score, 0) for passage, score in near],
            settings,
            text=self._text,
            note=lambda stage, words, before, after, why: trace.note(stage, words, self._chosen(before, after, why)),
        )
        hits = self._limit_tokens(number_hits(narrowed[:k]), trace)
        return Ranking(query, hits, tuple(trace.steps), trace.seconds)

    def _keep_language(self, found: Route, trace: RetrievalTrace) -> tuple[Route, bool]:
        """The route to documents in the question's language, and whether that is one the models do not read."""
        if found.doc_ids == NOTHING:
            return found, False
        spoken = self._router.languages if not found.doc_ids else by_language(map(self._library.card, found.doc_ids))
        own = {self._library.card(doc_id).language or ENGLISH for doc_id in found.doc_ids}
        if found.loose and ENGLISH not in own and question_language(found.question, {*own, ENGLISH}) == ENGLISH:
            # Words that only happen to stand in its name do not make a Welsh rule answer an English question.
            return replace(found, doc_ids=()), False
        asked = next(iter(spoken)) if len(spoken) == 1 else question_language(found.question, spoken)
        if asked is None or asked == ENGLISH:
            return found, False
        kept, all_ = spoken[asked], sum(map(len, spoken.values()))
        trace.note("language", f"asked in “{asked}”: {len(kept)} of {all_} documents, by their words alone")
        return replace(found, doc_ids=kept), True

    def _gather(self, found: Route, trace: RetrievalTrace, *, method: Method) -> Pool:
        settings = self._settings
        if found.doc_ids == NOTHING:
            empty = np.zeros(0, dtype=np.float32)
            return Pool((), empty, empty, empty)
        vector = None
        if method != "bm25":
            vector = self._vector(found.question)
            trace.note("embed", "the question was embedded")
        pool = gather(
            vector,
            found.question,
            self._backend,
            method=method,
            fusion=settings.fusion,
            dense_weight=settings.dense_weight,
            size=settings.pool,
            doc_ids=found.doc_ids or None,
        )
        trace.note("candidates", f"{len(pool)} candidates by {method}", lambda: self._rows.pool(pool))
        return pool

    def _prune(self, pool: Pool, k: int, trace: RetrievalTrace, *, whole: bool = False) -> Pool:
        """The candidates less what the settings leave out.

        As a rule only the best few times k are looked at; `whole` keeps the others too, for a model that reads on.
        """
        settings = self._settings
        if settings.document_filter:
            pool = self._keep_best_documents(pool, 2 * k, trace, whole=whole)
        if settings.threshold != "none":
            before, allowed = pool, f"{settings.threshold_value} ({settings.threshold})"
            pool = keep_above_threshold(
                pool, kind=settings.threshold, value=settings.threshold_value, at_least=settings.min_chunks
            )
            why = f"more than {allowed} below the best"
            trace.note(
                "threshold", f"{len(pool)} left within {allowed} of the best", self._rows.kept(before, pool, why)
            )
        if settings.collapse:
            before = pool if whole else pool.take(np.arange(min(4 * k, len(pool))))
            pool = drop_near_duplicates(before, text=self._text, alike=settings.collapse)
            why = "its words are nearly those of a better one"
            trace.note("collapse", f"{len(pool)} left without near-duplicates", self._rows.kept(before, pool, why))
        return pool

    def _narrow(self, pool: Pool, question: str, k: int, trace: RetrievalTrace) -> Pool:
        settings = self._settings
        pool = self._rerank(self._prune(pool, k, trace), question, trace)
        if settings.token_baseline:
            before, most = pool, settings.token_baseline
            pool = keep_within_tokens(pool, limit=most, count=lambda chunk: count_tokens(self._text(chunk)))
            why = f"beyond {most} tokens"
            trace.note("tokens", f"{len(pool)} left within {most} tokens", self._rows.kept(before, pool, why))
        before, pool = pool, pool.take(np.arange(min(k, len(pool))))
        trace.note("k", f"{len(pool)} returned", self._rows.kept(before, pool, f"beyond k = {k}"))
        return pool

    def _keep_best_documents(self, pool: Pool, first: int, trace: RetrievalTrace, *, whole: bool) -> Pool:
        """The candidates of the best documents, by the first candidates; of those alone, or of all (`whole`)."""
        most = self._settings.max_source_documents
        seen = pool.take(np.arange(min(first, len(pool))))
        worth = weigh_documents(seen)
        kept = keep_documents(pool if whole else seen, list(worth)[:most])

        def documents() -> tuple[dict[str, Any], ...]:
            shown = self._rows.documents(list(worth.items())[:SHOWN])
            why = f"no: {most} are better"
            return tuple({**one, "kept": "yes" if i < most else why} for i, one in enumerate(shown))

        trace.note("documents", f"{len(kept)} left of the best {most} of {len(worth)} documents", documents)
        return kept

    def _rerank(self, pool: Pool, question: str, trace: RetrievalTrace) -> Pool:
        """The best candidates in the reranker's order, then the others in theirs."""
        if self._reranker is None or not len(pool):
            return pool
        texts = [self._text(chunk) for chunk in pool.chunks[: self._settings.rerank]]
        pool = put_first(pool, np.array(self._reranker.rerank(question, texts), dtype=np.float32))
        trace.note("rerank", f"the best {len(texts)} of {len(pool)} scored anew", lambda: self._rows.pool(pool))
        return pool

    def _text(self, passage: Passage) -> str:
        return passage.span.slice(self._library.text(passage.doc_id))
