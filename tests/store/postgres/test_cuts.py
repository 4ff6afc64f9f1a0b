"""Connections to PostgreSQL that are cut: in the middle of a search, of a writer's reads, and without a word."""

import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest
from tests.contracts.test_stores import HARBOUR, MILL, PLUGINS, VELCREST, passage, state_of, write
from tests.postgres_server import Unavailable, postgres_server

from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError
from pincite.store.postgres.engine import PostgresEngine

psycopg = pytest.importorskip("psycopg")

from pincite.store.postgres import connection as postgres_connection  # noqa: E402
from pincite.store.postgres import lock as postgres_lock  # noqa: E402
from pincite.store.postgres.connection import Database  # noqa: E402

NONE_LEFT = r"has no connection left \(.*sorry, too many clients already\); set store\.connections lower, or max_conn"
# What notices a silent network within moments.
IMPATIENT = "tcp_user_timeout=1500&keepalives_idle=1&keepalives_interval=1"


def over_tcp(relay, database, *, asked=""):
    """A store that is reached over TCP."""
    collection = database("silent").partition("?")[0].rpartition("/")[2]
    return PostgresEngine(
        StoreAddress("postgres", f"//postgres@127.0.0.1:{relay.port}/postgres/{collection}?sslmode=disable&{asked}")
    )


@contextmanager
def search_in_its_middle(opened, sql, postgres):
    """A search that the server is at while the block runs; what it finds is there after it."""
    collection, outcome = sql("SELECT max(id) FROM collection").fetchone()[0], SimpleNamespace(found=None)
    thread = threading.Thread(target=lambda: setattr(outcome, "found", opened.backend.matching("roof", k=3)))
    with psycopg.connect(host=str(postgres.folder), user="postgres", dbname="postgres") as holder:
        holder.execute(f"LOCK TABLE pincite.passage_{collection} IN ACCESS EXCLUSIVE MODE")
        thread.start()
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
        wait_for(lambda: sql(waits, f"passage_{collection}").fetchone()[0])
        yield outcome
    thread.join(timeout=60)
    assert not thread.is_alive()


def wait_for(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_search_whose_connection_is_cut_in_its_middle_is_asked_again(cut_engine, relay, sql, postgres):
    write(cut_engine, MILL)
    opened = cut_engine.latest().open(PLUGINS)
    assert opened.backend.matching("roof", k=3)
    with search_in_its_middle(opened, sql, postgres) as outcome:
        relay.cut()
    assert [one.passage for one in outcome.found] == [passage(MILL, 2)]


@pytest.mark.parametrize("when", ["before it", "in its middle"])
def test_a_search_does_not_hang_on_a_network_that_falls_silent(silent, database, sql, postgres, when):
    engine = over_tcp(silent, database, asked=IMPATIENT)
    write(engine, MILL)
    opened = engine.latest().open(PLUGINS)
    assert opened.backend.matching("roof", k=3)
    began = time.monotonic()
    if when == "before it":
        silent.fall_silent()
        found = opened.backend.matching("roof", k=3)
    else:
        with search_in_its_middle(opened, sql, postgres) as outcome:
            silent.fall_silent()
        found = outcome.found
    assert [one.passage for one in found] == [passage(MILL, 2)]
    assert 1 < time.monotonic() - began < 20


def test_a_writer_goes_on_after_a_network_that_falls_silent(silent, database):
    engine = over_tcp(silent, database, asked=IMPATIENT)
    write(engine, MILL)
    began = time.monotonic()
    with engine.write(PLUGINS) as writer:
        writer.add(VELCREST)
        silent.fall_silent()
        writer.commit(state_of(MILL, VELCREST))
    assert 1 < time.monotonic() - began < 20
    assert engine.latest().state.version == 2
    assert engine.damage().files == ()


@pytest.mark.parametrize("method", ["generation", "doc_ids", "has_names"])
@pytest.mark.parametrize("call", [1, 2])
def test_what_a_writer_reads_is_asked_again_after_a_cut(cut_engine, relay, monkeypatch, method, call):
    write(cut_engine, MILL)
    read, calls = getattr(postgres_lock.WriterSession, method), []

    def cut_first(*given, **options):
        calls.append(True)
        if len(calls) == call:
            relay.cut()
        return read(*given, **options)

    with monkeypatch.context() as patched:
        patched.setattr(postgres_lock.WriterSession, method, cut_first)
        for document, kept in ((VELCREST, [MILL]), (HARBOUR, [MILL, VELCREST])):
            # The server may not have heard yet that the writer before is gone.
            with cut_engine.write(PLUGINS, patience=30) as writer:
                writer.add(document)
                writer.commit(state_of(*kept, document))
    assert len(calls) >= call
    assert cut_engine.latest().state.version == 3
    assert len(cut_engine.latest().open(PLUGINS).library.cards) == 3
    assert cut_engine.damage().files == ()


def test_a_writer_that_is_cut_after_its_commit_does_not_take_another_state_for_its_own(
    cut_engine, relay, database, monkeypatch
):
    write(cut_engine, MILL)
    direct = PostgresEngine(StoreAddress("postgres", database("cut")))
    read = postgres_lock.WriterSession.generation

    def overtaken(session, *, since=None):
        if since == 2:
            relay.cut()
            write(direct, HARBOUR, keep=[MILL, VELCREST])
        return read(session, since=since)

    with cut_engine.write(PLUGINS) as writer:
        writer.add(VELCREST)
        with monkeypatch.context() as patched:
            patched.setattr(postgres_lock.WriterSession, "generation", overtaken)
            with pytest.raises(StoreError, match="another process wrote to it while the connection was lost"):
                writer.commit(state_of(MILL, VELCREST))
    assert direct.latest().state.version == 3
    assert direct.damage().files == ()


def test_a_lock_is_free_soon_after_its_holder_is_gone_whatever_the_server_does(cut_engine, relay, monkeypatch, sql):
    monkeypatch.setattr(postgres_connection, "_SERVER_LOOKS_UP", "SET client_connection_check_interval = '500ms'")
    write(cut_engine, MILL)
    with cut_engine.write(PLUGINS) as writer:
        busy = threading.Thread(target=sleep_long, args=(writer._session.connection,))
        busy.start()
        wait_for(lambda: sql("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%%pg_sleep(120)'").fetchone()[0])
        relay.cut()
        busy.join(timeout=30)
        began = time.monotonic()
        with cut_engine.write(PLUGINS, patience=30):
            assert time.monotonic() - began < 20


def sleep_long(connection):
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT pg_sleep(120)")


@contextmanager
def server_with(**settings):
    """A server for one test, with settings of its own."""
    with ExitStack() as started:
        try:
            yield started.enter_context(postgres_server(**settings))
        except Unavailable as reason:
            pytest.skip(f"no PostgreSQL: {reason}")


def test_both_ends_of_a_connection_over_tcp_notice_that_the_other_is_gone():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with server_with(listen_addresses="127.0.0.1", port=str(port)):
        given = {"host": "127.0.0.1", "port": str(port), "user": "postgres", "dbname": "postgres"}
        place = StoreAddress("postgres", f"//127.0.0.1:{port}/postgres/store")
        kept = Database(place, given, connections=1).connect()
        chosen = Database(place, {**given, "tcp_user_timeout": "7000"}, connections=1).connect()
        with kept, chosen, psycopg.connect(**given) as migrated:
            migrated.execute("CREATE SCHEMA pincite")
            migrated.commit()
            searching = Database(place, given, connections=1).read(lambda one: (wait_of(one), ask_server(one)))
            assert [wait_of(kept), wait_of(chosen)] == [(1, 10, 5, 40_000), (1, 10, 5, 7_000)]
            assert searching[0] == (1, 10, 5, 30_000)
            assert ask_server(kept) == ["20", "10", "3", "10s"]


def wait_of(connection):
    """What the client's system is told of a connection: whether and when to look, and how long to wait."""
    options = (
        (socket.SOL_SOCKET, socket.SO_KEEPALIVE),
        (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE),
        (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL),
        (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
    )
    with socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as one:
        return tuple(one.getsockopt(*option) for option in options)


def ask_server(connection):
    names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
    names += ("client_connection_check_interval",)
    return [connection.execute(f"SHOW {name}").fetchone()[0] for name in names]


def test_a_server_without_a_free_connection_says_what_to_do():
    with server_with(max_connections="3", superuser_reserved_connections="0", max_wal_senders="0") as server:
        engine = PostgresEngine(StoreAddress("postgres", server.address("store")))
        asked = {"host": str(server.folder), "user": "postgres", "dbname": "postgres"}
        with ExitStack() as held:
            for _ in range(3):
                held.enter_context(psycopg.connect(**asked))
            for use in (engine.latest, lambda: write(engine, MILL)):
                with pytest.raises(StoreError, match=NONE_LEFT):
                    use()
