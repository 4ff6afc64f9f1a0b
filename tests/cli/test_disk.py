"""Disks without room, caches that cannot be written, names that are no UTF-8: as a user's shell sees it."""

import json
import os
import subprocess
import sys

import pytest
from tests.pipeline.conftest import SUBJECTS, lease_of

from pincite.cli.main import app
from pincite.pipeline.store import Store, verify_store
from pincite.settings import load_settings

resource = pytest.importorskip("resource")


@pytest.fixture
def shell(tmp_path, hashing, plugin_folder):
    """Run `pincite` in a process of its own, where no file may grow beyond `room` bytes."""

    def run(*arguments, room=None, cache=tmp_path / "cache"):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(plugin_folder), *filter(None, sys.path))),
            "PINCITE_CACHE": str(cache),
        }
        return subprocess.run(
            [sys.executable, "-m", "pincite", *map(str, arguments)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
            preexec_fn=limit if room else None,
        )

    return run


@pytest.fixture
def here(invoke, hashing, inline, tmp_path, monkeypatch):
    """Run `pincite` in this process, which is quicker."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: invoke(app, *arguments)


def index_arguments(hashing):
    return ("index", "files", "--store", "store", *(f"--set={flag}" for flag in hashing))


def write_leases(folder, *subjects):
    folder.mkdir(exist_ok=True)
    for subject in subjects:
        (folder / f"{subject}.txt").write_text(lease_of(subject) * 20)


@pytest.mark.parametrize("room", [1000, 40000])
def test_a_disk_without_room_is_one_sentence_and_the_store_stays_as_it_was(shell, here, hashing, tmp_path, room):
    write_leases(tmp_path / "files", "orchard")
    assert here(*index_arguments(hashing)).exit_code == 0
    before = Store.open("store").search("rent").hits
    write_leases(tmp_path / "files", *SUBJECTS)
    done = shell(*index_arguments(hashing), room=room)
    sentence = done.stderr.decode().splitlines()[-1]
    assert done.returncode == 2
    assert "Traceback" not in done.stderr.decode()
    assert sentence.startswith("pincite: The store store cannot be used: it cannot be written to: ")
    assert sentence.endswith("what it held before is still there.")
    assert Store.open("store").search("rent").hits == before
    assert verify_store(tmp_path / "store") == []


def test_a_cache_that_cannot_be_written_stops_nothing(shell, hashing, tmp_path):
    write_leases(tmp_path / "files", "orchard", "smithy")
    (tmp_path / "a-file").write_text("no folder")
    done = shell(*index_arguments(hashing), cache=tmp_path / "a-file" / "cache")
    assert done.returncode == 0
    assert done.stderr.decode().count("the work goes on without it") == 1


@pytest.fixture
def odd_name(tmp_path):
    """A file whose name is no UTF-8."""
    write_leases(tmp_path / "files", "orchard")
    try:
        with open(os.fsencode(tmp_path) + b"/files/caf\xe9.txt", "w") as out:
            out.write(lease_of("cafe"))
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    return os.fsdecode(b"files/caf\xe9.txt")


def test_a_name_that_is_no_utf8_does_no_harm_to_a_store(here, hashing, odd_name, tmp_path):
    settings = load_settings(flags=hashing).settings
    assert len(Store.build(["files"], "store", settings=settings).report.added) == 2
    assert len(Store.build(["files"], "store", settings=settings).report.unchanged) == 2
    store = Store.open("store", flags=hashing[-1:])
    assert odd_name in [card.path for card in store.library.cards]
    (hit, *_) = store.search("rent of the cafe").hits
    assert store.library.reading(hit.passage.doc_id).doc.source.path == odd_name
    assert verify_store(tmp_path / "store", repair=True) == []
    store.remove([hit.passage.doc_id])
    assert Store.build(["files"], "store", settings=settings).report.added == [odd_name]


def test_a_name_that_is_no_utf8_is_printed_safely(shell, here, hashing, odd_name):
    here(*index_arguments(hashing))
    listed = shell("store", "list", "--store", "store", "--json")
    assert odd_name in [card["path"] for card in json.loads(listed.stdout)]
    found = shell("search", "rent of the cafe", "--store", "store", "-k", "1", "--set", "retrieval.results=chunks")
    assert (found.returncode, b"caf\\udce9.txt" in found.stdout) == (0, True), found
    shown = shell("show", odd_name, "--annotate", "page.html")
    assert shown.returncode == 0, shown


def test_readings_of_names_that_are_no_utf8_are_known_again(odd_name, tmp_path, hashing):
    from pincite.pipeline.ingest import ingest_files
    from pincite.pipeline.read import find_files

    settings = load_settings(flags=hashing).settings
    for reused in (False, True):
        rows = ingest_files(find_files([tmp_path / "files"]), settings, out=tmp_path / "readings")
        assert [row.reused for _, row in rows] == [reused, reused]


def test_output_that_finds_no_room_is_one_sentence():
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pincite", "settings"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "pincite: the disk is full.\n")
