"""Turn trained weights into the files the package ships: ONNX, int8 per channel, checked against full precision.

python -m training.export --data .training --weights .training/results --to src/pincite/models

Without --weights, the base as it was before any training is written as an embedder (TO/model.onnx), to compare with.
"""

import argparse
import copy
import json
import logging
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
import torch.nn.functional as F
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from training.base import load_base
from training.bert import HEADS, MINILM_LAYERS, Encoder, Highlighter, Verifier, attend, count_layers
from training.train import load_parts

log = logging.getLogger("training.export")
OPSET = 17
INPUTS = {
    "embedder": ["ids", "mask"],
    "highlighter": ["ids", "kinds", "mask"],
    "verifier": ["ids", "kinds", "mask"],
}
OUTPUTS = {"embedder": ["vectors"], "highlighter": ["tokens", "window"], "verifier": ["verdict"]}


class Attend(torch.autograd.Function):
    """Attention as one node of ONNX Runtime's own, quicker on a CPU than the plain nodes."""

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
        """Compute what the node computes."""
        return attend(q, k, v, mask)

    @staticmethod
    def symbolic(g: Any, q: Any, k: Any, v: Any, mask: Any) -> Any:
        """Write the node; its bias, an input before the mask, is put in as absent by `export`."""
        return g.op("com.microsoft::MultiHeadAttention", q, k, v, mask, num_heads_i=HEADS).setType(q.type())


class Words(nn.Module):
    """Word vectors as int8 with one scale per word: a quarter of the size, and no word shares another's rounding."""

    def __init__(self, vectors: Tensor) -> None:
        super().__init__()
        scale = vectors.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("vectors", torch.round(vectors / scale).to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        """Look words up."""
        flat = ids.reshape(-1)
        found = self.vectors.index_select(0, flat).float() * self.scale.index_select(0, flat)  # type: ignore[operator]
        return found.view(*ids.shape, found.shape[-1])


class Embedder(nn.Module):
    """The encoder with its pooling, as one graph: token ids and mask in, a vector of length one out."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Embed a batch."""
        kept = mask.to(torch.int32)
        x = self.encoder(ids, torch.zeros_like(ids), kept) * mask[..., None]
        return F.normalize(x.sum(1) / mask.sum(1)[:, None], dim=1)


class Reader(nn.Module):
    """The highlighter or the verifier as one graph: token ids, kinds (1 from the window on) and mask in, logits out."""

    def __init__(self, model: Highlighter | Verifier) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Any:
        """Read a batch of questions or claims joined with windows."""
        return self.model(ids, kinds, mask.to(torch.int32))


def load_weights(stem: Path, base: Path) -> dict[str, Tensor]:
    """Join the parts of a model's weights with the word vectors of the base."""
    weights = load_parts(stem)
    name = "base" if count_layers(weights) == MINILM_LAYERS else "gte"
    words = load_base(base / f"{name}.safetensors")["words.weight"]
    headed = any(key.startswith("encoder.") for key in weights)
    return weights | {("encoder.words.weight" if headed else "words.weight"): words}


def export(name: str, weights: dict[str, Tensor], path: Path) -> nn.Module:
    """Write one model as ONNX, in full precision but for its word vectors; give the trained model."""
    layers = count_layers(weights)
    model: nn.Module = Embedder()
    if name != "embedder":
        model = Reader(Highlighter(Encoder(layers)) if name == "highlighter" else Verifier(layers))
    inner = model.encoder if isinstance(model, Embedder) else model.model
    inner.load_state_dict(weights)
    encoder = inner if isinstance(inner, Encoder) else inner.encoder
    model.eval()
    trained = copy.deepcopy(model)
    for module in (trained, model):
        for block in (module.encoder if isinstance(module, Embedder) else module.model.encoder).blocks:
            block.attend = Attend.apply
    encoder.words = Words(encoder.words.weight.detach())
    ids = torch.randint(1000, 2000, (2, 24))
    inputs, outputs = INPUTS[name], OUTPUTS[name]
    axes = {key: {0: "batch", 1: "length"} for key in (*inputs, "tokens")}
    axes |= {key: {0: "batch"} for key in ("window", "vectors", "verdict")}
    torch.onnx.export(
        model,
        (ids, *(torch.ones_like(ids) for _ in inputs[1:])),
        str(path),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes={k: v for k, v in axes.items() if k in (*inputs, *outputs)},
        opset_version=OPSET,
        dynamo=False,
    )
    _leave_bias_out(path)
    return trained


def _leave_bias_out(path: Path) -> None:
    model = onnx.load(str(path))
    for node in model.graph.node:
        if node.op_type == "MultiHeadAttention" and len(node.input) == 4:
            node.input.insert(3, "")
    onnx.save(model, str(path))


def quantise(source: Path, target: Path) -> None:
    """Quantise the weights to int8, one scale per output channel."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        quantize_dynamic(
            str(ready), str(target), op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QInt8
        )
    model = onnx.load(str(target))
    model.doc_string = ""
    onnx.save(model, str(target))


def compare(name: str, model: nn.Module, path: Path, rows: list[list[int]]) -> dict[str, float]:
    """Compare the shipped model with the trained one, a text at a time."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    found: list[float] = []
    for row in rows:
        ids = np.array([row], np.int64)
        feeds = {key: ids if key == "ids" else np.ones_like(ids) for key in INPUTS[name]}
        given = session.run(None, feeds)
        with torch.no_grad():
            wanted = model(*(torch.from_numpy(feed) for feed in feeds.values()))
        if name == "embedder":
            found.append(float((given[0] * wanted.numpy()).sum()))
        else:
            first = wanted[0] if name == "highlighter" else wanted
            found.append(float(np.abs(given[0] - first.numpy()).mean()))
    if name == "embedder":
        return {"mean cosine": float(np.mean(found)), "least cosine": min(found)}
    return {"mean drift": float(np.mean(found)), "most drift": max(found)}


def main() -> None:
    """Export every model there are weights of."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    arguments.to.mkdir(parents=True, exist_ok=True)
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(arguments.data / "tokenizer.json"))
    tokenizer.no_padding()
    sample = json.loads((Path(__file__).parent / "sample.json").read_text(encoding="utf-8"))
    rows = [tokenizer.encode(text).ids[:200] for text in sample]
    for name in INPUTS if arguments.weights else ("embedder",):
        if arguments.weights:
            if not list(arguments.weights.glob(f"{name}-*.safetensors")):
                continue
            weights, target = load_weights(arguments.weights / name, arguments.data), arguments.to / f"{name}.onnx"
        else:
            weights, target = load_base(arguments.data / "base.safetensors"), arguments.to / "model.onnx"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.onnx"
            model = export(name, weights, path)
            quantise(path, target)
        log.info("%s: %.1f MB %s", target.name, target.stat().st_size / 1e6, compare(name, model, target, rows))


if __name__ == "__main__":
    main()
