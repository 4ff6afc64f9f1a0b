"""The store as a Python program uses it."""

import gc
import weakref

import pytest

from pincite import BuildReport, NotFound, Passage, Span, Store, StoreError


@pytest.fixture
def store(workshop):
    workshop.write("orchard", "foundry")
    with Store.build([workshop.files], workshop.store, settings=workshop.settings("retrieval.results=chunks")) as store:
        yield store


def test_building_gives_an_open_store_and_the_report_of_the_build(store, workshop):
    assert isinstance(store.report, BuildReport)
    assert sorted(store.report.added) == [workshop.name("foundry"), workshop.name("orchard")]
    assert [card.path for card in store.documents] == [workshop.name("foundry"), workshop.name("orchard")]
    assert store.settings.retrieval.results == "chunks"
    assert Store.open(workshop.store).report is None


def test_a_build_without_one_readable_file_still_gives_its_report(workshop):
    (workshop.files / "empty.txt").write_text("")
    with Store.build([workshop.files], workshop.store, settings=workshop.settings()) as store:
        assert [failure.kind for failure in store.report.failures] == ["empty"]
        assert not store.documents
        assert not store.search("rent").hits


def test_a_passage_has_its_words_and_its_place(store):
    hit = store.search("Who keeps the roof of the foundry in repair?", k=1).hits[0]
    assert "roof" in store.text(hit.passage)
    assert store.text(hit.passage) == hit.passage.span.slice(store.library.text(hit.passage.doc_id))
    assert store.place(hit.passage).section
    assert store.place(hit.passage).page is None


def test_a_passage_of_another_store_is_refused(store):
    for ask in (store.text, store.place):
        with pytest.raises(NotFound, match="has no document nowhere"):
            ask(Passage("nowhere", Span(0, 4)))
    with pytest.raises(NotFound, match="has no document nowhere"):
        store.card("nowhere")


def test_a_closed_store_refuses_to_be_searched(store):
    store.close()
    store.close()
    with pytest.raises(StoreError, match="was closed; open it again"):
        store.search("rent")


def test_a_store_that_is_let_go_keeps_no_generation_alive(workshop):
    workshop.write("orchard", "foundry")
    workshop.build()
    store = workshop.open()
    hit = store.search("roof", k=1).hits[0]
    assert store.text(hit.passage) and store.place(hit.passage) and store.library.beginning(hit.passage.doc_id)
    seen = weakref.ref(store.library)
    del store
    gc.collect()
    assert seen() is None


def test_two_stores_have_caches_of_their_own(workshop, tmp_path):
    workshop.write("orchard")
    workshop.build()
    one, other = workshop.open().library, workshop.open().library
    (doc_id,) = (card.id for card in one.cards)
    assert one.text(doc_id) == other.text(doc_id)
    assert one.text(doc_id) is one.text(doc_id)
    assert one.text(doc_id) is not other.text(doc_id)
