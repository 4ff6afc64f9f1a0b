"""MPNet as a larger highlighter, from which the one that ships learns; it never ships itself.

Its vocabulary is BERT's, four places on, but for the marks round a text: with its word vectors in BERT's order it
reads the same ids as our models, token by token.
"""

import math
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import Tensor, nn

from training.bert import VOCABULARY, Highlighter
from training.bert_ids import CLS, PAD, SEP
from training.int8 import load_int8, save_int8

HIDDEN, HEADS, INNER, LAYERS, POSITIONS = 768, 12, 3072, 12, 514
FIRST_PLACE = 2  # the first token of a text stands there
SHIFT = 4  # from BERT's ids to MPNet's
MARKS = {PAD: 1, CLS: 0, SEP: 2}
BUCKETS, FAR = 32, 128  # of distances between tokens
PARTS = 3  # files of the packed weights


class Block(nn.Module):
    """One layer of attention and feed-forward, normalised after each."""

    def __init__(self) -> None:
        super().__init__()
        self.query_key_value = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.attended = nn.Linear(HIDDEN, HIDDEN)
        self.attended_norm = nn.LayerNorm(HIDDEN)
        self.widen = nn.Linear(HIDDEN, INNER)
        self.narrow = nn.Linear(INNER, HIDDEN)
        self.narrow_norm = nn.LayerNorm(HIDDEN)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Attend, then feed forward; `bias` is added to what each token makes of each other."""
        count, length, _ = x.shape
        parts = self.query_key_value(x).split(HIDDEN, dim=2)
        heads = [t.view(count, length, HEADS, HIDDEN // HEADS).transpose(1, 2) for t in parts]
        mixed = F.scaled_dot_product_attention(*heads, attn_mask=bias.to(heads[0].dtype))
        mixed = mixed.transpose(1, 2).reshape(count, length, HIDDEN)
        x = self.attended_norm(x + self.dropout(self.attended(mixed)))
        return self.narrow_norm(x + self.dropout(self.narrow(F.gelu(self.widen(x)))))


class Encoder(nn.Module):
    """MPNet; word vectors and the bias of distances stay as they came. `kinds` is ours, and starts at nothing."""

    def __init__(self, layers: int = LAYERS) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, HIDDEN)
        self.positions = nn.Embedding(POSITIONS, HIDDEN)
        self.kinds = nn.Embedding(2, HIDDEN)
        self.distances = nn.Embedding(BUCKETS, HEADS)
        self.norm = nn.LayerNorm(HIDDEN)
        self.dropout = nn.Dropout(0.1)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        nn.init.zeros_(self.kinds.weight)
        self.words.weight.requires_grad_(False)
        self.distances.weight.requires_grad_(False)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Give every token its vector in context; `mask` is true where there is a token."""
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.words(ids) + self.positions(places + FIRST_PLACE)[None] + self.kinds(kinds)
        x = self.dropout(self.norm(x))
        apart = self.distances(bucket(places[None] - places[:, None])).permute(2, 0, 1)
        bias = torch.where(mask.bool()[:, None, None], apart[None], -1e4).to(_computed(x))
        for block in self.blocks:
            x = block(x, bias)
        return x


def make_teacher(layers: int = LAYERS) -> Highlighter:
    """Make the highlighter's larger twin: the same ids in, the same logits out."""
    return Highlighter(Encoder(layers), HIDDEN)


def bucket(apart: Tensor) -> Tensor:
    """Sort distances into buckets: near ones by themselves, far ones together, before and after apart."""
    half = BUCKETS // 2
    near = half // 2
    size = apart.abs()
    ratio = torch.log(size.clamp(min=1).float() / near) / math.log(FAR / near)
    far = (near + (ratio * (half - near)).long()).clamp(max=half - 1)
    return torch.where(apart > 0, half, 0) + torch.where(size < near, size, far)


def pack_mpnet(model: Path, target: Path) -> None:
    """Store MPNet's weights under our names, as int8, in files small enough to copy."""
    given = load_file(model / "model.safetensors")
    words = given["embeddings.word_embeddings.weight"]
    own = words[SHIFT : SHIFT + VOCABULARY].clone()
    for ours, theirs in MARKS.items():
        own[ours] = words[theirs]
    weights = {
        "words.weight": own,
        "positions.weight": given["embeddings.position_embeddings.weight"],
        "distances.weight": given["encoder.relative_attention_bias.weight"],
        "norm.weight": given["embeddings.LayerNorm.weight"],
        "norm.bias": given["embeddings.LayerNorm.bias"],
    }
    places = {
        "attended": "attention.attn.o",
        "attended_norm": "attention.LayerNorm",
        "widen": "intermediate.dense",
        "narrow": "output.dense",
        "narrow_norm": "output.LayerNorm",
    }
    for n in range(LAYERS):
        for end in ("weight", "bias"):
            parts = [given[f"encoder.layer.{n}.attention.attn.{p}.{end}"] for p in "qkv"]
            weights[f"blocks.{n}.query_key_value.{end}"] = torch.cat(parts)
            for ours, theirs in places.items():
                weights[f"blocks.{n}.{ours}.{end}"] = given[f"encoder.layer.{n}.{theirs}.{end}"]
    names, least = list(weights), sum(value.numel() for value in weights.values()) / PARTS
    parts_of: list[dict[str, Tensor]] = [{} for _ in range(PARTS)]
    counted = 0
    for name in names:
        parts_of[min(PARTS - 1, int(counted / least))][name] = weights[name]
        counted += weights[name].numel()
    for n, part in enumerate(parts_of):
        save_int8(part, target / f"mpnet-{n}.xz")


def load_teacher(folder: Path) -> Highlighter:
    """Load the teacher as it is before training: packed MPNet with new heads."""
    weights = {k: v for path in sorted(folder.glob("mpnet-*.xz")) for k, v in load_int8(path).items()}
    model = make_teacher()
    missing, unknown = model.encoder.load_state_dict(weights, strict=False)
    if missing != ["kinds.weight"] or unknown:
        raise ValueError(f"these are not MPNet's weights: {missing} missing, {unknown} unknown")
    return model


def _computed(x: Tensor) -> torch.dtype:
    """The precision attention is computed in."""
    kind = x.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else x.dtype
