"""Weights as int8 with one scale per row: a quarter of the size, to copy, or to take out of a shipped model."""

import io
import lzma
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

SMALL = 100_000  # tensors with fewer values stay as they are
SCALE = "|scale"


def save_int8(weights: dict[str, Tensor], path: Path) -> None:
    """Save weights as int8 with a scale per row, compressed."""
    kept: dict[str, np.ndarray] = {}
    for key, value in weights.items():
        array = value.float().numpy()
        if array.ndim == 2 and array.size > SMALL:
            scale = np.maximum(np.abs(array).max(1, keepdims=True), 1e-8) / 127
            kept[key], kept[key + SCALE] = np.round(array / scale).astype(np.int8), scale.astype(np.float32)
        else:
            kept[key] = array.astype(np.float16)
    buffer = io.BytesIO()
    np.savez(buffer, **kept)
    path.write_bytes(lzma.compress(buffer.getvalue(), preset=3))


def load_int8(path: Path) -> dict[str, Tensor]:
    """Load what `save_int8` saved, in full precision."""
    stored = np.load(io.BytesIO(lzma.decompress(path.read_bytes())))
    return {
        key: torch.from_numpy(stored[key].astype(np.float32) * stored.get(key + SCALE, 1))
        for key in stored.files
        if not key.endswith(SCALE)
    }


def read_shipped(path: Path) -> dict[str, Tensor]:
    """Take the weights of a model of ours back out of the ONNX file it ships as."""
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    plain = {
        name: value for name, value in stored.items() if not name.endswith(("_quantized", "_scale", "_zero_point"))
    }
    weights = {
        _own(name): value
        for name, value in plain.items()
        if name.startswith(("model.", "encoder.")) and "words" not in name
    }
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            matrix = stored[f"{name}_quantized"].astype(np.float32) - stored[f"{name}_zero_point"].astype(np.float32)
            place = name.removesuffix(".weight")
            if name.startswith("onnx::"):
                place = node.name.removesuffix("/MatMul_quant").strip("/").replace("/", ".")
            weights[_own(f"{place}.weight")] = (matrix * stored[f"{name}_scale"]).T
    prefix = next(name for name in stored if name.endswith("words.vectors")).removesuffix("vectors")
    weights[_own(f"{prefix}weight")] = stored[f"{prefix}vectors"].astype(np.float32) * stored[f"{prefix}scale"]
    return {name: torch.from_numpy(np.array(value, dtype=np.float32)) for name, value in weights.items()}


def _own(name: str) -> str:
    """The name as the model in `bert.py` has it."""
    return name.removeprefix("model.") if name.startswith("model.") else name.removeprefix("encoder.")
