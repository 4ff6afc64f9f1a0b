"""A store made with another embedder: indexing embeds its documents again, and nobody sees vectors of both."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tests.local_server import LocalServers, Reply
from tests.pipeline.conftest import SUBJECTS, lease_of

from pincite import registry
from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.embed.onnx import OnnxEmbedder
from pincite.errors import ModelError, StoreError
from pincite.pipeline import build, upgrade
from pincite.pipeline.build import upgrade_store
from pincite.pipeline.store import Store, index_files
from pincite.pipeline.upgrade import EmbedderChange
from pincite.settings import load_settings
from pincite.store.local.generations import load_generation

QUERY = "Who keeps the roof of the granary in repair?"
OTHER = "embedder.name=other"


class IdleExecutor:
    """Reads no file, or fails the test."""

    def __init__(self, *, jobs):
        pass

    def run(self, items, *, start, limits=None):
        assert list(items) == []
        return iter(())


@pytest.fixture
def papers(tmp_path, inline, monkeypatch):
    """Two leases, of which the second has no file any more once they are indexed."""
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "papers"
    folder.mkdir()
    for subject in ("granary", "orchard"):
        (folder / f"{subject}.txt").write_text(lease_of(subject))
    return folder


@pytest.fixture(params=["local", "lance", "postgres"])
def place(request, tmp_path):
    if request.param == "local":
        return tmp_path / "store"
    if request.param == "postgres":
        return StoreAddress("postgres", request.getfixturevalue("database")("upgraded"))
    pytest.importorskip("lancedb")
    return StoreAddress("lance", str(tmp_path / "lance"))


def shipped(*flags):
    flags = ["executor.kind=inline", "jobs=1", "ocr.mode=never", "retrieval.results=chunks", *flags]
    return load_settings(flags=flags, environment={}).settings


def vectors_of(store):
    ids = [card.id for card in store.documents]
    rows = store.opened.backend.rows(ids)
    return {doc_id: own.vectors[Layer.CHUNK] for doc_id, own in zip(ids, rows, strict=True)}


@pytest.mark.parametrize(("before", "after"), [("static", "onnx"), ("onnx", "static"), ("none", "static")])
def test_a_store_gets_the_vectors_of_the_embedder_that_the_settings_name(
    papers, place, tmp_path, monkeypatch, before, after
):
    old, new = shipped(f"embedder.kind={before}"), shipped(f"embedder.kind={after}")
    index_files([papers], place, settings=old)
    idle = shipped(f"embedder.kind={after}", "executor.kind=processes")
    reader = Store.open(place, settings=old)
    (papers / "orchard.txt").unlink()
    told = []
    with monkeypatch.context() as patched:
        # What the store holds is not read again.
        patched.setitem(registry.BUILT_IN["executor"], "processes", "tests.pipeline.test_upgrade:IdleExecutor")
        report = upgrade_store(place, settings=idle, on_upgrade=told.append)
    upgraded = Store.open(place, settings=new)
    made_with = {kind: registry.load("embedder", kind)().identity for kind in (before, after)}
    assert told == [report.upgraded] == [EmbedderChange(made_with[before], made_with[after], documents=2)]
    assert upgraded.opened.state.embedder == upgraded.embedder.identity == made_with[after]
    assert upgraded.settings.embedder.kind == after
    # As if indexed with the new embedder; the cache, which has the old one's vectors of the same texts, gives none.
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "another-cache"))
    (papers / "orchard.txt").write_text(lease_of("orchard"))
    index_files([papers], tmp_path / "fresh", settings=new)
    fresh = vectors_of(Store.open(tmp_path / "fresh", settings=new))
    found = vectors_of(upgraded)
    assert found.keys() == fresh.keys()
    assert all(np.allclose(found[doc_id], fresh[doc_id], atol=1e-3) for doc_id in fresh)
    assert upgraded.search(QUERY, k=1).hits[0].passage.doc_id
    # Whoever opened it before goes on with what they have.
    assert reader.opened.state.embedder == made_with[before]
    if before != "none":
        assert reader.search(QUERY, k=1).hits
        assert not any(np.allclose(kept, found[doc_id], atol=1e-3) for doc_id, kept in vectors_of(reader).items())
    # Nothing is left to do.
    assert upgrade_store(place, settings=new).upgraded is None


def test_other_weights_under_the_same_name_upgrade_a_store(papers, place, tmp_path):
    model = tmp_path / "own.onnx"
    weights = Path(OnnxEmbedder()._path).read_bytes()
    model.write_bytes(weights)
    settings = shipped(f"embedder.model={model}")
    index_files([papers], place, settings=settings)
    # Another remark in the file: the same vectors, but nobody can know that.
    model.write_bytes(weights + b"\x72\x06\x0a\x01k\x12\x01v")
    with pytest.raises(StoreError, match=r"made with the embedder onnx:.*, and the one here is onnx:.*upgrades it"):
        Store.open(place, settings=settings).search(QUERY)
    assert index_files([papers], place, settings=settings).upgraded.documents == 2
    store = Store.open(place, settings=settings)
    assert store.search(QUERY).hits
    assert store.opened.state.embedder == OnnxEmbedder(model=str(model)).identity != OnnxEmbedder().identity


def test_files_that_are_new_changed_same_and_gone_are_all_upgraded(workshop, monkeypatch):
    workshop.write(*SUBJECTS[:4])
    workshop.build()
    monkeypatch.setattr(build, "_COMMIT_ROWS", 1)
    before = load_generation(workshop.store).number
    workshop.write("orchard", months=12)
    workshop.write("tannery")
    (workshop.files / "foundry.txt").unlink()
    built = workshop.build(flags=[OTHER])
    assert built.upgraded == EmbedderChange("hashing", "other", documents=4)
    assert (built.added, built.changed) == ([workshop.name("tannery")], [workshop.name("orchard")])
    assert sorted(built.unchanged) == [workshop.name("boathouse"), workshop.name("granary")]
    assert built.gone == [workshop.name("foundry")]
    store = workshop.open(OTHER, "embedder.kind=hashing")
    assert [Path(card.path).stem for card in store.documents] == sorted([*SUBJECTS[:4], "tannery"])
    assert "12 months" in store.library.text(next(card.id for card in store.documents if "orchard" in card.path))
    assert store.opened.library.passage_counts[Layer.DOCUMENT] == 5
    # One step for all of it.
    assert load_generation(workshop.store).number == before + 1


def test_what_is_pruned_is_not_upgraded(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    (workshop.files / "orchard.txt").unlink()
    assert workshop.build(flags=[OTHER], prune=True).removed == [workshop.name("orchard")]
    assert len(workshop.open().documents) == 2


def test_readers_see_the_old_store_until_all_is_done(workshop, place, monkeypatch):
    monkeypatch.setattr(upgrade, "_STASH_ROWS", 1)
    workshop.write(*SUBJECTS[:4])
    workshop.store = place
    workshop.build()
    before = workshop.found(QUERY)
    seen = []

    def look(stage, done, total):
        store = workshop.open()
        assert [(hit.passage, hit.score) for hit in store.search(QUERY, k=100).hits] == before
        seen.append((stage, done, total, store.opened.state.embedder))

    upgrade_store(place, settings=workshop.settings(OTHER), progress=look)
    assert seen == [("upgrading", done, 4, "hashing") for done in (1, 2, 3, 4)]
    store = workshop.open(OTHER, "embedder.kind=hashing")
    assert [hit.passage for hit in store.search(QUERY, k=100).hits] == [passage for passage, _ in before]
    assert len(store.documents) == 4


def test_an_upgrade_that_is_cut_short_leaves_the_store_as_it_was_and_begins_again(workshop, place, monkeypatch):
    monkeypatch.setattr(upgrade, "_STASH_ROWS", 1)
    workshop.write(*SUBJECTS[:4])
    workshop.store = place
    workshop.build()
    before = workshop.found(QUERY)

    def stop(stage, done, total):
        if done == 3:
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            upgrade_store(place, settings=workshop.settings(OTHER), progress=stop)
        assert workshop.found(QUERY) == before
    # Who goes on with the old embedder can do so.
    workshop.write("tannery")
    assert workshop.build().added == [workshop.name("tannery")]
    assert workshop.build(flags=[OTHER]).upgraded.documents == 5
    store = workshop.open(OTHER, "embedder.kind=hashing")
    assert store.opened.state.embedder == "other"
    hits = store.search("Who keeps the roof in repair?", k=100).hits
    assert {hit.passage.doc_id for hit in hits} == {card.id for card in store.documents}
    assert len(store.documents) == 5


def test_no_document_is_lost_where_one_cannot_be_embedded_again(workshop, monkeypatch):
    workshop.write("orchard", "smithy")
    workshop.build()
    stages = build.wire_index(workshop.settings(OTHER))

    class Failing:
        def summarise(self, reading):
            if "ORCHARD" in reading.doc.text:
                raise ModelError("gull-1", "is overloaded")
            return stages.summarizer.summarise(reading)

    monkeypatch.setattr(build, "wire_index", lambda _: replace(stages, summarizer=Failing()))
    with pytest.raises(StoreError, match=r"1 of its documents could not be embedded again, so it stays as it was.*orc"):
        workshop.build(flags=[OTHER])
    assert workshop.open().opened.state.embedder == "hashing"
    assert len(workshop.open().documents) == 2
    assert workshop.found(QUERY)


def test_a_damaged_store_is_upgraded_with_what_can_be_read_again(workshop):
    workshop.write("orchard")
    workshop.build()
    workshop.write("smithy")
    workshop.build()
    damaged = load_generation(workshop.store).segments[0].name
    (workshop.store / "segments" / damaged / "documents.json").unlink()
    built = workshop.build(flags=[OTHER])
    assert built.rebuilt and built.upgraded.documents == 1
    store = workshop.open(OTHER, "embedder.kind=hashing")
    assert [Path(card.path).stem for card in store.documents] == ["orchard", "smithy"]
    assert store.opened.state.embedder == "other"


def test_an_empty_store_takes_any_embedder(workshop):
    workshop.build()
    workshop.write("orchard")
    assert workshop.build(flags=[OTHER]).upgraded is None
    assert workshop.open().opened.state.embedder == "other"


def test_the_same_model_in_another_file_is_no_other_embedder(papers, tmp_path):
    index_files([papers], tmp_path / "store", settings=shipped())
    model = tmp_path / "copy.onnx"
    model.write_bytes(Path(OnnxEmbedder()._path).read_bytes())
    report = index_files([papers], tmp_path / "store", settings=shipped(f"embedder.model={model}"))
    assert (report.upgraded, len(report.unchanged)) == (None, 2)


@pytest.fixture
def servers():
    with LocalServers(keep_alive=False) as servers:
        yield servers


def test_a_provider_is_asked_only_where_the_user_says_so(workshop, servers, monkeypatch):
    def reply(body, request):
        asked.extend(body["input"])
        rows = [{"index": at, "embedding": [1.0, 0.0]} for at in range(len(body["input"]))]
        return Reply(json.dumps({"data": rows, "usage": {"prompt_tokens": 1}}))

    asked = []
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    workshop.write("orchard")
    workshop.build()
    hosted = ["embedder.kind=openai", "embedder.dimensions=2", f"embedder.base_url={servers.start(reply)}"]
    settings = load_settings(flags=["chunker.size=200", "ocr.mode=never", "jobs=1", *hosted]).settings
    build_hosted = partial(index_files, [workshop.files], workshop.store, settings=settings)
    with pytest.raises(StoreError, match=r"embedded again only if you say so.*by the embedder openai; .*kind=hashing"):
        build_hosted()
    assert not asked and workshop.open().opened.state.embedder == "hashing"
    assert build_hosted(upgrade=True).upgraded.after.startswith("openai:")
    assert asked
    # And vectors that a provider was paid for are not given up by a setting that was forgotten.
    with pytest.raises(StoreError, match=r"by the embedder openai; embedder.kind=openai names"):
        workshop.build()
    assert workshop.build(upgrade=True).upgraded.after == "hashing"


def test_a_summary_by_a_provider_is_asked_for_only_where_the_user_says_so(workshop):
    flags = ["summarizer.kind=model", "chat.kind=openai"]
    made = EmbedderChange("static:0", "none", documents=1)
    state = build.StoreState("static:0", {"embedder": {"kind": "static"}})
    with pytest.raises(StoreError, match="by the summarizer model"):
        upgrade.require_consent(made, state, shipped("embedder.kind=none", *flags), workshop.store)
    assert upgrade.require_consent(made, state, shipped("embedder.kind=none"), workshop.store) is None


def test_an_embedder_that_nobody_vouches_for_is_not_loaded_to_ask_what_it_does(workshop):
    made = EmbedderChange("theirs", "none", documents=1)
    state = build.StoreState("theirs", {"embedder": {"kind": "not-installed"}})
    with pytest.raises(StoreError, match="by the embedder not-installed"):
        upgrade.require_consent(made, state, shipped("embedder.kind=none"), workshop.store)


def test_there_must_be_a_store_to_upgrade(workshop):
    with pytest.raises(StoreError, match="there is no store"):
        upgrade_store(workshop.store, settings=workshop.settings())
    assert not workshop.store.exists()
