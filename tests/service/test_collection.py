"""A store that stays open: it follows its writers, and never reads what they delete."""

import threading
import time

import pytest

from pincite.errors import StoreError
from pincite.pipeline.store import Store
from pincite.pipeline.wire import plugin_maker, store_engine
from pincite.service.collection import Collection
from pincite.service.service import Service
from pincite.store.local import sweep

ROOF = "Who keeps the roof in repair?"


@pytest.fixture
def no_grace(monkeypatch):
    """What a state no longer needs is deleted at once, and not after some minutes."""
    monkeypatch.setattr(sweep, "GRACE_SECONDS", -1.0)


@pytest.fixture
def shop(workshop):
    workshop.write("boathouse", "orchard", "foundry")
    workshop.build()
    return workshop


@pytest.fixture
def service(shop):
    return Service({"leases": shop.store}, flags=["retrieval.results=chunks", "answer.threshold=0.05"])


def paths(service):
    return {card.path for card in service.documents("leases")}


def take_out(shop, *subjects):
    store = shop.open()
    store.remove(card.id for card in store.documents if card.path in {shop.name(subject) for subject in subjects})


def test_what_is_written_is_seen_without_opening_anything_again(shop, service):
    assert paths(service) == {shop.name(subject) for subject in ("boathouse", "orchard", "foundry")}
    shop.write("granary")
    shop.build()
    hits = service.search("leases", "rent of the granary", k=1).hits
    assert hits[0].document == shop.name("granary")
    take_out(shop, "orchard")
    assert shop.name("orchard") not in paths(service)


def test_a_store_that_nobody_writes_to_is_opened_once(service):
    first = service.run("leases", lambda state: state.store)
    service.search("leases", ROOF)
    assert service.run("leases", lambda state: state.store) is first


def test_work_that_is_under_way_goes_on_with_the_state_it_began_with(shop, service):
    began, written = threading.Event(), threading.Event()
    seen = {}

    def work(state):
        began.set()
        assert written.wait(30)
        seen["during"] = {hit.passage.doc_id for hit in state.store.search(ROOF, k=50).hits}
        seen["state"] = state
        return state

    thread = threading.Thread(target=lambda: service.run("leases", work))
    thread.start()
    assert began.wait(30)
    shop.write("granary")
    shop.build()
    assert shop.name("granary") in paths(service)
    written.set()
    thread.join(30)
    assert len(seen["during"]) == 3
    assert seen["state"] is not service.run("leases", lambda state: state)


def test_work_whose_files_are_deleted_is_done_again_on_the_newest_state(shop, service, no_grace):
    states = []

    def work(state):
        states.append(state)
        if len(states) == 1:
            take_out(shop, "orchard")
        return {state.store.card(hit.passage.doc_id).path: state.store.text(hit.passage) for hit in hits_of(state)}

    def hits_of(state):
        return state.store.search(ROOF, k=50).hits

    with pytest.raises(StoreError, match="was removed since the store was opened"):
        work(type("Opened", (), {"store": shop.open()}))
    shop.build()
    states.clear()
    assert set(service.run("leases", work)) == {shop.name("boathouse"), shop.name("foundry")}
    assert len(states) == 2


def test_a_state_that_is_swept_while_it_is_opened_is_left_for_the_next(shop, no_grace):
    calls = []

    def open_slowly(folder):
        snapshot = store_engine(folder).latest()
        calls.append(snapshot.state.version)
        if len(calls) == 1:
            take_out(shop, "boathouse", "orchard", "foundry")
            shop.write("granary")
            shop.build(shop.name("granary"))
        made = Store.open(folder)
        # As it goes for one who read the list before the writer came.
        snapshot.open(plugin_maker(made.settings))
        return made

    collection = Collection(shop.store, open_slowly)
    assert [card.path for card in collection.run(lambda state: state.store.documents)] == [shop.name("granary")]
    assert len(calls) == 2


def test_damage_is_an_error_and_not_a_reason_to_try_for_ever(shop, service):
    (victim, *_) = shop.store.glob("documents/*/text.txt")
    victim.write_text("harm")
    tried = []

    def work(state):
        tried.append(state)
        return [state.store.library.text(card.id) for card in state.store.documents]

    with pytest.raises(StoreError, match="missing or damaged"):
        service.run("leases", work)
    assert len(tried) == 1


def test_a_store_made_anew_in_the_same_folder_is_noticed(shop, service):
    import shutil

    assert len(paths(service)) == 3
    shutil.rmtree(shop.store)
    with pytest.raises(StoreError, match="there is no store"):
        paths(service)
    (shop.files / "orchard.txt").unlink()
    shop.build()
    assert paths(service) == {shop.name("boathouse"), shop.name("foundry")}


def test_many_threads_read_while_a_writer_adds_removes_and_sweeps(shop, service, no_grace):
    """Every answer is whole, and of one state: the documents that stay are always found."""
    stop, failures, counts = threading.Event(), [], [0] * 6
    stays = {shop.name("boathouse"), shop.name("foundry")}

    def read_slowly(state):
        cards = state.store.documents
        time.sleep(0.05)
        return {card.path: state.store.library.text(card.id) for card in cards}

    def read(at):
        while not stop.is_set():
            try:
                found = service.search("leases", ROOF, k=50)
                assert stays <= {hit.document for hit in found.hits}
                assert all(hit.text for hit in found.hits)
                words = service.run("leases", read_slowly)
                assert stays <= words.keys() and all("roof" in text for text in words.values())
                section = service.section("leases", shop.name("foundry"), "2")
                assert "roof" in section.text
                assert service.ask("leases", "Consider the Lease of the Boathouse; when is the rent due?").sources
                counts[at] += 1
            except Exception as error:
                failures.append(error)
                return

    threads = [threading.Thread(target=read, args=(at,)) for at in range(len(counts))]
    for thread in threads:
        thread.start()
    for turn in range(8):
        shop.write("orchard", months=turn + 4)
        shop.write("smithy")
        shop.build()
        take_out(shop, "smithy", "orchard")
    stop.set()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert all(counts)
    assert paths(service) == stays
