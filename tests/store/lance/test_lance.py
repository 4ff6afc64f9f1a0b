"""The store in LanceDB: on object storage, with its indexes, and after a writer that broke off."""

import os
from dataclasses import replace

import numpy as np
import pytest
from tests.contracts.test_stores import HARBOUR, MILL, PLUGINS, ROOF, VELCREST, document, passage, state_of, write
from tests.faulty_proxy import faulty_proxy
from tests.object_storage import BUCKET, Unavailable, object_storage

from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.errors import SettingsError

pytest.importorskip("lancedb")
pa = pytest.importorskip("pyarrow")

from lancedb.table import LanceTable  # noqa: E402

from pincite.store.lance import indexes  # noqa: E402
from pincite.store.lance.engine import LanceEngine  # noqa: E402
from pincite.store.lance.tables import LanceTables  # noqa: E402
from pincite.store.lance.words import KeptWords, PassageWords  # noqa: E402


@pytest.fixture
def engine(tmp_path):
    return LanceEngine(StoreAddress("lance", str(tmp_path / "store")))


@pytest.fixture
def bucket(tmp_path, monkeypatch):
    """The address of an empty bucket on a real S3 server."""
    try:
        with object_storage(tmp_path) as address:
            monkeypatch.setenv("AWS_ENDPOINT", address)
            monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
            for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"):
                monkeypatch.setenv(name, "us-east-1")
            yield f"s3://{BUCKET}"
    except Unavailable as reason:
        pytest.skip(f"no object storage: {reason}")


def test_a_store_on_object_storage_is_written_read_and_verified(bucket):
    engine = LanceEngine(StoreAddress("lance", f"{bucket}/contracts"))
    assert engine.latest() is None
    write(engine, MILL, VELCREST)
    before = engine.latest().open(PLUGINS)
    write(engine, HARBOUR, keep=(MILL, VELCREST))
    assert [card.path for card in engine.latest().open(PLUGINS).library.cards] == [
        *("harbour.txt", "mill.txt", "velcrest.txt")
    ]
    assert [card.path for card in before.library.cards] == ["mill.txt", "velcrest.txt"]
    assert before.backend.nearest(ROOF, k=1)[0].passage == passage(MILL, 2)
    assert engine.damage().files == ()


def test_object_storage_that_refuses_and_answers_late_loses_and_doubles_nothing(bucket, monkeypatch):
    with faulty_proxy(os.environ["AWS_ENDPOINT"]) as (address, faults):
        monkeypatch.setenv("AWS_ENDPOINT", address)
        # Every request is refused once, and late after that.
        faults.refusals, faults.seconds = 1, 0.02
        engine = LanceEngine(StoreAddress("lance", f"{bucket}/busy"))
        write(engine, MILL, VELCREST)
        write(engine, HARBOUR, keep=(MILL, VELCREST))
        assert {request.split()[0] for request in faults.refused} >= {"GET", "PUT"}
        opened = engine.latest().open(PLUGINS)
        assert [card.path for card in opened.library.cards] == ["harbour.txt", "mill.txt", "velcrest.txt"]
        assert opened.library.passage_counts[Layer.CHUNK] == 8
        assert opened.backend.matching("harbour dues", k=1)[0].passage == passage(HARBOUR, 1)
        assert engine.damage().files == ()


def test_a_folder_is_no_address(tmp_path):
    with pytest.raises(SettingsError, match="is written lance:"):
        LanceEngine(tmp_path)


def test_words_are_found_through_the_index_with_the_scores_of_a_small_store(engine, tmp_path, monkeypatch):
    parts = [f"Clause {n} says rent {'rent ' * (n % 5)}for barn {n % 7}.\n" for n in range(60)]
    many = document("many.txt", parts, list(np.eye(5, dtype=np.float32)[np.arange(60) % 5]))
    write(engine, many)
    exact = engine.latest().open(PLUGINS).backend
    monkeypatch.setattr(indexes, "EXACT_ROWS", 10)
    other = LanceEngine(StoreAddress("lance", str(tmp_path / "other")))
    write(other, many)
    found = other.latest().open(PLUGINS).backend
    assert found._has_word_index and not exact._has_word_index
    for query in ("rent for barn 3", "clause 17", "windmill"):
        first, second = ([(one.passage, one.score) for one in each.matching(query, k=20)] for each in (exact, found))
        assert first == second
    assert list(found.mentions(["barn", "rent"]).counts) == list(exact.mentions(["barn", "rent"]).counts) == [60]


@pytest.fixture
def crowd():
    """A document of six hundred passages in twenty heaps."""
    draw = np.random.default_rng(5)
    made = draw.normal(size=(20, 16))[draw.integers(20, size=600)] + 0.3 * draw.normal(size=(600, 16))
    vectors = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    return document("crowd.txt", [f"Clause {at}.\n" for at in range(600)], list(vectors))


def test_many_vectors_have_an_index_whose_recall_is_measured(tmp_path, crowd):
    exact = LanceEngine(StoreAddress("lance", str(tmp_path / "exact")))
    write(exact, crowd)
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "indexed")), above=500, probed=0.5)
    with engine.write(PLUGINS) as writer:
        writer.add(crowd)
        writer.commit(state_of(crowd))
        assert 0.9 < writer.recall <= 1.0
    one, other = (each.latest().open(PLUGINS) for each in (exact, engine))
    assert "exact" in one.details["vectors"] and "index" in other.details["vectors"]
    asked = crowd.vectors[Layer.CHUNK][:30]
    wanted, found = ([near for vector in asked for near in each.backend.nearest(vector, k=10)] for each in (one, other))
    scores = {(near.passage, near.score) for near in wanted}
    assert sum((near.passage, near.score) in scores for near in found) > 0.9 * len(wanted)


def test_a_store_without_vectors_has_no_index_of_them(tmp_path):
    words = document("words.txt", [f"Clause {at}.\n" for at in range(600)], [np.zeros(1, np.float32)] * 600)
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "words")), above=500, probed=0.1)
    write(engine, words)
    backend = engine.latest().open(PLUGINS).backend
    assert not backend.has_vector_index
    assert backend.matching("clause 17", k=1)[0].passage == passage(words, 17)


@pytest.mark.parametrize(("fault", "passes"), [("k-means could only form 1 cluster", True), ("disk full", False)])
def test_vectors_that_make_no_partitions_are_searched_exactly(tmp_path, crowd, monkeypatch, fault, passes):
    # The engine gives up on more than a few hundred partitions of vectors that are alike; that many take minutes.
    make = LanceTable.create_index

    def refuse(table, column, **options):
        if column == "vector":
            raise RuntimeError(fault)
        return make(table, column, **options)

    monkeypatch.setattr(LanceTable, "create_index", refuse)
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "alike")), above=500, probed=0.1)
    if not passes:
        with pytest.raises(RuntimeError, match=fault):
            write(engine, crowd)
        return
    write(engine, crowd)
    backend = engine.latest().open(PLUGINS).backend
    assert not backend.has_vector_index
    assert len(backend.nearest(crowd.vectors[Layer.CHUNK][0], k=20)) == 20


def test_what_is_added_to_an_index_is_found_and_few_passages_are_searched_exactly(tmp_path, crowd):
    engine = LanceEngine(StoreAddress("lance", str(tmp_path / "indexed")), above=500, probed=0.04)
    write(engine, crowd)
    few = document("few.txt", [f"Rule {at}.\n" for at in range(40)], list(crowd.vectors[Layer.CHUNK][:40]))
    write(engine, few, keep=(crowd,))
    backend = engine.latest().open(PLUGINS).backend
    assert backend.has_vector_index
    for at in range(0, 40, 8):
        near = backend.nearest(few.vectors[Layer.CHUNK][at], k=2)
        assert {one.passage for one in near} == {passage(crowd, at), passage(few, at)}
        assert len(backend.nearest(few.vectors[Layer.CHUNK][at], k=40, documents={few.card.id})) == 40
    assert len(backend.nearest(few.vectors[Layer.CHUNK][0], k=5, layer=Layer.SECTION)) == 4


def test_what_a_writer_that_was_killed_left_behind_is_taken_back(engine, tmp_path):
    write(engine, MILL)
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    tables.open("documents").delete("true")
    tables.open("passages").delete("true")
    assert [card.id for card in engine.latest().open(PLUGINS).library.cards] == [MILL.card.id]
    with engine.write(PLUGINS) as writer:
        assert set(writer.doc_ids) == {MILL.card.id}
        writer.add(VELCREST)
        writer.commit(state_of(MILL, VELCREST))
    assert len(engine.latest().open(PLUGINS).library.cards) == 2
    assert engine.damage().files == ()


def test_damage_is_found_and_taken_out(engine, tmp_path):
    write(engine, MILL, VELCREST)
    tables = LanceTables(str(tmp_path / "store"), StoreAddress("lance", str(tmp_path / "store")))
    saved = tables.latest()
    table = tables.open("passages")
    table.update(where=f"doc_id = '{MILL.card.id}' AND layer = 2", values_sql={"last": "last - 1"})
    tables.put_state(replace(saved, number=saved.number + 1, passages=table.version))
    assert engine.damage().doc_ids == {MILL.card.id}
    with engine.write(PLUGINS) as writer:
        assert writer.repair(thorough=True) == (f"document {MILL.card.id}",)
        writer.commit(state_of(VELCREST))
    assert engine.damage().files == ()


def test_words_that_are_kept_score_as_those_that_are_looked_through():
    found = pa.table({"words": ["rent lease rent", "notice", "lease of land", ""], "length": [3, 1, 3, 0]})
    weights = {"rent": 1.5, "lease": 0.7, "absent": 2.0}
    once, kept = PassageWords(found), KeptWords(found)
    assert kept.score(weights, 1.75).tolist() == once.score(weights, 1.75).tolist()
    assert kept.score(weights, 1.75)[0] > kept.score(weights, 1.75)[2] > 0
    assert kept.hold([["rent", "land"], ["lease"]]).tolist() == [True, False, True, False]
    assert kept.hold([["absent"]]).tolist() == [False] * 4
