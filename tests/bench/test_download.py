import hashlib
import json

import httpx
import pytest

from pincite.bench.fetch.download import download
from pincite.errors import BenchmarkError

DATA = bytes(range(256)) * 40


class Server:
    """A server that may break off, ignore ranges, or change its file."""

    def __init__(self, *, ranges=True, break_after=None, etag='"1"'):
        self.ranges, self.break_after, self.etag = ranges, break_after, etag
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        asked = request.headers.get("range")
        fresh = request.headers.get("if-range", self.etag) == self.etag
        start = int(asked.split("=")[1].rstrip("-")) if asked and self.ranges and fresh else 0
        if start >= len(DATA):
            return httpx.Response(416)
        body = DATA[start:]
        headers = {"etag": self.etag, "content-length": str(len(body)), "content-type": "application/zip"}
        if self.break_after is not None:
            cut, self.break_after = body[: self.break_after], None
            return httpx.Response(206 if start else 200, headers=headers, stream=Broken(cut))
        return httpx.Response(206 if start else 200, headers=headers, stream=httpx.ByteStream(body))


class Broken(httpx.SyncByteStream):
    def __init__(self, data):
        self.data = data

    def __iter__(self):
        yield self.data
        raise httpx.ReadError("connection lost")


def fetch(server, tmp_path, **options):
    return download("https://x.test/a", tmp_path / "a.zip", transport=httpx.MockTransport(server), pause=0, **options)


def test_a_file_comes_with_its_checksum(tmp_path):
    steps = []
    got = fetch(Server(), tmp_path, progress=lambda *step: steps.append(step))
    assert got.path.read_bytes() == DATA
    assert (got.sha256, got.size) == (hashlib.sha256(DATA).hexdigest(), len(DATA))
    assert steps[-1] == ("bytes", len(DATA), len(DATA))
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_a_broken_download_goes_on_where_it_stopped(tmp_path):
    server = Server(break_after=1000)
    assert fetch(server, tmp_path).path.read_bytes() == DATA
    assert server.requests[1].headers["range"] == "bytes=1000-"
    assert server.requests[1].headers["if-range"] == '"1"'


def test_a_later_run_goes_on_too(tmp_path):
    (tmp_path / "a.zip.part").write_bytes(DATA[:5000])
    (tmp_path / "a.zip.part.json").write_text(json.dumps({"url": "https://x.test/a", "etag": '"1"'}))
    server = Server()
    assert fetch(server, tmp_path).path.read_bytes() == DATA
    assert server.requests[0].headers["range"] == "bytes=5000-"


def test_a_complete_part_is_taken_as_it_is(tmp_path):
    (tmp_path / "a.zip.part").write_bytes(DATA)
    (tmp_path / "a.zip.part.json").write_text(json.dumps({"url": "https://x.test/a", "etag": '"1"'}))
    assert fetch(Server(), tmp_path).path.read_bytes() == DATA


@pytest.mark.parametrize("server", [Server(ranges=False), Server(etag='"2"')])
def test_where_the_rest_cannot_be_had_it_starts_over(tmp_path, server):
    (tmp_path / "a.zip.part").write_bytes(b"old" * 100)
    (tmp_path / "a.zip.part.json").write_text(json.dumps({"url": "https://x.test/a", "etag": '"1"'}))
    assert fetch(server, tmp_path).path.read_bytes() == DATA


def test_a_part_of_another_file_is_not_continued(tmp_path):
    (tmp_path / "a.zip.part").write_bytes(b"old" * 100)
    (tmp_path / "a.zip.part.json").write_text("{")
    server = Server()
    assert fetch(server, tmp_path).path.read_bytes() == DATA
    assert "range" not in server.requests[0].headers


def test_refusals_and_web_pages_are_errors(tmp_path):
    with pytest.raises(BenchmarkError, match="the server answered 404"):
        fetch(lambda request: httpx.Response(404), tmp_path)
    with pytest.raises(BenchmarkError, match="gives a web page"):
        fetch(lambda request: httpx.Response(200, html="<p>Log in</p>"), tmp_path)


def test_a_file_of_absurd_size_is_refused(tmp_path):
    with pytest.raises(BenchmarkError, match="more than the"):
        fetch(lambda request: httpx.Response(200, headers={"content-length": str(10**13)}), tmp_path)
