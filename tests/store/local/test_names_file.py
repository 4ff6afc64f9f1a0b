"""The file of names: written at commit, used at opening, and never needed."""

import numpy as np
import pytest
from tests.pipeline.conftest import SUBJECTS, Workshop

from pincite.legal.document_names import DocumentNames
from pincite.pipeline.store import Store, verify_store
from pincite.store.local.generations import commit_generation, load_generation


@pytest.fixture
def workshop(tmp_path, hashing, inline):
    workshop = Workshop(tmp_path, hashing, made=tmp_path / "made")
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    return workshop


@pytest.fixture
def made(monkeypatch):
    """How often names were made from cards."""
    made = []
    original = DocumentNames.of
    monkeypatch.setattr(DocumentNames, "of", lambda cards: made.append(len(cards)) or original(cards))
    return made


def named(store):
    return [store.router.route(f"When is the rent of the {subject.title()} due?").doc_ids for subject in SUBJECTS[:3]]


def names_files(workshop):
    return sorted(path.name for path in workshop.store.glob("names-*.npz"))


def test_opening_and_searching_a_store_make_no_names(workshop, made):
    store = Store.open(workshop.store, flags=["retrieval.results=chunks"])
    router = store.router
    for subject in SUBJECTS[:3]:
        assert store.search(f"When is the rent of the {subject.title()} due?", k=1).hits
    assert store.router is router
    assert made == []


def test_a_commit_makes_them_once_and_only_where_something_changed(workshop, made):
    workshop.build()
    assert made == []
    workshop.write("smithy", "tannery")
    workshop.build()
    assert made == [2], "of the new documents alone"
    assert set(load_generation(workshop.store).names) < set(names_files(workshop)), "a reader may be on the others"


def test_after_any_change_the_file_holds_what_all_cards_give(workshop, tmp_path):
    def stored():
        library = workshop.open().library
        full = DocumentNames.of(library.cards).arrays()
        return full, library.names.arrays()

    def same():
        full, found = stored()
        assert full.keys() == found.keys()
        assert all(np.array_equal(full[key], found[key]) for key in full)

    workshop.write("smithy", SUBJECTS[0], months=12)
    workshop.build()
    same()
    (workshop.files / f"{SUBJECTS[1]}.txt").rename(workshop.files / "Another Name.txt")
    (workshop.files / f"{SUBJECTS[2]}.txt").unlink()
    workshop.build(prune=True)
    same()
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("file,title\nsmithy.txt,The Forge Deed\n")
    workshop.build(manifest=manifest)
    assert stored()[0]["titles.words"].tobytes().find(b"theforgedeed") >= 0
    same()


@pytest.mark.parametrize("how", ["older store", "gone", "cut", "changed"])
def test_a_store_without_its_names_answers_the_same(workshop, made, how):
    before = named(workshop.open())
    assert all(before)
    generation = load_generation(workshop.store)
    (path,) = (workshop.store / name for name in generation.names)
    if how == "older store":
        from dataclasses import replace

        commit_generation(workshop.store, replace(generation, names={}))
    elif how == "gone":
        path.unlink()
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:-20])
    else:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    assert named(workshop.open()) == before
    assert made == [3]
    assert verify_store(workshop.store) == ([] if how == "older store" else [path.name])


def test_indexing_again_brings_missing_names_back(workshop, made):
    next(workshop.store.glob("names-*.npz")).unlink()
    workshop.build()
    assert made == [3]
    assert verify_store(workshop.store) == []
    named(workshop.open())
    assert made == [3]


def test_a_repair_brings_damaged_names_back_and_takes_no_document_out(workshop):
    (path,) = workshop.store.glob("names-*.npz")
    path.write_bytes(b"\0" * path.stat().st_size)
    assert verify_store(workshop.store, repair=True) == [path.name]
    assert verify_store(workshop.store) == []
    assert len(workshop.open().documents) == 3


def test_names_of_states_that_nobody_reads_any_more_are_swept(workshop, monkeypatch):
    from pincite.store.local import sweep

    (old,) = names_files(workshop)
    (workshop.store / "names-0123456789abcdef.npz").touch()
    monkeypatch.setattr(sweep, "GRACE_SECONDS", -1)
    workshop.write("smithy")
    workshop.build()
    assert names_files(workshop) == list(load_generation(workshop.store).names)
    assert names_files(workshop) != [old]


def test_a_list_that_names_a_file_elsewhere_is_refused(workshop):
    from dataclasses import replace

    generation = load_generation(workshop.store)
    commit_generation(workshop.store, replace(generation, names={"../names-0123456789abcdef.npz": (1, 1)}))
    with pytest.raises(Exception, match="damaged"):
        workshop.open()
