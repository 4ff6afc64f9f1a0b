"""Documents named together in a question are asked one by one and set side by side."""

import pytest
from tests.pipeline.conftest import SUBJECTS, lease_of

from pincite.domain.answer import Outcome
from pincite.domain.chat import Turn
from pincite.retrieve.called import documents_called

LICENCE = (
    "MOORING LICENCE\n\nThis Licence is made between Tern Limited and Mere Estates Limited.\n\n"
    "1. Fee. The fee is paid on the first day of each month, in advance.\n\n"
    "2. Repairs. The Licensee keeps the pontoon and its ropes in repair.\n\n"
    "3. Governing law. This Licence is governed by the laws of Scotland.\n"
)


@pytest.fixture
def store(workshop):
    workshop.write(SUBJECTS[0])
    lease = lease_of(SUBJECTS[1]) + "\n4. Governing law. This Lease is governed by the laws of England and Wales.\n"
    (workshop.files / "orchard.txt").write_text(lease)
    (workshop.files / "mooring licence.txt").write_text(LICENCE)
    return workshop.open_made()


def files(answer):
    return [entry.document.rsplit("/", 1)[-1] for entry in answer.entries if entry.outcome is Outcome.YES]


def called(store, words):
    found = documents_called(words, store.library, store.router)
    return found and [store.library.card(doc_id).path.rsplit("/", 1)[-1] for doc_id in found.doc_ids]


def test_words_that_are_a_name_call_their_document(store):
    assert called(store, "the mooring licence") == ["mooring licence.txt"]
    assert called(store, "the orchard lease") == ["orchard.txt"]
    assert called(store, "our licence") == ["mooring licence.txt"]


def test_capitals_call_a_document_by_all_initials_of_its_title(workshop):
    (workshop.files / "services.txt").write_text("MASTER SERVICES AGREEMENT\n\n1. Term. The term is one year.\n")
    workshop.build()
    store = workshop.open()
    assert called(store, "the MSA") == ["services.txt"]
    for words in ("the SA", "the MS", "the MA"):
        assert called(store, words) is None


def test_a_document_that_is_not_there_is_called_by_no_other(store):
    assert called(store, "the NDA") == []
    assert called(store, "the travel policy") == []
    assert called(store, "the franchise agreement") == []


def test_a_sublease_is_no_lease_beside_one(workshop):
    (workshop.files / "lease.txt").write_text(lease_of("boathouse"))
    (workshop.files / "sublease.txt").write_text(lease_of("boathouse").replace("LEASE OF", "SUBLEASE OF"))
    workshop.build()
    store = workshop.open()
    assert called(store, "the lease") == ["lease.txt"]
    assert called(store, "the sublease") == ["sublease.txt"]


def test_other_words_call_nothing(store):
    for words in ("the tenant", "the repair of the lease", "the agreement", "notice in the lease", "the"):
        assert called(store, words) is None


def test_each_document_named_is_quoted_in_the_order_named(store):
    answer = store.ask("Compare the mooring licence and the orchard lease on repairs")
    assert files(answer) == ["mooring licence.txt", "orchard.txt"]
    assert ["pontoon" in answer.citations[0].quote, "gutters" in answer.citations[1].quote] == [True, True]
    assert answer.text.startswith("Both documents answer:")


def test_a_difference_of_law_is_told_first(store):
    answer = store.ask("What is the governing law of the mooring licence and the orchard lease?")
    assert answer.text.startswith("They differ. mooring licence.txt: Scotland; orchard.txt: England and Wales.")


def test_what_is_not_in_the_store_is_said_beside_the_answer_of_the_other(store):
    answer = store.ask("What do the orchard lease and the NDA say about repairs?")
    assert files(answer) == ["orchard.txt"]
    assert "No document that was searched is called “the NDA”." in answer.text


def test_a_follow_up_stays_with_the_documents_and_the_topic(store):
    turn = Turn("Compare the mooring licence and the orchard lease on repairs", "", (), ())
    asked = store.asking.stand_alone("and who pays?", [turn])
    assert asked == "Under the mooring licence and the orchard lease, on repairs: who pays?"
    assert store.ask(asked).answerer == "each"


def test_a_follow_up_moves_on_to_another_document(store):
    turn = Turn("What do the mooring licence and the orchard lease say about repairs?", "", (), ())
    asked = store.asking.stand_alone("And the boathouse lease?", [turn])
    assert "boathouse" in asked and "repairs" in asked and "orchard" not in asked
