import numpy as np
import onnxruntime
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


def test_without_onnxruntime_gpu_a_gpu_is_refused_with_what_to_install():
    if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        pytest.skip("onnxruntime-gpu is installed")
    with pytest.raises(SettingsError, match=r"'embedder\.device' is 'cuda', .* install there 'onnxruntime-gpu\["):
        OnnxEmbedder(device="cuda").embed_passages(["rent"])


def test_a_session_that_would_go_on_with_the_cpu_is_refused(monkeypatch, capfd):
    """As where onnxruntime-gpu is installed, and CUDA or the GPU is not."""
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: ["CUDAExecutionProvider"])
    with (
        pytest.warns(UserWarning, match="CUDAExecutionProvider"),
        pytest.raises(SettingsError, match="cannot use a GPU"),
    ):
        OnnxEmbedder(device="cuda").embed_passages(["rent"])
    assert capfd.readouterr().out == ""


@pytest.mark.gpu
def test_on_a_gpu_the_vectors_are_nearly_those_of_the_cpu(embedder):
    if "CUDAExecutionProvider" not in onnxruntime.get_available_providers():
        pytest.skip("onnxruntime-gpu is not installed")
    there = OnnxEmbedder(device="cuda").embed_passages(TEXTS)
    assert (there * embedder.embed_passages(TEXTS)).sum(axis=1).min() > 0.99
