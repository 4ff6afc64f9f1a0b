"""Questions into answers: search, assemble, draft, verify, and say so where nothing holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from pincite.answer.compose import Composer
from pincite.answer.context import assemble_context
from pincite.answer.definitions import asks_for_figure, follow_term
from pincite.answer.evidence import point_at_sentences, weigh_evidence
from pincite.answer.extractive import ExtractiveAnswerer
from pincite.answer.follow_up import needs_history, stand_alone
from pincite.answer.verify import check_claim
from pincite.domain.answer import NOT_FOUND, Answer, CheckedClaim, Context, Draft
from pincite.domain.document import Box, Passage
from pincite.domain.hit import Ranking
from pincite.domain.usage import Usage
from pincite.errors import ModelError
from pincite.ports import Answerer, Embedder, Rewriter, Verifier
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.settings import Settings
from pincite.store.open_store import OpenStore

Told = Callable[[str], None]
# An answer that is likelier wrong than right says so.
_WEAK = 0.5


class Searched(Protocol):
    """A store as answering sees it."""

    settings: Settings

    @property
    def index(self) -> OpenStore:
        """The documents as they are stored and indexed."""
        ...

    @property
    def embedder(self) -> Embedder:
        """The embedder the store was made with."""
        ...

    def search(
        self, query: str, *, k: int | None = None, filters: Filters = NO_FILTERS, explain: bool = False
    ) -> Ranking:
        """The passages that answer a query."""
        ...


@dataclass(slots=True)
class _Clock:
    """Seconds of each stage."""

    seconds: dict[str, float] = field(default_factory=dict)
    _began: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage] = now - self._began
        self._began = now


class Asking:
    """A store with an answerer, to be asked any number of questions."""

    def __init__(self, store: Searched, answerer: Answerer, *, verifier: Verifier | None = None) -> None:
        self._store = store
        self._answerer = answerer
        self._verifier = verifier

    @property
    def answerer(self) -> Answerer:
        """Who drafts the answers."""
        return self._answerer

    def ask(
        self,
        question: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        explain: bool = False,
        told: Told | None = None,
    ) -> Answer:
        """The answer to a question: every claim verified and cited, or an honest "not found"."""
        clock = _Clock()
        settings = self._store.settings.answer
        ranking = self._store.search(question, k=k, filters=filters, explain=explain)
        clock.lap("search")
        context = assemble_context(question, ranking.hits, self._store.index, tokens=settings.context_tokens)
        if not any(source.evidence for source in context.sources) and self._store.settings.embedder.kind != "none":
            context = point_at_sentences(context, self._store.embedder)
        clock.lap("context")
        confidence = weigh_evidence(context, relevance=ranking.relevance)
        blank = Answer(
            question,
            NOT_FOUND,
            found=False,
            confidence=confidence,
            sources=context.sources,
            answerer=self._answerer.name,
            seconds=clock.seconds,
            ranking=ranking,
        )
        if not context.sources or confidence < settings.threshold:
            return replace(blank, note="The evidence is too weak for an answer; the nearest passages are listed.")
        answer = self._answer(self._with_definition(context), blank, told=told)
        clock.lap("answer")
        return answer

    def stand_alone(self, question: str, history: Sequence[tuple[str, str]]) -> str:
        """A follow-up question as it can be understood without what was said before."""
        if not history or not needs_history(question):
            return question
        if isinstance(self._answerer, Rewriter):
            try:
                return self._answerer.rewrite(question, history)
            except ModelError:
                return stand_alone(question, history)
        return stand_alone(question, history)

    def _answer(self, context: Context, blank: Answer, *, told: Told | None) -> Answer:
        note, answerer = "", self._answerer
        try:
            checked, usage = self._draft(answerer, context, told=told)
        except ModelError as error:
            # A provider that fails must not cost the reader the passages that were found.
            answerer = ExtractiveAnswerer()
            note = f"{error}; the passages are quoted instead."
            checked, usage = self._draft(answerer, context, told=None)
        composer = Composer(context, text=self._store.index.text, boxes=self._boxes, place=self._place)
        composed = composer.compose(checked, unsupported=self._store.settings.answer.unsupported)
        told_of = replace(
            blank, sources=context.sources, dropped=composed.failed, usage=usage, answerer=answerer.name, note=note
        )
        if not composed.citations:
            reason = "No claim of the draft could be verified" if checked else "The documents hold no answer"
            return replace(told_of, note=note or f"{reason}; the nearest passages are listed.")
        if not note and blank.confidence < _WEAK:
            note = "The evidence is weak: read the passages before you rely on them."
        return replace(told_of, text=composed.text, found=True, citations=composed.citations, note=note)

    def _draft(self, answerer: Answerer, context: Context, *, told: Told | None) -> tuple[list[CheckedClaim], Usage]:
        """The best of the drafts: one with faults is asked for again, with the faults named."""
        best: list[CheckedClaim] = []
        usage = Usage()
        rounds = 1 + (self._store.settings.answer.retries if answerer.mends else 0)
        for attempt in range(rounds):
            draft = answerer.answer(context, faults=[item for item in best if item.faults], told=told)
            usage += draft.usage
            checked = self._check(draft, context)
            best = checked if not attempt or _soundness(checked) > _soundness(best) else best
            if not any(item.faults for item in best):
                break
        return best, usage

    def _check(self, draft: Draft, context: Context) -> list[CheckedClaim]:
        least = self._store.settings.answer.support
        return [check_claim(claim, context, least_support=least, verifier=self._verifier) for claim in draft.claims]

    def _with_definition(self, context: Context) -> Context:
        """The context with the definition that holds the figure asked for, where the best words leave it to a term."""
        spots = [(score, source, span) for source in context.sources for span, score in source.evidence]
        if not spots or not asks_for_figure(context.question):
            return context
        score, best, span = max(spots, key=lambda spot: spot[0])
        doc_id = best.passage.doc_id
        text = self._store.index.text(doc_id)
        outline = self._store.index.reading(doc_id).outline
        definition = follow_term(span, outline, text, question=context.question)
        if definition is None:
            return context
        passage = Passage(doc_id, definition)
        section, page = self._place(passage)
        source = replace(
            best,
            passage=passage,
            text=definition.slice(text),
            section=section,
            page=page,
            evidence=((definition, score),),
        )
        ordered = [*context.sources[: best.number], source, *context.sources[best.number :]]
        return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(ordered, start=1)))

    def _place(self, passage: Passage) -> tuple[str, int | None]:
        place = self._store.index.place(passage)
        return place.section, place.page

    def _boxes(self, passage: Passage) -> tuple[Box, ...]:
        place = self._store.index.place(passage)
        return self._store.index.reading(passage.doc_id).doc.boxes(passage.span) if place.page else ()


def _soundness(checked: Sequence[CheckedClaim]) -> tuple[int, int]:
    sound = sum(not item.faults for item in checked)
    return sound, sound - len(checked)
