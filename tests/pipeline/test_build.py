import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.pipeline.conftest import SUBJECTS, lease_of

from pincite import registry
from pincite.errors import ModelError, SettingsError, StoreError
from pincite.pipeline import build
from pincite.pipeline.store import Store, index_files, verify_store
from pincite.store.local import sweep, writer
from pincite.store.local.generations import commit_generation, load_generation
from pincite.store.local.marks import mark_of_bytes


class IdleExecutor:
    """Has nothing to do, or fails the test."""

    def __init__(self, *, jobs):
        pass

    def run(self, items, *, start, limits=None):
        assert list(items) == []
        return iter(())


QUERY = "Who keeps the roof of the granary in repair?"


def test_documents_are_added_once_and_left_alone_after(workshop):
    workshop.write(*SUBJECTS[:3])
    first = workshop.build()
    assert (len(first.added), len(first.unchanged)) == (3, 0)
    assert set(first.seconds) >= {"open", "embed", "write", "all"}
    again = workshop.build()
    assert (len(again.added), len(again.unchanged), again.changed) == (0, 3, [])
    assert load_generation(workshop.store).number == 1


def test_a_changed_document_replaces_the_old_one(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    workshop.write("orchard", months=12)
    built = workshop.build()
    assert (built.changed, len(built.unchanged)) == ([workshop.name("orchard")], 2)
    store = workshop.open()
    assert len(store.library.cards) == 3
    texts = [
        hit.passage.span.slice(store.library.text(hit.passage.doc_id)) for hit in store.search("notice", k=50).hits
    ]
    assert sum("12 months" in text for text in texts) == 1


def test_a_text_that_moves_to_another_file_during_a_build_stays(workshop, monkeypatch):
    workshop.write("granary")
    workshop.build()
    old, new = workshop.files / "granary.txt", workshop.files / "z-old.txt"
    old.rename(new)
    old.write_text(lease_of("ferry"), encoding="utf-8")
    # The new text is committed, and the old one taken out, before the file that has it now is read.
    monkeypatch.setattr(build, "_COMMIT_ROWS", 1)
    workshop.build()
    store = workshop.open()
    assert {Path(card.path).name for card in store.library.cards} == {"granary.txt", "z-old.txt"}
    assert any("granary" in store.library.text(card.id) for card in store.library.cards)


def test_whoever_watches_sees_each_document_pass_each_stage(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.files.joinpath("empty.txt").write_text("")
    told = []
    workshop.build(progress=lambda *step: told.append(step))
    assert {stage: [step[1:] for step in told if step[0] == stage] for stage, _, _ in told} == {
        "reading": [(n, 4) for n in (1, 2, 3, 4)],
        "summarising": [(n, 4) for n in (1, 2, 3, 4)],
        "embedding": [(n, 4) for n in (1, 2, 3, 4)],
        "writing": [(4, 4)],
    }
    told.clear()
    workshop.files.joinpath("empty.txt").unlink()
    workshop.build(progress=lambda *step: told.append(step))
    assert told == []


def test_a_touched_file_is_known_by_what_it_holds_and_not_read_again(workshop, monkeypatch):
    workshop.write("orchard")
    workshop.build()
    os.utime(workshop.name("orchard"), (1, 1))
    monkeypatch.setenv("PINCITE_EXECUTOR_KIND", "idle")
    monkeypatch.setitem(registry.BUILT_IN["executor"], "idle", f"{__name__}:IdleExecutor")
    built = workshop.build()
    assert (built.unchanged, built.same_text) == ([workshop.name("orchard")], [])
    assert load_generation(workshop.store).files[0].mtime_ns == 1_000_000_000
    number = load_generation(workshop.store).number
    workshop.build()
    assert load_generation(workshop.store).number == number


def test_two_files_with_the_same_text_are_one_document_at_two_paths(workshop):
    workshop.write("orchard")
    shutil.copy(workshop.name("orchard"), workshop.name("copy"))
    built = workshop.build()
    assert (len(built.added), len(built.same_text)) == (2, 1)
    (card,) = workshop.open().library.cards
    assert {card.path, *card.also_at} == {workshop.name("orchard"), workshop.name("copy")}
    again = workshop.build()
    assert (len(again.unchanged), again.same_text) == (2, [])


def test_of_two_files_with_the_same_text_the_first_by_path_is_indexed_whichever_was_read_first(workshop):
    workshop.write("orchard", "smithy")
    workshop.build()
    shutil.copy(workshop.name("orchard"), workshop.name("copy"))
    built = workshop.build()
    assert built.added == [workshop.name("copy")]
    assert len(built.same_text) == 1
    store = workshop.open()
    (card,) = (card for card in store.library.cards if card.also_at)
    assert (card.path, card.also_at) == (workshop.name("copy"), (workshop.name("orchard"),))
    assert store.library.reading(card.id).doc.source.path == workshop.name("copy")


@pytest.mark.parametrize("gone", ["orchard", "copy"])
def test_a_document_stays_while_one_of_its_files_does(workshop, gone):
    workshop.write("orchard")
    shutil.copy(workshop.name("orchard"), workshop.name("copy"))
    workshop.build()
    Path(workshop.name(gone)).write_text(lease_of("quarry"))
    workshop.build()
    cards = {card.path: card for card in workshop.open().library.cards}
    assert set(cards) == {workshop.name("orchard"), workshop.name("copy")}
    assert all(not card.also_at for card in cards.values())
    Path(workshop.name(gone)).unlink()
    assert workshop.build(prune=True).removed == [workshop.name(gone)]
    assert len(workshop.open().library.cards) == 1


def test_pruning_removes_documents_whose_file_is_gone(workshop):
    workshop.write(*SUBJECTS[:4])
    workshop.build()
    Path(workshop.name("foundry")).unlink()
    assert workshop.build().removed == []
    assert workshop.build(prune=True).removed == [workshop.name("foundry")]
    assert workshop.name("foundry") not in [card.path for card in workshop.open().library.cards]


def test_removed_documents_can_be_added_again(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    before = workshop.found(QUERY)
    store = workshop.open()
    store.remove([store.library.cards[0].id])
    assert len(workshop.open().library.cards) == 2
    assert len(workshop.build().added) == 1
    assert sorted(workshop.found(QUERY)) == sorted(before)


def test_results_are_the_same_from_one_segment_and_from_many(workshop, tmp_path):
    queries = [QUERY, "notice in writing", "orchard rent due", "Consider the Lease of the Smithy; who repairs?"]
    for subject in SUBJECTS:
        workshop.write(subject)
        workshop.build(Path(workshop.name(subject)))
    assert len(load_generation(workshop.store).segments) > 1
    many = [workshop.found(query) for query in queries]
    one = index_files([workshop.files], tmp_path / "one", settings=workshop.settings())
    assert len(one.added) == 10
    assert len(load_generation(tmp_path / "one").segments) == 1
    workshop.store = tmp_path / "one"
    for query, rows in zip(queries, many, strict=True):
        fresh = workshop.found(query)
        assert sorted(fresh) == sorted(rows)


def test_many_segments_are_merged_without_a_change_to_the_results(workshop, monkeypatch):
    workshop.write(*SUBJECTS[:9])
    with monkeypatch.context() as patched:
        patched.setattr(writer, "choose_segments", lambda _: ())
        for subject in SUBJECTS[:9]:
            workshop.build(Path(workshop.name(subject)))
    # A document taken out of one segment, and a segment with two documents.
    store = workshop.open()
    store.remove([card.id for card in store.library.cards if "smithy" in card.path])
    workshop.write("ferry", "tannery", months=8)
    with monkeypatch.context() as patched:
        patched.setattr(writer, "choose_segments", lambda _: ())
        workshop.build(Path(workshop.name("ferry")), Path(workshop.name("tannery")))
    workshop.open().remove([card.id for card in workshop.open().library.cards if "ferry" in card.path])
    assert len(load_generation(workshop.store).segments) == 8
    before = sorted(workshop.found(QUERY))
    monkeypatch.setattr("pincite.store.local.merging._MOST", 2)
    assert "merge" in workshop.build(Path(workshop.name("orchard"))).seconds
    assert len(load_generation(workshop.store).segments) == 1
    assert sorted(workshop.found(QUERY)) == before
    assert verify_store(workshop.store) == []


def test_another_chunk_size_is_refused_also_with_another_embedder(workshop):
    workshop.write("orchard")
    workshop.build()
    for flags in (["chunker.size=300"], ["chunker.size=300", "embedder.name=other"]):
        with pytest.raises(StoreError, match="made with another chunker; use a new folder"):
            workshop.build(flags=flags)
    assert workshop.open().opened.state.embedder == "hashing"


def test_a_store_is_searched_as_its_maker_set_it_unless_told_otherwise(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build(flags=["retrieval.method=bm25", "retrieval.k=2"])
    assert workshop.open().settings.retrieval.method == "bm25"
    assert workshop.open("retrieval.method=dense").settings.retrieval.k == 2
    assert Store.open(workshop.store, preset="default").settings.retrieval.method == "hybrid"


def test_a_store_without_vectors_is_searched_by_words(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build(flags=["embedder.kind=none", "retrieval.method=bm25"])
    assert workshop.found("orchard rent")
    with pytest.raises(StoreError, match="made without vectors"):
        workshop.found("orchard rent", "retrieval.method=hybrid")


def test_a_file_that_cannot_be_read_is_a_failure_and_the_rest_goes_on(workshop):
    workshop.write("orchard")
    (workshop.files / "broken.pdf").write_bytes(b"%PDF-1.4 no more")
    built = workshop.build()
    assert [failure.item for failure in built.failures] == [str(workshop.files / "broken.pdf")]
    assert len(built.added) == 1


def test_a_summary_the_provider_fails_to_give_is_a_failure(workshop, monkeypatch):
    class Failing:
        def __init__(self, status=None):
            self.status = status

        def summarise(self, reading):
            if "ORCHARD" in reading.doc.text:
                raise ModelError("gull-1", "is overloaded", status=self.status)
            return stages.summarizer.summarise(reading)

    stages = build.wire_index(workshop.settings())
    workshop.write("orchard", "smithy")
    monkeypatch.setattr(build, "wire_index", lambda _: replaced(stages, Failing()))
    built = workshop.build()
    assert [(failure.stage, failure.kind) for failure in built.failures] == [("summarise", "model")]
    assert [card.path for card in workshop.open().library.cards] == [workshop.name("smithy")]
    monkeypatch.setattr(build, "wire_index", lambda _: replaced(stages, Failing(401)))
    with pytest.raises(ModelError):
        workshop.build()


def replaced(stages, summarizer):
    from dataclasses import replace

    return replace(stages, summarizer=summarizer)


def test_one_writer_at_a_time(workshop):
    from filelock import FileLock

    workshop.build()
    with FileLock(workshop.store / "LOCK"), pytest.raises(StoreError, match="another process is writing"):
        workshop.build()


def test_a_store_that_cannot_be_written_is_named(workshop):
    workshop.store.write_text("a file")
    with pytest.raises(StoreError, match="cannot be written to: a file of that name is in the way"):
        workshop.build()


@pytest.mark.parametrize(
    "pattern", ["segments/*/vectors-chunk.faiss", "segments/*/words-chunk/rows.npy", "segments/*/documents.json"]
)
@pytest.mark.parametrize("harm", ["missing", "short"])
def test_a_damaged_segment_is_named_and_rebuilt(workshop, pattern, harm):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    before = workshop.found(QUERY)
    (path,) = workshop.store.glob(pattern)
    path.unlink() if harm == "missing" else path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(StoreError, match=path.name):
        workshop.open()
    built = workshop.build()
    assert built.rebuilt == [path.relative_to(workshop.store).as_posix()]
    assert len(built.added) == 3
    assert workshop.found(QUERY) == before


@pytest.mark.parametrize("file", ["text.txt", "places-*.json"])
def test_a_lost_document_is_named_and_rebuilt(workshop, file):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    before = sorted(workshop.found(QUERY))
    lost = sorted((workshop.store / "documents").glob(f"*/{file}"))[0]
    lost.unlink()
    opened = workshop.open()
    hit = next(hit for hit in opened.search(QUERY, k=50).hits if hit.passage.doc_id == lost.parent.name)
    with pytest.raises(StoreError, match=lost.name):
        opened.library.place(hit.passage)
    built = workshop.build()
    assert built.rebuilt == [lost.relative_to(workshop.store).as_posix()]
    assert len(built.added) == 1
    assert sorted(workshop.found(QUERY)) == before


@pytest.mark.parametrize("pattern", ["segments/*/vectors-chunk.faiss", "documents/*/text.txt"])
def test_a_flipped_byte_is_found_and_repaired(workshop, pattern):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    before = sorted(workshop.found(QUERY))
    path = sorted(workshop.store.glob(pattern))[0]
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")
    name = path.relative_to(workshop.store).as_posix()
    assert verify_store(workshop.store) == [name]
    assert verify_store(workshop.store, repair=True) == [name]
    assert verify_store(workshop.store) == []
    assert workshop.build().added
    assert sorted(workshop.found(QUERY)) == before


def test_damage_of_a_file_that_is_gone_leaves_no_trace(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build(Path(workshop.name("orchard")))
    workshop.build()
    generation = load_generation(workshop.store)
    (workshop.store / "documents" / generation.segments[0].doc_ids[0] / "text.txt").unlink()
    Path(workshop.name("orchard")).unlink()
    workshop.build()
    assert verify_store(workshop.store) == []
    assert len(workshop.open().library.cards) == 2


def test_the_list_before_is_used_where_the_newest_is_damaged(workshop):
    workshop.write("orchard")
    workshop.build()
    workshop.write("smithy")
    workshop.build()
    (workshop.store / "generation-000002.json").write_text('{"format": 3, "num')
    with pytest.raises(StoreError, match="generation-000002.json, is missing or damaged"):
        workshop.open()
    built = workshop.build()
    assert (len(built.added), built.rebuilt) == (1, ["generation-000002.json"])
    assert len(workshop.open().library.cards) == 2


def test_a_damaged_list_is_repaired_from_the_one_before(workshop):
    workshop.write("orchard")
    workshop.build()
    workshop.write("smithy")
    workshop.build()
    (workshop.store / "generation-000002.json").write_text('{"format": 3, "num')
    assert verify_store(workshop.store) == ["generation-000002.json"]
    assert verify_store(workshop.store, repair=True) == ["generation-000002.json"]
    assert verify_store(workshop.store) == []
    assert len(workshop.open().library.cards) == 1


def test_a_changed_list_is_not_believed(workshop):
    workshop.write("orchard")
    workshop.build()
    path = workshop.store / "generation-000001.json"
    changed = path.read_text().replace('"removed": []', '"removed":[ ]')
    assert changed != path.read_text()
    path.write_text(changed)
    with pytest.raises(StoreError, match="generation-000001.json, is missing or damaged"):
        workshop.open()


def test_the_newest_list_counts_where_its_name_is_lost_or_changed(workshop):
    workshop.write("orchard")
    workshop.build()
    workshop.write("smithy")
    workshop.build()
    current = workshop.store / "CURRENT"
    for text in (current.read_text().replace("2", "1", 1), current.read_text()[:10], ""):
        current.write_text(text)
        assert len(workshop.open().library.cards) == 2
    current.unlink()
    assert len(workshop.open().library.cards) == 2


def test_a_store_whose_lists_are_all_damaged_is_never_overwritten(workshop):
    workshop.write("orchard")
    workshop.build()
    (workshop.store / "generation-000001.json").write_text("?")
    with pytest.raises(StoreError, match="generation-000001.json, is missing or damaged"):
        workshop.open()
    with pytest.raises(StoreError, match="are all damaged; index the documents again in a new folder"):
        workshop.build()
    assert list((workshop.store / "segments").iterdir())


def test_a_store_of_a_newer_format_is_refused(workshop):
    workshop.write("orchard")
    workshop.build()
    path = workshop.store / "generation-000001.json"
    path.write_text(path.read_text().replace('"format": 3', '"format": 4'))
    for attempt in (workshop.open, workshop.build):
        with pytest.raises(StoreError, match="format 4, and this version reads format 3; update Pincite"):
            attempt()


def test_a_folder_without_a_store_says_how_to_make_one(tmp_path):
    for attempt in (Store.open, verify_store):
        with pytest.raises(StoreError, match="there is no store"):
            attempt(tmp_path)


def test_an_empty_store_answers_nothing(workshop):
    built = workshop.build()
    assert built.added == []
    assert workshop.open().search("anything").hits == ()
    assert workshop.open().describe()["documents"] == 0
    assert verify_store(workshop.store) == []


def test_what_nobody_names_is_swept_after_a_while(workshop, monkeypatch):
    workshop.write("orchard", "smithy")
    workshop.build()
    old = next(iter((workshop.store / "segments").iterdir()))
    leftover = workshop.store / "segments" / "0123456789abcdef"
    (leftover / "words-chunk").mkdir(parents=True)
    (leftover / "rows-chunk.npy").touch()
    (leftover / "words-chunk" / "languages.json").touch()
    workshop.write("orchard", "smithy", months=9)
    workshop.build()
    assert old.exists(), "a reader may still be on it"
    assert not leftover.exists()
    monkeypatch.setattr(sweep, "GRACE_SECONDS", -1)
    workshop.build()
    assert not old.exists()
    assert len(list((workshop.store / "documents").iterdir())) == 2


def test_a_reader_keeps_its_generation_while_the_store_changes(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    reader = workshop.open()
    before = reader.search(QUERY, k=50).hits
    for months in (6, 9, 12):
        workshop.write(*SUBJECTS[:3], months=months)
        workshop.build()
    assert reader.search(QUERY, k=50).hits == before
    assert all(hit.passage.span.slice(reader.library.text(hit.passage.doc_id)) for hit in before)


def test_k_below_one_is_refused(workshop):
    workshop.write("orchard")
    workshop.build()
    with pytest.raises(SettingsError, match="at least 1"):
        workshop.open().search("rent", k=0)


def test_a_store_among_the_documents_is_not_read_as_documents(workshop):
    workshop.write("boathouse")
    index_files([workshop.files], workshop.files / "a store", settings=workshop.settings())
    built = index_files([workshop.files], workshop.files / "a store", settings=workshop.settings())
    assert built.added == []
    assert built.unchanged == [workshop.name("boathouse")]


def test_a_link_out_of_the_folder_is_told_as_skipped(workshop, tmp_path):
    workshop.write("boathouse")
    (tmp_path / "diary.txt").write_text("Dear diary, the rent of the secret is due.")
    (workshop.files / "diary.txt").symlink_to(tmp_path / "diary.txt")
    built = workshop.build()
    assert [failure.kind for failure in built.failures] == ["link"]
    assert [card.path for card in workshop.open().library.cards] == [str(workshop.files / "boathouse.txt")]


@pytest.mark.parametrize("where", ["segment", "document", "file", "record"])
def test_names_of_a_store_never_become_paths_out_of_it(workshop, tmp_path, where):
    workshop.write("boathouse")
    workshop.build()
    generation = load_generation(workshop.store)
    (segment,) = generation.segments
    home = workshop.store / "segments" / segment.name
    if where == "segment":
        shutil.copytree(home, workshop.store.parent / "elsewhere")
        forged = replace(segment, name="../../elsewhere")
    elif where == "document":
        forged = replace(segment, doc_ids=("../../../etc",))
    elif where == "file":
        forged = replace(segment, files={**segment.files, "../../../diary.txt": (0, 0)})
        (tmp_path / "diary.txt").write_text("")
    else:
        records = json.loads((home / "documents.json").read_text())
        records[0]["card"]["id"] = "../../../etc"
        content = json.dumps(records).encode()
        (home / "documents.json").write_bytes(content)
        forged = replace(segment, files={**segment.files, "documents.json": mark_of_bytes(content)})
    commit_generation(workshop.store, replace(generation, segments=(forged,)))
    with pytest.raises(StoreError, match="damaged"):
        workshop.open()


def test_a_generation_outside_of_the_store_is_not_read(workshop, tmp_path):
    workshop.write("boathouse")
    workshop.build()
    (listed,) = workshop.store.glob("generation-*.json")
    theirs = json.loads(listed.read_text()) | {"segments": [], "files": []}
    (workshop.store.parent / "theirs.json").write_text(json.dumps(theirs))
    (workshop.store / "CURRENT").write_text("../theirs.json")
    assert len(workshop.open().library.cards) == 1


def test_a_text_that_is_a_link_out_of_the_store_is_not_read(workshop, tmp_path):
    workshop.write("boathouse")
    workshop.build()
    (text,) = workshop.store.glob("documents/*/text.txt")
    (tmp_path / "diary.txt").write_bytes(text.read_bytes())
    text.unlink()
    text.symlink_to(tmp_path / "diary.txt")
    with pytest.raises(StoreError, match="text.txt is missing or damaged"):
        workshop.open().search("rent")
