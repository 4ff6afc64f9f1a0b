import json

import pytest
from tests.pipeline.conftest import lease_of, read_here
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import NotFound, StoreError


@pytest.fixture
def pincite(hashing, tmp_path, monkeypatch):
    from pincite.pipeline import build

    preset = tmp_path / "preset.toml"
    preset.write_text('[embedder]\nkind = "hashing"\n[retrieval]\nresults = "chunks"\n')
    monkeypatch.setenv("PINCITE_PRESET", str(preset))
    monkeypatch.setattr(build, "read_files", read_here)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "files").mkdir()
    for subject in ("orchard", "smithy"):
        (tmp_path / "files" / f"{subject}.txt").write_text(lease_of(subject))

    def run(*arguments, status=0):
        result = CliRunner().invoke(app, [*arguments, "--store", "store"])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == status, result.output
        return result.output

    return run


def test_index_says_what_it_did(pincite):
    assert "2 added" in pincite("index", "files")
    assert "2 unchanged" in pincite("index", "files")
    built = json.loads(pincite("index", "files", "--json"))
    assert (len(built["unchanged"]), built["usage"]["requests"]) == (2, 0)


def test_index_names_what_changed_since_the_last_time(pincite, tmp_path):
    assert "added    files" not in pincite("index", "files")
    (tmp_path / "files" / "orchard.txt").unlink()
    (tmp_path / "files" / "mill.txt").write_text(lease_of("mill"))
    told = pincite("index", "files", "--prune").splitlines()
    assert told[:2] == ["added    files/mill.txt", "removed  files/orchard.txt"]
    assert told[2].startswith("store: 1 added, 1 removed, 1 unchanged; ")
    assert "(embed " in told[2]


def test_search_shows_document_section_score_and_text(pincite):
    pincite("index", "files")
    output = pincite("search", "Who keeps the gutters of the smithy in repair?", "-k", "1")
    assert "files/smithy.txt" in output
    assert "gutters" in output
    assert "score" in output
    assert "candidates" in pincite("search", "gutters", "--explain")
    found = json.loads(pincite("search", "gutters of the smithy", "-k", "1", "--json"))
    hit = found["hits"][0]
    assert hit["document"] == "files/smithy.txt"
    start, end = hit["span"]
    assert lease_of("smithy")[start:end] == hit["text"]
    assert "Nothing was found" in pincite("search", "gutters", "--file", "*.pdf")


def test_search_finds_whole_sections_and_documents(pincite):
    pincite("index", "files")
    told = pincite("search", "lease of the smithy", "--layer", "document", "-k", "1")
    assert told.startswith("1. files/smithy.txt ")
    (hit,) = json.loads(pincite("search", "lease of the smithy", "--layer", "document", "-k", "1", "--json"))["hits"]
    assert hit["span"] == [0, len(lease_of("smithy"))]
    assert hit["summary"] in told
    (hit,) = json.loads(pincite("search", "smithy", "--layer", "section", "-k", "1", "--json"))["hits"]
    start, end = hit["span"]
    assert lease_of("smithy")[start:end] == hit["text"]
    assert hit["section"] in pincite("search", "smithy", "--layer", "section", "-k", "1")


def test_the_store_is_told_listed_pruned_and_verified(pincite, tmp_path):
    pincite("index", "files")
    assert json.loads(pincite("store", "info", "--json"))["documents"] == 2
    assert "orchard.txt" in pincite("store", "list")
    pincite("store", "remove", "files/orchard.txt")
    assert "orchard.txt" not in pincite("store", "list")
    with pytest.raises(NotFound, match="pincite store list"):
        pincite("store", "remove", "files/orchard.txt")
    assert "every file is whole" in pincite("store", "verify")
    next((tmp_path / "store").glob("documents/*/text.txt")).write_text("harm")
    assert "text.txt is missing or damaged" in pincite("store", "verify", status=1)
    pincite("store", "verify", "--repair")
    assert "2 added" in pincite("index", "files")


def test_an_absent_store_says_how_to_make_one(pincite):
    with pytest.raises(StoreError, match="there is no store"):
        pincite("search", "rent")


def test_an_empty_store_says_so(pincite, tmp_path):
    (tmp_path / "none").mkdir()
    pincite("index", "none")
    assert "The store is empty" in pincite("search", "rent")
