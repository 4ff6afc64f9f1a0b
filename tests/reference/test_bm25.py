"""Our BM25 against bm25s, an independent implementation, in its Lucene form."""

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.store.local.bm25 import Bm25Index
from pincite.store.words import K1, B, words_of

WORDS = ["tenant", "landlord", "repair", "roof", "notice", "rents", "renting", "the", "of", "Clause", "5.2"]
ROWS = st.lists(st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join), min_size=1, max_size=12)


def reference(rows, query):
    tokens = [words_of(row) for row in rows]
    if not any(tokens):
        return np.zeros(len(rows))
    retriever = bm25s.BM25(method="lucene", k1=K1, b=B)
    retriever.index(tokens, show_progress=False)
    known = [word for word in dict.fromkeys(words_of(query)) if word in retriever.vocab_dict]
    return retriever.get_scores(known) if known else np.zeros(len(rows))


def build(rows, folder):
    index = Bm25Index()
    index.build(rows, folder)
    opened = index.open(folder)
    return opened, np.ones(len(opened), dtype=bool)


@given(rows=ROWS, query=st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), cut=st.integers(0, 12))
@settings(max_examples=80, deadline=None)
def test_scores_are_bm25s_lucene_scores_over_any_number_of_segments(tmp_path_factory, rows, query, cut):
    folder = tmp_path_factory.mktemp("words")
    parts = [part for part in (rows[:cut], rows[cut:]) if part]
    segments = [build(part, folder / str(i)) for i, part in enumerate(parts)]
    assert Bm25Index().scores(query, segments) == pytest.approx(reference(rows, query), abs=1e-5)


@given(rows=ROWS, query=st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), data=st.data())
@settings(max_examples=80, deadline=None)
def test_a_few_rows_have_the_scores_they_have_among_all(tmp_path_factory, rows, query, data):
    folder = tmp_path_factory.mktemp("words")
    half = len(rows) // 2
    masks = data.draw(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=len(rows), max_size=len(rows)))
    alive, chosen = np.array(masks, dtype=bool).reshape(-1, 2).T
    opened = [build(part, folder / str(i))[0] for i, part in enumerate((rows[:half], rows[half:]))]
    segments = list(zip(opened, (alive[:half], alive[half:]), strict=True))
    few = [np.flatnonzero(part) for part in (chosen[:half], chosen[half:])]
    found = Bm25Index().scores(query, segments, among=few)
    assert np.array_equal(found, Bm25Index().scores(query, segments)[chosen])


@given(rows=ROWS, query=st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), data=st.data())
@settings(max_examples=80, deadline=None)
def test_rows_that_are_removed_count_no_more_before_and_after_a_merge(tmp_path_factory, rows, query, data):
    folder = tmp_path_factory.mktemp("words")
    half = len(rows) // 2
    alive = np.array(data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))))
    opened = [build(part, folder / str(i))[0] for i, part in enumerate((rows[:half], rows[half:]))]
    masks = [alive[:half], alive[half:]]
    wanted = reference([row for row, living in zip(rows, alive, strict=True) if living], query)
    found = Bm25Index().scores(query, list(zip(opened, masks, strict=True)))
    assert found[alive] == pytest.approx(wanted, abs=1e-5)
    assert not found[~alive].any()
    Bm25Index().merge(list(zip(opened, masks, strict=True)), folder / "merged")
    merged = Bm25Index().open(folder / "merged")
    scores = Bm25Index().scores(query, [(merged, np.ones(len(merged), dtype=bool))])
    assert np.array_equal(scores, found[alive])


def test_a_merged_index_is_the_same_bytes_as_one_built_afresh(tmp_path):
    rows = ["The tenant repairs the roof.", "", "Notice of repair — naïve Çelik 家賃", "rent rent rent"]
    parts = [build(rows[:1], tmp_path / "a"), build(rows[1:], tmp_path / "b")]
    Bm25Index().merge(parts, tmp_path / "merged")
    Bm25Index().build(rows, tmp_path / "fresh")
    names = sorted(path.name for path in (tmp_path / "fresh").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "merged").iterdir())
    for name in names:
        assert (tmp_path / "merged" / name).read_bytes() == (tmp_path / "fresh" / name).read_bytes(), name


def test_an_empty_index_has_no_scores(tmp_path):
    assert Bm25Index().scores("rent", [build([], tmp_path / "empty")]).shape == (0,)
    assert Bm25Index().scores("rent", []).shape == (0,)
