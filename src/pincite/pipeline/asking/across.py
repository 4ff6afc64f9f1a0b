"""Questions for several documents: chosen by what they are called, asked one by one, listed with a citation each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from pincite.answer.list_answer import NO_CLAUSE, JudgedDocument, list_documents, say_missing
from pincite.answer.questions.asking_sentence import asking_sentence
from pincite.answer.questions.clause_words import in_clause_words
from pincite.answer.questions.many import Mode, MultiDocumentQuestion, read_many, read_who
from pincite.answer.questions.single_question import without_frame
from pincite.domain.answer import NOT_FOUND, Answer, NoteKind, Outcome
from pincite.domain.document import Box, Passage
from pincite.domain.hit import DocumentCard, Ranking
from pincite.pipeline.asking.answer_trace import AnswerTrace
from pincite.pipeline.asking.compare_values import say_difference
from pincite.pipeline.asking.each import nearest_documents
from pincite.pipeline.asking.judge_documents import DocumentJudge
from pincite.pipeline.asking.named_before import named_before
from pincite.pipeline.asking.named_together import NamedTogether, read_named_together
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.filters import Filters
from pincite.retrieve.kinds import choose_documents

# Of a body of rules ("the practice direction") so many documents are asked, and the one that answers best is told.
_OF_BODY = 3
# "Which rules apply to a claim?" may ask for what they say: where none is found to qualify, the text is searched.
_BODIES = frozenset({"rules", "acts", "statutes", "parts", "directions", "guides"})
# Where a question may be for one document, so many must answer, and each as surely as this.
_LEAST_TOLD, _SURELY = 2, 0.6
# A quotation is cut beyond this many characters; where a few documents are set side by side, beyond that many.
_SHORT, _WHOLE = 240, 900
# Of so many documents each is quoted where they cannot be compared.
_SIDE_BY_SIDE = 4
_NOT_COMPARED = "Not compared, since not each states a value that could be read; what they say:\n"


class MultiDocumentPipeline:
    """Answers questions for several documents of a store."""

    def __init__(self, store: SearchableStore) -> None:
        self._store = store

    def answer(self, question: str, *, filters: Filters, forced: bool = False) -> Answer | None:
        """Answer with a list; None if a question is not about several documents, or fewer than two match.

        `forced` asks any question of every document that the filters leave.
        """
        library = self._store.library
        among = set(filters.choose(library.cards)) if filters else None
        if not forced and (named := read_named_together(question, library, self._store.router, among=among)):
            return self._answer_named(question, named)
        many = read_many(question)
        route = None if forced or (many and not many.unnamed) else self._store.router.route(question)
        if many and route and route.doc_ids and not route.loose:
            return None
        who = None if many or route is None or route.doc_ids else read_who(question)
        many = many or who
        if many is None and forced:
            many = MultiDocumentQuestion(question, Mode.TELL, ("document",))
        if many is None:
            return None
        trace = AnswerTrace()
        cards = self._choose(many, told=asking_sentence(question).told, among=among)
        if len(cards) < (1 if forced else 2):
            return None
        asked = without_frame(many.question)
        asked = in_clause_words(asked) if many.mode is Mode.CHOOSE else asked
        trace.note("across", f"{len(cards)} documents are meant; each is asked: “{asked}”")
        many = replace(many, question=asked)
        judged, unread = DocumentJudge(self._store).judge(many, cards, trace)
        uncompared = many.ranked and len(cards) <= _SIDE_BY_SIDE and not _answering(judged)
        if uncompared:
            # Where a few documents cannot be compared, what each of them says is worth more than nothing.
            many = replace(many, mode=Mode.TELL, ranked=None)
            judged, unread = DocumentJudge(self._store).judge(many, cards, trace)
        few = _answering(judged) == 0 or (many.unnamed and who and _answering(judged, surely=True) < _LEAST_TOLD)
        if not forced and (who or _BODIES.issuperset(many.nouns)) and few:
            return None
        head = f"{_NOT_COMPARED if uncompared else ''}{_head(many, judged)}"
        compared = many.ranked is not None
        return self._compose(question, judged, head=head, unread=unread, trace=trace, compared=compared)

    def _choose(
        self, many: MultiDocumentQuestion, *, told: str, among: Collection[str] | None
    ) -> Sequence[DocumentCard]:
        """The documents that a question means; those named in what it tells first, where it says how many there are."""
        choose = partial(
            choose_documents,
            self._store.library,
            many.nouns,
            modifiers=many.modifiers,
            besides=many.besides,
            among=among,
        )
        named = named_before(told, choose(), count=many.count) if told and many.count else ()
        return named or choose(count=many.count)

    def _answer_named(self, question: str, named: NamedTogether) -> Answer:
        """Ask each of the documents that a question names the same, and set the answers side by side."""
        trace = AnswerTrace()
        groups = self._groups(named)
        cards = [card for group in groups for card in group]
        trace.note("across", f"{len(cards)} documents are named; each is asked: “{named.many.question}”")
        judged, unread = DocumentJudge(self._store).judge(named.many, cards, trace)
        own = {one.entry.doc_id: one for one in judged}
        bodies = [name.body for name in named.names if not name.absent]
        told = [
            one
            for group, body in zip(groups, bodies, strict=True)
            for one in _told([own[card.id] for card in group if card.id in own], one_only=body)
        ]
        head = "\n".join(filter(None, (say_difference(named.many.question, told), _named_head(told))))
        return self._compose(
            question, told, head=head, trace=trace, unread=unread, missing=named.missing, longest=_WHOLE
        )

    def _groups(self, named: NamedTogether) -> list[list[DocumentCard]]:
        """The documents of each name; of a body of rules those that come nearest to the question."""
        groups: list[list[DocumentCard]] = []
        for name, cards in named.cards(self._store.library):
            others = {card.id for group in groups for card in group}
            free = [card for card in cards if card.id not in others]
            most = _OF_BODY if name.body else len(free)
            groups.append(nearest_documents(self._store, named.many.question, free, most=most)[0])
        return groups

    def _compose(
        self,
        question: str,
        judged: Sequence[JudgedDocument],
        *,
        head: str,
        trace: AnswerTrace,
        unread: int = 0,
        missing: Sequence[str] = (),
        longest: int = _SHORT,
        compared: bool = False,
    ) -> Answer:
        """The answer with a list of documents, and the note where none was found to answer."""
        listed = list_documents(
            judged,
            head=head,
            unread=unread,
            missing=missing,
            longest=longest,
            compared=compared,
            boxes=self._boxes,
            place=self._place,
        )
        sure = [one.entry.confidence for one in judged if one.entry.outcome is Outcome.YES]
        unsure = sum(one.entry.outcome is Outcome.UNSURE for one in judged)
        confidence = sum(sure) / len(sure) if sure else max((one.entry.confidence for one in judged), default=0.0)
        # Passages that may answer are not an answer: they appear only in the entries.
        found = bool(sure and listed.citations)
        looked_at = f"None of the {len(judged)} documents" if len(judged) > 1 else "The one document"
        none = f"{looked_at} looked at was {'not ' if len(judged) == 1 else ''}found to answer"
        none += f"; {unsure} {'is' if unsure == 1 else 'are'} unsure." if unsure else "."
        lacking = sum(one.entry.value == NO_CLAUSE for one in judged)
        if lacking:
            none = f"No such clause was found in {lacking} of the {len(judged)} documents looked at"
            none += f"; {unsure} {'is' if unsure == 1 else 'are'} unsure." if unsure else "."
        none += f" {say_missing(missing)}" if missing else ""
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


def _answering(judged: Sequence[JudgedDocument], *, surely: bool = False) -> int:
    """How many documents answer."""
    least = _SURELY if surely else 0.0
    return sum(one.entry.outcome is Outcome.YES and one.entry.confidence >= least for one in judged)


def _head(many: MultiDocumentQuestion, judged: Sequence[JudgedDocument]) -> str:
    """The line above a list: how many documents were looked at, and what became of them."""
    if many.mode is Mode.LIST:
        return f"{len(judged)} documents:"
    yes = sum(one.entry.outcome is Outcome.YES for one in judged)
    verb = "answer" if many.mode is Mode.TELL else "qualify"
    once = "answers" if many.mode is Mode.TELL else "qualifies"
    unsure = sum(one.entry.outcome is Outcome.UNSURE for one in judged)
    denied = sum(one.entry.outcome is Outcome.NO and one.is_stated for one in judged)
    silent = len(judged) - yes - unsure - denied
    others = [
        f"{unsure} unsure" if unsure else "",
        f"{denied} {'compared' if many.ranked else 'does not' if denied == 1 else 'do not'}" if denied else "",
        f"not found in {silent}" if silent else "",
    ]
    rest = ", ".join(filter(None, others))
    return f"{yes} of {len(judged)} documents looked at {once if yes == 1 else verb}{f' ({rest})' if rest else ''}:"


def _named_head(judged: Sequence[JudgedDocument]) -> str:
    """The line above what documents named in a question say."""
    yes = sum(one.entry.outcome is Outcome.YES for one in judged)
    if len(judged) == 1:
        return "1 document answers:"
    if yes == len(judged):
        return "Both documents answer:" if yes == 2 else f"All {yes} documents answer:"
    return f"{yes} of the {len(judged)} documents named {'answers' if yes == 1 else 'answer'}:"


def _told(judged: Sequence[JudgedDocument], *, one_only: bool) -> Sequence[JudgedDocument]:
    """The documents of a name that are told: of a body of rules the one that answers best."""
    if not one_only or not judged:
        return judged
    return [max(judged, key=lambda one: (one.entry.outcome is Outcome.YES, one.entry.confidence))]
