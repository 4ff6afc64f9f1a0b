import json
import re
import shutil

import pytest
from pypdfium2 import PdfDocument
from tests.pipeline.conftest import lease_of
from typer.testing import CliRunner

from pincite import registry
from pincite.cli.hints import with_advice
from pincite.cli.main import app
from pincite.errors import NotFound, PinciteError, StoreError
from pincite.execute.inline import InlineExecutor


class InterruptedExecutor(InlineExecutor):
    """Does one item, and then the user presses Ctrl-C."""

    def run(self, items, **how):
        yield from super().run([next(iter(items))], **how)
        raise KeyboardInterrupt


@pytest.fixture
def pincite(hashing, inline, tmp_path, monkeypatch):
    preset = tmp_path / "preset.toml"
    preset.write_text('[embedder]\nkind = "hashing"\n[retrieval]\nresults = "chunks"\n')
    monkeypatch.setenv("PINCITE_PRESET", str(preset))
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


def test_index_counts_pages_and_characters(pincite, examples, tmp_path):
    shutil.copy(examples / "lease.pdf", tmp_path / "files")
    with PdfDocument(examples / "lease.pdf") as pdf:
        pages = len(pdf)
    assert re.search(rf"3 added; {pages} pages \(0 by OCR\), [\d,]+ characters read; ", pincite("index", "files"))
    built = json.loads(pincite("index", "files", "--json"))
    assert (built["pages"], built["characters"]) == (0, 0)


def test_index_names_what_changed_since_the_last_time(pincite, tmp_path):
    assert "added    files" not in pincite("index", "files")
    (tmp_path / "files" / "orchard.txt").unlink()
    (tmp_path / "files" / "mill.txt").write_text(lease_of("mill"))
    told = pincite("index", "files", "--prune").splitlines()
    assert told[:2] == ["added    files/mill.txt", "removed  files/orchard.txt"]
    assert told[2].startswith("store: 1 added, 1 removed, 1 unchanged; ")
    assert " characters read; " in told[2]
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


@pytest.mark.parametrize(
    ("option", "value", "problem"),
    [
        ("--since", "yesterday", r"'since' is 'yesterday': write a date as YYYY-MM-DD"),
        ("--until", "2024-13-01", r"'until' is '2024-13-01': write a date"),
        ("--since", "2090-01-01", r"No document has a date from 2090-01-01\."),
        ("--type", "zzz", r"of the type 'zzz'\. Types there: \w+"),
        ("--party", "Nobody", r"No document has a party named 'Nobody'\. Parties there: .*Limited"),
        ("--party", "Smithy Holding Ltd", r"The nearest: Smithy Holdings Limited"),
        ("--file", "*.pdf", r"No file of the store matches '\*\.pdf'; it holds 2"),
    ],
)
def test_a_filter_that_nothing_meets_is_said_so(pincite, option, value, problem):
    pincite("index", "files")
    with pytest.raises(PinciteError, match=problem):
        pincite("search", "gutters", option, value)


def test_explain_shows_every_figure_whole(pincite):
    pincite("index", "files")
    told = pincite("search", "Who keeps the gutters of the smithy in repair?", "--explain")
    assert len(re.findall(r"\d\.\d{4}\b", told)) > 5
    assert not re.search(r"\d\.?…", told), told


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
    assert "everything is whole" in pincite("store", "verify")
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


def test_a_folder_without_a_readable_file_says_so(pincite, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "a.xyz").touch()
    (tmp_path / "photos" / "b").touch()
    with pytest.raises(NotFound, match=r"photos: no file .* can be read \(found: 1 \.xyz, 1 without an ending\)"):
        pincite("index", "photos")
    assert not (tmp_path / "store").exists()
    (tmp_path / "photos" / "mill.txt").write_text(lease_of("mill"))
    assert "Files of other kinds were passed over: 1 .xyz, 1 without an ending." in pincite("index", "photos")


def test_documents_whose_file_is_gone_are_named(pincite, tmp_path):
    pincite("index", "files")
    (tmp_path / "files" / "orchard.txt").unlink()
    told = pincite("index", "files")
    assert "1 document in the store has no file any more: files/orchard.txt; add --prune to remove it." in told
    assert json.loads(pincite("index", "files", "--json"))["gone"] == ["files/orchard.txt"]
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "mill.txt").write_text(lease_of("mill"))
    # Here --prune would take out the smithy too, whose file is there.
    assert "'pincite store remove FILE… --store store' removes it." in pincite("index", "more")
    assert "no file any more" not in pincite("index", "files", "more", "--prune")


@pytest.mark.parametrize(("commit_rows", "words"), [(10**6, "nothing new was kept in store"), (1, "1 of the files")])
def test_ctrl_c_says_what_is_kept(pincite, tmp_path, monkeypatch, commit_rows, words):
    from pincite.pipeline import build

    monkeypatch.setitem(registry.BUILT_IN["executor"], "interrupted", f"{__name__}:InterruptedExecutor")
    monkeypatch.setenv("PINCITE_EXECUTOR_KIND", "interrupted")
    monkeypatch.setattr(build, "_COMMIT_ROWS", commit_rows)
    assert words in pincite("index", "files", status=130)


def test_index_upgrades_a_store_with_or_without_its_files(pincite, tmp_path, monkeypatch):
    pincite("index", "files")
    (tmp_path / "files" / "orchard.txt").unlink()
    monkeypatch.setenv("PINCITE_EMBEDDER_NAME", "other")
    told = pincite("index")
    assert "Upgrading 2 documents from the embedder hashing to other; until that is done" in told
    assert re.search(r"^store: 2 upgraded; [\d.]+ s \(embed [\d.]+, upgrade [\d.]+, write [\d.]+", told, re.MULTILINE)
    assert "orchard" not in told
    assert "store: nothing to do; " in pincite("index")
    monkeypatch.setenv("PINCITE_EMBEDDER_NAME", "third")
    result = CliRunner().invoke(app, ["index", "files", "--store", "store", "--json"])
    assert json.loads(result.stdout)["upgraded"] == {"before": "other", "after": "third", "documents": 2}
    assert "Upgrading 2 documents from the embedder other to third" in result.stderr
    assert "orchard" in pincite("store", "list")


def test_without_paths_there_must_be_a_store_and_nothing_is_pruned(pincite, tmp_path):
    with pytest.raises(StoreError, match="there is no store"):
        pincite("index")
    assert not (tmp_path / "store").exists()
    pincite("index", "files")
    assert "give PATH" in pincite("index", "--prune", status=2)
    assert "2 unchanged" in pincite("index", "files")


def test_search_ask_and_doctor_say_how_a_store_of_another_embedder_is_upgraded(pincite, monkeypatch):
    pincite("index", "files")
    assert re.search(r"ok +store: embedder +hashing\n", pincite("doctor"))
    # As after an update: the same embedder by its settings, but other weights.
    monkeypatch.setattr(
        "hashing_embedder.HashingEmbedder.__init__", lambda self, *, name="x": setattr(self, "identity", "new")
    )
    for command in (("search", "gutters"), ("ask", "Who repairs the gutters?")):
        with pytest.raises(StoreError) as raised:
            pincite(*command)
        assert with_advice(raised.value) == (
            "The store store cannot be used: it was made with the embedder hashing, and the one here is new; "
            "indexing it upgrades it. Run: pincite index --store store"
        )
    told = pincite("doctor", status=1)
    assert re.search(r"store: embedder +hashing  ->  .*the one here is new.*Run: pincite index --store store", told)
    assert "Everything that is needed is here" not in told
    pincite("index")
    assert "gutters" in pincite("search", "gutters")
    assert re.search(r"ok +store: embedder +new\n", pincite("doctor"))
