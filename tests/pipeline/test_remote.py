"""Documents on object storage: listed, fetched once, and fetched again only where their ETag has changed."""

import time
from collections import Counter

import httpx
import pytest
from tests.faulty_proxy import faulty_proxy
from tests.object_storage import BUCKET

from pincite.domain.limits import Limits
from pincite.errors import MissingExtra, NotFound
from pincite.pipeline import remote
from pincite.pipeline.remote import is_remote, list_remote
from pincite.pipeline.store import Store, index_files
from pincite.settings import load_settings

pytest.importorskip("s3fs")
SUFFIXES = frozenset({".txt", ".pdf"})


@pytest.fixture
def bucket(s3_server, monkeypatch):
    """Puts objects into a bucket; each test has a prefix of its own."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", s3_server)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "us-east-1")

    def put(name, text):
        assert httpx.put(f"{s3_server}/{BUCKET}/{name}", content=text.encode()).status_code == 200

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
    monkeypatch.setattr(
        remote.RemoteFile, "fetch", lambda file, **more: fetched.append(file.url) or fetch(file, **more)
    )
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


@pytest.fixture
def faults(bucket, s3_server, monkeypatch):
    """What goes wrong between this process and the object storage."""
    from s3fs import S3FileSystem

    with faulty_proxy(s3_server) as (address, faults):
        monkeypatch.setenv("AWS_ENDPOINT_URL", address)
        # Connections are kept by bucket and credentials, not by endpoint.
        S3FileSystem.clear_instance_cache()
        yield faults
    S3FileSystem.clear_instance_cache()


def test_an_object_above_the_limit_is_a_row_and_never_fetched(bucket, faults, tmp_path):
    flags = ["executor.kind=inline", "embedder.kind=static", "limits.file_mb=1"]
    settings = load_settings(flags=flags, environment={}).settings
    bucket("bulky/good.txt", "The rent is due monthly.")
    bucket("bulky/huge.txt", "x" * (3 << 20))
    bucket("bulky/just.txt", "y " * (1 << 19))
    for _ in "ab":
        report = index_files([f"s3://{BUCKET}/bulky"], tmp_path / "store", settings=settings)
        (failure,) = report.failures
        assert (failure.item, failure.kind) == (f"s3://{BUCKET}/bulky/huge.txt", "too-large")
        assert "has 3 MB and the limit is 1 MB; raise limits.file_mb" in failure.message
    assert report.unchanged == [f"s3://{BUCKET}/bulky/{name}.txt" for name in ("good", "just")]
    assert any("good.txt" in path for path in faults.asked) and not any("huge.txt" in path for path in faults.asked)


def test_storage_that_refuses_for_a_while_or_answers_late_costs_nothing(bucket, faults, tmp_path):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    texts = {f"busy/{name}.txt": f"The rent of the {name} is due monthly." for name in ("mill", "barn", "quay")}
    for name, text in texts.items():
        bucket(name, text)
    faults.refusals, faults.seconds = 2, 0.5
    report = index_files([f"s3://{BUCKET}/busy"], tmp_path / "store", settings=settings)
    assert (sorted(report.added), report.failures) == ([f"s3://{BUCKET}/{name}" for name in sorted(texts)], [])
    assert sum(faults.refused.values()) >= 2 * (1 + len(texts))
    with Store.open(tmp_path / "store", settings=settings) as store:
        found = {card.path: store.library.text(card.id) for card in store.documents}
    assert found == {f"s3://{BUCKET}/{name}": text for name, text in texts.items()}


def test_an_object_that_is_refused_to_the_end_is_a_row_and_read_by_the_next_run(bucket, faults, tmp_path):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    bucket("strict/good.txt", "The rent is due monthly.")
    bucket("strict/held.txt", "The roof is repaired.")
    faults.word, faults.refusals = "held.txt", 1000
    report = index_files([f"s3://{BUCKET}/strict"], tmp_path / "store", settings=settings)
    good, held = (f"s3://{BUCKET}/strict/{name}.txt" for name in ("good", "held"))
    assert (report.added, [failure.item for failure in report.failures]) == ([good], [held])
    assert "cannot be fetched" in report.failures[0].message
    faults.refusals = 0
    again = index_files([f"s3://{BUCKET}/strict"], tmp_path / "store", settings=settings)
    assert (again.added, again.unchanged, again.failures) == ([held], [good], [])


def test_an_object_that_trickles_is_read(bucket, faults, tmp_path):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    bucket("trickle/one.txt", "The rent is due monthly.")
    faults.drops, faults.pause = 12, 0.1
    report = index_files([f"s3://{BUCKET}/trickle"], tmp_path / "store", settings=settings)
    assert (report.added, report.failures) == ([f"s3://{BUCKET}/trickle/one.txt"], [])


def test_an_object_that_trickles_without_end_is_a_row_and_read_by_the_next_run(bucket, faults, tmp_path, monkeypatch):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    bucket("slow/good.txt", "The rent is due monthly.")
    bucket("slow/held.txt", "The roof is repaired." * 20)
    monkeypatch.setattr(remote, "_OBJECT_SECONDS", 1.5)
    faults.word, faults.drops, faults.pause = "held.txt", 400, 0.5
    began = time.monotonic()
    report = index_files([f"s3://{BUCKET}/slow"], tmp_path / "store", settings=settings)
    assert time.monotonic() - began < 60
    good, held = (f"s3://{BUCKET}/slow/{name}.txt" for name in ("good", "held"))
    assert (report.added, [failure.item for failure in report.failures]) == ([good], [held])
    assert "cannot be fetched: the storage sends too slowly" in report.failures[0].message
    faults.drops = 0
    again = index_files([f"s3://{BUCKET}/slow"], tmp_path / "store", settings=settings)
    assert (again.added, again.unchanged, again.failures) == ([held], [good], [])


def test_a_listing_that_trickles_without_end_is_one_sentence(bucket, faults, monkeypatch):
    bucket("endless/one.txt", "The rent is due monthly.")
    monkeypatch.setattr(remote, "_LISTING_SECONDS", 1.5)
    faults.drops, faults.pause = 400, 0.5
    began = time.monotonic()
    with pytest.raises(NotFound, match="cannot be listed: the storage sends too slowly"):
        list_remote(f"s3://{BUCKET}/endless", SUFFIXES)
    assert time.monotonic() - began < 60


def test_more_objects_than_a_page_of_the_listing_holds_are_all_found(bucket, s3_server, faults):
    names = [f"archive/{number // 100:02}/{number:04}.txt" for number in range(1100)]
    with httpx.Client() as client:
        for name in names:
            assert client.put(f"{s3_server}/{BUCKET}/{name}", content=name.encode()).status_code == 200
    # Counts the requests, and refuses each page once.
    faults.word, faults.refusals = "list-type=2", 1
    files, _ = list_remote(f"s3://{BUCKET}/archive", SUFFIXES)
    assert [file.url for file in files] == [f"s3://{BUCKET}/{name}" for name in names]
    assert len({file.mark for file in files}) == len(names)
    assert sum("continuation-token" in request for request in faults.refused) >= 1
    assert files[1050].fetch(limits=Limits()).data == names[1050].encode()


def test_what_each_kind_of_storage_needs_is_named(monkeypatch):
    import fsspec.core

    def missing(url):
        raise ImportError("Install it")

    monkeypatch.setattr(fsspec.core, "url_to_fs", missing)
    for url, extra in (("s3://law", "s3"), ("gs://law", "gcs"), ("az://law", "azure"), ("abfs://law", "azure")):
        with pytest.raises(MissingExtra, match=rf"Reading from {url[:4].rstrip(':/')}.*pincite\[{extra}\]"):
            list_remote(url, SUFFIXES)


def test_storage_of_an_unknown_kind_is_one_sentence():
    with pytest.raises(NotFound, match=r"cupboard://law cannot be reached: .*cupboard"):
        list_remote("cupboard://law", SUFFIXES)


def test_storage_that_cannot_be_listed_takes_nothing_out(bucket, faults, tmp_path):
    settings = load_settings(flags=["executor.kind=inline", "embedder.kind=static"], environment={}).settings
    bucket("silent/one.txt", "The rent is due monthly.")
    index_files([f"s3://{BUCKET}/silent"], tmp_path / "store", settings=settings)
    faults.refusals = 1000
    with pytest.raises(NotFound, match="cannot be listed"):
        index_files([f"s3://{BUCKET}/silent"], tmp_path / "store", settings=settings)
    with Store.open(tmp_path / "store", settings=settings) as store:
        assert [card.path for card in store.documents] == [f"s3://{BUCKET}/silent/one.txt"]


def test_a_prefix_with_nothing_under_it_is_said(bucket):
    with pytest.raises(NotFound, match="no such object or prefix"):
        list_remote(f"s3://{BUCKET}/nothing", SUFFIXES)
