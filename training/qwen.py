"""Qwen2.5-Coder (0.5B or 1.5B) in plain PyTorch, read from a GGUF file; only ever a teacher, it never ships.

python -m training.qwen --data .training --gguf qwen.gguf     stores its layers and the words our texts use, in parts

The layers stay quantised on the way to the training machine, which reads them back in full precision.
"""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from torch import Tensor, nn

ROTATION, EPSILON = 1e6, 1e-6
PART = 58_000_000  # bytes of one file
# How Qwen cuts a text before its byte pairs are joined.
WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


class Shape(NamedTuple):
    """The size of a model: the key heads are shared by several query heads."""

    layers: int
    hidden: int
    inner: int
    heads: int
    key_heads: int

    @classmethod
    def of(cls, fields: Any) -> Self:
        """Read the size from what the file says."""
        names = ("block_count", "embedding_length", "feed_forward_length", "attention.head_count")
        return cls(*(int(fields[f"qwen2.{name}"].contents()) for name in (*names, "attention.head_count_kv")))

    @property
    def head(self) -> int:
        """Give the width of a head."""
        return self.hidden // self.heads


class Layer(nn.Module):
    """One layer: attention in which few key heads serve many query heads, and a gated feed-forward."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        hidden, inner, keys = shape.hidden, shape.inner, shape.key_heads * shape.head
        self.shape = shape
        self.attn_norm = nn.RMSNorm(hidden, eps=EPSILON)
        self.attn_q = nn.Linear(hidden, hidden)
        self.attn_k = nn.Linear(hidden, keys)
        self.attn_v = nn.Linear(hidden, keys)
        self.attn_output = nn.Linear(hidden, hidden, bias=False)
        self.ffn_norm = nn.RMSNorm(hidden, eps=EPSILON)
        self.ffn_gate = nn.Linear(hidden, inner, bias=False)
        self.ffn_up = nn.Linear(hidden, inner, bias=False)
        self.ffn_down = nn.Linear(inner, hidden, bias=False)

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
        """Attend to the tokens before, then feed forward."""
        count, length, _ = x.shape
        heads, keys, head = self.shape.heads, self.shape.key_heads, self.shape.head
        y = self.attn_norm(x)
        q = _rotate(self.attn_q(y).view(count, length, heads, head).transpose(1, 2), turn)
        k = _rotate(self.attn_k(y).view(count, length, keys, head).transpose(1, 2), turn)
        v = self.attn_v(y).view(count, length, keys, head).transpose(1, 2)
        k, v = (t.repeat_interleave(heads // keys, dim=1) for t in (k, v))
        mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attn_output(mixed.transpose(1, 2).reshape(count, length, self.shape.hidden))
        y = self.ffn_norm(x)
        fed: Tensor = x + self.ffn_down(F.silu(self.ffn_gate(y)) * self.ffn_up(y))
        return fed


def _rotate(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    cos, sin = (part.to(x.dtype) for part in turn)
    a, b = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-b, a), dim=-1) * sin


class Qwen(nn.Module):
    """The layers over the words our texts use; the last token of each row gives the vector of the row."""

    def __init__(self, words: int, shape: Shape) -> None:
        super().__init__()
        self.head = shape.head
        self.words = nn.Embedding(words, shape.hidden)
        self.blk = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.output_norm = nn.RMSNorm(shape.hidden, eps=EPSILON)
        self.words.weight.requires_grad_(False)

    def forward(self, ids: Tensor) -> Tensor:
        """Give every token its vector, seen from the tokens before it."""
        steps = ROTATION ** (-torch.arange(0, self.head, 2, device=ids.device).float() / self.head)
        angles = torch.outer(torch.arange(ids.shape[1], device=ids.device).float(), steps).repeat(1, 2)
        turn = angles.cos(), angles.sin()
        x = self.words(ids)
        for layer in self.blk:
            x = layer(x, turn)
        vectors: Tensor = self.output_norm(x)
        return vectors


class Judge(nn.Module):
    """Reads a passage and then a claim: supported, refuted or not said."""

    def __init__(self, words: int, shape: Shape) -> None:
        super().__init__()
        self.encoder = Qwen(words, shape)
        self.verdict = nn.Linear(shape.hidden, 3)

    def forward(self, ids: Tensor, last: Tensor) -> Tensor:
        """Give three logits per pair; `last` is the place of each row's last token."""
        vectors = self.encoder(ids)[torch.arange(len(ids), device=ids.device), last]
        logits: Tensor = self.verdict(vectors)
        return logits


def load_judge(folder: Path) -> tuple[Judge, Tokenizer, np.ndarray]:
    """Read the parts: the model with an untrained head, its tokenizer, and where each word's vector stands."""
    from gguf import GGMLQuantizationType, dequantize

    weights: dict[str, Tensor] = {}
    kept, sizes = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for path in sorted(folder.glob("qwen-*.npz")):
        part = np.load(path)
        for key in part.files:
            if key == "kept":
                kept, sizes = part["kept"], part["shape"]
            if "|" not in key:
                continue
            name, kind = key.rsplit("|", 1)
            values = dequantize(part[key], GGMLQuantizationType(int(kind)))
            weights[name] = torch.from_numpy(np.ascontiguousarray(values, dtype=np.float32))
    model = Judge(len(kept) + 1, Shape(*sizes.tolist()))
    unknown = weights["words.weight"].mean(0, keepdim=True)
    weights["words.weight"] = torch.cat([weights["words.weight"], unknown])
    model.encoder.load_state_dict(weights)
    places = np.full(int(kept.max()) + 1, len(kept))
    places[kept] = np.arange(len(kept))
    return model, Tokenizer.from_file(str(folder / "qwen-tokenizer.json")), places


def make_tokenizer(fields: Any) -> Tokenizer:
    """Build the tokenizer from what the file says of it."""
    vocabulary = {word: n for n, word in enumerate(fields["tokenizer.ggml.tokens"].contents())}
    merges = [tuple(merge.split(" ")) for merge in fields["tokenizer.ggml.merges"].contents()]
    tokenizer = Tokenizer(models.BPE(vocabulary, merges))  # type: ignore[arg-type]
    cut = pre_tokenizers.Split(Regex(WORDS), "isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(  # type: ignore[assignment]
        [cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()  # type: ignore[assignment]
    return tokenizer


def used_words(folder: Path, tokenizer: Tokenizer) -> np.ndarray:
    """List the words that the packed texts, claims and questions use."""
    with lzma.open(folder / "data.json.xz") as file:
        packed = json.load(file)
    texts = [document[3] for document in packed["documents"]]
    for name in ("contrast", "claims", "natural", "absent", "clauses", "sheets"):
        texts += [json.dumps(row, ensure_ascii=False) for row in packed[name]]
    used: set[int] = set(range(256))
    for at in range(0, len(texts), 500):
        for encoding in tokenizer.encode_batch(texts[at : at + 500]):
            used.update(encoding.ids)
    return np.array(sorted(used))


def main() -> None:
    """Store the layers and the words in use."""
    from gguf import GGUFReader

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--gguf", type=Path, required=True)
    arguments = parser.parse_args()
    reader = GGUFReader(str(arguments.gguf))
    tokenizer = make_tokenizer(reader.fields)
    tokenizer.save(str(arguments.data / "qwen-tokenizer.json"))
    kept = used_words(arguments.data, tokenizer)
    part: dict[str, np.ndarray] = {"kept": kept, "shape": np.array(Shape.of(reader.fields))}
    number = 0
    for tensor in reader.tensors:
        if tensor.name == "output.weight":
            continue
        data, name = np.array(tensor.data), tensor.name
        if name == "token_embd.weight":
            data, name = data[kept], "words.weight"
        if sum(value.nbytes for value in part.values()) + data.nbytes > PART:
            np.savez(arguments.data / f"qwen-{number}.npz", **part)
            part, number = {}, number + 1
        part[f"{name}|{int(tensor.tensor_type)}"] = data
    np.savez(arguments.data / f"qwen-{number}.npz", **part)


if __name__ == "__main__":
    main()
