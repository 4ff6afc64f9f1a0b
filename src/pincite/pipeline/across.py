"""Questions for several documents: chosen by what they are called, asked one by one, listed with a citation each."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.answer.clause_conditions import ClauseCondition, Meets, read_clause_condition
from pincite.answer.conditions import (
    Demands,
    LawCondition,
    YearCondition,
    law_condition,
    read_demands,
    year_condition,
)
from pincite.answer.facts import Fact, StatedFact, asked_fact, find_fact
from pincite.answer.list_answer import JudgedDocument, list_documents
from pincite.answer.many import Mode, MultiDocumentQuestion, read_many
from pincite.answer.single_question import without_frame
from pincite.domain.answer import NOT_FOUND, Answer, DocumentEntry, NoteKind, Outcome
from pincite.domain.document import Box, Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.legal.dated import agreement_date
from pincite.legal.wording import stems
from pincite.pipeline.compare_values import compare_values
from pincite.pipeline.each import FEW_WINDOWS, EachResult, ask_each, nearest_documents, whole_sentences
from pincite.pipeline.meeting_clause import apply_condition
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.filters import Filters
from pincite.retrieve.kinds import choose_documents
from pincite.spans import Span

# How much the question's words in the evidence count besides the reader's own judgement: a logit for all
# of them, less for those that are missing. Chosen on the development questions, together with `answer.each_threshold`.
_SHARED, _EXPECTED = 2.0, 0.2
# The least chance if a required name is in the document, and the factors if it is not or a figure does not fit.
_NAMED, _UNNAMED, _UNFIT = 0.6, 0.3, 0.4
# Below this share of the threshold a document is said not to answer; from there to the threshold it is unsure.
_DOUBT = 0.5
# Of so many documents what each says is read again by the verifier, which takes half a second for each.
_REREAD = 12
# How likely the particulars of a document are right, if they are found.
_FACT = 0.95
_FIRST_WORDS = re.compile(r"\S[^\n]{0,199}")
_DOCUMENT_WORDS = frozenset(
    stems(
        "agreement contract document guide part rules lease licence nda party name mention deal call have say something"
    )
)


@dataclass(slots=True)
class _AnswerTrace:
    """The steps of an answer, with the seconds each took."""

    steps: list[Step] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def note(self, stage: str, words: str) -> None:
        now = time.perf_counter()
        self.steps.append(Step(stage, words))
        self.seconds[stage] = now - self._since
        self._since = now


class MultiDocumentPipeline:
    """Answers questions for several documents of a store."""

    def __init__(self, store: SearchableStore) -> None:
        self._store = store

    def answer(self, question: str, *, filters: Filters, forced: bool = False) -> Answer | None:
        """Answer with a list; None if a question is not about several documents, or fewer than two match.

        `forced` asks any question of every document that the filters leave.
        """
        many = read_many(question)
        if many is None and forced:
            many = MultiDocumentQuestion(question, Mode.TELL, ("document",))
        if many is None:
            return None
        trace = _AnswerTrace()
        cards = self._choose(many, filters)
        if len(cards) < (1 if forced else 2):
            return None
        asked = without_frame(many.question)
        trace.note("across", f"{len(cards)} documents are meant; each is asked: “{asked}”")
        judged, unread = self._judge(replace(many, question=asked), cards, trace)
        return self._compose(question, many, judged, unread=unread, trace=trace)

    def _choose(self, many: MultiDocumentQuestion, filters: Filters) -> list[DocumentCard]:
        library = self._store.library
        among = set(filters.choose(library.cards)) if filters else None
        return choose_documents(
            library, many.nouns, modifiers=many.modifiers, count=many.count, besides=many.besides, among=among
        )

    def _judge(
        self, many: MultiDocumentQuestion, cards: Sequence[DocumentCard], trace: _AnswerTrace
    ) -> tuple[list[JudgedDocument], int]:
        """Return every document with its outcome, and how many were not examined."""
        law = law_condition(many.question) if many.mode is Mode.CHOOSE else None
        fact = asked_fact(many.question) if many.mode is Mode.TELL else None
        year = year_condition(many.question)
        if many.extreme:
            return self._by_extreme(many.extreme, cards, trace), 0
        if many.mode is Mode.LIST:
            return [self._titled(card) for card in cards], 0
        if year is not None:
            return self._by_year(year, cards, trace), 0
        if law is not None:
            return self._by_law(law, cards, trace), 0
        if fact is not None:
            return self._by_fact(fact, many.question, cards, trace), 0
        if many.ranked:
            return self._by_value(many, cards, trace)
        near, left = nearest_documents(
            self._store, many.question, cards, most=self._store.settings.answer.each_documents
        )
        demands = read_demands(many.question) if many.mode is Mode.CHOOSE else None
        verifier = self._store.verifier if demands is None and len(near) <= _REREAD else None
        windows = FEW_WINDOWS if demands else None
        results = ask_each(self._store, many.question, near, windows=windows, verifier=verifier)
        condition = read_clause_condition(many.question) if demands else None
        judged = [self._judge_one(result, many, demands, condition) for result in results]
        trace.note("each", f"{len(near)} documents read, {len(left)} left out; {_tally(judged)}")
        return sorted(judged, key=lambda one: -one.entry.confidence), len(left)

    def _judge_one(
        self,
        result: EachResult,
        many: MultiDocumentQuestion,
        demands: Demands | None = None,
        condition: ClauseCondition | None = None,
    ) -> JudgedDocument:
        chance = weigh_words(result.confidence, many.question, result.words) if demands else result.confidence
        if demands is not None:
            result, chance = self._apply_demands(demands, result, chance)
        least = self._store.settings.answer.each_threshold if demands else self._store.settings.answer.threshold
        outcome = Outcome.YES if chance >= least else Outcome.UNSURE if chance >= _DOUBT * least else Outcome.NO
        meets = Meets.YES
        if condition is not None and outcome is not Outcome.NO:
            result, meets = apply_condition(condition, result, self._store)
        if meets is not Meets.YES:
            outcome = Outcome.NO if meets is Meets.DENIED else Outcome.UNSURE
        # A doubtful document is quoted if the question asks what each says, but not if it must meet a condition. One
        # that denies the condition is quoted: its words are the reason.
        quoted = outcome is Outcome.YES or meets is Meets.DENIED or (demands is None and outcome is Outcome.UNSURE)
        return _judged(result.card, outcome, chance, words=result.words, passage=result.best if quoted else None)

    def _apply_demands(self, demands: Demands, result: EachResult, chance: float) -> tuple[EachResult, float]:
        """Adjust a result for the names and figures that its document must contain."""
        if demands.names and not demands.find_names(result.words):
            text = self._store.library.text(result.card.id)
            where = demands.find_names(text)
            if where is None:
                return result, _UNNAMED * chance
            if not demands.mention:
                return result, min(chance, _UNFIT)
            span = whole_sentences(text, where)
            result = replace(result, best=Passage(result.card.id, span), words=span.slice(text))
        chance = max(chance, _NAMED) if demands.names else chance
        held = " ".join((result.words, *(source.text for source in result.sources)))
        return result, chance if demands.fit_evidence(result.words, held) else _UNFIT * chance

    def _by_law(self, law: LawCondition, cards: Sequence[DocumentCard], trace: _AnswerTrace) -> list[JudgedDocument]:
        known = {card.id: place for card in cards if (place := self._law(card))}
        judged = [
            self._stated(card, Fact.LAW) if law.met_by(known[card.id]) else _no(card, known[card.id])
            for card in cards
            if card.id in known
        ]
        trace.note("facts", f"the governing law of {len(known)} of {len(cards)} documents is known; {_tally(judged)}")
        silent = [card for card in cards if card.id not in known]
        for result in ask_each(self._store, "Which law governs the agreement?", silent, windows=FEW_WINDOWS):
            sure = result.confidence >= self._store.settings.answer.each_threshold
            if sure and _names_place(result.words, law):
                judged.append(
                    _judged(result.card, Outcome.YES, result.confidence, words=result.words, passage=result.best)
                )
            else:
                judged.append(_no(result.card, "" if sure else "no law found"))
        if silent:
            trace.note("each", f"{len(silent)} others asked; {_tally(judged)}")
        return judged

    def _by_fact(
        self, fact: Fact, question: str, cards: Sequence[DocumentCard], trace: _AnswerTrace
    ) -> list[JudgedDocument]:
        judged = {card.id: self._stated(card, fact) for card in cards}
        silent = [card for card in cards if judged[card.id].passage is None]
        trace.note("facts", f"{len(cards) - len(silent)} of {len(cards)} documents state the {fact}")
        many = MultiDocumentQuestion(question, Mode.TELL, ("document",))
        for result in ask_each(self._store, question, silent):
            judged[result.card.id] = self._judge_one(result, many)
        return list(judged.values())

    def _by_year(self, year: YearCondition, cards: Sequence[DocumentCard], trace: _AnswerTrace) -> list[JudgedDocument]:
        judged = []
        for card in cards:
            made = self._made(card)
            if made is None:
                judged.append(_judged(card, Outcome.UNSURE, 0.0, value="no date found"))
            elif year.met_by(made):
                judged.append(self._stated(card, Fact.MADE, value=made))
            else:
                judged.append(_no(card, made))
        trace.note("dates", _tally(judged))
        return judged

    def _by_extreme(self, extreme: str, cards: Sequence[DocumentCard], trace: _AnswerTrace) -> list[JudgedDocument]:
        dated = {card.id: made for card in cards if (made := self._made(card))}
        if not dated:
            return [_judged(card, Outcome.UNSURE, 0.0, value="no date found") for card in cards]
        wanted = min(dated.values()) if extreme == "earliest" else max(dated.values())
        trace.note("dates", f"{len(dated)} of {len(cards)} documents are dated; the {extreme} is of {wanted}")
        judged = []
        for card in cards:
            if card.id not in dated:
                judged.append(_judged(card, Outcome.UNSURE, 0.0, value="no date found"))
            elif dated[card.id] == wanted:
                judged.append(self._stated(card, Fact.MADE, value=wanted))
            else:
                judged.append(_no(card, dated[card.id]))
        return judged

    def _by_value(
        self, many: MultiDocumentQuestion, cards: Sequence[DocumentCard], trace: _AnswerTrace
    ) -> tuple[list[JudgedDocument], int]:
        """Find the document whose answer states the smallest or largest date, duration or sum."""
        near, left = nearest_documents(
            self._store, many.question, cards, most=self._store.settings.answer.each_documents
        )
        verifier = self._store.verifier if len(near) <= _REREAD else None
        found = list(ask_each(self._store, many.question, near, verifier=verifier))
        results, sizes = compare_values(many.question, found, self._store)
        known = [size for size in sizes if size is not None]
        wanted = (min if many.ranked == "least" else max)(known, default=None)
        judged = []
        for result, size in zip(results, sizes, strict=True):
            outcome = Outcome.UNSURE if size is None else Outcome.YES if size == wanted else Outcome.NO
            # Only what is the answer is cited: the others were compared with it, and are listed by name.
            passage = result.best if outcome is Outcome.YES else None
            one = _judged(result.card, outcome, result.confidence, words=result.words, passage=passage)
            lost = outcome is Outcome.NO
            judged.append(replace(one, entry=replace(one.entry, words=result.words)) if lost else one)
        trace.note("values", f"{len(known)} of {len(near)} documents state one that can be compared; {_tally(judged)}")
        return judged, len(left)

    def _stated(self, card: DocumentCard, fact: Fact, *, value: str = "") -> JudgedDocument:
        """A document with the sentence that states a fact; unsure where none does."""
        reading = self._store.library.reading(card.id)
        found = find_fact(fact, reading.profile, reading.doc.text)
        if found is None and fact is Fact.MADE:
            # A date without a stated role is still the date that the document is sorted by.
            made = agreement_date(reading.profile.dates)
            found = StatedFact(fact, made.iso, whole_sentences(reading.doc.text, made.span)) if made else None
        if found is None:
            return _judged(card, Outcome.UNSURE, 0.0)
        words = found.span.slice(reading.doc.text)
        return _judged(
            card, Outcome.YES, _FACT, words=words, value=value or found.value, passage=Passage(card.id, found.span)
        )

    def _titled(self, card: DocumentCard) -> JudgedDocument:
        """A document with its title, or with its first line where none was found."""
        reading = self._store.library.reading(card.id)
        text, span = reading.doc.text, reading.profile.title_span
        if span is None:
            line = _FIRST_WORDS.search(text)
            span = Span(*line.span()) if line else Span(0, 0)
        return _judged(card, Outcome.YES, _FACT, words=span.slice(text), passage=Passage(card.id, span))

    def _law(self, card: DocumentCard) -> str:
        known = card.governing_law
        return (self._store.library.reading(card.id).profile.governing_law or "") if known is None else known

    def _made(self, card: DocumentCard) -> str | None:
        if card.made is not None:
            return card.made or None
        found = agreement_date(self._store.library.reading(card.id).profile.dates)
        return found.iso if found else None

    def _compose(
        self,
        question: str,
        many: MultiDocumentQuestion,
        judged: list[JudgedDocument],
        *,
        unread: int,
        trace: _AnswerTrace,
    ) -> Answer:
        listed = list_documents(judged, head=_head(many, judged), unread=unread, boxes=self._boxes, place=self._place)
        sure = [one.entry.confidence for one in judged if one.entry.outcome is Outcome.YES]
        unsure = sum(one.entry.outcome is Outcome.UNSURE for one in judged)
        confidence = sum(sure) / len(sure) if sure else max((one.entry.confidence for one in judged), default=0.0)
        # Passages that may answer are not an answer: they appear only in the entries.
        found = bool(sure and listed.citations)
        none = f"None of the {len(judged)} documents looked at was found to answer"
        none += f"; {unsure} {'is' if unsure == 1 else 'are'} unsure." if unsure else "."
        return Answer(
            question,
            listed.text if found else NOT_FOUND,
            found=found,
            confidence=confidence,
            citations=listed.citations if found else (),
            answerer="each",
            seconds=trace.seconds,
            ranking=Ranking(question, (), tuple(trace.steps), trace.seconds),
            note="" if found else none,
            note_kind=None if found else NoteKind.NO_DOCUMENT,
            entries=listed.entries if found else tuple(replace(entry, citation=None) for entry in listed.entries),
        )

    def _place(self, passage: Passage) -> tuple[str, int | None]:
        place = self._store.library.place(passage)
        return place.section, place.page

    def _boxes(self, passage: Passage) -> tuple[Box, ...]:
        place = self._store.library.place(passage)
        return self._store.library.reading(passage.doc_id).doc.boxes(passage.span) if place.page else ()


def weigh_words(confidence: float, question: str, words: str) -> float:
    """Return the chance that a text answers, from the reader's chance and the share of the question's words in it."""
    wanted = set(stems(question)) - _DOCUMENT_WORDS
    shared = len(wanted & set(stems(words))) / len(wanted) if wanted else _EXPECTED
    bounded = min(max(confidence, 1e-4), 1 - 1e-4)
    return 1 / (1 + math.exp(-(math.log(bounded / (1 - bounded)) + _SHARED * (shared - _EXPECTED))))


def _names_place(words: str, law: LawCondition) -> bool:
    """Tell whether a text names the jurisdiction that is looked for."""
    if law.foreign:
        return False
    own = set(stems(law.words)) - _DOCUMENT_WORDS
    return any(name.istitle() and stems(name)[:1] and stems(name)[0] in own for name in words.split() if name != "This")


def _judged(
    card: DocumentCard,
    outcome: Outcome,
    confidence: float,
    *,
    words: str = "",
    value: str = "",
    passage: Passage | None = None,
) -> JudgedDocument:
    kept = words if passage is not None else ""
    return JudgedDocument(
        DocumentEntry(card.id, card.path, card.title, outcome, confidence, value=value, words=kept), passage
    )


def _no(card: DocumentCard, value: str) -> JudgedDocument:
    return _judged(card, Outcome.NO, 0.0, value=value)


def _tally(judged: Sequence[JudgedDocument]) -> str:
    counts = {outcome: sum(one.entry.outcome is outcome for one in judged) for outcome in Outcome}
    return f"{counts[Outcome.YES]} answer, {counts[Outcome.UNSURE]} unsure, {counts[Outcome.NO]} not"


def _head(many: MultiDocumentQuestion, judged: Sequence[JudgedDocument]) -> str:
    yes = sum(one.entry.outcome is Outcome.YES for one in judged)
    looked = f"{len(judged)} documents looked at"
    if many.mode is Mode.LIST:
        return f"{len(judged)} documents:"
    if many.mode is Mode.TELL:
        return f"{yes} of {looked} answer:"
    return f"{yes} of {looked} {'qualifies' if yes == 1 else 'qualify'}:"
