import numpy as np
import pytest

from pincite.embed.onnx import OnnxEmbedder
from pincite.errors import SettingsError

TEXTS = ["The Tenant repairs the roof.", "rent", "Either party may end this Lease by notice in writing. " * 30]


@pytest.fixture(scope="module")
def embedder():
    return OnnxEmbedder()


def test_a_texts_vector_does_not_depend_on_its_neighbours(embedder):
    together = embedder.embed_passages(TEXTS)
    alone = np.concatenate([embedder.embed_passages([text]) for text in TEXTS])
    assert np.array_equal(together, alone)
    assert np.array_equal(embedder.embed_passages(TEXTS[::-1]), together[::-1])


def test_it_reads_no_further_than_its_limit(embedder):
    long = "The Tenant repairs the roof of the house. " * 2000
    assert np.array_equal(embedder.embed_passages([long]), embedder.embed_passages([long + "windmill"]))


def test_the_identity_is_the_models_and_its_limits(embedder):
    assert embedder.identity == OnnxEmbedder().identity
    assert embedder.identity != OnnxEmbedder(max_tokens=64).identity


def test_a_model_that_is_not_there_is_an_error_that_lists_those_that_are():
    with pytest.raises(SettingsError, match="neither shipped nor .* Known: embedder"):
        OnnxEmbedder(model="no-such-model")
