"""What every test shares: a clean environment, and the real data where it is at hand."""

import os
import ssl
import uuid
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from hypothesis import HealthCheck, settings

from pincite import onnx_models
from tests.object_storage import Unavailable as NoStorage
from tests.object_storage import object_storage
from tests.postgres_server import PostgresServer, Unavailable, postgres_server
from tests.ray_cluster import ray_cluster as start_ray

# How long an example takes says more about the machine than about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
OWN_POSTGRES = os.environ.get("PINCITE_TEST_POSTGRES")  # read before the environment is scrubbed
REPOSITORY = Path(__file__).resolve().parent.parent
# Certificates are looked up one by one, where they lie in a folder. To read all of them from one file, as clients do
# else, takes longer than most tests; and no test asks for one.
CERTIFICATES = ssl.get_default_verify_paths().capath
if CERTIFICATES and os.listdir(CERTIFICATES):
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = CERTIFICATES


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes minutes: at the end the other processes would wait for it."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session", autouse=True)
def _scrubbed_session():
    """Stores that several tests share are made before any test's own environment is scrubbed."""
    with pytest.MonkeyPatch.context() as patch:
        _scrub(patch)
        yield


@pytest.fixture(autouse=True)
def _scrubbed_environment(monkeypatch):
    _scrub(monkeypatch)


@pytest.fixture(scope="session", autouse=True)
def _kept_models():
    """A model is loaded once: most tests open a store, and to load its three takes as long as to ask it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(onnx_models, "_loaded", {})
        yield


@pytest.fixture(scope="session", autouse=True)
def _kept_commands():
    """The tree of commands is built once: Typer builds it for each call, which takes longer than most commands run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(typer.testing._get_command))
        yield


def _scrub(patch):
    for name in list(os.environ):
        if name.startswith(("PINCITE_", "OPENAI_", "AZURE_OPENAI_", "CO_API_KEY")) and name != "PINCITE_DATA":
            patch.delenv(name)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real legal data; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("PINCITE_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder} (set PINCITE_DATA)")
    return folder


@pytest.fixture(scope="session")
def examples() -> Path:
    """The sample documents of the repository."""
    return REPOSITORY / "examples"


@pytest.fixture(scope="session")
def made_stores(tmp_path_factory):
    """Where stores lie that several tests read (`Workshop.open_made`)."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture(scope="session")
def sample_cache(tmp_path_factory) -> Path:
    """A cache of this test run, for tests that index the sample documents: the shipped models read each text once."""
    return tmp_path_factory.mktemp("sample-cache")


@pytest.fixture(scope="session")
def postgres():
    """A real PostgreSQL server: the one whose socket is in PINCITE_TEST_POSTGRES, or one that can be started."""
    if OWN_POSTGRES:
        yield PostgresServer(Path(OWN_POSTGRES), Path())
        return
    try:
        with postgres_server() as server:
            yield server
    except Unavailable as reason:
        pytest.skip(f"no PostgreSQL: {reason}")


@pytest.fixture
def database(postgres):
    """Gives addresses of collections that no other test knows."""
    unique = uuid.uuid4().hex[:12]
    return lambda name: postgres.address(f"{name}-{unique}")


@pytest.fixture
def own_database(postgres):
    """A database that no other test knows, and what asks it directly: extensions change what is expected of stores."""
    import psycopg

    name = f"own_{uuid.uuid4().hex[:12]}"
    asked = {"host": str(postgres.folder), "user": "postgres", "autocommit": True}
    with psycopg.connect(dbname="postgres", **asked) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            with psycopg.connect(dbname=name, **asked) as connection:
                yield name, lambda query, *values: connection.execute(query, values)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def ranked_database(own_database, postgres):
    """Gives addresses of collections in a database that has pg_textsearch, where the server has that."""
    name, ask = own_database
    if not ask("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_textsearch'").fetchone():
        pytest.skip("the server does not have pg_textsearch")
    ask("CREATE EXTENSION pg_textsearch")
    return lambda collection: postgres.address(collection, database=name)


@pytest.fixture
def sql(postgres):
    """Asks the server directly, past the store."""
    import psycopg

    with psycopg.connect(host=str(postgres.folder), user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute("SET search_path = pincite, public")
        yield lambda query, *values: connection.execute(query, values)


@pytest.fixture(scope="session")
def s3_server(tmp_path_factory):
    """The address of a real S3 server with a bucket, where one can be started."""
    try:
        with object_storage(tmp_path_factory.mktemp("objects")) as address:
            yield address
    except NoStorage as reason:
        pytest.skip(f"no object storage: {reason}")


@pytest.fixture(scope="session")
def started_ray():
    """A real Ray cluster, where Ray is installed."""
    with start_ray() as cluster:
        yield cluster


@pytest.fixture
def ray_cluster(started_ray, monkeypatch):
    """A Ray cluster of two nodes, which executors without an address use."""
    started_ray.require_spare()
    monkeypatch.setenv("RAY_ADDRESS", started_ray.address)
    return started_ray


@pytest.fixture
def inline(monkeypatch):
    """Files are read in this process: starting workers takes seconds, and they have tests of their own."""
    monkeypatch.setenv("PINCITE_EXECUTOR_KIND", "inline")


HASHING_EMBEDDER = '''
"""A tiny embedder: each word adds to one of 64 places, chosen by its hash."""
import zlib
import numpy as np


class HashingEmbedder:
    dimensions = 64

    def __init__(self, *, name="hashing"):
        self.identity = name

    def embed_passages(self, texts):
        vectors = np.full((len(texts), 64), 1e-6, dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.casefold().split():
                vectors[row, zlib.crc32(word.encode("utf-8", "replace")) % 64] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    embed_queries = embed_passages
'''


@pytest.fixture(scope="session")
def plugin_folder(tmp_path_factory) -> Path:
    """A third party's package with an embedder called `hashing`, as pip would install it."""
    folder = tmp_path_factory.mktemp("plugin")
    (folder / "hashing_embedder.py").write_text(HASHING_EMBEDDER)
    info = folder / "hashing_embedder-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hashing-embedder\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pincite.embedder]\nhashing = hashing_embedder:HashingEmbedder\n")
    return folder


@pytest.fixture
def hashing(plugin_folder, tmp_path, monkeypatch) -> list[str]:
    """Settings that index quickly, with the third party's embedder; the cache is the test's own."""
    monkeypatch.syspath_prepend(str(plugin_folder))
    # What was on the path stays there: processes that a test starts run the same code as the test.
    paths = [str(plugin_folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    # The user trusts the plug-in: stores made with it can be opened without naming it again.
    monkeypatch.setenv("PINCITE_TRUST", "hashing")
    return ["embedder.kind=hashing", "chunker.size=200", "ocr.mode=never", "jobs=1", "retrieval.results=chunks"]
