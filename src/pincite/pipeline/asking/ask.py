"""Questions into answers: search, assemble the context, draft, verify; or "not found"."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from pincite.answer.compose import Composer
from pincite.answer.extractive import ExtractiveAnswerer
from pincite.answer.questions.follow_up_form import needs_history
from pincite.answer.questions.overview import asks_only, wants_overview
from pincite.answer.questions.question_front import read_front
from pincite.answer.questions.terse_fact import put_in_full
from pincite.answer.quotations.answering_item import keep_answering_items
from pincite.answer.quotations.answering_part import keep_answering_parts
from pincite.answer.quotations.bare_definitions import drop_bare_definitions
from pincite.answer.quotations.clauses import nearest_clauses, with_whole_clauses
from pincite.answer.quotations.defined_figure import with_defined_figure
from pincite.answer.quotations.further_evidence import drop_unrelated
from pincite.answer.quotations.plain_words import with_plain_words
from pincite.answer.quotations.see_also import call_documents, set_further_apart
from pincite.answer.quotations.sibling_clause import with_sibling
from pincite.answer.quotations.table_grid import TableGrid, read_grids
from pincite.answer.quotations.table_lack import find_lack
from pincite.answer.values.facts import may_ask_fact
from pincite.answer.values.set_elsewhere import find_place
from pincite.answer.values.short_answer import put_short_first
from pincite.answer.values.stated_value import lacks_value
from pincite.answer.values.term_end import may_ask_end
from pincite.answer.verification.verify import check_claim
from pincite.cancellation import checkpoint
from pincite.domain.answer import NOT_FOUND, Answer, AnswerContext, CheckedClaim, Draft, NoteKind, is_weak
from pincite.domain.chat import Turn
from pincite.domain.document import Box, Passage
from pincite.domain.usage import Usage
from pincite.errors import MissingKey, ModelError
from pincite.pipeline.asking.across import MultiDocumentPipeline
from pincite.pipeline.asking.ask_amendments import bring_amendments
from pincite.pipeline.asking.ask_exceptions import bring_exceptions
from pincite.pipeline.asking.ask_listed import answer_listed
from pincite.pipeline.asking.ask_parts import answer_apart, answer_parts, answer_subjects
from pincite.pipeline.asking.ask_provision import ProvisionFinder, ProvisionScope
from pincite.pipeline.asking.ask_references import bring_references
from pincite.pipeline.asking.ask_topic import answer_topic
from pincite.pipeline.asking.definition import answer_definition
from pincite.pipeline.asking.exception_question import answer_exception
from pincite.pipeline.asking.fact import answer_fact, doubt_other_end
from pincite.pipeline.asking.follow import FollowUps
from pincite.pipeline.asking.named_documents import named_documents
from pincite.pipeline.asking.other_party import doubt_other_party
from pincite.pipeline.asking.overview import Overview
from pincite.pipeline.asking.party_role import answer_party_role
from pincite.pipeline.asking.read_evidence import EvidenceReader, FoundEvidence
from pincite.pipeline.asking.role_question import by_role
from pincite.pipeline.asking.rule_family import of_family
from pincite.pipeline.asking.spoken_name import answer_spoken_name
from pincite.pipeline.asking.value_gap import say_no_value, without_gap
from pincite.pipeline.searchable_store import SearchableStore
from pincite.ports import Answerer, OnSources, OnToken, Rewriter, Verifier
from pincite.retrieve.filters import NO_FILTERS, Filters
from pincite.retrieve.route import is_loosely_named
from pincite.retrieve.spelling import Speller
from pincite.retrieve.spoken_names import has_own_word
from pincite.spans import Span


@dataclass(slots=True)
class _Clock:
    """Seconds of each stage."""

    seconds: dict[str, float] = field(default_factory=dict)
    _began: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage] = now - self._began
        self._began = now


class AskPipeline:
    """A store with an answerer, to be asked any number of questions."""

    def __init__(self, store: SearchableStore, answerer: Answerer, *, verifier: Verifier | None = None) -> None:
        self._store = store
        self._answerer = answerer
        self._verifier = verifier
        self._evidence = EvidenceReader(store, verifier)
        self._provisions = ProvisionFinder(store.library, store.router)
        self._speller = Speller(store.opened.backend)

    @property
    def answerer(self) -> Answerer:
        """The answerer that drafts the answers."""
        return self._answerer

    def ask(
        self,
        question: str,
        *,
        k: int | None = None,
        filters: Filters = NO_FILTERS,
        explain: bool = False,
        on_token: OnToken | None = None,
        on_sources: OnSources | None = None,
        each: bool = False,
    ) -> Answer:
        """The answer to a question: every claim verified and cited, or an honest "not found".

        `on_sources` gets what was found before anything is drafted from it. `each` asks the question of every document
        by itself, whether or not it reads as a question for several. The answer gives the question as it was read,
        with typos corrected.
        """
        question = self._speller.correct(question)
        searched, filters = of_family(self._store, put_in_full(read_front(question).searched()), filters)
        answer = self._ask(searched, k=k, filters=filters, explain=explain, each=each, tell=(on_token, on_sources))
        if isinstance(self._answerer, ExtractiveAnswerer) and answer.answerer == self._answerer.name and not each:
            answer = without_gap(answer_parts(answer, self._store, filters, self._ask_part), searched)
            answer = bring_amendments(answer, question, self._store.library)
        if not each and not filters.within:
            allowed = filters.choose(self._store.library.cards) if filters else None
            answer = self._provisions.with_lack(answer, searched, allowed=allowed)
        if not answer.found:
            # What was found may well be about the subject; it is no answer all the same.
            least = self._store.settings.answer.threshold
            answer = replace(answer, confidence=min(answer.confidence, least))
        return with_plain_words(replace(answer, question=question))

    def _ask_part(self, question: str, filters: Filters) -> Answer:
        return self._ask(question, k=None, filters=filters, explain=False, each=False, tell=(None, None))

    def _ask(
        self,
        question: str,
        *,
        k: int | None,
        filters: Filters,
        explain: bool,
        each: bool,
        tell: tuple[OnToken | None, OnSources | None],
    ) -> Answer:
        """The answer to a question in the form that is searched."""
        on_token, on_sources = tell
        if special := self._special(question, filters, each=each):
            return special
        clock = _Clock()
        settings = self._store.settings.answer
        provision = self._by_provision(question, filters, clock)
        if isinstance(provision, Answer):
            return provision
        if provision is not None:
            question, filters = provision
        question, filters = by_role(self._store, question, filters)
        found = self._evidence.search(question, filters, k=k, explain=explain)
        clock.lap("search")
        if not filters.within and (defined := answer_definition(self._store, question, found)):
            return replace(defined, seconds=clock.seconds | defined.seconds)
        evidence = self._evidence.read(question, found, filters, k=k)
        evidence = self._read_widely(evidence, question, filters, k=k, explain=explain)
        ranking, context, confidence = evidence.ranking, evidence.context, evidence.confidence
        clock.lap("context")
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
        if missing := self._without(blank, context, ranking.absent, within=filters.within):
            return missing
        if not evidence.answers(settings.threshold):
            weak = replace(blank, note_kind=NoteKind.TOO_WEAK)
            weak = replace(weak, sources=nearest_clauses(context, self._store.library, within=filters.within))
            return replace(weak, note="The evidence is too weak for an answer; the nearest passages are listed.")
        context = self._choose_quotations(context)
        if lacking := lacks_value(question, _quotations(context)):
            note = say_no_value(lacking, find_place(lacking, _quotations(context)))
            return self._lacking(blank, context, note, within=filters.within)
        if on_sources is not None:
            on_sources(ranking, context.sources)
        checkpoint()
        answer = self._answer(context, blank, weak=is_weak(confidence), on_token=on_token)
        clock.lap("answer")
        return answer

    def _read_widely(
        self, evidence: FoundEvidence, question: str, filters: Filters, *, k: int | None, explain: bool
    ) -> FoundEvidence:
        """The evidence of all documents in place of a few whose names only happen to have words of the question.

        It counts where it is surer, or where the few do not answer; what they say is not quoted beside it then.
        """
        if filters or not (few := self._loosely_named(question)):
            return evidence
        openly = self._store.settings.retrieval.model_copy(update={"route": "never"})
        wider = self._evidence.search(question, filters, k=k, settings=openly, explain=explain)
        other = self._evidence.read(question, wider, filters, k=k)
        least = self._store.settings.answer.threshold
        surer = other.confidence > evidence.confidence or not evidence.answers(least)
        if not (surer and other.answers(least) and not is_weak(other.confidence)):
            return evidence
        return other.less(few)

    def _loosely_named(self, question: str) -> Sequence[str]:
        """The documents that a question was asked of only because words of it happen to stand in their names."""
        if self._store.settings.retrieval.route != "auto":
            return ()
        route = self._store.router.route(question)
        loose = is_loosely_named(question, route)
        own = loose and has_own_word(question, route.doc_ids, self._store.opened.backend)
        return route.doc_ids if loose and not own else ()

    def _without(self, blank: Answer, context: AnswerContext, absent: str, *, within: Sequence[Span]) -> Answer | None:
        """Answer that a document is not in the store, or that a table lacks what is asked for."""
        if absent:
            return replace(blank, confidence=0.0, note=absent, note_kind=NoteKind.NOT_IN_STORE)
        lack = find_lack(context, self._store.library)
        return self._lacking(blank, context, lack, within=within) if lack else None

    def _lacking(self, blank: Answer, context: AnswerContext, note: str, *, within: Sequence[Span]) -> Answer:
        """Answer that what is asked for is stated nowhere, with what comes nearest."""
        sources = nearest_clauses(context, self._store.library, within=within)
        confidence = min(blank.confidence, self._store.settings.answer.threshold)
        return replace(blank, confidence=confidence, note=note, note_kind=NoteKind.NO_VALUE, sources=sources)

    def _choose_quotations(self, context: AnswerContext) -> AnswerContext:
        """Leave out what answers nothing beside the best evidence, and quote whole clauses."""
        library = self._store.library
        related = drop_unrelated(context, self._verifier, text=library.text)
        telling = drop_bare_definitions(related, library)
        parts = keep_answering_parts(telling, library, self._verifier)
        fewer = with_sibling(parts, library, self._verifier)
        apart = isinstance(self._answerer, ExtractiveAnswerer)
        chosen = with_whole_clauses(with_defined_figure(fewer, library), library, apart=apart)
        if lacks_value(context.question, _quotations(chosen)):
            # The value that is asked for may stand in what was left out.
            return with_whole_clauses(with_defined_figure(context, library), library, apart=apart)
        return keep_answering_items(chosen, library, self._verifier)

    def _by_provision(self, question: str, filters: Filters, clock: _Clock) -> Answer | tuple[str, Filters] | None:
        """Answer with the provisions that a question names by number or topic, or return where to search in one."""
        if filters.within:
            return None
        allowed = filters.choose(self._store.library.cards) if filters else None
        found = (
            answer_exception(self._store.library, self._provisions, question, allowed=allowed)
            or self._provisions.answer(question, allowed=allowed)
            or answer_topic(self._store, question, filters)
        )
        clock.lap("provision")
        if isinstance(found, ProvisionScope):
            return found.question, replace(filters, documents=(found.doc_id,), within=found.within)
        return replace(found, seconds=clock.seconds) if found else None

    def _across(self, question: str, filters: Filters, *, forced: bool) -> Answer | None:
        """The answer to a question for several documents."""
        if filters.within:
            return None
        return MultiDocumentPipeline(self._store).answer(question, filters=filters, forced=forced)

    def _special(self, question: str, filters: Filters, *, each: bool) -> Answer | None:
        """The answer to a question for several documents, or for what is known of one without a search."""
        if not each and (listed := answer_listed(self._store, question, filters)):
            return listed
        if across := self._across(question, filters, forced=each):
            return across
        quotes = isinstance(self._answerer, ExtractiveAnswerer) and not filters
        if not quotes:
            return self._of_one(question, filters)
        for answer_each in (answer_apart, answer_subjects):
            if apart := answer_each(question, self._store, self._ask_part):
                return apart
        named = answer_party_role(self._store, question) or answer_spoken_name(self._store, question)
        return named or self._of_one(question, filters)

    def _of_one(self, question: str, filters: Filters) -> Answer | None:
        """Answer with a summary or a fact from the particulars, if a question asks for just that."""
        summary = wants_overview(question)
        if filters or not (summary or may_ask_fact(question) or may_ask_end(question)):
            return None
        route, cards = named_documents(self._store, question)
        if summary and len(cards) > 1 and asks_only(question, names=" ".join(card.kind for card in cards)):
            return Overview(self._store).ambiguous(question, cards)
        if len(cards) != 1:
            return None
        # Words of the question that only happen to stand in a document's name are what it asks about.
        name = "" if route.loose else route.name
        if summary and (overview := Overview(self._store).answer(question, cards[0], name=name, why=route.why)):
            return overview
        return answer_fact(self._store, question, cards[0], name=name)

    def stand_alone(self, question: str, history: Sequence[tuple[str, str] | Turn]) -> str:
        """A follow-up question as it can be understood without what was said before.

        A turn that holds the documents its answer cites says more than the question and the answer alone.
        """
        question = self._speller.correct(question)
        if not history:
            return question
        if isinstance(self._answerer, Rewriter) and needs_history(question):
            with suppress(ModelError):
                return self._answerer.rewrite(question, [(turn[0], turn[1]) for turn in history])
        return FollowUps(self._store.library, self._store.router).rewrite(question, history)

    def _answer(self, context: AnswerContext, blank: Answer, *, weak: bool, on_token: OnToken | None) -> Answer:
        note, kind, answerer = "", None, self._answerer
        context = answerer.order(context) if isinstance(answerer, ExtractiveAnswerer) else context
        try:
            checked, usage = self._draft(answerer, context, on_token=on_token)
        except MissingKey:
            raise
        except ModelError as error:
            # If a provider fails, the passages that were found are still quoted.
            answerer = ExtractiveAnswerer()
            context = answerer.order(context)
            note, kind = f"{error}; the passages are quoted instead.", NoteKind.MODEL_FAILED
            checked, usage = self._draft(answerer, context, on_token=None)
        composer = Composer(context, text=self._store.library.text, boxes=self._boxes, place=self._place)
        composed = composer.compose(checked, unsupported=self._store.settings.answer.unsupported)
        told_of = replace(blank, sources=context.sources, dropped=composed.failed, usage=usage, answerer=answerer.name)
        if not composed.citations:
            if not note:
                reason = "No claim of the draft could be verified" if checked else "The documents hold no answer"
                note = f"{reason}; the nearest passages are listed."
                kind = NoteKind.UNVERIFIED if checked else NoteKind.NO_ANSWER
            return replace(told_of, note=note, note_kind=kind)
        called = call_documents(composed.citations)
        if not note and len(called) > 1 and isinstance(answerer, ExtractiveAnswerer):
            named = ", ".join(called.values())
            note = f"Several documents may answer this; the likeliest comes first. Say which you mean: {named}."
            kind = NoteKind.SEVERAL_DOCUMENTS
        elif not note and weak:
            note = "The evidence is weak: read the passages before you rely on them."
            kind = NoteKind.WEAK
        answer = replace(
            told_of,
            text=composed.text,
            found=True,
            citations=composed.citations,
            note=note,
            note_kind=kind,
        )
        if not isinstance(answerer, ExtractiveAnswerer):
            return answer
        answer = doubt_other_party(set_further_apart(answer), self._store.library)
        answer = doubt_other_end(answer, self._store.library)
        if not answer.weak:
            least = self._store.settings.answer.support
            answer = put_short_first(answer, context, tables=self._tables, least_support=least, verifier=self._verifier)
        # A model cites its own sources; only quotations need the sections they depend on, and their exceptions.
        return bring_references(bring_exceptions(answer, self._store.library), self._store.library)

    def _tables(self, doc_id: str) -> Sequence[TableGrid]:
        return read_grids(self._store.library.reading(doc_id).doc)

    def _draft(
        self, answerer: Answerer, context: AnswerContext, *, on_token: OnToken | None
    ) -> tuple[list[CheckedClaim], Usage]:
        """Return the best draft; one with faults is sent back with its faults for another try."""
        best: list[CheckedClaim] = []
        best_draft: Draft | None = None
        usage = Usage()
        rounds = 1 + (self._store.settings.answer.retries if answerer.mends else 0)
        for attempt in range(rounds):
            faults = [item for item in best if item.faults]
            draft = answerer.answer(context, draft=best_draft, faults=faults, on_token=on_token)
            usage += draft.usage
            checked = self._check(draft, context)
            if not attempt or _soundness(checked) > _soundness(best):
                best, best_draft = checked, draft
            if not any(item.faults for item in best):
                break
        return best, usage

    def _check(self, draft: Draft, context: AnswerContext) -> list[CheckedClaim]:
        least = self._store.settings.answer.support
        return [check_claim(claim, context, least_support=least, verifier=self._verifier) for claim in draft.claims]

    def _place(self, passage: Passage) -> tuple[str, int | None]:
        place = self._store.library.place(passage)
        return place.section, place.page

    def _boxes(self, passage: Passage) -> tuple[Box, ...]:
        place = self._store.library.place(passage)
        return self._store.library.reading(passage.doc_id).doc.boxes(passage.span) if place.page else ()


def _quotations(context: AnswerContext) -> list[str]:
    return [source.words(span) for source in context.sources for span, _ in source.evidence]


def _soundness(checked: Sequence[CheckedClaim]) -> tuple[int, int]:
    sound = sum(not item.faults for item in checked)
    return sound, sound - len(checked)
