"""Turn trained weights into the files the package ships: ONNX, int8 per channel, checked against full precision.

python -m training.export --data .training --weights .training/results --to src/pincite/models
"""

import argparse
import json
import logging
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process
from safetensors.torch import load_file
from torch import Tensor, nn

from training.bert import Encoder, Highlighter, encode_mean

log = logging.getLogger("training.export")
OPSET = 17


class Embedder(nn.Module):
    """The encoder with its pooling, as one graph: token ids and mask in, a vector of length one out."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Embed a batch."""
        return encode_mean(self.encoder, ids, mask.sum(1))


class Pairs(nn.Module):
    """The highlighter with the mask as whole numbers, as the runtime passes it."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Highlighter()

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Read a batch of questions joined with windows."""
        logits: tuple[Tensor, Tensor] = self.model(ids, kinds, mask.bool())
        return logits


def load_weights(stem: Path, base: Path) -> dict[str, Tensor]:
    """Join the parts of a model's weights with the word vectors of the base."""
    weights: dict[str, Tensor] = {}
    for path in sorted(stem.parent.glob(f"{stem.name}-*.safetensors")):
        weights |= {k: v.float() for k, v in load_file(path).items()}
    words = load_file(base / "base.safetensors")["words.weight"].float()
    return weights | {("encoder.words.weight" if "token.weight" in weights else "words.weight"): words}


def export(name: str, weights: dict[str, Tensor], folder: Path) -> tuple[nn.Module, Path]:
    """Write one model as ONNX in full precision."""
    model: nn.Module = Embedder() if name == "embedder" else Pairs()
    inner = model.encoder if isinstance(model, Embedder) else model.model
    inner.load_state_dict(weights)  # type: ignore[union-attr]
    model.eval()
    ids = torch.randint(1000, 2000, (2, 24))
    inputs = {"ids": ids, "kinds": torch.zeros_like(ids), "mask": torch.ones_like(ids)}
    outputs = ["tokens", "window"]
    if name == "embedder":
        del inputs["kinds"]
        outputs = ["vectors"]
    axes = {key: {0: "batch", 1: "length"} for key in (*inputs, "tokens")} | {
        k: {0: "batch"} for k in ("window", "vectors")
    }
    path = folder / f"{name}.onnx"
    torch.onnx.export(
        model,
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=outputs,
        dynamic_axes={k: v for k, v in axes.items() if k in inputs or k in outputs},
        opset_version=OPSET,
        dynamo=False,
    )
    return model, path


def quantise(source: Path, target: Path) -> None:
    """Quantise the weights to int8, one scale per output channel."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        quantize_dynamic(str(ready), str(target), per_channel=True, weight_type=QuantType.QInt8)
    model = onnx.load(str(target))
    model.doc_string = ""
    onnx.save(model, str(target))


def compare(name: str, model: nn.Module, path: Path, rows: list[list[int]]) -> dict[str, float]:
    """Compare the quantised model with the trained one on real inputs."""
    width = max(map(len, rows))
    ids = np.array([row + [0] * (width - len(row)) for row in rows], np.int64)
    mask = np.array([[1] * len(row) + [0] * (width - len(row)) for row in rows], np.int64)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    feeds = {"ids": ids, "mask": mask} | ({} if name == "embedder" else {"kinds": np.zeros_like(ids)})
    given = session.run(None, feeds)
    with torch.no_grad():
        wanted = model(*(torch.from_numpy(feeds[k]) for k in ("ids", "kinds", "mask") if k in feeds))
    if name == "embedder":
        cosines = (given[0] * wanted.numpy()).sum(1)
        return {"mean cosine": float(cosines.mean()), "least cosine": float(cosines.min())}
    drift = np.abs(given[0] - wanted[0].numpy())[mask > 0]
    return {
        "mean token drift": float(drift.mean()),
        "mean window drift": float(np.abs(given[1] - wanted[1].numpy()).mean()),
    }


def main() -> None:
    """Export both models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    arguments.to.mkdir(parents=True, exist_ok=True)
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(arguments.data / "tokenizer.json"))
    sample = json.loads((Path(__file__).parent / "sample.json").read_text(encoding="utf-8"))
    rows = [tokenizer.encode(text).ids[:200] for text in sample]
    for name in ("embedder", "highlighter"):
        with tempfile.TemporaryDirectory() as folder:
            model, path = export(name, load_weights(arguments.weights / name, arguments.data), Path(folder))
            target = arguments.to / f"{name}.onnx"
            quantise(path, target)
        log.info("%s: %.1f MB %s", target.name, target.stat().st_size / 1e6, compare(name, model, target, rows))


if __name__ == "__main__":
    main()
