"""Questions of several parts: each is answered, or said to be missing."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tests.answer.one_reading import Reads

from pincite.domain.answer import NOT_FOUND, Answer, Citation, NoteKind
from pincite.domain.document import Passage
from pincite.domain.hit import Ranking
from pincite.pipeline.asking.ask_parts import answer_apart, answer_parts, answer_subjects
from pincite.retrieve.filters import NO_FILTERS
from pincite.spans import Span

QUESTION = "When is the rent due, and how can the lease be ended?"
RENT, NOTICE = "The rent of the orchard is due on the first day", "Either party may end this Lease"


@pytest.fixture
def store(workshop):
    workshop.write("orchard", "ferry")
    return workshop.open_made()


def quoting(store, words, *, question=QUESTION, confidence=0.9, file="orchard.txt"):
    """An answer that quotes a document, the orchard's lease, from some words to the end of their line."""
    card = next(card for card in store.library.cards if card.path.endswith(file))
    text = store.library.text(card.id)
    start = text.index(words)
    span = Span(start, text.index("\n", start))
    said = f"“{span.slice(text)}” [1]"
    citation = Citation(1, Passage(card.id, span), span.slice(text), card.path, Span(0, len(said)))
    ranking = Ranking(question, ())
    return Answer(question, said, found=True, confidence=confidence, citations=(citation,), ranking=ranking)


def missing(question=QUESTION):
    return Answer(question, NOT_FOUND, found=False, confidence=0.1, ranking=Ranking(question, ()))


def asked(store, answer, found, *, reads=None):
    """The answer with its parts, and the questions that were put for them."""
    put = []

    def ask(question, filters):
        put.append((question, filters.documents))
        return found

    searchable = SimpleNamespace(library=store.library, router=store.router, verifier=reads or Reads(rent=0.9))
    return answer_parts(answer, searchable, NO_FILTERS, ask), put


class ReadsParts:
    """A verifier for which the clause on rent answers only the question for rent, and that on notice only the other."""

    def verify(self, pairs):
        kinds = [("rent due" in question, "rent" in text) for question, text in pairs]
        return Reads(yes=0.9).verify([(None, "yes" if asks == tells else "no") for asks, tells in kinds])


def test_a_part_that_the_quotation_leaves_open_is_asked_of_the_same_document_and_quoted(store):
    first = quoting(store, RENT)
    answer, put = asked(store, first, quoting(store, NOTICE), reads=ReadsParts())
    ((question, documents),) = put
    assert question.startswith("how can the lease be ended") and documents == (first.citations[0].passage.doc_id,)
    assert "On “how can the lease be ended”: “Either party may end" in answer.text
    assert [one.number for one in answer.citations] == [1, 2]
    assert not answer.note


@pytest.mark.parametrize("confidence", [0.5, None])
def test_a_part_that_nothing_surely_answers_is_told(store, confidence):
    found = missing() if confidence is None else quoting(store, NOTICE, confidence=confidence)
    answer, _ = asked(store, quoting(store, RENT), found, reads=ReadsParts())
    assert len(answer.citations) == 1
    assert answer.note == "No passage was found that clearly answers “how can the lease be ended”."
    assert answer.note_kind is NoteKind.PART_NOT_FOUND


def test_a_part_that_the_quotation_may_answer_is_not_said_to_be_missing(store):
    first = quoting(store, RENT)
    answer, put = asked(store, first, missing(), reads=Reads(rent=0.3))
    assert put and answer == first


def test_where_the_quotation_answers_both_parts_nothing_is_asked(store):
    first = quoting(store, RENT)
    answer, put = asked(store, first, missing(), reads=Reads(rent=0.9))
    assert answer == first and not put


def test_a_clause_beside_the_first_that_answers_a_part_is_led_to_by_it(store):
    first = quoting(store, RENT)
    second = quoting(store, NOTICE).citations[0]
    text = f"{first.text} See also: “{second.quote}” [2]"
    claim = Span(text.index(f"“{second.quote}"), len(text))
    both = replace(first, text=text, citations=(*first.citations, replace(second, number=2, claim=claim)))
    answer, put = asked(store, both, missing(), reads=ReadsParts())
    assert not put and "See also" not in answer.text
    assert answer.text.endswith(f"On “how can the lease be ended”: “{second.quote}” [2]")
    assert [one.claim.slice(answer.text) for one in answer.citations] == [
        one.claim.slice(text) for one in both.citations
    ]


def test_what_is_quoted_already_is_not_quoted_again(store):
    first = quoting(store, RENT)
    answer, _ = asked(store, first, quoting(store, RENT), reads=ReadsParts())
    assert answer == first


def test_a_question_that_is_refused_stays_refused(store):
    answer, put = asked(store, missing(), quoting(store, RENT))
    assert answer == missing() and not put


def test_a_question_for_one_thing_is_left_alone(store):
    whole = quoting(store, RENT, question="When is the rent due?")
    answer, put = asked(store, whole, missing())
    assert answer == whole and not put


def test_a_part_that_another_document_answers_is_not_said_to_be_missing(store):
    question = "When is the rent due, and how can it be ended?"
    ferry = quoting(store, NOTICE, file="ferry.txt")
    searchable = SimpleNamespace(library=store.library, router=store.router, verifier=ReadsParts())

    def ask(part, filters):
        return missing() if filters.documents else ferry

    answer = answer_parts(quoting(store, RENT, question=question), searchable, NO_FILTERS, ask)
    assert answer.note.startswith("“how can it be ended” is answered by ") and "ferry.txt" in answer.note
    assert "No passage was found" not in answer.note


def test_each_of_three_parts_is_answered_or_told(store):
    question = "When is the rent due, how can the lease be ended and how much notice is that?"
    answer, put = asked(store, quoting(store, RENT, question=question), missing(question), reads=ReadsParts())
    assert [part.split(" (")[0] for part, _ in put] == ["how can the lease be ended", "how much notice is that"]
    assert answer.note.count("No passage was found") == 2


def test_a_value_that_no_quotation_states_is_told_though_the_verifier_reads_an_answer(store):
    question = "how can the lease be ended and how much is the fee?"
    first = quoting(store, NOTICE, question=question)
    answer, put = asked(store, first, first, reads=Reads(party=0.9))
    assert [part for part, _ in put] == ["how much is the fee (about the lease can be ended)?"]
    assert answer.note == "No passage was found that clearly answers “how much is the fee”."


def test_a_clause_on_another_matter_answers_no_part(store):
    question = "When is the rent due, and who mends boots?"
    answer, _ = asked(store, quoting(store, RENT, question=question), quoting(store, NOTICE), reads=Reads(rent=0.0))
    assert len(answer.citations) == 1 and "“who mends boots”" in answer.note


def asked_apart(store, question, **answers):
    """The answer to a question whose parts are put to documents of their own, and what was put to which."""
    put = []

    def ask(part, filters):
        name = store.library.card(filters.documents[0]).path
        put.append((part, name.rsplit("/", 1)[-1]))
        return answers[name.rsplit("/", 1)[-1].removesuffix(".txt")]

    return answer_apart(question, store, ask), put


def test_parts_that_name_documents_of_their_own_are_asked_of_them(store):
    question = "when is the rent due in the Lease of the Orchard, and does the Lease of the Ferry allow notice?"
    rent = quoting(store, RENT, question="rent?", confidence=0.9)
    notice = quoting(store, NOTICE, question="notice?", confidence=0.8, file="ferry.txt")
    answer, put = asked_apart(store, question, orchard=rent, ferry=notice)
    assert [name for _, name in put] == ["orchard.txt", "ferry.txt"]
    assert [one.document.rsplit("/", 1)[-1] for one in answer.citations] == ["orchard.txt", "ferry.txt"]
    second = answer.citations[1]
    assert "On “does the Lease of the Ferry allow notice”: " in answer.text
    assert second.quote in second.claim.slice(answer.text)
    assert (
        store.library.text(second.passage.doc_id)[second.passage.span.start : second.passage.span.end] == second.quote
    )
    assert (answer.question, answer.confidence) == (question, 0.8)


def test_a_part_that_its_document_does_not_answer_is_said_to_be_missing(store):
    question = "when is the rent due in the Lease of the Orchard, and does the Lease of the Ferry allow dogs?"
    rent = quoting(store, RENT, question="rent?")
    answer, _ = asked_apart(store, question, orchard=rent, ferry=missing())
    assert answer.note_kind == NoteKind.PART_NOT_FOUND and "allow dogs" in answer.note
    assert len(answer.citations) == 1 and answer.confidence == 0.9
    assert answer_parts(answer, store, NO_FILTERS, None) is answer


@pytest.mark.parametrize(
    "question",
    [
        "when is the rent due in the Lease of the Orchard, and can it be ended?",
        "when is the rent due in the Lease of the Orchard?",
        "when is the rent due, and how can the lease be ended?",
    ],
)
def test_parts_of_one_document_are_not_asked_apart(store, question):
    answer, put = asked_apart(store, question)
    assert answer is None and put == []


def test_a_case_that_the_quotation_tells_is_not_asked_by_itself(store):
    question = "when is the rent due, and is it different for each month"
    answer = quoting(store, RENT, question=question)
    assert asked(store, answer, missing(), reads=Reads()) == (answer, [])
    other = "when is the rent due, and is it different for winter"
    answer = quoting(store, RENT, question=other)
    told, put = asked(store, answer, missing(), reads=Reads())
    assert told.note_kind == NoteKind.PART_NOT_FOUND and put


def asked_of_subjects(store, question, *answers):
    left = list(answers)
    return answer_subjects(question, store, lambda *_: left.pop(0))


def test_subjects_that_a_question_lists_are_each_asked(store):
    question = "The orchard, the ferry and the mill: when must each be paid?"
    rent, notice = quoting(store, RENT, confidence=0.9), quoting(store, NOTICE, confidence=0.8, file="ferry.txt")
    answer = asked_of_subjects(store, question, rent, notice, missing())
    assert [one.number for one in answer.citations] == [1, 2]
    assert answer.text.startswith("On “the orchard”: “The rent") and "On “the ferry”: “Either" in answer.text
    for one in answer.citations:
        assert one.quote in one.claim.slice(answer.text)
        assert one.passage.span.slice(store.library.text(one.passage.doc_id)) == one.quote
    assert "When must the mill be paid?" in answer.note
    assert (answer.question, answer.confidence) == (question, 0.8)


def test_a_clause_that_answers_for_two_subjects_is_quoted_once(store):
    question = "The pear and the plum: when must each be paid?"
    answer = asked_of_subjects(store, question, quoting(store, RENT), quoting(store, RENT))
    assert answer.text.startswith("On “the pear” and “the plum”: ") and len(answer.citations) == 1


def test_where_only_one_subject_is_answered_for_the_question_is_left_whole(store):
    question = "The pear and the plum: when must each be paid?"
    assert asked_of_subjects(store, question, quoting(store, RENT), missing()) is None
    assert asked_of_subjects(store, "When is the rent due?") is None


def test_a_subject_that_calls_a_document_is_asked_of_it(store):
    rent, notice = quoting(store, RENT, confidence=0.9), quoting(store, NOTICE, confidence=0.8, file="ferry.txt")
    answer = asked_of_subjects(store, "The pear and the ferry: when must each be paid?", rent, rent, notice)
    assert answer.text.startswith("On “the pear”: “The rent") and "On “the ferry”: “Either" in answer.text
    answer = asked_of_subjects(store, "The pear and the ferry: when must each be paid?", rent, rent, missing())
    assert answer.text.startswith("On “the pear” and “the ferry”: “The rent")
