"""The indexes of vectors in PostgreSQL: readers keep theirs while many passages come, even if the writer fails."""

import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest
from tests.contracts.test_stores import DUES, HARBOUR, MILL, PLUGINS, ROOF, document, state_of, write
from tests.postgres_server import own_server

from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError
from pincite.store.postgres.engine import PostgresEngine

psycopg = pytest.importorskip("psycopg")

from pincite.store.postgres import indexes as postgres_indexes  # noqa: E402
from pincite.store.postgres import search as postgres_search  # noqa: E402
from pincite.store.postgres import sweep as postgres_sweep  # noqa: E402
from pincite.store.postgres import vector_indexes as postgres_vector_indexes  # noqa: E402
from pincite.store.postgres import writer as postgres_writer  # noqa: E402
from pincite.store.postgres.vector_indexes import in_index, usable_index  # noqa: E402


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch):
    monkeypatch.setattr(postgres_writer, "_BULK", 100)
    monkeypatch.setattr(postgres_indexes, "EXACT_ROWS", 100)


@pytest.fixture
def engine(database):
    return PostgresEngine(StoreAddress("postgres", database("vectors")))


def crowd_of(length, name="crowd.txt", clauses=400):
    """Many clauses, with vectors of some length."""
    parts = [f"Clause {n} of {name} is here.\n" for n in range(clauses)]
    return document(name, parts, list(np.eye(length, dtype=np.float32)) * (clauses // length))


CROWD, OTHERS, FEW = crowd_of(5), crowd_of(5, "others.txt"), crowd_of(5, "few.txt", 60)


def index_names(sql):
    """The indexes of vectors of the collection made last."""
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    query = "SELECT indexname FROM pg_indexes WHERE indexname LIKE %s ORDER BY indexname"
    return [name.removeprefix(f"passage_{collection}_") for (name,) in sql(query, f"passage_{collection}_vector%")]


def plan_of(snapshot):
    """How a search by meaning is done in a state, as the server explains it."""
    state = snapshot.generation

    def explain(connection):
        index = usable_index(connection, state)
        connection.execute("SET LOCAL enable_seqscan = off")
        rows = connection.execute(
            f"EXPLAIN SELECT id FROM {state.table} WHERE layer = 2 AND {state.alive} AND {in_index(state, index.part)}"
            f" ORDER BY vector::halfvec({state.dimension}) <#> '{[0] * state.dimension}' LIMIT 10"
        )
        return "\n".join(line for (line,) in rows)

    return snapshot.database.read(explain)


def test_vectors_of_another_length_get_an_index_of_their_own(engine, sql):
    write(engine, CROWD)
    before = engine.latest()
    longer = crowd_of(8)
    with engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        writer.add(longer)
        writer.commit(state_of(longer))
        assert writer.recall > 0.9
    after = engine.latest()
    assert after.open(PLUGINS).details["vectors"] == "HNSW, half precision"
    best = after.open(PLUGINS).backend.nearest(np.eye(8, dtype=np.float32)[3], k=20)
    assert len(best) == 20 and {one.score for one in best} == {1.0}
    # Whoever opened the store before searches through the index of that state.
    assert index_names(sql) == ["vector_0_1", "vector_1_2"]
    assert "vector_0_1" in plan_of(before) and "vector_1_2" in plan_of(after)
    assert [one.score for one in before.open(PLUGINS).backend.nearest(ROOF, k=81)] == [*[1.0] * 80, 0.0]
    assert engine.damage().files == ()


@pytest.mark.parametrize("when", ["stashed", "indexed"])
def test_an_upgrade_that_breaks_off_leaves_readers_their_index(engine, sql, monkeypatch, when):
    write(engine, CROWD, HARBOUR)

    def fail(*_, **__):
        raise psycopg.errors.DiskFull("no room")

    longer = crowd_of(8)
    with pytest.raises(StoreError, match="disk of the database is full"), engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        writer.add(longer)
        writer.stash()
        with monkeypatch.context() as patched:
            patched.setattr(postgres_writer, "make_indexes" if when == "stashed" else "count_terms", fail)
            writer.commit(state_of(longer))
    opened = engine.latest().open(PLUGINS)
    assert opened.details["vectors"] == "HNSW, half precision"
    assert not opened.unfinished
    assert "vector_0_1" in plan_of(engine.latest())
    assert len(opened.backend.nearest(ROOF, k=80)) == 80
    # The next writer takes back what is left of it.
    with engine.write():
        pass
    assert index_names(sql) == ["vector_0_1"]
    assert engine.damage().files == ()


def test_a_server_that_is_killed_in_an_upgrade_comes_back_with_the_index(monkeypatch):
    with own_server() as server:
        engine = PostgresEngine(StoreAddress("postgres", server.address("killed")))
        write(engine, CROWD)
        with pytest.raises(StoreError, match="does not answer"), engine.write(PLUGINS) as writer:
            writer.remove(writer.doc_ids)
            writer.add(crowd_of(8))
            writer.stash()
            server.kill()
            monkeypatch.setattr("pincite.store.postgres.lock._COMEBACK_SECONDS", 0.5)
            writer.commit(state_of(crowd_of(8)))
        server.start()
        assert engine.latest().open(PLUGINS).details["vectors"] == "HNSW, half precision"
        write(engine, HARBOUR, keep=(CROWD,))
        assert engine.damage().files == ()


def test_many_passages_are_found_before_they_are_in_an_index_and_the_next_run_puts_them_in(engine, sql):
    write(engine, CROWD, HARBOUR)
    before = engine.latest().open(PLUGINS)
    with engine.write(PLUGINS) as writer:
        writer.add(OTHERS)
        writer.remove([HARBOUR.card.id])
        writer.commit(state_of(CROWD, OTHERS), final=False)
    assert index_names(sql) == ["vector_0_1"]
    opened = engine.latest().open(PLUGINS)
    assert opened.unfinished == "the index of vectors is not whole, so searches are slow"
    best = opened.backend.nearest(ROOF, k=160)
    assert len(best) == 160 and {one.score for one in best} == {1.0}
    assert {one.passage.doc_id for one in best} == {CROWD.card.id, OTHERS.card.id}
    # A row that was marked as gone is still found in the state before.
    assert HARBOUR.card.id in {one.passage.doc_id for one in before.backend.nearest(DUES, k=81)}
    write(engine, keep=(CROWD, OTHERS))
    assert index_names(sql) == ["vector_1_1"]
    assert not engine.latest().open(PLUGINS).unfinished
    assert engine.damage().files == ()


def test_few_passages_go_into_the_index_and_some_beside_it_need_no_other(engine, sql):
    write(engine, CROWD)
    write(engine, FEW, keep=(CROWD,))
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    parts = "SELECT part, count(*) FROM passage WHERE collection = %s AND layer = 2 GROUP BY 1 ORDER BY 1"
    assert sql(parts, collection).fetchall() == [(0, 460)]
    with engine.write(PLUGINS) as writer:
        writer.remove([FEW.card.id])
        writer.commit(state_of(CROWD))
    # Marked as gone, they leave the index, which would have to take them once more.
    assert sql(parts, collection).fetchall() == [(0, 400), (1, 60)]
    assert index_names(sql) == ["vector_0_1"]
    assert engine.latest().open(PLUGINS).details["vectors"] == "HNSW, half precision"
    assert engine.damage().files == ()


def test_after_an_upgrade_documents_change_as_before_and_the_old_rows_go_with_their_index(engine, sql, monkeypatch):
    write(engine, CROWD, MILL)
    with engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        writer.add(CROWD)
        writer.stash()
        writer.add(MILL)
        writer.commit(state_of(CROWD, MILL))
    with engine.write(PLUGINS) as writer:
        writer.add(MILL)
        writer.commit(state_of(CROWD, MILL))
    assert engine.damage().files == ()
    assert engine.latest().open(PLUGINS).library.passage_counts[Layer.CHUNK] == 403
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    count = "SELECT count(*) FROM passage WHERE collection = %s AND layer = 2"
    assert sql(count, collection).fetchone()[0] == 2 * 403 + 3
    monkeypatch.setattr(postgres_sweep, "_KEPT_MINUTES", 0)
    write(engine, HARBOUR, keep=(CROWD, MILL))
    write(engine, keep=(CROWD, MILL))
    assert index_names(sql) == ["vector_1_2"]
    assert sql(count, collection).fetchone()[0] < 2 * 403
    assert engine.damage().files == ()


def put_unlimited_index(sql):
    """Give the collection made last the index of an earlier version, in place of its own; gives its table."""
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    table = f"passage_{collection}"
    sql(f"DROP INDEX {table}_vector_0_1")
    sql(f"UPDATE generation SET since = 0 WHERE collection = {collection}")
    sql(
        f"CREATE INDEX {table}_vector_0_0 ON {table} USING hnsw ((vector::halfvec(5)) halfvec_ip_ops)"
        " WHERE layer = 2 AND vector_dims(vector) = 5"
    )
    return table


def test_an_index_without_limit_from_an_earlier_version_is_used_until_many_passages_come(engine, sql):
    write(engine, CROWD)
    table = put_unlimited_index(sql)
    assert "vector_0_0" in plan_of(engine.latest())
    write(engine, FEW, keep=(CROWD,))
    assert index_names(sql) == ["vector_0_0"]
    write(engine, OTHERS, keep=(CROWD, FEW))
    definition = "SELECT indexdef FROM pg_indexes WHERE indexname = %s"
    assert "part <= 0" in sql(definition, f"{table}_vector_0_0").fetchone()[0]
    assert engine.latest().open(PLUGINS).details["vectors"] == "HNSW, half precision"


@contextmanager
def backup_of(sql, postgres):
    """Somebody who reads the table of passages of the collection made last for as long as the block runs."""
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    with psycopg.connect(host=str(postgres.folder), user="postgres", dbname="postgres") as reader:
        # Or a search that waited for it would wait for ever.
        reader.execute("SET idle_in_transaction_session_timeout = '20s'")
        reader.execute(f"SELECT count(*) FROM pincite.passage_{collection}")
        yield reader


def test_an_index_is_dropped_once_a_backup_is_done_and_searches_do_not_wait_for_it(engine, sql, postgres):
    write(engine, CROWD)
    put_unlimited_index(sql)
    backend = engine.latest().open(PLUGINS).backend
    writer = threading.Thread(target=write, args=(engine, OTHERS), kwargs={"keep": (CROWD,)})
    with backup_of(sql, postgres):
        writer.start()
        until = time.monotonic() + 4
        longest = 0.0
        while time.monotonic() < until:
            began = time.monotonic()
            assert len(backend.nearest(ROOF, k=80)) == 80
            longest = max(longest, time.monotonic() - began)
            time.sleep(0.05)
        assert writer.is_alive() and longest < 8
    writer.join(timeout=60)
    assert engine.latest().state.version == 2
    assert engine.damage().files == ()


def test_a_writer_that_cannot_drop_an_index_says_why_and_a_later_one_goes_on(engine, sql, postgres, monkeypatch):
    write(engine, CROWD)
    put_unlimited_index(sql)
    monkeypatch.setattr(postgres_vector_indexes, "PATIENCE", 1.0)
    with (
        backup_of(sql, postgres),
        pytest.raises(StoreError, match=r"others have used its tables for too long .a backup"),
    ):
        write(engine, OTHERS, keep=(CROWD,))
    assert engine.latest().state.version == 1
    write(engine, OTHERS, keep=(CROWD,))
    assert engine.latest().state.version == 2
    assert engine.damage().files == ()


def test_an_index_that_a_newer_one_holds_stays_while_it_is_in_use(engine, sql, postgres):
    write(engine, CROWD)
    with backup_of(sql, postgres):
        write(engine, OTHERS, keep=(CROWD,))
        assert index_names(sql) == ["vector_0_1", "vector_1_1"]
    write(engine, MILL, keep=(CROWD, OTHERS))
    assert index_names(sql) == ["vector_1_1"]


def test_a_filtered_search_that_the_index_gives_up_finds_what_an_exact_one_does(own_database, postgres, monkeypatch):
    name, ask = own_database
    # The index gives up after so many, as it does by itself after 20,000; and the planner takes it, small as it is.
    for setting in ("hnsw.max_scan_tuples = 40", "enable_sort = off"):
        ask(f"ALTER DATABASE {name} SET {setting}")
    random = np.random.default_rng(5)
    near, far = (random.normal(size=(size, 5)).astype(np.float32) * 0.1 for size in (900, 300))
    near, far = near + ROOF, far - ROOF
    documents = [
        document(f"{kind}.txt", [f"Clause {n} is {kind}.\n" for n in range(len(vectors))], list(vectors))
        for kind, vectors in (("near", near), ("far", far))
    ]
    engine = PostgresEngine(StoreAddress("postgres", postgres.address("filtered", database=name)))
    write(engine, *documents)
    chosen = {"documents": [documents[1].card.id], "k": 64}
    exact = engine.latest().open(PLUGINS).backend.nearest(ROOF, **chosen)
    # From here on such a filter is not small any more.
    monkeypatch.setattr(postgres_search, "_FEW", 100)
    given_up, through = [], postgres_search.PostgresSearch._through

    def noted(*given, **options):
        found = through(*given, **options)
        given_up.append(len(found))
        return found

    monkeypatch.setattr(postgres_search.PostgresSearch, "_through", noted)
    assert engine.latest().open(PLUGINS).backend.nearest(ROOF, **chosen) == exact
    assert len(exact) == 64 and given_up[0] < 64
