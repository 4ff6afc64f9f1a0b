"""Documents on Azure and Google storage: indexed from emulators, where these are installed."""

import base64
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from pincite.errors import NotFound
from pincite.pipeline import remote
from pincite.pipeline.remote import list_remote
from pincite.pipeline.store import Store, index_files
from pincite.settings import load_settings

BUCKET = "law"
_START_SECONDS = 60


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def running(command, port, folder, **environment):
    """A server, while the block runs; it is waited for until it listens."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env={**os.environ, **environment})
    try:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < deadline and process.poll() is None, (folder / "log").read_text()
                time.sleep(0.2)
        yield
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def azure(tmp_path_factory):
    """The connection string of an Azure emulator."""
    pytest.importorskip("adlfs")
    program = shutil.which("azurite-blob")
    if program is None:
        pytest.skip("azurite is not installed")
    folder, port, key = (
        tmp_path_factory.mktemp("azure"),
        free_port(),
        base64.b64encode(secrets.token_bytes(32)).decode(),
    )
    command = [program, "--silent", "--skipApiVersionCheck", "--location", str(folder), "--blobPort", str(port)]
    with running(command, port, folder, AZURITE_ACCOUNTS=f"law:{key}"):
        address = f"http://127.0.0.1:{port}/law"
        yield f"DefaultEndpointsProtocol=http;AccountName=law;AccountKey={key};BlobEndpoint={address};"


@pytest.fixture(scope="module")
def google(tmp_path_factory):
    """The address of an emulator of Google's storage."""
    pytest.importorskip("gcsfs")
    pytest.importorskip("gcp_storage_emulator")
    folder, port = tmp_path_factory.mktemp("google"), free_port()
    command = [sys.executable, "-m", "gcp_storage_emulator", "start", "--host=127.0.0.1", f"--port={port}"]
    with running([*command, "--in-memory", f"--default-bucket={BUCKET}"], port, folder):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(params=["az", "gs"])
def bucket(request, monkeypatch):
    """Puts objects into a bucket, and gives the address of one."""
    import fsspec

    if request.param == "az":
        monkeypatch.setenv("AZURE_STORAGE_CONNECTION_STRING", request.getfixturevalue("azure"))
    else:
        monkeypatch.setenv("STORAGE_EMULATOR_HOST", request.getfixturevalue("google"))
    storage = fsspec.filesystem(request.param)
    if not storage.exists(BUCKET):
        storage.mkdir(BUCKET)

    def put(name, text):
        storage.pipe_file(f"{BUCKET}/{name}", text.encode())
        return f"{request.param}://{BUCKET}/{name}"

    return put


def test_objects_are_indexed_under_their_address_and_read_again_only_where_they_changed(bucket, tmp_path, monkeypatch):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    one = bucket("leases/one.txt", "The rent is due monthly.")
    two = bucket("leases/deep/two.txt", "The Tenant repairs the roof.")
    bucket("leases/notes.bin", "no document")
    prefix = one.removesuffix("/one.txt")
    report = index_files([prefix], tmp_path / "store", settings=settings)
    assert (sorted(report.added), report.passed_over, report.failures) == ([two, one], {".bin": 1}, [])
    # The size is the same: only its version tells that an object changed.
    bucket("leases/one.txt", "The rent is due by year.")
    fetched = []
    fetch = remote.RemoteFile.fetch
    monkeypatch.setattr(remote.RemoteFile, "fetch", lambda file: fetched.append(file.url) or fetch(file))
    again = index_files([prefix], tmp_path / "store", settings=settings)
    assert (again.changed, again.unchanged, fetched, again.gone) == ([one], [two], [one], [])
    with Store.open(tmp_path / "store", settings=settings) as store:
        texts = {card.path: store.library.text(card.id) for card in store.documents}
    assert texts == {one: "The rent is due by year.", two: "The Tenant repairs the roof."}


def test_what_is_not_there_is_said(bucket):
    scheme = bucket("some/one.txt", "Some text.").partition("://")[0]
    for url in (f"{scheme}://{BUCKET}/nothing", f"{scheme}://no-such-bucket/papers"):
        with pytest.raises(NotFound, match=url):
            list_remote(url, frozenset({".txt"}))
