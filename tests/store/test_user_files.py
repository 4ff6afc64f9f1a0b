"""What a user keeps beside a store, inside it, or where one is to be made, survives every command byte for byte."""

import os
import random
import shutil
from pathlib import Path

import pytest
from tests.pipeline.conftest import lease_of
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import PinciteError, StoreError
from pincite.pipeline.store import Store
from pincite.store.local import sweep
from pincite.store.local.marker import MARKER

# Names that a store, a run, a benchmark or a dataset gives too.
NAMES = (
    *("documents", "segments", "corpus", "benchmarks", "words-chunk", "2024", "0123456789abcdef", "ab" * 8, "qrels"),
    *("CURRENT", "LOCK", MARKER, "generation-000001.json", "generation-000002.json", "generation-000009.json"),
    *("text.txt", "places.json", "documents.json", "manifest.jsonl", "run.json", "gold.jsonl", "queries.jsonl"),
    *("summary.json", "documents.zip", "train.json", "source.json", "sweep.json", "results.csv", "notes.md"),
    *(".CURRENT.tmp", ".hidden", "caf\udce9.txt", "a b.txt"),
)


def plant(folder, chance, *, outside, depth=0):
    """A random tree of the user's: folders, files, links that lead out."""
    for name in chance.sample(NAMES, chance.randrange(2, 7)):
        path = folder / name
        if path.exists() or path.is_symlink():
            continue
        roll = chance.random()
        if roll < 0.15:
            path.symlink_to(outside)
        elif roll < 0.5 and depth < 3:
            path.mkdir()
            plant(path, chance, outside=outside, depth=depth + 1)
        else:
            path.write_bytes(chance.choice((b"", b"{}", b'{"format": 2}', b"[]", b"mine\n", chance.randbytes(40))))


def picture(folder):
    """Every path below a folder with what it is: a link's target, a file's bytes."""
    seen = {}
    for root, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(root, name)
            if path.is_symlink():
                seen[path] = os.readlink(path)
            else:
                seen[path] = path.read_bytes() if path.is_file() else None
    return seen


@pytest.fixture
def grounds(tmp_path, hashing, inline, monkeypatch):
    """Documents, a benchmark of them, and a folder outside that links may lead to."""
    monkeypatch.chdir(tmp_path)
    preset = tmp_path / "preset.toml"
    preset.write_text('[embedder]\nkind = "hashing"\n[retrieval]\nresults = "chunks"\n')
    monkeypatch.setenv("PINCITE_PRESET", str(preset))
    for folder in ("files", "bench/corpus/deeds", "bench/benchmarks", "outside"):
        (tmp_path / folder).mkdir(parents=True)
    for subject in ("orchard", "smithy"):
        (tmp_path / "files" / f"{subject}.txt").write_text(lease_of(subject))
    (tmp_path / "bench/corpus/deeds/orchard.txt").write_text(lease_of("orchard"))
    (tmp_path / "bench/benchmarks/deeds.json").write_text(
        '{"tests": [{"query": "rent?", "snippets": [{"file_path": "deeds/orchard.txt", "span": [0, 20]}]}]}'
    )
    (tmp_path / "outside" / "keep.txt").write_text("elsewhere")
    (tmp_path / "questions.txt").write_text("When is the rent due?\n")
    (tmp_path / "grid.toml").write_text('k = 2\n[grid]\n"retrieval.k" = [2]\n')
    return tmp_path


# Commands that write into a folder `{}`.
WRITING = (
    ("index", "files", "--store", "{}"),
    ("index", "files", "--store", "{}", "--prune"),
    ("store", "verify", "--store", "{}", "--repair"),
    ("store", "remove", "files/orchard.txt", "--store", "{}"),
    ("run", "--bench", "bench", "--out", "{}", "--k", "2"),
    ("run", "--bench", "bench", "--out", "{}", "--k", "2", "--fresh"),
    ("run", "--bench", "bench", "--out", "run", "--store", "{}", "--fresh"),
    ("sweep", "grid.toml", "--bench", "bench", "--out", "{}"),
    ("export", "done", "--out", "{}"),
    ("export", "done", "--to", "beir", "--out", "{}"),
    ("bench", "mini", "bench", "--out", "{}", "--n", "1"),
    ("bench", "split", "bench", "--out", "{}"),
    ("ingest", "files", "--out", "{}"),
    ("bench", "get", "legalbench-rag", "--from", "bench", "--out", "{}"),
    ("dataset", "convert", "bench", "--from-format", "legalbenchrag", "--yes", "--to", "{}"),
    ("dataset", "export", "dataset", "--to-format", "legalbenchrag", "--out", "{}", "--no-ocr"),
    ("ask", "--questions", "questions.txt", "--store", "store", "--out", "{}/notes.md"),
)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Where what some commands start from is kept once it was made."""
    return tmp_path_factory.mktemp("inputs")


@pytest.fixture
def prepared(grounds, inputs):
    """The grounds with a store, a run and a dataset that some commands start from."""
    for command, made in (
        (("index", "files", "--store", "store"), "store/CURRENT"),
        (("run", "--bench", "bench", "--out", "done", "--k", "2"), "done/summary.json"),
        (("dataset", "convert", "bench", "--yes", "--to", "dataset"), "dataset/train.json"),
    ):
        folder = made.split("/")[0]
        if not (inputs / made).exists():
            attempt(command, "")
            assert (grounds / made).exists()
            shutil.copytree(grounds / folder, inputs / folder)
        else:
            shutil.copytree(inputs / folder, grounds / folder)
    return grounds


def attempt(command, folder):
    result = CliRunner().invoke(app, [part.format(folder) for part in command])
    error = result.exception
    assert error is None or isinstance(error, SystemExit | PinciteError | OSError), (command, result.exc_info)
    return result


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_every_command_writes_into_a_new_folder(prepared, command):
    grounds = prepared
    if command[0] == "store":
        attempt(WRITING[0], "home")
    (grounds / "home").mkdir(exist_ok=True)
    result = attempt(command, "home")
    assert (result.exit_code, result.exception) == (0, None), result.output
    assert picture(grounds / "home")


@pytest.mark.parametrize("seed", range(12))
def test_a_folder_of_the_users_is_left_alone_by_every_command(prepared, seed):
    grounds, chance = prepared, random.Random(seed)
    home = grounds / "home"
    home.mkdir()
    plant(home, chance, outside=grounds / "outside")
    before = picture(home) | picture(grounds / "outside") | picture(grounds / "files")
    for command in chance.sample(WRITING, len(WRITING)):
        attempt(command, "home")
        after = picture(home) | picture(grounds / "outside") | picture(grounds / "files")
        assert {path: after.get(path, "gone") for path in before} == before, command


@pytest.mark.parametrize("seed", range(12))
def test_what_a_user_puts_into_a_store_is_left_alone(grounds, seed, monkeypatch):
    """Also once the store's own files of before are swept."""
    monkeypatch.setattr(sweep, "GRACE_SECONDS", -1)
    chance = random.Random(seed)
    store = grounds / "store"
    attempt(("index", "files", "--store", "store"), "")
    own = set(picture(store))
    places = [store, *(path for path in sorted(own) if path.is_dir())]
    for place in chance.sample(places, min(4, len(places))):
        plant(place, chance, outside=grounds / "outside", depth=1)
    before = {path: what for path, what in picture(store).items() if path not in own} | picture(grounds / "outside")
    for months in (5, 7):
        (grounds / "files/orchard.txt").write_text(lease_of("orchard", months=months))
        for command in WRITING[:4]:
            attempt(command, "store")
            after = picture(store) | picture(grounds / "outside")
            assert {path: after.get(path, "gone") for path in before} == before, command
    assert Store.build(["files"], store, settings=settings()).report.unchanged


def settings():
    from pincite.settings import load_settings

    return load_settings().settings


def test_documents_indexed_into_their_own_folder_are_not_deleted(grounds):
    (grounds / "proj/documents/2024").mkdir(parents=True)
    (grounds / "proj/documents/2024/x.txt").write_text(lease_of("mill"))
    with pytest.raises(StoreError, match=r"not a store, and holds other files \(such as documents\).*empty folder"):
        Store.build([grounds / "proj/documents"], grounds / "proj", settings=settings())
    assert (grounds / "proj/documents/2024/x.txt").exists()
    assert [path.name for path in (grounds / "proj").iterdir()] == ["documents"]


def test_nothing_is_written_through_a_symbolic_link(grounds):
    attempt(("index", "files", "--store", "store"), "")
    for name in ("documents", "segments"):
        (grounds / "store" / name).rename(grounds / f"moved-{name}")
        (grounds / "store" / name).symlink_to(grounds / "outside")
        with pytest.raises(StoreError, match=f"{name} is a symbolic link"):
            Store.build(["files"], grounds / "store", settings=settings())
        (grounds / "store" / name).unlink()
        (grounds / f"moved-{name}").rename(grounds / "store" / name)


def test_a_store_made_before_there_was_a_mark_is_opened_and_marked_when_written(grounds):
    Store.build(["files"], grounds / "store", settings=settings())
    (grounds / "store" / MARKER).unlink()
    assert len(Store.open(grounds / "store").library.cards) == 2
    (grounds / "files/mill.txt").write_text(lease_of("mill"))
    Store.build(["files"], grounds / "store", settings=settings())
    assert (grounds / "store" / MARKER).exists()


def test_a_list_of_the_format_before_is_read_and_written_anew(grounds):
    import json

    Store.build(["files"], grounds / "store", settings=settings())
    path = grounds / "store/generation-000001.json"
    path.write_text(json.dumps({"format": 2, **json.loads(path.read_text())["generation"]}))
    (grounds / "store/CURRENT").write_text("generation-000001.json")
    (grounds / "store" / MARKER).unlink()
    assert len(Store.open(grounds / "store").library.cards) == 2
    (grounds / "files/mill.txt").write_text(lease_of("mill"))
    assert len(Store.build(["files"], grounds / "store", settings=settings()).report.added) == 1
    assert '"format": 3' in (grounds / "store/generation-000002.json").read_text()
    assert len(Store.open(grounds / "store").library.cards) == 3


def test_a_folder_that_is_no_store_is_read_like_any_other(grounds):
    """A file called LOCK beside a folder called documents makes no store."""
    (grounds / "office/documents").mkdir(parents=True)
    (grounds / "office/LOCK").write_text("the door is locked")
    (grounds / "office/documents/mill.txt").write_text(lease_of("mill"))
    assert len(Store.build([grounds / "office"], grounds / "store", settings=settings()).report.added) == 1


def test_force_keeps_what_the_new_folder_does_not_have(grounds):
    import logging

    (grounds / "out/corpus/mine").mkdir(parents=True)
    (grounds / "out/corpus/mine/precious.txt").write_text("mine")
    logging.disable(logging.WARNING)
    result = CliRunner().invoke(
        app, ["bench", "get", "legalbench-rag", "--from", "bench", "--out", "out", "--force", "--json"]
    )
    logging.disable(logging.NOTSET)
    assert result.exit_code == 0, result.output
    assert (grounds / "out/corpus.old/mine/precious.txt").read_text() == "mine"
    again = CliRunner().invoke(app, ["bench", "get", "legalbench-rag", "--from", "bench", "--out", "out", "--force"])
    assert again.exit_code == 0
    assert not (grounds / "out/corpus.old1").exists()
