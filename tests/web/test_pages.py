"""The routes of the page."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pincite.web.pages import STATIC, create_pages


@pytest.fixture
def client():
    with TestClient(Starlette(routes=create_pages())) as opened:
        yield opened


def test_the_page_is_asked_for_anew_and_its_files_are_kept(client):
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-type"].startswith("text/html")
    name = next(path.name for path in (STATIC / "assets").glob("*.js"))
    script = client.get(f"/assets/{name}")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]


def test_files_are_compressed_only_for_who_can_read_that(client):
    name = next(path.name for path in (STATIC / "assets").glob("*.js"))
    packed = client.get(f"/assets/{name}", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    bare = client.get(f"/assets/{name}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in bare.headers
    assert bare.content == packed.content == (STATIC / "assets" / name).read_bytes()
    assert len(gzip.compress(bare.content)) < len(bare.content)


@pytest.mark.parametrize("path", ["/assets/../pages.py", "/assets/%2e%2e%2fpages.py", "/assets/none.js", "/assets/"])
def test_no_other_file_can_be_reached(client, path):
    assert client.get(path).status_code == 404
