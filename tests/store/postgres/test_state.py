"""What servers share in PostgreSQL: with the least rights, and while the database is away."""

import re
import time
import uuid
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.contracts.test_stores import HARBOUR, MILL, PLUGINS, ROOF, write
from tests.postgres_server import own_server

from pincite.api.app import create_app
from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError
from pincite.service.keys import LOCAL, Access
from pincite.service.options import ServeOptions
from pincite.service.service import Service
from pincite.service.shared import open_audit, open_keys
from pincite.store.postgres.engine import PostgresEngine

pytest.importorskip("psycopg")


@pytest.fixture
def address(database):
    return StoreAddress("postgres", database("office"))


@pytest.fixture
def guest(address, sql):
    """The same address for a user who may do no more than a server needs."""
    open_keys(address).entries()
    role = f"guest_{uuid.uuid4().hex[:8]}"
    sql(f"CREATE ROLE {role} LOGIN")
    sql(f"GRANT USAGE ON SCHEMA pincite TO {role}")
    sql(f"GRANT SELECT ON pincite.migration, pincite.server_key TO {role}")
    sql(f"GRANT INSERT ON pincite.server_audit TO {role}")
    yield StoreAddress("postgres", address.rest.replace("postgres@", f"{role}@"))
    sql(f"DROP OWNED BY {role}")


def test_a_server_checks_keys_and_writes_the_log_without_further_rights(address, guest, sql):
    key, entry = open_keys(address).make("Jo", {"leases": Access.READ})
    assert open_keys(guest).caller(key).name == "Jo"
    with pytest.raises(StoreError, match="may not do this"):
        open_keys(guest).revoke(entry.id)
    audit = open_audit(guest)
    audit.write(LOCAL, "ask", collection="leases")
    audit.close()
    assert sql("SELECT count(*) FROM server_audit WHERE log = %s", address.name).fetchone() == (1,)


def test_only_the_hash_of_a_key_is_in_the_table(address, sql):
    key, entry = open_keys(address).make("Jo", {"leases": Access.READ})
    (row,) = sql("SELECT row_to_json(k)::text FROM server_key k WHERE id = %s", entry.id).fetchone()
    assert entry.digest in row and key.rsplit("_", 1)[-1] not in row


def test_rows_wait_for_a_database_that_is_restarted():
    with own_server() as server:
        place = StoreAddress("postgres", f"{server.address('office')}&connect_timeout=2")
        ring, audit = open_keys(place), open_audit(place)
        key, _ = ring.make("Jo", {"leases": Access.READ})
        server.stop("immediate")
        audit.write(LOCAL, "ask", collection="leases")
        server.start()
        assert ring.caller(key) is not None
        ends = time.monotonic() + 60
        import psycopg

        with psycopg.connect(host=str(server.folder), user="postgres", dbname="postgres", autocommit=True) as own:
            while not (kept := own.execute("SELECT count(*) FROM pincite.server_audit").fetchone()[0]):
                assert time.monotonic() < ends
                time.sleep(0.2)
        assert kept == 1
        audit.close()


def test_whoever_owns_the_schema_makes_the_tables_without_rights_to_the_database(postgres, sql):
    name = f"law_{uuid.uuid4().hex[:8]}"
    sql(f"CREATE ROLE {name} LOGIN")
    sql(f"CREATE DATABASE {name}")
    import psycopg

    with psycopg.connect(host=str(postgres.folder), user="postgres", dbname=name, autocommit=True) as owner:
        owner.execute("CREATE EXTENSION vector")
        owner.execute(f"CREATE SCHEMA pincite AUTHORIZATION {name}")
    ring = open_keys(StoreAddress("postgres", f"//{name}@/{name}/keys?host={postgres.folder}"))
    key, _ = ring.make("Jo", {"leases": Access.READ})
    assert ring.caller(key) is not None


def statements(role):
    """The SQL of the guide that says something of a role, with other names for roles: those belong to the server."""
    guide = (Path(__file__).parents[3] / "docs" / "howto" / "scale.md").read_text()
    return next(block for block in re.findall(r"```sql\n(.*?)```", guide, re.DOTALL) if f"CREATE ROLE {role}" in block)


def test_the_roles_of_the_guide_may_do_what_it_says_and_no_more(own_database, postgres):
    database, ask = own_database
    unique = uuid.uuid4().hex[:8]

    def run(block):
        ask(re.sub(r"pincite_(?=writer|reader|server)", f"p{unique}_", block))

    def place(role, collection="law"):
        return StoreAddress("postgres", postgres.address(collection, user=f"p{unique}_{role}", database=database))

    try:
        run(statements("pincite_writer"))
        write(PostgresEngine(place("writer")), MILL)
        key, entry = open_keys(place("writer", "keys")).make("Jo", {"leases": Access.READ})
        run(statements("pincite_server"))
        for role in ("reader", "server"):
            found = PostgresEngine(place(role)).latest().open(PLUGINS)
            assert found.backend.matching("roof", k=1) and found.backend.nearest(ROOF, k=1)
            assert found.library.reading(MILL.card.id) == MILL.reading
            with pytest.raises(StoreError, match="may not do this"):
                write(PostgresEngine(place(role)), HARBOUR)
        assert open_keys(place("server", "keys")).caller(key).name == "Jo"
        for refused in (
            lambda: open_keys(place("reader", "keys")).caller(key),
            lambda: open_keys(place("server", "keys")).revoke(entry.id),
        ):
            with pytest.raises(StoreError, match="may not do this"):
                refused()
        audit = open_audit(place("server", "audit"))
        audit.write(LOCAL, "ask", collection="leases")
        audit.close()
        assert ask("SELECT count(*) FROM pincite.server_audit").fetchone() == (1,)
    finally:
        for role in ("server", "reader", "writer"):
            ask(f"DROP OWNED BY p{unique}_{role} CASCADE")
            ask(f"DROP ROLE p{unique}_{role}")


def test_two_servers_let_a_key_in_until_it_is_revoked(address):
    ring = open_keys(address)
    key, entry = ring.make("Jo", {"*": Access.ADMIN})
    here, there = server(address), server(address)
    asked = {"Authorization": f"Bearer {key}"}
    for client in (here, there):
        assert client.get("/api/v1/collections", headers=asked).status_code == 200
        assert client.get("/api/v1/collections", headers={"X-API-Key": f"{key[:-1]}-"}).status_code == 401
    ring.revoke(entry.id)
    for client in (here, there):
        assert client.get("/api/v1/collections", headers=asked).status_code == 401


def test_nobody_is_let_in_while_keys_cannot_be_checked(tmp_path, monkeypatch):
    from pincite.store.postgres import connection

    monkeypatch.setattr(connection, "_PATIENCE", 0.5)
    client = server(StoreAddress("postgres", f"///law/keys?host={tmp_path}&connect_timeout=2"))
    refused = client.get("/api/v1/collections", headers={"X-API-Key": "pct_0123456789ab_" + "x" * 43})
    assert refused.status_code == 503 and refused.json()["error"]["code"] == "keys"
    assert str(tmp_path) not in refused.text


def server(keys):
    app = create_app(Service({}), ServeOptions(keys=keys))
    return TestClient(app, base_url="http://127.0.0.1:50505")
