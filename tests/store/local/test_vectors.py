import faiss
import numpy as np
import pytest

from pincite.store.local.flat import FlatIndex
from pincite.store.local.hnsw import HnswIndex


@pytest.fixture(scope="module")
def vectors():
    made = np.random.default_rng(3).normal(size=(600, 32)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def nearest(vectors, query, k):
    return np.argsort(-(vectors @ query), kind="stable")[:k]


def test_flat_search_is_exact(tmp_path, vectors):
    assert FlatIndex().build([vectors[:7], vectors[7:]], tmp_path / "flat") == 1.0
    opened = FlatIndex().open(tmp_path / "flat")
    for query in vectors[:20] + 0.1:
        scores, rows = opened.search(query.reshape(1, -1), k=10)
        assert rows[0].tolist() == nearest(vectors, query, 10).tolist()
        assert scores[0] == pytest.approx(vectors[rows[0]] @ query, abs=1e-5)
    assert np.array_equal(opened.rows(5, 9), vectors[5:9])


def test_more_than_there_are_gives_all_and_nothing_gives_nothing(tmp_path, vectors):
    FlatIndex().build([vectors[:3]], tmp_path / "three")
    assert FlatIndex().open(tmp_path / "three").search(vectors[:1], k=99)[1].shape == (1, 3)
    FlatIndex().build([vectors[:0]], tmp_path / "none")
    assert FlatIndex().open(tmp_path / "none").search(vectors[:1], k=5)[1].shape == (1, 0)


def test_the_graph_is_used_above_a_size_and_its_recall_is_measured(tmp_path, vectors):
    recall = HnswIndex(above=100, links=16, effort=64).build([vectors[:7], vectors[7:]], tmp_path / "graph")
    assert 0.97 <= recall <= 1.0
    opened = HnswIndex().open(tmp_path / "graph")
    found = [set(opened.search(query.reshape(1, -1), k=10)[1][0].tolist()) for query in vectors[:50]]
    wanted = [set(nearest(vectors, query, 10).tolist()) for query in vectors[:50]]
    assert sum(len(one & other) for one, other in zip(found, wanted, strict=True)) > 450
    assert np.array_equal(opened.rows(0, 600), vectors)
    assert (tmp_path / "graph").stat().st_size > 600 * 32 * 4


def test_the_search_effort_is_raised_until_nearly_all_are_found(tmp_path, vectors):
    recall = HnswIndex(above=100, links=16, effort=4).build([vectors], tmp_path / "graph")
    assert recall >= 0.97
    assert faiss.read_index(str(tmp_path / "graph")).hnsw.efSearch > 4


def test_below_that_size_it_is_exact(tmp_path, vectors):
    assert HnswIndex(above=1000).build([vectors[:7], vectors[7:]], tmp_path / "small") == 1.0
    assert HnswIndex().open(tmp_path / "small").search(vectors[:1], k=1)[1][0][0] == 0
