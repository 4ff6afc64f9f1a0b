"""Connections over TLS: to a server that has TLS itself where one is installed, and to one behind a relay that has."""

import shutil
import socket
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.contracts.test_stores import MILL, PLUGINS, passage, write
from tests.postgres_server import Unavailable, postgres_server, programs_with_tls
from tests.tls_relay import tls_relay

from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError
from pincite.store.postgres.engine import PostgresEngine

psycopg = pytest.importorskip("psycopg")

PASSWORD = "a-password-that-nobody-may-read"
# Plain connections come from nowhere but the socket in the server's folder.
RULES = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"


@dataclass(frozen=True)
class TlsServer:
    """Where TLS is spoken and where the server itself listens, its certificate, and one of somebody else."""

    port: int
    own_port: int
    certificate: Path
    other: Path

    def engine(self, query, *, host="localhost", port=None):
        return PostgresEngine(StoreAddress("postgres", f"//postgres@{host}:{port or self.port}/postgres/store?{query}"))


def make_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    )
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command.split(), *files], check=True, capture_output=True, timeout=60)
    key.chmod(0o600)
    return certificate, key


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


@pytest.fixture(scope="module", params=["server", "relay"])
def tls(request, tmp_path_factory):
    """A server that is reached over TLS by a name, with a password."""
    if shutil.which("openssl") is None:
        pytest.skip("the command openssl, which makes certificates, is not installed")
    folder = tmp_path_factory.mktemp("certificates")
    certificate, key = make_certificate(folder, "server")
    other, _ = make_certificate(folder, "other")
    port = free_port()
    settings = {"listen_addresses": "127.0.0.1", "port": str(port)}
    with ExitStack() as started:
        try:
            programs = programs_with_tls() if request.param == "server" else None
            begin = postgres_server(programs, rules=RULES, **settings)
            server = started.enter_context(begin)
            if programs:
                server.use_certificate(certificate, key)
        except Unavailable as reason:
            pytest.skip(f"no PostgreSQL: {reason}")
        with psycopg.connect(host=str(server.folder), port=port, user="postgres", dbname="postgres") as connection:
            connection.execute(f"ALTER USER postgres PASSWORD '{PASSWORD}'")
        if request.param == "relay":
            relay = tls_relay(server.folder / f".s.PGSQL.{port}", certificate=certificate, key=key)
            yield TlsServer(started.enter_context(relay), port, certificate, other)
        else:
            yield TlsServer(port, port, certificate, other)


@pytest.fixture(autouse=True)
def password(monkeypatch):
    monkeypatch.setenv("PGPASSWORD", PASSWORD)


def told(engine):
    """The sentence of an error, which holds no password."""
    with pytest.raises(StoreError) as caught:
        engine.latest()
    sentence = str(caught.value)
    assert PASSWORD not in sentence and "\n" not in sentence
    with pytest.raises(StoreError) as written, engine.write(PLUGINS):
        raise AssertionError
    assert str(written.value) == sentence
    return sentence.partition(" cannot be used: ")[2]


def has_vectors(connection):
    return bool(connection.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone())


def test_a_store_is_written_and_searched_over_tls(tls):
    engine = tls.engine(f"sslmode=verify-full&sslrootcert={tls.certificate}")
    assert engine.latest() is None
    database = engine._database
    assert database.read(lambda connection: connection.pgconn.ssl_in_use)
    if not database.read(has_vectors):
        pytest.skip("connected; the server has no pgvector to write a store with")
    write(engine, MILL)
    assert [one.passage for one in engine.latest().open(PLUGINS).backend.matching("roof", k=9)] == [passage(MILL, 2)]


def test_a_certificate_of_another_authority_is_refused_in_one_sentence(tls):
    sentence = told(tls.engine(f"sslmode=verify-full&sslrootcert={tls.other}"))
    assert sentence == (
        "the certificate of the database is not signed by an authority in sslrootcert (SSL error: certificate verify "
        "failed); name the file of the one that signed it."
    )


def test_a_certificate_of_another_host_is_refused_in_one_sentence(tls):
    sentence = told(tls.engine(f"sslmode=verify-full&sslrootcert={tls.certificate}", host="127.0.0.1"))
    assert sentence.startswith("the certificate of the database is for another host (server certificate for ")
    assert sentence.endswith("; write the host as the certificate names it.")


def test_without_the_file_of_an_authority_the_error_says_which_is_missing(tls, tmp_path):
    sentence = told(tls.engine(f"sslmode=verify-full&sslrootcert={tmp_path}/none.crt"))
    assert sentence == (
        f'there is nothing to check the certificate of the database by (root certificate file "{tmp_path}/none.crt" '
        "does not exist); add sslrootcert=FILE to the address."
    )


def test_a_plain_connection_is_refused_where_the_server_wants_tls(tls):
    sentence = told(tls.engine("sslmode=disable", port=tls.own_port))
    assert sentence.startswith("the database lets nobody in without TLS (no pg_hba.conf entry for host ")
    assert sentence.endswith("; add sslmode=verify-full to the address.")


def test_a_password_that_is_refused_is_not_shown(tls, monkeypatch):
    if tls.port != tls.own_port:
        pytest.skip("the relay is let in without a password")
    wrong = "another-password"
    monkeypatch.setenv("PGPASSWORD", wrong)
    sentence = told(tls.engine(f"sslmode=verify-full&sslrootcert={tls.certificate}&connect_timeout=9"))
    assert wrong not in sentence
    assert sentence == (
        'the database does not know the user by this password (password authentication failed for user "postgres"); '
        "set PGPASSWORD, or libpq's password file."
    )
