import numpy as np

from pincite.store.local.bm25 import Bm25Index

CZECH = "Nájemce platí nájemné podle této smlouvy."
ENGLISH = "The tenant pays the rent under this contract."


def scores(query, index, *folders):
    segments = [index.open(folder) for folder in folders]
    return index.scores(query, [(segment, np.ones(len(segment), dtype=bool)) for segment in segments]).tolist()


def test_each_row_has_the_stems_of_its_language(tmp_path):
    index = Bm25Index()
    index.build([ENGLISH, CZECH], tmp_path / "words", languages=["en", "cs"])
    english, czech = scores("smlouva", index, tmp_path / "words")
    assert czech > 0 == english
    english, czech = scores("paying tenants", index, tmp_path / "words")
    assert english > 0 == czech


def test_merged_segments_keep_their_languages(tmp_path):
    index = Bm25Index()
    index.build([ENGLISH], tmp_path / "a")
    index.build([CZECH], tmp_path / "b", languages=["cs"])
    before = scores("smlouvou", index, tmp_path / "a", tmp_path / "b")
    parts = [(index.open(tmp_path / name), np.ones(1, dtype=bool)) for name in "ab"]
    index.merge(parts, tmp_path / "both")
    assert scores("smlouvou", index, tmp_path / "both") == before
    assert before[1] > 0
