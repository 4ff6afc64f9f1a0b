"""Evidence: what a search found for an answer, read again, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.confidence import EvidenceSignals, is_answered, read_signals, stated_chance
from pincite.answer.context import assemble_context
from pincite.answer.quotations.actors_clause import with_actors_clause
from pincite.answer.quotations.better_clause import with_better_clause
from pincite.answer.quotations.contents import drop_contents
from pincite.answer.quotations.evidence import keep_to_one, point_at_sentences, weigh_evidence
from pincite.answer.quotations.labelled_value import with_labelled_value
from pincite.answer.quotations.others_act import with_others_act
from pincite.answer.quotations.regime_clause import with_regime_clause
from pincite.answer.quotations.reread import READ, reread
from pincite.answer.quotations.scoped_rule import with_general_rule
from pincite.answer.quotations.timed_clause import with_timed_clause
from pincite.answer.quotations.word_evidence import point_at_words
from pincite.domain.answer import AnswerContext
from pincite.domain.hit import Ranking
from pincite.legal.languages import ENGLISH, known_language
from pincite.pipeline.asking.reading_question import reading_question
from pincite.pipeline.searchable_store import SearchableStore
from pincite.ports import Verifier
from pincite.retrieve.filters import Filters
from pincite.settings import RetrievalSettings


@dataclass(frozen=True, slots=True)
class FoundEvidence:
    """What a search found for an answer, and the chance that it is right."""

    ranking: Ranking
    context: AnswerContext
    signals: EvidenceSignals | None
    confidence: float

    def answers(self, threshold: float) -> bool:
        """Whether it is worth an answer; with a threshold of 0 it is, whatever it is worth."""
        doubtful = threshold > 0 and self.signals is not None and not is_answered(self.signals)
        return bool(self.context.sources) and self.confidence >= threshold and not doubtful

    def less(self, doc_ids: Sequence[str]) -> FoundEvidence:
        """The evidence without what some documents say, unless the best of it is theirs."""
        best = self.context.best_evidence
        if best is None or best[1].passage.doc_id in doc_ids:
            return self
        kept = (replace(one, evidence=()) if one.passage.doc_id in doc_ids else one for one in self.context.sources)
        return replace(self, context=replace(self.context, sources=tuple(kept)))


class EvidenceReader:
    """Reads what a search found: the words that answer best, and what they are worth."""

    def __init__(self, store: SearchableStore, verifier: Verifier | None) -> None:
        self._store = store
        self._verifier = verifier

    def search(
        self,
        question: str,
        filters: Filters,
        *,
        k: int | None,
        explain: bool = False,
        settings: RetrievalSettings | None = None,
    ) -> Ranking:
        """Search for as many passages as are read again, or as are asked for."""
        most = max(k or self._store.settings.retrieval.k, READ)
        return self._store.search(question, k=most, filters=filters, settings=settings, explain=explain)

    def read(self, question: str, found: Ranking, filters: Filters, *, k: int | None) -> FoundEvidence:
        """The evidence in the best of the passages that were found, as they are ranked when they are read again."""
        evidence = self._read(reading_question(self._store, question), found, filters, k=k)
        return replace(evidence, context=replace(evidence.context, question=question))

    def _read(self, question: str, found: Ranking, filters: Filters, *, k: int | None) -> FoundEvidence:
        most = k or self._store.settings.retrieval.k
        library, tokens = self._store.library, self._store.settings.answer.context_tokens
        again = reread(question, drop_contents(found.hits, library), library, self._verifier)
        # Exact words are the measure for what else is evidence.
        hits = [hit for hit in again.hits if hit.rank <= most or hit.exact]
        ranking = replace(found, hits=found.hits[:most])
        context = assemble_context(question, hits, library, tokens=tokens)
        if not any(source.evidence for source in context.sources):
            context = self._point(context)
        context = with_better_clause(keep_to_one(context), library, self._verifier)
        context = with_timed_clause(context, library, self._verifier, within=filters.within)
        context = with_actors_clause(context, library, self._verifier)
        context = with_others_act(context, library)
        general = context if filters.within else with_general_rule(context, library, self._verifier)
        regime = with_regime_clause(general, library, self._verifier, within=filters.within)
        weighed = self._weigh(ranking, with_labelled_value(regime, library, self._verifier), again.margin)
        if regime is context:
            return weighed
        # Which regime a question means is a guess where its clauses leave it open: it makes no answer surer.
        without = self._weigh(ranking, with_labelled_value(context, library, self._verifier), again.margin)
        return replace(weighed, confidence=min(weighed.confidence, without.confidence))

    def _weigh(self, ranking: Ranking, context: AnswerContext, margin: float | None) -> FoundEvidence:
        signals = read_signals(context, ranking, self._verifier, margin=margin)
        confidence = stated_chance(signals) if signals else weigh_evidence(context, relevance=ranking.relevance)
        return FoundEvidence(ranking, context, signals, confidence)

    def _point(self, context: AnswerContext) -> AnswerContext:
        """Mark the sentences that answer: by meaning, or by words for languages that the models do not read."""
        cited = {source.passage.doc_id for source in context.sources}
        languages = {doc_id: self._store.library.card(doc_id).language for doc_id in cited}
        spoken = {known_language(languages[source.passage.doc_id]) for source in context.sources}
        if spoken and ENGLISH not in spoken:
            return point_at_words(context, languages)
        if self._store.settings.embedder.kind == "none":
            return context
        return point_at_sentences(context, self._store.embedder)
