"""Weights as int8, and out of the shipped files."""

from importlib.resources import files
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from training.bert import Verifier  # noqa: E402
from training.int8 import load_int8, read_shipped, save_int8  # noqa: E402


def test_weights_come_back_nearly_as_they_were(tmp_path):
    weights = {"a": torch.randn(400, 384), "b": torch.randn(5)}
    save_int8(weights, tmp_path / "w")
    found = load_int8(tmp_path / "w")
    assert float((found["a"] - weights["a"]).abs().max()) < 0.05
    assert torch.allclose(found["b"], weights["b"], atol=0.01)


def test_a_shipped_model_is_read_back_whole():
    path = Path(str(files("pincite.models").joinpath("verifier.onnx")))
    Verifier(12).load_state_dict(read_shipped(path))
