import sys
import types

import numpy as np
import pytest

from pincite.embed.sentence_transformers import SentenceTransformersEmbedder
from pincite.errors import MissingExtra, ModelError


class Library:
    """Stands in for the library: a vector is (length of the text, 1), normalised."""

    def __init__(self, name, device=None):
        if name == "absent":
            raise OSError("absent is not a local folder\nand much more")
        if device == "cuda":
            raise AssertionError("Torch not compiled with CUDA enabled")
        self.max_seq_length = 512

    def get_sentence_embedding_dimension(self):
        return 2

    def encode(self, texts, *, normalize_embeddings, **_):
        rows = np.array([[len(text), 1.0] for text in texts])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def library(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", types.SimpleNamespace(SentenceTransformer=Library))


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[sentence-transformers\]'"):
        SentenceTransformersEmbedder().embed_passages(["a"])


def test_prefixes_go_before_texts_and_are_part_of_the_identity(library):
    made = SentenceTransformersEmbedder(query_prefix="query: ", passage_prefix="p: ")
    assert made.dimensions == 2
    assert np.allclose(made.embed_queries(["ab"])[0] * np.sqrt(82), [9, 1])
    assert np.allclose(made.embed_passages(["ab"])[0] * np.sqrt(26), [5, 1])
    assert made.embed_passages([]).shape == (0, 2)
    assert made.identity != SentenceTransformersEmbedder().identity


def test_a_model_that_is_not_there_is_named_in_one_line(library):
    with pytest.raises(ModelError, match="Model 'absent': .* not a local folder$"):
        SentenceTransformersEmbedder(model="absent").embed_passages(["a"])


def test_a_gpu_that_is_not_there_is_said_in_one_line(library):
    with pytest.raises(ModelError, match="Model 'any': .* not compiled with CUDA enabled$"):
        SentenceTransformersEmbedder(model="any", device="cuda").embed_passages(["a"])
