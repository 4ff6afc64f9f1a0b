"""The store in LanceDB: on object storage, with its indexes, and after a writer that broke off."""

import hashlib
import json
import multiprocessing
import os
import socket
import tempfile
import time
import uuid
import zlib
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import numpy as np
import pytest
from tests.contracts.test_stores import (
    DUES,
    HARBOUR,
    HEAD,
    LEASE,
    MILL,
    PLUGINS,
    ROOF,
    VELCREST,
    check_damage_and_repair,
    document,
    passage,
    state_of,
    write,
)
from tests.faulty_proxy import faulty_proxy
from tests.object_storage import BUCKET

from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.errors import SettingsError, StoreError

lancedb = pytest.importorskip("lancedb")
pa = pytest.importorskip("pyarrow")

from lancedb.table import LanceTable  # noqa: E402

from pincite.store.lance import cleanup, damage, indexes, search, storage  # noqa: E402
from pincite.store.lance import tables as lance_tables  # noqa: E402
from pincite.store.lance import writer as writer_module  # noqa: E402
from pincite.store.lance.engine import LanceEngine  # noqa: E402
from pincite.store.lance.table import translated  # noqa: E402
from pincite.store.lance.tables import LanceTables  # noqa: E402
from pincite.store.lance.words import KeptWords, PassageWords  # noqa: E402
from pincite.store.names import pack_names  # noqa: E402
from pincite.store.recall import share_found  # noqa: E402


@pytest.fixture
def engine(tmp_path):
    return LanceEngine(StoreAddress("lance", str(tmp_path / "store")))


@pytest.fixture
def bucket(s3_server, monkeypatch):
    """The address of an empty folder on a real S3 server."""
    monkeypatch.setenv("AWS_ENDPOINT", s3_server)
    monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"):
        monkeypatch.setenv(name, "us-east-1")
    return f"s3://{BUCKET}/{uuid.uuid4().hex}"


@pytest.fixture
def impatient(monkeypatch):
    """The client asks once more instead of ten times: what stays away is not waited for."""
    monkeypatch.setenv("OBJECT_STORE_CLIENT_MAX_RETRIES", "1")


def test_a_store_on_object_storage_is_written_read_and_verified(bucket):
    engine = LanceEngine(StoreAddress("lance", f"{bucket}/contracts"))
    assert engine.latest() is None
    write(engine, MILL, VELCREST)
    before = engine.latest().open(PLUGINS)
    write(engine, HARBOUR, keep=(MILL, VELCREST))
    assert [card.path for card in engine.latest().open(PLUGINS).library.cards] == [
        *("harbour.txt", "mill.txt", "velcrest.txt")
    ]
    assert [card.path for card in before.library.cards] == ["mill.txt", "velcrest.txt"]
    assert before.backend.nearest(ROOF, k=1)[0].passage == passage(MILL, 2)
    assert engine.damage().files == ()


def test_object_storage_that_refuses_and_answers_late_loses_and_doubles_nothing(bucket, monkeypatch):
    with faulty_proxy(os.environ["AWS_ENDPOINT"]) as (address, faults):
        monkeypatch.setenv("AWS_ENDPOINT", address)
        # Every request is refused once, and late after that.
        faults.refusals, faults.seconds = 1, 0.02
        engine = LanceEngine(StoreAddress("lance", f"{bucket}/busy"))
        write(engine, MILL, VELCREST)
        write(engine, HARBOUR, keep=(MILL, VELCREST))
        assert {request.split()[0] for request in faults.refused} >= {"GET", "PUT"}
        opened = engine.latest().open(PLUGINS)
        assert [card.path for card in opened.library.cards] == ["harbour.txt", "mill.txt", "velcrest.txt"]
        assert opened.library.passage_counts[Layer.CHUNK] == 8
        assert opened.backend.matching("harbour dues", k=1)[0].passage == passage(HARBOUR, 1)
        assert engine.damage().files == ()


def test_a_folder_is_no_address(tmp_path):
    with pytest.raises(SettingsError, match="is written lance:"):
        LanceEngine(tmp_path)


def test_words_are_found_through_the_index_with_the_scores_of_a_small_store(engine, tmp_path, monkeypatch):
    parts = [f"Clause {n} says rent {'rent ' * (n % 5)}for barn {n % 7}.\n" for n in range(60)]
    many = document("many.txt", parts, list(np.eye(5, dtype=np.float32)[np.arange(60) % 5]))
    write(engine, many)
    exact = engine.latest().open(PLUGINS).backend
    monkeypatch.setattr(indexes, "EXACT_ROWS", 10)
    other = LanceEngine(StoreAddress("lance", str(tmp_path / "other")))
    write(other, many)
    found = other.latest().open(PLUGINS).backend
    assert found._has_word_index and not exact._has_word_index
    for query in ("rent for barn 3", "clause 17", "windmill"):
        first, second = ([(one.passage, one.score) for one in each.matching(query, k=20)] for each in (exact, found))
        assert first == second
    assert list(found.mentions(["barn", "rent"]).counts) == list(exact.mentions(["barn", "rent"]).counts) == [60]


def told(mentions):
    return list(zip(mentions.doc_ids.tolist(), mentions.counts.tolist(), mentions.sizes.tolist(), strict=True))


@pytest.fixture
def barns():
    """Documents that share common words, and have rare ones of their own."""
    places = [f"{first}{last}" for first in ("north", "south", "east") for last in ("ford", "gate", "mere", "wick")]
    parts = [
        [f"LEASE OF {place.upper()} BARN\n\n", f"The rent of {place} barn is due.\n\n", f"Barn {at} has a roof.\n"]
        for at, place in enumerate(places)
    ]
    return [document(f"{at}.txt", own, list(np.eye(5, dtype=np.float32)[:3])) for at, own in enumerate(parts)]


def test_what_holds_two_names_is_picked_from_what_holds_the_rare_one(engine, barns, tmp_path, monkeypatch):
    write(engine, *barns)
    exact = engine.latest().open(PLUGINS).backend
    monkeypatch.setattr(indexes, "EXACT_ROWS", 10)
    monkeypatch.setattr(search, "_FEW", 4)
    other = LanceEngine(StoreAddress("lance", str(tmp_path / "other")))
    write(other, *barns)
    found = other.latest().open(PLUGINS).backend
    assert found._has_word_index and not exact._has_word_index
    asked, some = [], [one.card.id for one in barns[:6]]
    fetch = search.StoreTable.fetch
    monkeypatch.setattr(search.StoreTable, "fetch", lambda *given: asked.append(given) or fetch(*given))
    for rare, with_it in (("northgate", ("rent", "roof")), ("windmill", ("rent",))):
        assert told(found.mentions([rare])) == told(exact.mentions([rare]))
        for names in ([rare], *([rare, other] for other in with_it)):
            for documents in (None, some):
                expected = told(exact.mentions(names, documents=documents))
                asked.clear()
                assert told(found.mentions(names, documents=documents)) == expected
                assert asked == []
    for names in (["barn"], ["barn", "rent"], ["rent", "northgate"], ["rent", "roof"]):
        assert told(found.mentions(names)) == told(exact.mentions(names))


def test_names_that_are_kept_in_memory_count_and_score_as_those_that_are_not(engine, barns, monkeypatch):
    write(engine, *barns[:8])
    write(engine, *barns[8:], keep=barns[:8])
    with engine.write(PLUGINS) as writer:
        writer.remove([barns[0].card.id])
        writer.commit(state_of(*barns[1:]))
    kept, asked = (engine.latest().open(PLUGINS).backend for _ in range(2))
    assert kept._named is not None
    monkeypatch.setattr(search, "_KEPT_DOCUMENTS", 0)
    assert asked._named is None
    for words in ("lease", "northgate", "northford", "southmere lease", "rent of eastwick", "windmill", "the"):
        assert kept.count_named(words) == asked.count_named(words)
        first, second = (
            [(one.passage, one.score) for one in each.matching(words, k=20, layer=Layer.DOCUMENT)]
            for each in (kept, asked)
        )
        assert first == second


@pytest.fixture
def crowd():
    """A document of six hundred passages in twenty heaps."""
    draw = np.random.default_rng(5)
    made = draw.normal(size=(20, 16))[draw.integers(20, size=600)] + 0.3 * draw.normal(size=(600, 16))
    vectors = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    return document("crowd.txt", [f"Clause {at}.\n" for at in range(600)], list(vectors))


def test_many_vectors_have_an_index_whose_recall_is_measured(tmp_path, crowd):
    exact = LanceEngine(StoreAddress("lance", str(tmp_path / "exact")))
    write(exact, crowd)
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "indexed")), above=500, probed=0.5)
    with engine.write(PLUGINS) as writer:
        writer.add(crowd)
        writer.commit(state_of(crowd))
        assert 0.9 < writer.recall <= 1.0
    one, other = (each.latest().open(PLUGINS) for each in (exact, engine))
    assert "exact" in one.details["vectors"] and "index" in other.details["vectors"]
    asked = crowd.vectors[Layer.CHUNK][:30]
    wanted, found = ([near for vector in asked for near in each.backend.nearest(vector, k=10)] for each in (one, other))
    scores = {(near.passage, near.score) for near in wanted}
    assert sum((near.passage, near.score) in scores for near in found) > 0.9 * len(wanted)


def test_a_store_without_vectors_has_no_index_of_them(tmp_path):
    words = document("words.txt", [f"Clause {at}.\n" for at in range(600)], [np.zeros(1, np.float32)] * 600)
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "words")), above=500, probed=0.1)
    write(engine, words)
    backend = engine.latest().open(PLUGINS).backend
    assert not backend.has_vector_index
    assert backend.matching("clause 17", k=1)[0].passage == passage(words, 17)


@pytest.mark.parametrize(("fault", "passes"), [("k-means could only form 1 cluster", True), ("disk full", False)])
def test_vectors_that_make_no_partitions_are_searched_exactly(tmp_path, crowd, monkeypatch, fault, passes):
    # The engine gives up on more than a few hundred partitions of vectors that are alike; that many take minutes.
    make = LanceTable.create_index

    def refuse(table, column, **options):
        if column == "vector":
            raise RuntimeError(fault)
        return make(table, column, **options)

    monkeypatch.setattr(LanceTable, "create_index", refuse)
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "alike")), above=500, probed=0.1)
    if not passes:
        with pytest.raises(StoreError, match=f"LanceDB refused: {fault}"):
            write(engine, crowd)
        return
    write(engine, crowd)
    backend = engine.latest().open(PLUGINS).backend
    assert not backend.has_vector_index
    assert len(backend.nearest(crowd.vectors[Layer.CHUNK][0], k=20)) == 20


def test_the_recall_of_an_index_that_is_there_is_measured_again(tmp_path, crowd, monkeypatch):
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "indexed")), above=500, probed=0.5)
    write(engine, crowd)
    few = document("few.txt", [f"Rule {at}.\n" for at in range(40)], list(crowd.vectors[Layer.CHUNK][:40]))
    # So small an index loses its partitions when rows come, and finds all; here a half of it.
    monkeypatch.setattr(indexes, "share_found", lambda exact, found: 0.5 * share_found(exact, found))
    with engine.write(PLUGINS) as writer:
        writer.add(few)
        writer.commit(state_of(crowd, few))
        assert 0.3 < writer.recall <= 0.5


def test_what_is_added_to_an_index_is_found_and_few_passages_are_searched_exactly(tmp_path, crowd):
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "indexed")), above=500, probed=0.04)
    write(engine, crowd)
    few = document("few.txt", [f"Rule {at}.\n" for at in range(40)], list(crowd.vectors[Layer.CHUNK][:40]))
    write(engine, few, keep=(crowd,))
    backend = engine.latest().open(PLUGINS).backend
    assert backend.has_vector_index
    for at in range(0, 40, 8):
        near = backend.nearest(few.vectors[Layer.CHUNK][at], k=2)
        assert {one.passage for one in near} == {passage(crowd, at), passage(few, at)}
        assert len(backend.nearest(few.vectors[Layer.CHUNK][at], k=40, documents={few.card.id})) == 40
    assert len(backend.nearest(few.vectors[Layer.CHUNK][0], k=5, layer=Layer.SECTION)) == 4


def test_what_a_writer_that_was_killed_left_behind_is_taken_back(engine, tmp_path):
    write(engine, MILL)
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    tables.open("documents").delete("true")
    tables.open("passages").delete("true")
    assert [card.id for card in engine.latest().open(PLUGINS).library.cards] == [MILL.card.id]
    with engine.write(PLUGINS) as writer:
        assert set(writer.doc_ids) == {MILL.card.id}
        writer.add(VELCREST)
        writer.commit(state_of(MILL, VELCREST))
    assert len(engine.latest().open(PLUGINS).library.cards) == 2
    assert engine.damage().files == ()


def test_damage_is_found_and_taken_out(engine, tmp_path):
    write(engine, MILL, VELCREST)
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    saved = tables.latest()
    table = lancedb.connect(str(tmp_path / "store")).open_table("passages")
    table.update(where=f"doc_id = '{MILL.card.id}' AND layer = 2", values_sql={"last": "last - 1"})
    tables.put_state(replace(saved, number=saved.number + 1, passages=table.version))
    assert engine.damage().doc_ids == {MILL.card.id}
    with engine.write(PLUGINS) as writer:
        assert writer.repair(thorough=True) == (f"document {MILL.card.id}",)
        writer.commit(state_of(VELCREST))
    assert engine.damage().files == ()


@pytest.mark.parametrize(
    ("table", "own", "changes", "told"),
    [
        ("passages", "doc_id = '{doc_id}' AND layer = 2", {"words": "'other'"}, ["document", "counts of words"]),
        ("passages", "doc_id = '{doc_id}' AND layer = 0", {"length": "length + 1"}, ["document", "counts of words"]),
        ("passages", "doc_id = '{doc_id}' AND layer = 1", None, ["document"]),
        ("documents", "doc_id = '{doc_id}'", {"card": "replace(card, 'mill', 'mull')"}, ["document"]),
        ("documents", "doc_id = '{doc_id}'", {"card": "'{'"}, ["document", "names"]),
        ("documents", "doc_id = '{doc_id}'", {"card": "'[]'"}, ["document", "names"]),
        ("documents", "doc_id = '{doc_id}'", {"language": "'xx'"}, ["document"]),
        ("documents", "doc_id = '{doc_id}'", None, ["document", "passages of", "counts of words", "names"]),
        ("terms", "term = 'roof'", None, ["counts of words"]),
        ("terms", "term = '' AND layer = 2", {"words": "words - 1"}, ["counts of words"]),
    ],
)
def test_whatever_is_lost_is_said_and_repaired(engine, tmp_path, table, own, changes, told):
    write(engine, MILL, VELCREST, HARBOUR)
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    saved = tables.latest()
    opened = lancedb.connect(str(tmp_path / "store")).open_table(table)
    own = own.format(doc_id=MILL.card.id)
    opened.delete(own) if changes is None else opened.update(where=own, values_sql=changes)
    tables.put_state(replace(saved, number=saved.number + 1, **{table: opened.version}))
    check_damage_and_repair(engine, fresh=LanceEngine(StoreAddress("lance", str(tmp_path / "fresh"))), told=told)


def test_names_that_are_not_those_of_the_documents_are_said_and_made_anew(engine, tmp_path):
    write(engine, MILL, VELCREST)
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    saved = tables.latest()
    tables.put_state(replace(saved, number=saved.number + 1, names=pack_names([VELCREST.card])))
    assert engine.damage().files == ("names of documents",)
    with engine.write(PLUGINS) as writer:
        assert writer.repair(thorough=True)
        writer.commit(state_of(MILL, VELCREST))
    assert engine.damage().files == ()


def test_a_store_of_a_later_format_is_refused_by_readers_and_writers(engine, monkeypatch):
    with monkeypatch.context() as later:
        later.setattr(lance_tables, "FORMAT_VERSION", 9)
        write(engine, MILL)
    for use in (engine.latest, engine.damage, lambda: write(engine, VELCREST)):
        with pytest.raises(StoreError, match="it has format 9, and this version reads format 2; update Pincite"):
            use()
    monkeypatch.setattr(lance_tables, "FORMAT_VERSION", 9)
    assert paths(engine) == ["mill.txt"]


def test_a_store_that_names_no_format_is_read_and_written_on(engine, tmp_path):
    write(engine, MILL)
    table = lancedb.connect(str(tmp_path / "store")).open_table("state")
    (row,) = table.to_arrow().to_pylist()
    said = json.loads(zlib.decompress(row["state"]))
    assert said.pop("format") == 2
    packed = zlib.compress(json.dumps(said).encode())
    table.add([row | {"state": packed, "state_sha256": hashlib.sha256(packed).digest()}], mode="overwrite")
    assert paths(engine) == ["mill.txt"]
    write(engine, VELCREST, keep=(MILL,))
    assert paths(engine) == ["mill.txt", "velcrest.txt"]


@pytest.fixture
def short_keeping(monkeypatch):
    """Versions are deleted half a second after nobody needs them."""
    monkeypatch.setattr(cleanup, "_KEPT", 0.5)
    monkeypatch.setattr(cleanup, "_SPARE", 0.5)


def paths(engine):
    """The paths of the documents, in the newest state."""
    return [card.path for card in engine.latest().open(PLUGINS).library.cards]


def test_a_writer_that_dies_before_its_commit_has_deleted_nothing_that_is_needed(engine, short_keeping, monkeypatch):
    write(engine, MILL)
    time.sleep(1.2)
    seen = []

    def die(tables, state):
        seen.append(paths(LanceEngine(tables.place)))
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(LanceTables, "put_state", die)
        write(engine, VELCREST, keep=(MILL,))
    assert seen == [["mill.txt"]] and paths(engine) == ["mill.txt"]
    write(engine, VELCREST, keep=(MILL,))
    assert paths(engine) == ["mill.txt", "velcrest.txt"]
    assert engine.damage().files == ()


def test_versions_are_deleted_when_their_state_was_superseded_for_some_time(engine, short_keeping, tmp_path):
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    write(engine, MILL)
    first, snapshot = tables.latest(), engine.latest()
    old = snapshot.open(PLUGINS)
    time.sleep(1.2)
    write(engine, VELCREST, keep=(MILL,))
    # The state was the newest until now, however old its versions are.
    assert old.library.text(MILL.card.id).startswith("LEASE")
    assert [one.passage for one in old.backend.matching("roof", k=9)] == [passage(MILL, 2)]
    time.sleep(1.2)
    write(engine, HARBOUR, keep=(MILL, VELCREST))
    assert min(tables.need("passages").versions()) > first.passages
    assert [state["number"] for state in tables.states()] == [2, 3]
    with pytest.raises(StoreError, match="not there any more; open it again"):
        snapshot.open(PLUGINS)
    assert paths(engine) == ["harbour.txt", "mill.txt", "velcrest.txt"]
    assert engine.damage().files == ()


def test_a_state_that_is_deleted_while_it_is_verified_is_said_and_the_newest_verified(
    engine, short_keeping, monkeypatch
):
    write(engine, MILL, VELCREST)
    in_batches, done = damage.in_batches, []

    def meanwhile(ids):
        if not done:
            for one in (MILL, HARBOUR, MILL):
                time.sleep(1.2)
                write(engine, one, keep=(MILL, HARBOUR))
                done.append(one)
        return in_batches(ids)

    monkeypatch.setattr(damage, "in_batches", meanwhile)
    found = engine.damage()
    assert found.files == ()
    assert found.note.startswith("State 1 was superseded and deleted while it was read, so state 4")


def test_a_state_that_was_superseded_lately_stays(engine, short_keeping, monkeypatch):
    monkeypatch.setattr(cleanup, "_KEPT", 3600.0)
    write(engine, MILL)
    snapshot = engine.latest()
    time.sleep(1.2)
    write(engine, VELCREST, keep=(MILL,))
    time.sleep(1.2)
    write(engine, HARBOUR, keep=(MILL, VELCREST))
    assert [card.path for card in snapshot.open(PLUGINS).library.cards] == ["mill.txt"]


@pytest.fixture
def other_machine(tmp_path, monkeypatch):
    """Gives the store as another machine has it, whose lock is in a folder of its own."""
    folder = tmp_path / "other-machine"
    folder.mkdir()

    class OtherMachine(LanceEngine):
        @contextmanager
        def write(self, *given, **options):
            with monkeypatch.context() as patched:
                patched.setattr(tempfile, "tempdir", str(folder))
                with super().write(*given, **options) as writer:
                    yield writer

    return OtherMachine(StoreAddress("lance", str(tmp_path / "store")))


OVERTAKEN = "another writer has changed the store meanwhile; index again"


def test_a_writer_whose_store_was_changed_from_another_machine_is_refused(engine, other_machine):
    write(engine, MILL)
    with engine.write(PLUGINS) as writer:
        writer.add(VELCREST)
        write(other_machine, HARBOUR, keep=(MILL,))
        with pytest.raises(StoreError, match=OVERTAKEN):
            writer.commit(state_of(MILL, VELCREST))
    assert paths(engine) == ["harbour.txt", "mill.txt"]
    write(engine, VELCREST, keep=(MILL, HARBOUR))
    assert paths(engine) == ["harbour.txt", "mill.txt", "velcrest.txt"]
    assert engine.damage().files == ()


class LetInBeforeAdding:
    """A table whose writer is held up before it adds rows."""

    def __init__(self, table, let_in):
        self._table = table
        self._let_in = let_in

    def add(self, rows):
        self._let_in()
        self._table.add(rows)

    def __getattr__(self, name):
        return getattr(self._table, name)


@pytest.mark.parametrize(
    ("when", "final", "dies"),
    [
        *(("passages", False, dies) for dies in (False, True)),
        *(("terms", True, dies) for dies in (False, True)),
        *(("indexes", True, dies) for dies in (False, True)),
        ("state", True, False),
    ],
)
def test_of_two_writers_at_once_one_is_refused_and_no_state_is_a_mix(
    engine, other_machine, monkeypatch, when, final, dies
):
    write(engine, MILL)
    others = []

    def die(tables, state):
        raise KeyboardInterrupt

    def let_in():
        if not others:
            others.append(True)
            with monkeypatch.context() as patched, suppress(KeyboardInterrupt):
                if dies:
                    patched.setattr(LanceTables, "put_state", die)
                write(other_machine, HARBOUR, keep=(MILL,))

    make, put, index = LanceTables.make, LanceTables.put_state, writer_module.make_indexes

    def make_after(tables, name, *given, **options):
        table = make(tables, name, *given, **options)
        return LetInBeforeAdding(table, let_in) if when == name and not others else table

    monkeypatch.setattr(LanceTables, "make", make_after)
    if when == "state":
        monkeypatch.setattr(LanceTables, "put_state", lambda tables, new: (let_in(), put(tables, new)))
    if when == "indexes":
        monkeypatch.setattr(writer_module, "make_indexes", lambda *given: (let_in(), index(*given))[1])
    with engine.write(PLUGINS) as writer:
        writer.add(VELCREST)
        with pytest.raises(StoreError, match=OVERTAKEN):
            writer.commit(state_of(MILL, VELCREST), final=final)
    assert paths(engine) == (["mill.txt"] if dies else ["harbour.txt", "mill.txt"])
    assert engine.damage().files == ()
    write(engine, VELCREST, HARBOUR, keep=(MILL,))
    assert engine.latest().open(PLUGINS).library.passage_counts[Layer.CHUNK] == 8
    assert engine.damage().files == ()


def test_a_writer_that_meets_another_while_files_are_joined_is_refused(engine, monkeypatch):
    write(engine, MILL, VELCREST)
    optimize = LanceTable.optimize

    def meet(table, **options):
        monkeypatch.setattr(LanceTable, "optimize", optimize)
        raise RuntimeError("lance error: Retryable commit conflict for version 5: preempted")

    monkeypatch.setattr(LanceTable, "optimize", meet)
    with pytest.raises(StoreError, match=OVERTAKEN):
        write(engine, HARBOUR, keep=(MILL, VELCREST))
    assert paths(engine) == ["mill.txt", "velcrest.txt"]


def test_what_a_living_writer_commits_stays_though_another_took_it_for_dead(engine, other_machine, monkeypatch):
    write(engine, MILL)
    put, second = LanceTables.put_state, ExitStack()
    writers = []

    def put_late(tables, new):
        if not writers:
            writers.append(second.enter_context(other_machine.write(PLUGINS)))
        put(tables, new)

    monkeypatch.setattr(LanceTables, "put_state", put_late)
    with second:
        write(engine, VELCREST, keep=(MILL,))
        (other,) = writers
        other.add(HARBOUR)
        with pytest.raises(StoreError, match=OVERTAKEN):
            other.commit(state_of(MILL, HARBOUR))
    assert paths(engine) == ["mill.txt", "velcrest.txt"]
    assert engine.damage().files == ()


def write_elsewhere(place, folder, warning, barrier, results):
    """Write a document as a machine with its own locks, at the same moment as another one."""
    tempfile.tempdir = folder
    with suppress(StoreError), LanceEngine(StoreAddress("lance", place)).write(PLUGINS) as writer:
        writer.add(document("mill.txt", LEASE, [HEAD, ROOF if warning == "one" else DUES, ROOF], warning=warning))
        barrier.wait(timeout=60)
        try:
            writer.commit(state_of(MILL, VELCREST))
        except StoreError as error:
            results.put(str(error))
        else:
            results.put(warning)


@pytest.mark.parametrize("kind", ["folder", "bucket"])
def test_of_two_who_write_the_same_document_one_is_refused(kind, request, tmp_path):
    place = str(tmp_path / "store") if kind == "folder" else f"{request.getfixturevalue('bucket')}/shared"
    engine = LanceEngine(StoreAddress("lance", place))
    write(engine, MILL, VELCREST)
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    started = []
    for warning in ("one", "two"):
        (tmp_path / warning).mkdir()
        given = (place, str(tmp_path / warning), warning, barrier, results)
        started.append(context.Process(target=write_elsewhere, args=given))
        started[-1].start()
    said = [results.get(timeout=120) for _ in started]
    for process in started:
        process.join(timeout=60)
    winners = [one for one in said if one in ("one", "two")]
    assert len(winners) <= 1 and all(OVERTAKEN in one for one in said if one not in winners)
    library = engine.latest().open(PLUGINS).library
    assert library.reading(MILL.card.id).doc.warnings == tuple(winners)
    assert library.passage_counts[Layer.CHUNK] == 6
    assert engine.damage().files == ()


def test_storage_that_stays_refused_is_an_error_of_the_store_and_changes_nothing(bucket, impatient, monkeypatch):
    with faulty_proxy(os.environ["AWS_ENDPOINT"]) as (address, faults):
        monkeypatch.setenv("AWS_ENDPOINT", address)
        engine = LanceEngine(StoreAddress("lance", f"{bucket}/refused"))
        write(engine, MILL)
        opened = engine.latest().open(PLUGINS)
        faults.refusals = 1_000_000
        for ask in (engine.latest, engine.mark, lambda: opened.backend.nearest(ROOF, k=1)):
            with pytest.raises(StoreError, match=r"does not answer as it should \(503"):
                ask()
        faults.methods, faults.word = frozenset({"PUT"}), "state.lance"
        with pytest.raises(StoreError, match=r"\(503.*committed before is not changed"):
            write(engine, VELCREST, keep=(MILL,))
        faults.refusals = 0
        assert paths(engine) == ["mill.txt"]
        write(engine, VELCREST, keep=(MILL,))
        assert paths(engine) == ["mill.txt", "velcrest.txt"]


def test_storage_that_trickles_is_waited_for(bucket, monkeypatch):
    address = StoreAddress("lance", f"{bucket}/trickle")
    write(LanceEngine(address), MILL, VELCREST)
    with faulty_proxy(os.environ["AWS_ENDPOINT"]) as (proxy, faults):
        monkeypatch.setenv("AWS_ENDPOINT", proxy)
        opened = LanceEngine(address).latest().open(PLUGINS)
        faults.methods, faults.drops, faults.pause = frozenset({"GET"}), 12, 0.05
        assert {one.passage for one in opened.backend.matching("roof", k=2)} == {passage(MILL, 2), passage(VELCREST, 2)}


@pytest.mark.parametrize("fault", ["never answers", "trickles"])
def test_storage_that_does_not_come_to_an_end_is_given_up(bucket, monkeypatch, fault):
    address = StoreAddress("lance", f"{bucket}/endless")
    write(LanceEngine(address), MILL, VELCREST)
    monkeypatch.setattr(storage, "_READER", (1, 1))
    monkeypatch.setattr(storage, "_WRITER", (1, 1))
    with faulty_proxy(os.environ["AWS_ENDPOINT"]) as (proxy, faults):
        monkeypatch.setenv("AWS_ENDPOINT", proxy)
        engine = LanceEngine(address)
        opened = engine.latest().open(PLUGINS)
        faults.methods = frozenset({"GET", "HEAD"})
        if fault == "trickles":
            faults.drops, faults.pause = 1_000_000, 0.3
        else:
            faults.seconds = 30.0
        began = time.monotonic()
        with pytest.raises(StoreError, match=r"its storage does not answer as it should \(timed out"):
            engine.latest()
        with pytest.raises(StoreError, match=r"its storage does not answer as it should \("):
            opened.backend.matching("roof", k=1)
        with pytest.raises(StoreError, match=r"as it should \(timed out"), engine.write(PLUGINS):
            raise AssertionError
        assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    ("uri", "writes", "said", "expected"),
    [
        ("store", False, {}, {}),
        ("s3://law/x", False, {}, {"timeout": "20 seconds", "client_retry_timeout": "45"}),
        ("s3://law/x", True, {}, {"timeout": "30 seconds", "client_retry_timeout": "90"}),
        ("s3://law/x", False, {"AWS_TIMEOUT": "2 minutes"}, {"client_retry_timeout": "45"}),
        ("s3://law/x", False, {"OBJECT_STORE_CLIENT_RETRY_TIMEOUT": "5"}, {"timeout": "20 seconds"}),
    ],
)
def test_a_reader_waits_less_for_storage_than_a_writer_unless_the_environment_says(
    monkeypatch, uri, writes, said, expected
):
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert storage.storage_options(uri, writes=writes) == expected


def test_a_request_that_takes_too_long_is_an_error_of_the_storage():
    said = "lance error: LanceError(IO): Generic S3 error: HTTP error: request or response body error"
    told = pytest.raises(StoreError, match=r"its storage does not answer as it should \(response body error\)")
    with told, translated(StoreAddress("lance", "s3://law/x")):
        raise RuntimeError(said)


def test_storage_that_cannot_be_reached_is_an_error_of_the_store(bucket, impatient, monkeypatch):
    engine = LanceEngine(StoreAddress("lance", f"{bucket}/away"))
    write(engine, MILL)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setenv("AWS_ENDPOINT", f"http://127.0.0.1:{nobody.getsockname()[1]}")
        with pytest.raises(StoreError, match=r"does not answer as it should \(Connection refused\)"):
            engine.latest()
        with pytest.raises(StoreError, match="Connection refused"), engine.write(PLUGINS):
            raise AssertionError


def test_a_bucket_that_is_not_there_is_named(bucket):
    with pytest.raises(StoreError, match="The specified bucket does not exist"):
        LanceEngine(StoreAddress("lance", "s3://nowhere/store")).latest()


def test_a_commit_whose_answer_is_lost_is_done_once(bucket, monkeypatch):
    with faulty_proxy(os.environ["AWS_ENDPOINT"]) as (address, faults):
        monkeypatch.setenv("AWS_ENDPOINT", address)
        engine = LanceEngine(StoreAddress("lance", f"{bucket}/lost"))
        write(engine, MILL)
        faults.methods, faults.word, faults.losses = frozenset({"PUT"}), "state.lance/_versions", 1
        write(engine, VELCREST, keep=(MILL,))
        assert faults.losses == 0
        assert paths(engine) == ["mill.txt", "velcrest.txt"]
        assert engine.latest().state.version == 2


def test_words_that_are_kept_score_as_those_that_are_looked_through():
    found = pa.table({"words": ["rent lease rent", "notice", "lease of land", ""], "length": [3, 1, 3, 0]})
    weights = {"rent": 1.5, "lease": 0.7, "absent": 2.0}
    once, kept = PassageWords(found), KeptWords(found)
    assert kept.score(weights, 1.75).tolist() == once.score(weights, 1.75).tolist()
    assert kept.score(weights, 1.75)[0] > kept.score(weights, 1.75)[2] > 0
    assert kept.hold([["rent", "land"], ["lease"]]).tolist() == [True, False, True, False]
    assert kept.hold([["absent"]]).tolist() == [False] * 4
