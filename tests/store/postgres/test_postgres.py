"""The store in PostgreSQL: addresses, migrations, and what becomes of it when the server does not behave."""

import os
import shutil
import subprocess
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest
from tests.contracts.test_stores import (
    HARBOUR,
    MILL,
    PLUGINS,
    RENT,
    ROOF,
    VELCREST,
    check_damage_and_repair,
    document,
    passage,
    state_of,
    write,
)
from tests.postgres_server import own_server
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress, store_place
from pincite.errors import SettingsError, StoreError
from pincite.store.postgres.address import parse_address
from pincite.store.postgres.engine import PostgresEngine

psycopg = pytest.importorskip("psycopg")

from pincite.store.postgres import connection as postgres_connection  # noqa: E402
from pincite.store.postgres import damage as postgres_damage  # noqa: E402
from pincite.store.postgres import indexes as postgres_indexes  # noqa: E402
from pincite.store.postgres import lock as postgres_lock  # noqa: E402
from pincite.store.postgres import passages as postgres_passages  # noqa: E402
from pincite.store.postgres import writer as postgres_writer  # noqa: E402
from pincite.store.postgres.migrate import migrations  # noqa: E402


@pytest.fixture
def address(database):
    return StoreAddress("postgres", database("store"))


@pytest.fixture
def engine(address):
    return PostgresEngine(address)


@pytest.mark.parametrize(
    ("text", "parameters", "collection"),
    [
        ("postgres:contracts", {}, "contracts"),
        ("postgres:///law/contracts", {"dbname": "law"}, "contracts"),
        (
            "postgres://anna@db.example:5433/law/contracts?sslmode=verify-full",
            {"host": "db.example", "port": "5433", "user": "anna", "dbname": "law", "sslmode": "verify-full"},
            "contracts",
        ),
    ],
)
def test_an_address_names_a_database_and_a_collection(text, parameters, collection):
    parsed = parse_address(store_place(text))
    assert (dict(parsed.parameters), parsed.collection) == (parameters, collection)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("postgres://anna:secret@db.example/law/contracts", "holds a password"),
        ("postgres://db.example/law", "names no collection"),
        ("postgres://db.example/law/a/b", "names no collection"),
        ("postgres://db.example/law/contracts?options=-csearch_path", "has the parameter 'options'"),
        ("postgres://db.example:port/law/contracts", "is not a database address"),
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(text, problem):
    with pytest.raises(SettingsError, match=problem) as caught:
        PostgresEngine(store_place(text))
    assert "secret" not in str(caught.value)


def test_a_text_with_a_kind_is_an_address_and_any_other_a_folder(tmp_path):
    assert store_place("postgres:contracts").name == "contracts"
    assert store_place("contracts", kind="postgres") == StoreAddress("postgres", "contracts")
    assert store_place(tmp_path, kind="postgres") == tmp_path
    assert store_place("C:/stores").name == "stores"


def test_a_server_that_is_not_there_is_an_error_with_its_address(tmp_path):
    engine = PostgresEngine(StoreAddress("postgres", f"///law/contracts?host={tmp_path}&connect_timeout=2"))
    with pytest.raises(StoreError, match="the database does not answer"), engine.write(PLUGINS):
        raise AssertionError


def test_tables_of_a_newer_version_are_refused(engine, sql):
    write(engine, MILL)
    sql("INSERT INTO migration (version) VALUES (999)")
    try:
        for use in (engine.latest, engine.damage, lambda: write(engine, VELCREST)):
            with pytest.raises(StoreError, match="of version 999, and this Pincite knows 4; update it"):
                use()
    finally:
        sql("DELETE FROM migration WHERE version = 999")


def test_words_of_any_kind_are_found_and_counted(engine):
    odd = document("odd.txt", ["it's a \\ back'slash rent rent rent\n", "x" * 300 + " rent\n"], [RENT, ROOF])
    write(engine, odd)
    backend = engine.latest().open(PLUGINS).backend
    first, second = backend.matching("rent", k=5)
    assert (first.passage, second.passage) == (passage(odd, 0), passage(odd, 1))
    assert first.score > second.score
    assert [one.passage for one in backend.matching("back'slash", k=5)] == [passage(odd, 0)]
    assert [one.passage for one in backend.matching("x" * 300, k=5)] == [passage(odd, 1)]


def test_damage_is_found_and_taken_out(engine, sql):
    write(engine, MILL, VELCREST)
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    sql(f"UPDATE passage_{collection} SET last = last - 1 WHERE doc_id = %s AND layer = 2", MILL.card.id)
    assert engine.damage().doc_ids == {MILL.card.id}
    with engine.write(PLUGINS) as writer:
        assert writer.repair(thorough=True) == (f"document {MILL.card.id}",)
        writer.commit(state_of(VELCREST))
    assert engine.damage().files == ()
    assert [card.id for card in engine.latest().open(PLUGINS).library.cards] == [VELCREST.card.id]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE passage SET words = 'other' WHERE {own} AND layer = 2", ["document", "counts of words"]),
        ("UPDATE passage SET length = length + 1 WHERE {own} AND layer = 0", ["document", "counts of words"]),
        ("DELETE FROM passage WHERE {own} AND layer = 1", ["document"]),
        ("UPDATE document SET card = replace(card::text, 'mill', 'mull')::json WHERE {own}", ["document"]),
        ("UPDATE document SET card = '[]' WHERE {own}", ["document", "names"]),
        ("UPDATE document SET content = 'other'::bytea WHERE {own}", ["document"]),
        ("UPDATE document SET places = 'other'::bytea WHERE {own}", ["document"]),
        ("UPDATE document SET language = 'xx' WHERE {own}", ["document"]),
        ("DELETE FROM document WHERE {own}", ["document", "passages of", "names"]),
        (
            "WITH gone AS (DELETE FROM passage WHERE {own}) DELETE FROM document WHERE {own}",
            ["document", "counts", "names"],
        ),
        ("DELETE FROM term WHERE collection = {collection} AND term = 'roof'", ["counts of words"]),
        ("DELETE FROM term WHERE collection = {collection} AND term = '' AND layer = 2", ["counts of words"]),
        ("UPDATE term SET most = 0 WHERE collection = {collection} AND term = 'rent'", ["counts of words"]),
        ("UPDATE generation SET names = 'other' WHERE collection = {collection}", ["names of documents"]),
        ("UPDATE generation SET names = substr(names, 1, 900) WHERE collection = {collection}", ["names of documents"]),
    ],
)
def test_whatever_is_lost_is_said_and_repaired(engine, database, sql, damage, told):
    write(engine, MILL, VELCREST, HARBOUR)
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    own = f"collection = {collection} AND doc_id = '{MILL.card.id}'"
    sql(damage.format(own=own, collection=collection))
    check_damage_and_repair(engine, fresh=PostgresEngine(StoreAddress("postgres", database("fresh"))), told=told)


def test_a_document_whose_digest_is_of_an_earlier_version_is_whole(engine, sql):
    write(engine, MILL)
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    sql(f"UPDATE document SET digest = substr(digest, 1, 32) WHERE collection = {collection}")
    assert engine.damage().files == ()


def test_a_state_that_is_no_longer_kept_says_so(engine, sql):
    write(engine, MILL)
    reader = engine.latest().open(PLUGINS)
    write(engine, VELCREST, keep=[MILL])
    sql("UPDATE generation SET committed = now() - interval '1 hour'")
    write(engine, HARBOUR, keep=[MILL, VELCREST])
    library = engine.latest().open(PLUGINS).library
    for ask in (
        lambda: reader.backend.matching("roof", k=3),
        lambda: reader.library.cards,
        lambda: reader.library.passage_counts,
        lambda: reader.library.names,
        lambda: reader.library.text(MILL.card.id),
        lambda: reader.library.readings([MILL.card.id]),
    ):
        with pytest.raises(StoreError, match="no longer kept"):
            ask()
    assert len(library.cards) == 3
    newest = engine.latest().open(PLUGINS).backend
    assert {one.passage for one in newest.matching("roof", k=9)} == {passage(MILL, 2), passage(VELCREST, 2)}


def supersede(engine, monkeypatch, sql, *, always):
    """Newer states are committed, and the one that is verified is deleted, after its documents are listed."""
    in_batches, done = postgres_damage.in_batches, []

    def meanwhile(ids):
        if always or not done:
            done.append(True)
            write(engine, MILL)
            sql("UPDATE generation SET committed = now() - interval '1 hour'")
            write(engine, HARBOUR, keep=[MILL])
            sql("UPDATE generation SET committed = now() - interval '1 hour'")
            write(engine, MILL, keep=[HARBOUR])
        return in_batches(ids)

    monkeypatch.setattr(postgres_damage, "in_batches", meanwhile)


def test_a_state_that_is_deleted_while_it_is_verified_is_said_and_the_newest_verified(
    engine, address, sql, monkeypatch
):
    write(engine, MILL, VELCREST)
    supersede(engine, monkeypatch, sql, always=False)
    told = CliRunner().invoke(app, ["store", "verify", "--store", str(address)])
    assert told.exit_code == 0
    assert "everything is whole" in told.stdout
    note = "State 1 was superseded and deleted while it was read, so state 4 was verified instead.\n"
    assert told.stderr == note


def test_where_every_state_is_deleted_while_it_is_verified_the_error_says_what_to_do(engine, sql, monkeypatch):
    write(engine, MILL, VELCREST)
    supersede(engine, monkeypatch, sql, always=True)
    with pytest.raises(StoreError, match="verify it while nothing is indexed"):
        engine.damage()


def test_a_writer_changes_indexes_while_the_store_is_verified(engine, sql, monkeypatch):
    write(engine, MILL)
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    terms_differ = postgres_damage.terms_differ

    def meanwhile(*given):
        sql("SET lock_timeout = '2s'")
        sql(f"DROP INDEX passage_{collection}_words")
        return terms_differ(*given)

    monkeypatch.setattr(postgres_damage, "terms_differ", meanwhile)
    assert engine.damage().files == ()


def test_what_was_taken_out_is_deleted_once_no_state_needs_it(engine, sql):
    write(engine, MILL, VELCREST)
    before = engine.latest().open(PLUGINS).backend.matching("roof", k=9)
    with engine.write(PLUGINS) as writer:
        writer.remove([VELCREST.card.id])
        writer.commit(state_of(MILL))
    sql("UPDATE generation SET committed = now() - interval '1 hour'")
    write(engine, VELCREST, keep=[MILL])
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    assert sql(f"SELECT count(*) FROM passage_{collection} WHERE died IS NOT NULL").fetchone()[0] == 0
    again = engine.latest().open(PLUGINS).backend.matching("roof", k=9)
    assert [(one.passage, one.score) for one in again] == [(one.passage, one.score) for one in before]


def test_collections_are_written_at_the_same_time(database):
    first, second = (PostgresEngine(StoreAddress("postgres", database(name))) for name in ("one", "two"))
    with first.write(PLUGINS) as one, second.write(PLUGINS) as two:
        one.add(MILL)
        two.add(VELCREST)
        one.commit(state_of(MILL))
        two.commit(state_of(VELCREST))
    assert [card.id for card in first.latest().open(PLUGINS).library.cards] == [MILL.card.id]
    assert [card.id for card in second.latest().open(PLUGINS).library.cards] == [VELCREST.card.id]


def test_a_writer_waits_for_another_as_long_as_it_has_patience(engine):
    entered = threading.Event()

    def other():
        with engine.write(PLUGINS) as writer:
            entered.set()
            writer.add(MILL)
            writer.commit(state_of(MILL))

    thread = threading.Thread(target=other)
    thread.start()
    entered.wait(timeout=60)
    with engine.write(PLUGINS, patience=60) as writer:
        thread.join(timeout=60)
        writer.add(VELCREST)
        writer.commit(state_of(MILL, VELCREST))
    assert len(engine.latest().open(PLUGINS).library.cards) == 2


def test_when_all_connections_are_busy_the_error_says_what_to_do(address, monkeypatch):
    from pincite.store.postgres import connection

    monkeypatch.setattr(connection, "_PATIENCE", 0.2)
    engine = PostgresEngine(address, connections=1)
    write(engine, MILL)
    opened = engine.latest().open(PLUGINS)
    busy, done = threading.Event(), threading.Event()

    def hold(connection):
        busy.set()
        done.wait(timeout=60)

    thread = threading.Thread(target=opened.backend._database.read, args=(hold,))
    thread.start()
    busy.wait(timeout=60)
    try:
        with pytest.raises(StoreError, match="all its connections are in use"):
            opened.backend.matching("roof", k=3)
    finally:
        done.set()
        thread.join(timeout=60)


def test_a_server_that_is_restarted_costs_neither_searches_nor_commits():
    with own_server() as server:
        engine = PostgresEngine(StoreAddress("postgres", server.address("store")))
        write(engine, MILL)
        opened = engine.latest().open(PLUGINS)
        assert opened.backend.matching("roof", k=1)
        with engine.write(PLUGINS) as writer:
            writer.add(VELCREST)
            server.stop("immediate")
            server.start()
            assert [one.passage for one in opened.backend.matching("roof", k=9)] == [passage(MILL, 2)]
            writer.commit(state_of(MILL, VELCREST))
        newest = engine.latest()
        assert newest.state.version == 2
        assert newest.open(PLUGINS).library.passage_counts[Layer.CHUNK] == 6
        assert engine.damage().files == ()


def test_a_server_that_is_restarted_in_the_middle_of_a_copy_has_every_row_once(monkeypatch):
    with own_server() as server:
        engine = PostgresEngine(StoreAddress("postgres", server.address("store")))
        write(engine, MILL)
        restarts, words = [], postgres_passages._words

        def restart_first(one):
            # The rows of the documents before this one were sent.
            if one is HARBOUR and not restarts:
                restarts.append(True)
                server.stop("immediate")
                server.start()
            return words(one)

        monkeypatch.setattr(postgres_passages, "_words", restart_first)
        write(engine, CROWD, VELCREST, HARBOUR, keep=[MILL])
        assert restarts
        newest = engine.latest()
        assert newest.state.version == 2
        every = sum(len(one.places[Layer.CHUNK]) for one in (MILL, CROWD, VELCREST, HARBOUR))
        assert newest.open(PLUGINS).library.passage_counts[Layer.CHUNK] == every
        assert engine.damage().files == ()


CROWD = document("crowd.txt", [f"Clause {n} is here.\n" for n in range(400)], list(np.eye(5, dtype=np.float32)) * 80)


@pytest.mark.parametrize("when", ["drop_indexes", "make_indexes", "measure_recall", "sweep"])
def test_a_connection_that_is_lost_in_a_bulk_commit_costs_nothing(cut_engine, relay, monkeypatch, when):
    write(cut_engine, MILL)
    work, cuts = getattr(postgres_writer, when), []

    def cut_first(*given, **options):
        if not cuts:
            cuts.append(True)
            relay.cut()
        return work(*given, **options)

    monkeypatch.setattr(postgres_writer, "_BULK", 100)
    monkeypatch.setattr(postgres_indexes, "EXACT_ROWS", 100)
    monkeypatch.setattr(postgres_writer, when, cut_first)
    write(cut_engine, CROWD, keep=(MILL,))
    assert cuts
    newest = cut_engine.latest()
    assert newest.state.version == 2
    opened = newest.open(PLUGINS)
    assert opened.library.passage_counts[Layer.CHUNK] == 403
    assert "HNSW" in opened.details["vectors"]
    assert cut_engine.damage().files == ()


def test_rows_that_a_writer_left_behind_are_deleted_by_the_next(engine, sql):
    write(engine, MILL, VELCREST)
    with engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        writer.add(HARBOUR)
        writer.stash()
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    left = "SELECT count(*) FROM {} WHERE collection = %s AND (born > 1 OR died IS NOT NULL)"
    assert sql(left.format("document"), collection).fetchone()[0] == 3
    with engine.write():
        pass
    assert [sql(left.format(table), collection).fetchone()[0] for table in ("document", "passage")] == [0, 0]
    assert engine.latest().state.version == 1


def test_a_connection_that_is_lost_while_documents_are_stashed_costs_nothing(cut_engine, relay, monkeypatch):
    write(cut_engine, MILL)
    work, cuts = postgres_writer.change_rows, []

    def cut_first(*given, **options):
        done = work(*given, **options)
        if not cuts:
            cuts.append(True)
            relay.cut()
        return done

    with cut_engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        writer.add(CROWD)
        with monkeypatch.context() as patched:
            patched.setattr(postgres_writer, "change_rows", cut_first)
            writer.stash()
        relay.cut()
        writer.add(HARBOUR)
        writer.commit(state_of(CROWD, HARBOUR))
    assert cuts
    opened = cut_engine.latest().open(PLUGINS)
    assert {card.id for card in opened.library.cards} == {CROWD.card.id, HARBOUR.card.id}
    assert cut_engine.damage().files == ()


def test_a_writer_whose_stash_another_discarded_is_refused(cut_engine, relay, database):
    write(cut_engine, MILL)
    direct = PostgresEngine(StoreAddress("postgres", database("cut")))
    with cut_engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        writer.add(CROWD)
        writer.stash()
        relay.cut()
        with direct.write(PLUGINS, patience=30):
            pass
        writer.add(HARBOUR)
        with pytest.raises(StoreError, match="another process wrote to it while the connection was lost"):
            writer.commit(state_of(CROWD, HARBOUR))
    assert [card.id for card in direct.latest().open(PLUGINS).library.cards] == [MILL.card.id]
    assert direct.damage().files == ()


@pytest.mark.parametrize("bulk", [100, 10_000])
def test_a_server_that_goes_while_indexes_are_made_has_the_documents_and_the_next_run_makes_them(
    cut_engine, relay, monkeypatch, bulk
):
    monkeypatch.setattr(postgres_writer, "_BULK", bulk)
    monkeypatch.setattr(postgres_indexes, "EXACT_ROWS", 100)
    monkeypatch.setattr(postgres_lock, "_COMEBACK_SECONDS", 0.5)
    write(cut_engine, MILL)
    make = postgres_writer.make_indexes

    def go(*given, **options):
        relay.stop()
        make(*given, **options)

    with monkeypatch.context() as patched:
        patched.setattr(postgres_writer, "make_indexes", go)
        with pytest.raises(StoreError, match=r"does not answer: .*; the documents are stored, and indexing again"):
            write(cut_engine, CROWD, keep=(MILL,))
    relay.start()
    assert "exact" in cut_engine.latest().open(PLUGINS).details["vectors"]
    write(cut_engine, keep=(MILL, CROWD))
    assert cut_engine.latest().state.version == 2
    assert "HNSW" in cut_engine.latest().open(PLUGINS).details["vectors"]


def test_a_search_without_a_server_says_so_and_finds_again_when_it_is_back(cut_engine, relay, monkeypatch):
    monkeypatch.setattr(postgres_connection, "_COMEBACK", 1.0)
    write(cut_engine, MILL)
    opened = cut_engine.latest().open(PLUGINS)
    relay.stop()
    began = time.monotonic()
    with pytest.raises(StoreError, match=r"the database does not answer: connection .* failed"):
        opened.backend.matching("roof", k=3)
    assert time.monotonic() - began < 10
    relay.start()
    assert [one.passage for one in opened.backend.matching("roof", k=3)] == [passage(MILL, 2)]


def test_a_search_on_a_server_that_was_never_there_is_refused_at_once(tmp_path):
    engine = PostgresEngine(StoreAddress("postgres", f"///law/contracts?host={tmp_path}"))
    began = time.monotonic()
    with pytest.raises(StoreError, match="the database does not answer"):
        engine.latest()
    assert time.monotonic() - began < 5


def test_a_document_that_two_write_at_once_is_that_of_the_later(address):
    parts = [f"Clause {n} is here.\n" for n in range(50)]
    axes = list(np.eye(5, dtype=np.float32))
    versions = [document("same.txt", parts, [axis] * 50, warning=str(at)) for at, axis in enumerate(axes)]
    write(PostgresEngine(address), MILL)
    finished = []

    def index(one):
        engine = PostgresEngine(address)
        with engine.write(PLUGINS, patience=60) as writer:
            writer.add(one)
            writer.commit(state_of(MILL, one))
            finished.append(one)

    threads = [threading.Thread(target=index, args=(one,)) for one in versions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    last = finished[-1]
    engine = PostgresEngine(address)
    opened = engine.latest().open(PLUGINS)
    assert len(finished) == 5 and engine.latest().state.version == 6
    assert opened.library.reading(last.card.id).doc.warnings == last.reading.doc.warnings
    assert opened.library.passage_counts == {Layer.DOCUMENT: 2, Layer.SECTION: 4, Layer.CHUNK: 53}
    (rows,) = opened.backend.rows([last.card.id])
    assert np.array_equal(rows.vectors[Layer.CHUNK], last.vectors[Layer.CHUNK])
    assert engine.damage().files == ()


def test_tables_of_the_first_version_are_brought_up_to_date_with_their_documents(sql, postgres):
    sql("DROP DATABASE IF EXISTS pincite_first_version")
    sql("CREATE DATABASE pincite_first_version")
    try:
        place = StoreAddress("postgres", f"//postgres@/pincite_first_version/store?host={postgres.folder}")
        with psycopg.connect(
            host=str(postgres.folder), user="postgres", dbname="pincite_first_version", autocommit=True
        ) as old:
            old.execute("CREATE SCHEMA pincite")
            old.execute("SET search_path = pincite, public")
            old.execute("CREATE EXTENSION vector WITH SCHEMA public")
            old.execute("CREATE TABLE migration (version integer PRIMARY KEY, done timestamptz DEFAULT now())")
            old.execute(migrations()[1].encode())
            old.execute("INSERT INTO migration (version) VALUES (1)")
            engine = PostgresEngine(place)
            with pytest.raises(StoreError, match="of version 1, and 4 is needed; index once to change it"):
                engine.latest()
            write(engine, MILL)
            assert [version for (version,) in old.execute("SELECT version FROM migration ORDER BY 1")] == [1, 2, 3, 4]
            # What was written into the first tables stays: those of later versions are taken away and made again.
            old.execute("DROP TABLE server_key, server_audit, server_job, server_upload")
            old.execute("ALTER TABLE passage DROP COLUMN part")
            old.execute("ALTER TABLE generation DROP COLUMN since")
            old.execute("CREATE INDEX passage_1_vector ON passage_1 USING hnsw ((vector::halfvec(5)) halfvec_ip_ops)")
            old.execute("DELETE FROM migration WHERE version > 1")
            write(engine, VELCREST, keep=(MILL,))
            assert old.execute("SELECT to_regclass('passage_1_vector_0_0') IS NOT NULL").fetchone() == (True,)
        assert [card.path for card in engine.latest().open(PLUGINS).library.cards] == ["mill.txt", "velcrest.txt"]
        assert engine.damage().files == ()
    finally:
        sql("DROP DATABASE pincite_first_version WITH (FORCE)")


@contextmanager
def small_disk(folder):
    """A file system of eight megabytes that the server may write to."""
    folder.mkdir()
    if (
        os.name == "nt"
        or os.geteuid()
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "small", folder]).returncode
    ):
        pytest.skip("only root can make a small disk")
    try:
        shutil.chown(folder, folder.parent.owner())
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_is_said_and_what_waits_is_written_once_there_is_room():
    with own_server() as server, small_disk(server.folder / "small") as small:
        with psycopg.connect(
            host=str(server.folder), user="postgres", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{small}'")
            connection.execute("ALTER DATABASE postgres SET default_tablespace = small")
        engine = PostgresEngine(StoreAddress("postgres", server.address("store")))
        write(engine, MILL)
        before = engine.latest().open(PLUGINS)
        many = document("many.txt", [f"Clause {n} says rent.\n" for n in range(3000)], [RENT] * 3000)
        room = small / "room"
        with engine.write(PLUGINS) as writer:
            writer.add(many)
            with pytest.raises(OSError, match="No space left"):
                room.write_bytes(bytes(16_000_000))
            with pytest.raises(StoreError, match="the disk of the database is full; what was committed before"):
                writer.commit(state_of(MILL, many))
            assert [one.passage for one in before.backend.matching("roof", k=9)] == [passage(MILL, 2)]
            assert engine.latest().state.version == 1
            room.unlink()
            writer.commit(state_of(MILL, many))
        newest = engine.latest()
        assert newest.state.version == 2
        assert newest.open(PLUGINS).library.passage_counts[Layer.CHUNK] == 3003
        assert engine.damage().files == ()


def test_many_chunks_are_found_through_an_index_with_its_recall_told(engine, monkeypatch):
    from pincite.store.postgres import indexes

    monkeypatch.setattr(indexes, "EXACT_ROWS", 100)
    random = np.random.default_rng(7)
    vectors = random.normal(size=(400, 5)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    many = document("many.txt", [f"Clause {n} is here.\n" for n in range(400)], list(vectors))
    with engine.write(PLUGINS) as writer:
        writer.add(many)
        writer.commit(state_of(many))
        assert writer.recall > 0.9
    backend = engine.latest().open(PLUGINS).backend
    best = backend.nearest(vectors[17], k=1)[0]
    assert best.passage == passage(many, 17)
    assert len(backend.nearest(vectors[17], k=300)) == 300


def test_a_store_without_vectors_has_no_index_of_them(engine, sql, monkeypatch):
    from pincite.store.postgres import indexes

    monkeypatch.setattr(indexes, "EXACT_ROWS", 100)
    many = document("many.txt", [f"Clause {n} is here.\n" for n in range(400)], [np.zeros(1, np.float32)] * 400)
    write(engine, many)
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    names = [name for (name,) in sql("SELECT indexname FROM pg_indexes WHERE tablename = %s", f"passage_{collection}")]
    assert f"passage_{collection}_words" in names and f"passage_{collection}_vector" not in names
    assert engine.latest().open(PLUGINS).backend.matching("clause 17", k=1)[0].passage == passage(many, 17)


def test_words_are_found_by_pg_textsearch_with_the_scores_of_a_small_store(engine, ranked_database, monkeypatch):
    from pincite.store.postgres import indexes

    parts = [f"Clause {n} says rent {'rent ' * (n % 5)}for barn {n % 7}, as rule 31.{n} asks.\n" for n in range(600)]
    many = document("many.txt", parts, list(np.eye(5, dtype=np.float32)[np.arange(600) % 5]))
    write(engine, many)
    exact = engine.latest().open(PLUGINS)
    monkeypatch.setattr(indexes, "EXACT_ROWS", 100)
    other = PostgresEngine(StoreAddress("postgres", ranked_database("ranked")))
    write(other, many)
    ranked = other.latest().open(PLUGINS)
    assert "tsvector" in exact.details["words"] and "pg_textsearch" in ranked.details["words"]
    for query in ("rent for barn 3", "clause 17", "rule 31.40", "windmill"):
        first, second = (
            [(one.passage.span, round(one.score, 9)) for one in each.backend.matching(query, k=20)]
            for each in (exact, ranked)
        )
        assert first == second
    best = ranked.backend.matching("rent for barn 3", k=20)
    floor = best[5].score / best[0].score
    within = ranked.backend.matching("rent for barn 3", k=20, share=floor)
    assert 6 <= len(within) < 20 and within == [one for one in best if one.score >= floor * best[0].score]
    # What comes later is in the index too, and what is taken out is not.
    few = document(
        "few.txt", [f"The mill {n} grinds.\n" for n in range(30)], list(np.eye(5, dtype=np.float32)[[0] * 30])
    )
    write(other, few, keep=(many,))
    later = other.latest().open(PLUGINS).backend
    assert [one.passage for one in later.matching("mill 7", k=1)] == [passage(few, 7)]
    with other.write(PLUGINS) as writer:
        writer.remove([few.card.id])
        writer.commit(state_of(many))
    left = other.latest().open(PLUGINS).backend.matching("mill 7", k=5)
    assert left and {one.passage.doc_id for one in left} == {many.card.id}


@pytest.mark.parametrize(
    ("passages", "seen", "k", "expected"),
    [(3, 0, 64, 200), (700_000, 0, 64, 700), (9_000_000, 0, 64, 1000), (700_000, 300, 64, 300), (3, 0, 400, 800)],
)
def test_a_search_looks_at_more_neighbours_where_there_are_more_passages(engine, passages, seen, k, expected):
    from pincite.store.postgres.indexes import neighbours_seen

    write(engine, MILL)
    snapshot = engine.latest()

    def count(connection):
        connection.execute(
            "UPDATE pg_class SET reltuples = %s WHERE oid = to_regclass(%s)", [passages, snapshot.generation.table]
        )
        return neighbours_seen(connection, snapshot.generation, seen=seen, k=k)

    assert snapshot.database.read(count) == expected


def test_the_best_by_words_are_those_of_all_passages(engine):
    random = np.random.default_rng(11)
    vocabulary = [f"word{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(200)]
    # Some words are in most passages, most words in a few; some passages repeat theirs.
    share = 1 / np.arange(1, 201)
    drawn = [random.choice(vocabulary, size=int(random.integers(3, 30)), p=share / share.sum()) for _ in range(600)]
    many = document("many.txt", [f"{' '.join(words)}\n" for words in drawn], [RENT] * len(drawn))
    write(engine, MILL, many)
    backend = engine.latest().open(PLUGINS).backend
    asked = [
        " ".join(random.choice(vocabulary, size=size, p=share / share.sum())) for size in range(1, 16) for _ in "ab"
    ]
    for query in [*asked, "roof", "wordaa roof", "windmill"]:
        every = backend.matching(query, k=1000)
        for k in (1, 10, 64):
            assert backend.matching(query, k=k) == every[:k]
