"""The base weights that training starts from, under our names, in half precision.

MiniLM comes as safetensors, gte-small as an ONNX file (see README.md for the packages and their hashes).
"""

import re
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import load_file, save_file
from torch import Tensor

from training.bert import rename_weights


def pack_base(model: Path, target: Path) -> None:
    """Store MiniLM's weights and its tokenizer, which gte-small shares."""
    _save(rename_weights(load_file(model / "model.safetensors")), target / "base.safetensors")
    (target / "tokenizer.json").write_bytes((model / "tokenizer.json").read_bytes())


def pack_gte(path: Path, target: Path) -> None:
    """Store gte-small's weights; the exporter kept the names of all but the matrices, which their nodes name."""
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: tensor for tensor in graph.initializer}
    weights = {
        name: torch.from_numpy(numpy_helper.to_array(tensor).copy())
        for name, tensor in stored.items()
        if name.startswith(("embeddings.", "encoder."))
    }
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in stored:
            name = re.sub(r"^/|/MatMul$", "", node.name).replace("/", ".") + ".weight"
            weights[name] = torch.from_numpy(numpy_helper.to_array(stored[node.input[1]]).T.copy())
    _save(rename_weights(weights), target / "gte.safetensors")


def load_base(path: Path) -> dict[str, Tensor]:
    """Load base weights in full precision."""
    return {key: value.float() for key, value in load_file(path).items()}


def _save(weights: dict[str, Tensor], path: Path) -> None:
    if not all(bool(torch.isfinite(value).all()) for value in weights.values()):
        raise ValueError(f"{path.name}: the weights hold values that are not numbers; download the package again")
    save_file({key: value.to(torch.float16).contiguous() for key, value in weights.items()}, path)
