import gc
import shutil
from weakref import WeakValueDictionary

import pytest

from pincite import onnx_models
from pincite.answer.verification.verifier_onnx import OnnxVerifier
from pincite.embed.onnx import OnnxEmbedder
from pincite.onnx_models import load_on_cpu, shipped_model


@pytest.fixture(autouse=True)
def loaded(monkeypatch):
    """What is loaded as outside of tests, where nothing else keeps it."""
    kept = WeakValueDictionary()
    monkeypatch.setattr(onnx_models, "_loaded", kept)
    return kept


def test_what_reads_with_the_same_model_shares_it(loaded):
    readers = [OnnxEmbedder() for _ in range(3)]
    assert len({reader.embed_queries(["rent"]).tobytes() for reader in readers}) == 1
    verifiers = [OnnxVerifier(), OnnxVerifier(threads=1)]
    assert len({verifier.verify([("A sum is due.", "A sum is due.")])[0] for verifier in verifiers}) == 1
    assert len(loaded) == 2


def test_it_is_freed_with_the_last_that_reads_with_it(loaded):
    first, second = OnnxEmbedder(), OnnxEmbedder()
    for reader in (first, second):
        reader.embed_queries(["rent"])
    del first
    gc.collect()
    assert len(loaded) == 1
    del second, reader
    gc.collect()
    assert not loaded


def test_a_file_that_was_replaced_is_loaded_anew(tmp_path):
    path = tmp_path / "model.onnx"
    shutil.copy(shipped_model("embedder"), path)
    before = load_on_cpu(path)
    assert load_on_cpu(path) is before
    shutil.copy(shipped_model("highlighter"), path)
    assert [given.name for given in load_on_cpu(path).get_outputs()] != [given.name for given in before.get_outputs()]
