import pytest

from pincite.answer.questions.question_front import read_front
from pincite.pipeline.asking.conversation import Conversation, turn_of
from pincite.pipeline.asking.follow import FollowUps
from pincite.pipeline.asking.turned_to import (
    borne_by,
    names_a_deal,
    put_in,
    speaks_of,
    thing_asked_of,
    thing_named,
    thing_supposed,
    uses,
)

FERRY = """FERRY AGREEMENT

This agreement is made on 3 May 2023 between Marlow Limited and Petrel Works Limited.

1. Complaints

1.1 Petrel Works Limited answers a complaint within 9 days.

1.2 Petrel Works Limited keeps the ferry insured.
"""
CHAPEL = """CHAPEL GARDEN REGULATIONS

1. A complaint is answered within 21 days.

2. Dogs are kept on a lead.
"""
COVER = """TERNLEY MUTUAL

INSURANCE BOOKLET

1. We answer a complaint within 30 days.
"""


@pytest.fixture
def store(workshop):
    texts = {"ferry agreement": FERRY, "chapel garden rules": CHAPEL, "Ternley insurance booklet": COVER}
    for name, text in texts.items():
        (workshop.files / f"{name}.txt").write_text(text)
    return workshop.open_made()


@pytest.mark.parametrize(
    "said, question, meant",
    [
        (
            "How long does Petrel Works have to answer a complaint?",
            "and the insurers?",
            "Ternley insurance booklet.txt",
        ),
        (
            "How soon is a complaint under the ferry agreement answered?",
            "what about the chapel?",
            "chapel garden rules.txt",
        ),
        (
            "How soon is a complaint under the ferry agreement answered?",
            "do the insurers answer too?",
            "Ternley insurance booklet.txt",
        ),
        # The document discussed speaks of the ferry.
        ("Is a complaint under the ferry agreement answered?", "and the ferry?", "ferry agreement.txt"),
    ],
)
def test_a_follow_up_turns_to_the_document_that_is_called_so(store, said, question, meant):
    conversation = Conversation(store)
    conversation.ask(conversation.stand_alone(said))
    route = store.router.route(read_front(conversation.stand_alone(question)).searched())
    assert [store.card(doc_id).path.rsplit("/", 1)[-1] for doc_id in route.doc_ids] == [meant]


def test_whom_a_document_speaks_of_it_has_in_its_own_words():
    assert speaks_of("the bank", "The Bank must answer.") and speaks_of("our insurers", "Tell your insurer at once.")
    assert not speaks_of("the bank", "Give names and bank references.")
    assert speaks_of("the contractor", "The Contractor must answer.")
    assert not speaks_of("the people", "The people and the others.")
    assert uses("the mowing people", "Mowing is done weekly.") and not uses("the mowing people", "People walk here.")


@pytest.mark.parametrize(
    "question, thing",
    [
        ("how long does the bank give us?", "the bank"),
        ("and what do our own hosts promise us?", "our own hosts"),
        ("how long is the deal with next door?", "next door"),
        ("what does the agreement with them say?", ""),
        ("how long do we have?", ""),
        ("does Gull have to pay?", ""),
    ],
)
def test_a_whole_question_tells_whom_it_is_about(question, thing):
    assert thing_asked_of(question) == thing


def test_what_is_named_supposed_or_a_deal_is_told_apart():
    assert thing_named("the night hospital") and not thing_named("us") and not thing_named("us, if we sell")
    assert not any(map(thing_named, ("by when", "in writing", "the other side", "the yard's", "how often")))
    assert thing_supposed("what if it's the water bill?") == "the water bill"
    assert not thing_supposed("what if it's late?")
    assert names_a_deal("the deal with next door") and not names_a_deal("the contract with them")


@pytest.mark.parametrize(
    "thing, question, name, asked",
    [
        ("the insurers", "How soon must we tell Gull?", "Gull", "How soon must we tell the insurers?"),
        ("our hosting", "Which law governs the Gull agreement?", "Gull", "Which law governs our hosting?"),
        ("the cook", "How soon must the guest leave?", "", "How soon must the cook leave?"),
        ("the lease", "How soon must we tell Gull?", "Gull", "how soon must we tell it?"),
        ("Tern", "How soon must we tell Gull?", "Gull", "how soon must we tell it?"),
    ],
)
def test_a_thing_takes_the_place_of_what_named_the_document(thing, question, name, asked):
    nameless = question if not name else "how soon must we tell it?"
    assert put_in(thing, question, nameless, name=name).rstrip("?") == asked.rstrip("?")


HIRE = """HIRE OF THE OAR HOUSE

1. Holidays

1.1 The oarsman gets 24 days of holiday a year.
"""
DEED = """DEED OF PARTNERSHIP

1. Holidays

1.1 Each cook gets thirty days of holiday a year.
"""


def test_what_a_follow_up_turns_to_is_asked_of_the_documents_that_were_not_discussed(workshop):
    for name, text in {"oar house hire": HIRE, "deed of 2019": DEED}.items():
        (workshop.files / f"{name}.txt").write_text(text)
    store = workshop.open_made()
    said = "How many days of holiday does the oarsman get?"
    history = [turn_of(said, store.ask(f"Under the oar house hire: {said}"))]
    asked = store.asking.stand_alone("and a cook?", history)
    readings = FollowUps(store.library, store.router).other_readings("and a cook?", asked, history[-1])
    assert readings.thing == "a cook" and readings.documents == history[0].documents
    assert readings.everywhere == "How many days of holiday does a cook get?"


@pytest.mark.parametrize(
    "thing, document",
    [
        ("the insurers", "insurance policy"),
        ("the plumber", "Plumbing quote"),
        ("our tenants", "tenancy at the mill"),
        ("the cleaners", "cleaning contract"),
        ("the hosts", "hosting terms"),
        ("the cemetery", "cemeteries"),
        ("the contents", "contents"),
        # Words that only begin alike, and words for papers, tell no document.
        ("the police", ""),
        ("the internal walls", ""),
        ("the interim", ""),
        ("the content of the report", ""),
        ("the terms", ""),
        ("the contractor", ""),
        ("the bike policy", ""),
        ("the service", ""),
        ("the stationery", ""),
    ],
)
def test_only_a_form_of_the_same_word_tells_a_document(workshop, thing, document):
    names = (
        "insurance policy",
        "Plumbing quote",
        "tenancy at the mill",
        "cleaning contract",
        "hosting terms",
        "cemeteries",
        "contents",
        "internet",
        "train station",
        "repair service",
    )
    for name in names:
        (workshop.files / f"{name}.txt").write_text(f"NOTES OF THE HERON\n\n1. A heron is fed {len(name)} times.\n")
    (workshop.files / "ferry.txt").write_text(FERRY)
    library = workshop.open_made().library
    paths = {card.id: card.path.rsplit("/", 1)[-1].removesuffix(".txt") for card in library.cards}
    discussed = next(doc_id for doc_id, name in paths.items() if name == "ferry")
    found = borne_by(thing, [discussed], library)
    assert (paths[found.id] if found else "") == document
