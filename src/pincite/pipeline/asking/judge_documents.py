"""What each of several documents answers: whether it qualifies, by a fact, a date, a value or the words found in it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.list_answer import NO_CLAUSE, JudgedDocument, QuotedPiece
from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.questions.conditions import Demands, read_demands
from pincite.answer.questions.date_conditions import DateCondition, date_condition
from pincite.answer.questions.law_conditions import LawCondition, law_condition
from pincite.answer.questions.many import Mode, MultiDocumentQuestion
from pincite.answer.questions.polarity import Polarity
from pincite.answer.quotations.clause_conditions import ClauseCondition, Meets, read_clause_condition
from pincite.answer.quotations.clauses import clause_with_lead
from pincite.answer.quotations.heading_lines import after_heading_line
from pincite.answer.quotations.own_clause import cut_to_clause
from pincite.answer.values.facts import Fact, StatedFact, asked_fact, find_fact
from pincite.answer.values.stated_value import lacks_value, stated_value
from pincite.domain.answer import Outcome
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard
from pincite.legal.dated import agreement_date
from pincite.legal.page_furniture import furniture_of, trim_furniture
from pincite.legal.places import name_places
from pincite.legal.provision_places import fit_whole
from pincite.legal.values.law import place_in
from pincite.legal.wording import stems
from pincite.pipeline.asking.answer_trace import AnswerTrace
from pincite.pipeline.asking.ask_topic import RELIABILITY, topic_places
from pincite.pipeline.asking.compare_values import compare_values
from pincite.pipeline.asking.each import FEW_WINDOWS, EachResult, ask_each, nearest_documents, whole_sentences
from pincite.pipeline.asking.judge_ends import judge_ends
from pincite.pipeline.asking.judge_mentions import judge_mentions, mentioned_things
from pincite.pipeline.asking.judged import does_not, judged_as, meets_negated, tally
from pincite.pipeline.asking.meeting_clause import apply_condition
from pincite.pipeline.asking.negated import judge_negated
from pincite.pipeline.asking.own_side import Sides
from pincite.pipeline.searchable_store import SearchableStore
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
# The verifier's log odds below which words are doubted where another document's lie so far above them.
_HELD, _BEHIND = 0.0, 2.0
# Read again by the verifier, a document qualifies from the one chance on, and hardly does below the other.
_SURE, _UNLIKELY = 0.65, 0.25
# How likely the particulars of a document are right, if they are found.
_FACT = 0.95
# How likely a document has no clause in which none was found.
_ABSENT = 0.6
# A clause under a heading on the topic is cut where one of its parts ends.
_LONGEST_TOPIC = 900
_FIGURES = frozenset({AskedValue.NOTICE, AskedValue.DURATION, AskedValue.PERCENTAGE, AskedValue.AMOUNT})
_WHICH_LAW = "Which law governs the agreement?"
_WORDS = re.compile(r"[^\W_]+")
_FIRST_WORDS = re.compile(r"\S[^\n]{0,199}")
_DOCUMENT_WORDS = frozenset(
    stems(
        "agreement contract document guide part rules lease licence nda party name mention deal call have say something"
    )
)


class DocumentJudge:
    """Asks documents of a store one question each, and tells what they answer."""

    def __init__(self, store: SearchableStore) -> None:
        self._store = store

    def judge(
        self, many: MultiDocumentQuestion, cards: Sequence[DocumentCard], trace: AnswerTrace
    ) -> tuple[list[JudgedDocument], int]:
        """Return every document with its outcome, and how many were not examined."""
        law = law_condition(many.question) if many.mode is Mode.CHOOSE else None
        fact = asked_fact(many.question) if many.mode is Mode.TELL else None
        when = date_condition(many.question)
        negated = many.polarity is not Polarity.AFFIRMED
        if many.extreme:
            return self._by_extreme(many.extreme, cards, trace), 0
        if many.mode is Mode.LIST:
            return [self._titled(card) for card in cards], 0
        if when is not None:
            return self._by_date(when, cards, trace, negated=negated), 0
        things = mentioned_things(many.question) if many.mode is Mode.CHOOSE else []
        if things and (mentions := judge_mentions(self._store, things, cards, negated=negated)):
            trace.note("words", tally(mentions))
            return mentions, 0
        if law is not None:
            return self._by_law(law, cards, trace, negated=negated), 0
        if fact is not None:
            return self._by_fact(fact, many.question, cards, trace), 0
        if many.ranked:
            return self._by_value(many, cards, trace)
        near, left = nearest_documents(
            self._store, many.question, cards, most=self._store.settings.answer.each_documents
        )
        demands = read_demands(many.question) if many.mode is Mode.CHOOSE else None
        headed = self._by_topic(many.question, near) if demands is None else []
        known = {one.entry.doc_id for one in headed}
        asked = [card for card in near if card.id not in known]
        verifier = self._store.verifier if len(near) <= _REREAD else None
        windows = FEW_WINDOWS if demands else None
        results = ask_each(self._store, many.question, asked, windows=windows, verifier=verifier)
        condition = read_clause_condition(many.question) if demands else None
        sides = Sides(self._store, many.question, condition)
        found = list(results)
        if demands is None and asked_value(many.question) in _FIGURES:
            found, _ = compare_values(many.question, found, self._store)
        surest = max((result.odds for result in found if result.odds is not None), default=None)
        pairs = [(result, self._judge_one(result, many, demands, sides.condition_of(result.card))) for result in found]
        judged = headed + [
            _held(one, many.question, result.odds, surest=surest) if demands is None else one for result, one in pairs
        ]
        trace.note("each", f"{len(near)} documents read, {len(left)} left out; {tally(judged)}")
        return sorted(judged, key=lambda one: -one.entry.confidence), len(left)

    def _by_topic(self, question: str, cards: Sequence[DocumentCard]) -> list[JudgedDocument]:
        """The documents with a heading on the topic that a question asks for, each with the first clause under one."""
        judged = []
        for card in cards:
            if places := topic_places(self._store, question, card):
                reading = self._store.library.reading(card.id)
                span, _ = fit_whole(places[0], reading.outline, most=_LONGEST_TOPIC)
                quotation = self._quotation(card, trim_furniture(span, reading.doc))
                judged.append(judged_as(card, Outcome.YES, RELIABILITY, pieces=(quotation,)))
        return judged

    def _judge_one(
        self,
        result: EachResult,
        many: MultiDocumentQuestion,
        demands: Demands | None = None,
        condition: ClauseCondition | None = None,
    ) -> JudgedDocument:
        least = self._store.settings.answer.each_threshold if demands else self._store.settings.answer.threshold
        chance = chance_to_qualify(result, many.question, least=least) if demands else result.confidence
        if demands is not None:
            result, chance = self._apply_demands(demands, result, chance)
        outcome = Outcome.YES if chance >= least else Outcome.UNSURE if chance >= _DOUBT * least else Outcome.NO
        if condition is not None and many.polarity is not Polarity.AFFIRMED:
            return self._judge_negated(many.polarity, condition, result, likely=outcome, chance=chance)
        meets = Meets.YES
        sided = condition is not None and condition.is_sided
        if condition is not None and (sided or outcome is not Outcome.NO):
            result, meets = apply_condition(condition, result, self._store)
        if sided and meets is Meets.YES:
            # The words of a clause show who may end the agreement, and how.
            outcome, chance = Outcome.YES, max(chance, least)
        if meets is not Meets.YES and outcome is not Outcome.NO:
            outcome = Outcome.NO if meets is Meets.DENIED else Outcome.UNSURE
        if demands is None and outcome is Outcome.YES and lacks_value(many.question, [result.words]):
            outcome = Outcome.UNSURE
        # A doubtful document is quoted if the question asks what each says, but not if it must meet a condition. One
        # that denies the condition, or a part of it, is quoted: its words are the reason.
        quoted = (
            outcome is Outcome.YES
            or meets in (Meets.DENIED, Meets.PARTLY)
            or (demands is None and outcome is Outcome.UNSURE)
        )
        return judged_as(result.card, outcome, chance, pieces=self._pieces(result) if quoted else ())

    def _judge_negated(
        self, polarity: Polarity, condition: ClauseCondition, result: EachResult, *, likely: Outcome, chance: float
    ) -> JudgedDocument:
        """A document by whether it denies what is asked, or has no clause on it."""
        found = judge_negated(polarity, condition, result, likely=likely, store=self._store)
        if found.silent:
            return judged_as(result.card, found.outcome, _ABSENT, value=NO_CLAUSE)
        silent = found.outcome is Outcome.NO and likely is Outcome.NO
        return judged_as(result.card, found.outcome, chance, pieces=() if silent else self._pieces(found.result))

    def _pieces(self, result: EachResult) -> tuple[QuotedPiece, ...]:
        """What is quoted of a document: the best words found, an item of a list with what leads to it."""
        if result.best is None:
            return ()
        reading = self._store.library.reading(result.card.id)
        inside = result.marked is not None and result.best.span.contains(result.marked)
        span = result.marked if inside and result.marked else result.best.span
        spans = clause_with_lead(reading.doc.text, span, reading.outline, furniture=furniture_of(reading.doc))
        return tuple(self._quotation(result.card, span) for span in spans)

    def _quotation(self, card: DocumentCard, span: Span) -> QuotedPiece:
        return QuotedPiece(Passage(card.id, span), span.slice(self._store.library.text(card.id)))

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

    def _by_law(
        self, law: LawCondition, cards: Sequence[DocumentCard], trace: AnswerTrace, *, negated: bool
    ) -> list[JudgedDocument]:
        known = {card.id: place for card in cards if (place := self._law(card))}
        judged = []
        for card in cards:
            if card.id in known:
                place = known[card.id]
                met = meets_negated(law.met_by(place), negated=negated)
                unsure = judged_as(card, Outcome.UNSURE, 0.0, value=place)
                judged.append(self._stated(card, Fact.LAW) if met else unsure if met is None else does_not(card, place))
        trace.note("facts", f"the governing law of {len(known)} of {len(cards)} documents is known; {tally(judged)}")
        silent = [card for card in cards if card.id not in known]
        for result in ask_each(self._store, _WHICH_LAW, silent, windows=FEW_WINDOWS):
            judged.append(self._judge_law(law, result, negated=negated))
        if silent:
            trace.note("each", f"{len(silent)} others asked; {tally(judged)}")
        return judged

    def _judge_law(self, law: LawCondition, result: EachResult, *, negated: bool) -> JudgedDocument:
        """A document whose particulars name no law, by the words that come nearest."""
        if result.confidence < self._store.settings.answer.each_threshold:
            return judged_as(result.card, Outcome.NO, 0.0)
        stated = _stated_law(result.words)
        met = meets_negated(law.met_by(stated), negated=negated) if stated else False
        if met:
            return judged_as(result.card, Outcome.YES, result.confidence, value=stated, pieces=self._pieces(result))
        # Words that name the place and do not surely choose its law are to be read.
        open_ = met is None or (not stated and _names_place(result.words, law))
        return judged_as(result.card, Outcome.UNSURE if open_ else Outcome.NO, 0.0, value=stated)

    def _by_fact(
        self, fact: Fact, question: str, cards: Sequence[DocumentCard], trace: AnswerTrace
    ) -> list[JudgedDocument]:
        judged = {card.id: self._stated(card, fact) for card in cards}
        silent = [card for card in cards if not judged[card.id].pieces]
        trace.note("facts", f"{len(cards) - len(silent)} of {len(cards)} documents state the {fact}")
        many = MultiDocumentQuestion(question, Mode.TELL, ("document",))
        for result in ask_each(self._store, question, silent):
            one = self._judge_one(result, many)
            if fact is Fact.LAW:
                one = replace(one, entry=replace(one.entry, value=_stated_law(one.entry.words)))
            judged[result.card.id] = one
        return list(judged.values())

    def _by_date(
        self, when: DateCondition, cards: Sequence[DocumentCard], trace: AnswerTrace, *, negated: bool
    ) -> list[JudgedDocument]:
        if when.role == "expiry":
            judged = judge_ends(self._store, when, cards, negated=negated)
            trace.note("dates", tally(judged))
            return judged
        judged = []
        for card in cards:
            made = self._made(card)
            if made is None:
                judged.append(judged_as(card, Outcome.UNSURE, 0.0, value="no date found"))
            elif meets_negated(when.met_by(made), negated=negated):
                judged.append(self._stated(card, Fact.MADE, value=made))
            else:
                judged.append(does_not(card, made))
        trace.note("dates", tally(judged))
        return judged

    def _by_extreme(self, extreme: str, cards: Sequence[DocumentCard], trace: AnswerTrace) -> list[JudgedDocument]:
        dated = {card.id: made for card in cards if (made := self._made(card))}
        if not dated:
            return [judged_as(card, Outcome.UNSURE, 0.0, value="no date found") for card in cards]
        wanted = min(dated.values()) if extreme == "earliest" else max(dated.values())
        trace.note("dates", f"{len(dated)} of {len(cards)} documents are dated; the {extreme} is of {wanted}")
        judged = []
        for card in cards:
            if card.id not in dated:
                judged.append(judged_as(card, Outcome.UNSURE, 0.0, value="no date found"))
            elif dated[card.id] == wanted:
                judged.append(self._stated(card, Fact.MADE, value=wanted))
            else:
                judged.append(does_not(card, dated[card.id]))
        return judged

    def _by_value(
        self, many: MultiDocumentQuestion, cards: Sequence[DocumentCard], trace: AnswerTrace
    ) -> tuple[list[JudgedDocument], int]:
        """Find the document whose answer states the smallest or largest date, duration or sum."""
        near, left = nearest_documents(
            self._store, many.question, cards, most=self._store.settings.answer.each_documents
        )
        verifier = self._store.verifier if len(near) <= _REREAD else None
        found = list(ask_each(self._store, many.question, near, verifier=verifier))
        results, sizes = compare_values(many.question, found, self._store, ranked=True)
        known = [size for size in sizes if size is not None]
        wanted = (min if many.ranked == "least" else max)(known, default=None)
        # One value is neither the least nor the most where another document may state one that was not read.
        least = self._store.settings.answer.threshold
        unread = sum(size is None and result.confidence >= least for result, size in zip(results, sizes, strict=True))
        alone = len(known) == 1 and unread > 0
        judged = []
        for result, size in zip(results, sizes, strict=True):
            unsure = size is None or alone
            outcome = Outcome.UNSURE if unsure else Outcome.YES if size == wanted else Outcome.NO
            # Only what is the answer is cited: the others were compared with it, and are listed by name.
            pieces = self._pieces(result) if outcome is Outcome.YES else ()
            one = judged_as(result.card, outcome, result.confidence, pieces=pieces)
            lost = outcome is Outcome.NO
            judged.append(replace(one, entry=replace(one.entry, words=result.words)) if lost else one)
        trace.note("values", f"{len(known)} of {len(near)} documents state one that can be compared; {tally(judged)}")
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
            return judged_as(card, Outcome.UNSURE, 0.0)
        own = cut_to_clause(reading.doc.text, found.span, reading.outline)
        quotation = self._quotation(card, after_heading_line(reading.doc.text, own, reading.outline))
        return judged_as(card, Outcome.YES, _FACT, value=value or found.value, pieces=(quotation,))

    def _titled(self, card: DocumentCard) -> JudgedDocument:
        """A document with its title, or with its first line where none was found."""
        reading = self._store.library.reading(card.id)
        text, span = reading.doc.text, reading.profile.title_span
        if span is None:
            line = _FIRST_WORDS.search(text)
            span = Span(*line.span()) if line else Span(0, 0)
        return judged_as(card, Outcome.YES, _FACT, pieces=(self._quotation(card, span),))

    def _law(self, card: DocumentCard) -> str:
        known = card.governing_law
        return (self._store.library.reading(card.id).profile.governing_law or "") if known is None else known

    def _made(self, card: DocumentCard) -> str | None:
        if card.made is not None:
            return card.made or None
        found = agreement_date(self._store.library.reading(card.id).profile.dates)
        return found.iso if found else None


def chance_to_qualify(result: EachResult, question: str, *, least: float) -> float:
    """How likely a document meets a condition: as its words are weighed, unless the verifier is sure of another."""
    weighed = weigh_words(result.alone, question, result.words)
    if result.odds is not None and result.confidence >= _SURE:
        return max(weighed, result.confidence)
    doubted = result.odds is not None and result.confidence < _UNLIKELY
    return min(weighed, _DOUBT * least) if doubted else weighed


def weigh_words(confidence: float, question: str, words: str) -> float:
    """Return the chance that a text answers, from the reader's chance and the share of the question's words in it."""
    wanted = set(stems(question)) - _DOCUMENT_WORDS
    shared = len(wanted & set(stems(words))) / len(wanted) if wanted else _EXPECTED
    bounded = min(max(confidence, 1e-4), 1 - 1e-4)
    return 1 / (1 + math.exp(-(math.log(bounded / (1 - bounded)) + _SHARED * (shared - _EXPECTED))))


def _stated_law(words: str) -> str:
    """The place whose law some words choose; empty where they choose none for sure."""
    place = place_in(words) if stated_value(AskedValue.LAW, _WHICH_LAW, words) else None
    return " ".join(place.slice(words).split()) if place else ""


def _names_place(words: str, law: LawCondition) -> bool:
    """Tell whether a text names a jurisdiction that is looked for."""
    named = f" {' '.join(_WORDS.findall(name_places(words)))} "
    return not law.other and any(f" {place} " in named for place in law.places)


def _held(one: JudgedDocument, question: str, odds: float | None, *, surest: float | None) -> JudgedDocument:
    """A document as it was judged; unsure where the verifier doubts its words, and is sure of another's.

    Words that state just one period beside "notice" answer a question for the notice, whatever the verifier says.
    """
    if odds is None or surest is None or one.entry.outcome is not Outcome.YES:
        return one
    if asked_value(question) is AskedValue.NOTICE and stated_value(AskedValue.NOTICE, question, one.entry.words):
        return one
    doubted = odds < _HELD and surest - odds >= _BEHIND
    return replace(one, entry=replace(one.entry, outcome=Outcome.UNSURE)) if doubted else one
