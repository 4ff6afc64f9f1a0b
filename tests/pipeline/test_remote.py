"""Documents on object storage: listed, fetched once, and fetched again only where their ETag has changed."""

from collections import Counter

import httpx
import pytest
from tests.object_storage import BUCKET, Unavailable, object_storage

from pincite.errors import NotFound
from pincite.pipeline import remote
from pincite.pipeline.remote import is_remote, list_remote
from pincite.pipeline.store import Store, index_files
from pincite.settings import load_settings

pytest.importorskip("s3fs")
SUFFIXES = frozenset({".txt", ".pdf"})


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    try:
        with object_storage(tmp_path_factory.mktemp("objects")) as address:
            yield address
    except Unavailable as reason:
        pytest.skip(f"no object storage: {reason}")


@pytest.fixture
def bucket(server, monkeypatch):
    """Puts objects into a bucket that is empty, and gives its address."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "us-east-1")

    def put(name, text):
        assert httpx.put(f"{server}/{BUCKET}/{name}", content=text.encode()).status_code == 200

    return put


def test_only_texts_with_a_scheme_are_remote():
    assert is_remote("s3://law/contracts") and is_remote("gs://law")
    assert not is_remote("contracts/s3") and not is_remote("C:/contracts")


def test_objects_are_indexed_under_their_address_and_read_again_only_where_they_changed(bucket, tmp_path, monkeypatch):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    bucket("leases/one.txt", "The rent is due monthly.")
    bucket("leases/deep/two.txt", "The Tenant repairs the roof.")
    bucket("leases/notes.bin", "no document")
    report = index_files([f"s3://{BUCKET}/leases"], tmp_path / "store", settings=settings)
    one, two = f"s3://{BUCKET}/leases/one.txt", f"s3://{BUCKET}/leases/deep/two.txt"
    assert (sorted(report.added), report.passed_over, report.failures) == ([two, one], {".bin": 1}, [])
    with Store.open(tmp_path / "store", settings=settings) as store:
        assert sorted(card.path for card in store.documents) == [two, one]
    bucket("leases/one.txt", "The rent is due yearly.")
    fetched = []
    fetch = remote.RemoteFile.fetch
    monkeypatch.setattr(remote.RemoteFile, "fetch", lambda file: fetched.append(file.url) or fetch(file))
    again = index_files([f"s3://{BUCKET}/leases"], tmp_path / "store", settings=settings)
    assert (again.changed, again.unchanged, fetched, again.gone) == ([one], [two], [one], [])


def test_an_object_that_cannot_be_fetched_is_a_row_and_the_others_go_on(bucket, tmp_path, monkeypatch):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    bucket("papers/good.txt", "The rent is due monthly.")
    bucket("papers/lost.txt", "The roof is repaired.")
    files, _ = list_remote(f"s3://{BUCKET}/papers", SUFFIXES)
    monkeypatch.setattr("pincite.pipeline.store.list_remote", lambda url, wanted: (files, Counter()))
    lost = next(file for file in files if file.url.endswith("lost.txt"))
    lost.storage.rm_file(f"{BUCKET}/papers/lost.txt")
    report = index_files([f"s3://{BUCKET}/papers"], tmp_path / "store", settings=settings)
    assert report.added == [f"s3://{BUCKET}/papers/good.txt"]
    assert [failure.item for failure in report.failures] == [f"s3://{BUCKET}/papers/lost.txt"]


def test_a_prefix_with_nothing_under_it_is_said(bucket):
    with pytest.raises(NotFound, match="no such object or prefix"):
        list_remote(f"s3://{BUCKET}/nothing", SUFFIXES)
