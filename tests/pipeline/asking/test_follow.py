from dataclasses import replace

import pytest

from pincite.domain.chat import Turn
from pincite.pipeline.asking.conversation import Conversation, turn_of
from pincite.pipeline.asking.follow import FollowUps
from pincite.pipeline.asking.next_question import ask_next
from pincite.retrieve.route import Route

SUPPLY = """SUPPLY AGREEMENT

This Supply Agreement is made on 3 May 2023 between Marlow Limited and Petrel Works Limited.

1. Price

1.1 Petrel Works Limited pays interest of 4% a year on late payment.

2. Warranty

2.1 Marlow Limited warrants that the ropes are sound for 24 months.

2.2 A defect is reported in writing.

2.3 The warranty in clause 2.1 shall not apply where the ropes were dyed.
"""
LEASE = """LEASE OF THE BOATHOUSE

This Lease is made on 1 June 2022 between Quillfeather Limited and Dana Orchard.

1. Rent

1.1 The Tenant pays interest of 9% a year on late payment of rent.

2. Term

2.1 Dana Orchard may end this Lease early by three months' notice.
"""
GUIDE = """BEE COURT GUIDE

A1 Costs

A1.1 As a rule each side bears its own costs.
"""
PART = """PART 91 - COSTS OF BEE DISPUTES

Costs

91.1 The court may order costs against the keeper.

91.2 The costs ordered may not exceed £700.
"""

DIRECTION = """PRACTICE DIRECTION 91 - COSTS OF BEE DISPUTES

This Practice Direction supplements Part 91.

Schedules of honey

1.1 A schedule of honey is filed 14 days before the hearing.
"""


@pytest.fixture
def store(workshop):
    texts = {"marlow supply agreement": SUPPLY, "boathouse lease": LEASE, "bee court guide": GUIDE, "Part 91": PART}
    for name, text in texts.items():
        (workshop.files / f"{name}.txt").write_text(text)
    return workshop.open_made()


def talk(store, *questions):
    conversation = Conversation(store)
    for question in questions[:-1]:
        conversation.ask(conversation.stand_alone(question))
    return conversation, conversation.stand_alone(questions[-1])


def test_a_document_named_alone_replaces_the_one_before(store):
    said = ("What interest is charged on late payment under the Marlow agreement?", "And the lease?")
    _, asked = talk(store, *said)
    assert asked.endswith("lease: what interest is charged on late payment?")
    assert "Marlow" not in asked


def test_the_party_of_one_document_is_no_party_of_another(store):
    _, asked = talk(store, "When does Petrel Works have to report a defect?", "same for the boathouse lease?")
    assert asked == "Under the boathouse lease: when does it have to report a defect?"


def test_a_follow_up_keeps_the_question_it_holds(store):
    _, asked = talk(
        store, "What warranty does the Marlow agreement give?", "And what about Dana Orchard, can she end hers early?"
    )
    assert asked == "Under the boathouse lease: can Dana Orchard end it early?"


def test_a_question_that_only_has_words_of_a_name_is_no_name_itself(store, monkeypatch):
    asked = "how do i stop marlow dyeing the ropes"
    supply = next(card.id for card in store.library.cards if "supply" in card.path)
    route = store.router.route
    loose = Route((supply,), asked, "words of the question stand in its name", name=asked, loose=True)
    monkeypatch.setattr(type(store.router), "route", lambda self, query: loose if query == asked else route(query))
    said = Turn(asked, "“The warranty shall not apply where the ropes were dyed.” [1]", (supply,))
    rewritten = FollowUps(store.library, store.router).rewrite("so will that be enough then?", [said])
    assert rewritten.startswith("Under the marlow supply agreement")


def test_a_part_named_in_a_follow_up_is_asked_about_the_same_thing(store):
    conversation, asked = talk(store, "What does the Bee Court Guide say about costs?", "And what does Part 91 say?")
    assert asked == "What does Part 91 say about costs?"
    conversation.ask(asked)
    assert conversation.stand_alone("Is there a cap on it?") == "Under Part 91: is there a cap on costs?"


def test_an_exception_is_asked_of_the_clause_cited_before(store):
    conversation = Conversation(store)
    conversation.ask("What does clause 2.1 of the Marlow supply agreement say?")
    asked = conversation.stand_alone("Is there an exception?")
    assert asked.startswith("Under the ") and asked.endswith(": is there an exception to clause 2.1?")
    answer = conversation.ask(asked)
    assert answer.question == asked
    assert [citation.quote.split()[0] for citation in answer.citations] == ["2.3"]


def test_where_there_is_no_exception_the_clause_is_listed(store):
    answer = store.ask("Is there an exception to clause 2.2 of the Marlow supply agreement?")
    assert not answer.found
    assert "No exception to clause 2.2" in answer.note
    assert [source.text for source in answer.sources] == ["2.2 A defect is reported in writing."]


def test_a_turn_holds_the_passages_of_its_answer(store):
    answer = store.ask("What does clause 2.1 of the Marlow supply agreement say?")
    assert turn_of("q", answer).passages == tuple(citation.passage for citation in answer.citations)


def test_what_a_follow_up_asks_takes_the_place_of_what_was_asked_and_not_of_the_document(store):
    _, asked = talk(store, "What is the rent under the boathouse lease?", "And the term?")
    assert asked == "What is the term under the boathouse lease?"
    _, asked = talk(store, "What is the price under Marlow Limited's agreement?", "And the warranty?")
    assert asked.endswith("greement: what is the warranty?")
    assert "price" not in asked


def test_a_part_and_its_practice_directions_are_asked_together(store, workshop):
    (workshop.files / "Practice Direction 91.txt").write_text(DIRECTION)
    workshop.build()
    store = workshop.open()
    family = store.router.family("Under Part 91 and its practice directions: what may not be exceeded?")
    assert {store.card(doc_id).path.rsplit("/", 1)[-1] for doc_id in family.doc_ids} == {
        "Part 91.txt",
        "Practice Direction 91.txt",
    }
    direction = next(card.id for card in store.library.cards if card.path.endswith("Practice Direction 91.txt"))
    said = Turn("How many days before the hearing is a schedule of honey filed?", "14 days", (direction,))
    asked = store.asking.stand_alone("And what may they not exceed?", [said])
    assert asked.startswith("Under Part 91 and its practice directions")


def test_what_goes_with_the_name_of_another_document_is_kept(store):
    said = "What interest is charged on late payment under the Marlow agreement?"
    _, asked = talk(store, said, "And under the lease, if the rent is a year late?")
    assert asked.endswith("lease: what interest is charged on late payment if the rent is a year late?")
    _, asked = talk(store, said, "And with Quillfeather? Can the lease be ended early?")
    assert asked.endswith("can the lease be ended early?") and "Marlow" not in asked


def test_where_the_document_discussed_holds_no_answer_all_are_asked(store, monkeypatch):
    history = [Turn("What does the Bee Court Guide say about costs?", "Each side bears its own.", ())]
    plain, asked = store.ask, []

    def ask(question, **how):
        asked.append(question)
        answer = plain("What does clause 2.1 of the Marlow supply agreement say?", **how)
        if "Bee Court Guide" in question:
            return replace(answer, found=False, citations=())
        return replace(answer, found=True, confidence=0.9)

    monkeypatch.setattr(store, "ask", ask)
    understood, answer = ask_next(store, "Who warrants that?", history)
    assert answer.found and understood == asked[-1]
    assert "Bee Court Guide" in asked[0] and not understood.startswith("Under")


def test_a_case_after_a_detail_is_asked_of_the_subject_in_the_document_of_the_answers(store, workshop):
    (workshop.files / "Practice Direction 91.txt").write_text(DIRECTION)
    workshop.build()
    conversation = Conversation(workshop.open())
    part, card = (
        next(card for card in conversation.store.library.cards if card.path.endswith(name))
        for name in ("Part 91.txt", "Practice Direction 91.txt")
    )
    first = "When must a keeper file a schedule of honey for a hearing?"
    conversation.history = [
        Turn(first, "14 days before.", (card.id, part.id)),
        Turn("Does she need to know the postcode?", "No.", (card.id,)),
    ]
    asked = conversation.stand_alone("what if we know one of the hives is only rented?")
    own = first.removeprefix("W").rstrip("?")
    assert asked == f"Under Practice Direction 91: w{own} if we know one of the hives is only rented?"


def test_a_question_of_few_words_keeps_its_subject_where_several_documents_answered(store):
    cards = store.library.cards[:2]
    said = Turn("Can the ropes be tested a second time?", "Yes.", tuple(card.id for card in cards))
    asked = Conversation(store, history=[said]).stand_alone("How many days do I have to ask?")
    assert asked == "On whether the ropes can be tested a second time: how many days do I have to ask?"
