"""A BERT of 384 dimensions in plain PyTorch (MiniLM has six layers, gte-small twelve), and the heads on top of it."""

import re
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

HIDDEN, HEADS, INNER, VOCABULARY, POSITIONS = 384, 12, 1536, 30522, 512
MINILM_LAYERS = 6


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
    """Let every token look at the tokens of its row, in twelve heads."""
    count, length, _ = q.shape
    heads = [t.view(count, length, HEADS, HIDDEN // HEADS).transpose(1, 2) for t in (q, k, v)]
    seen = mask.bool()[:, None, None, :].expand(-1, 1, length, -1)
    return F.scaled_dot_product_attention(*heads, attn_mask=seen).transpose(1, 2).reshape(count, length, HIDDEN)


class Block(nn.Module):
    """One layer of attention and feed-forward, normalised after each as BERT does."""

    def __init__(self) -> None:
        super().__init__()
        self.query_key_value = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.attended = nn.Linear(HIDDEN, HIDDEN)
        self.attended_norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.widen = nn.Linear(HIDDEN, INNER)
        self.narrow = nn.Linear(INNER, HIDDEN)
        self.narrow_norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.dropout = nn.Dropout(0.1)
        self.attend: Callable[[Tensor, Tensor, Tensor, Tensor], Tensor] = attend

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Attend, then feed forward."""
        mixed = self.attend(*self.query_key_value(x).split(HIDDEN, dim=2), mask)
        x = self.attended_norm(x + self.dropout(self.attended(mixed)))
        return self.narrow_norm(x + self.dropout(self.narrow(F.gelu(self.widen(x)))))


class Encoder(nn.Module):
    """The encoder; its word vectors stay as they came, so that words never trained on keep their meaning."""

    def __init__(self, layers: int = MINILM_LAYERS) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, HIDDEN)
        self.positions = nn.Embedding(POSITIONS, HIDDEN)
        self.kinds = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.dropout = nn.Dropout(0.1)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.words.weight.requires_grad_(False)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Give every token its vector in context; `mask` is true where there is a token."""
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.dropout(self.norm(self.words(ids) + self.positions(places)[None] + self.kinds(kinds)))
        for block in self.blocks:
            x = block(x, mask)
        return x


class Highlighter(nn.Module):
    """Reads a question with a window of text: how far each token answers, and whether the window does."""

    def __init__(self, encoder: nn.Module, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.encoder = encoder
        self.token = nn.Linear(hidden, 1)
        self.window = nn.Linear(hidden, 1)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Give a logit per token and one per window."""
        x = self.encoder(ids, kinds, mask)
        return self.token(x).squeeze(-1), self.window(x[:, 0]).squeeze(-1)


class Verifier(nn.Module):
    """Reads a claim with a passage: supported, refuted or not said; likewise whether the passage answers a question."""

    def __init__(self, layers: int = MINILM_LAYERS) -> None:
        super().__init__()
        self.encoder = Encoder(layers)
        self.verdict = nn.Linear(HIDDEN, 3)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Give three logits per pair."""
        logits: Tensor = self.verdict(self.encoder(ids, kinds, mask)[:, 0])
        return logits


def count_layers(weights: dict[str, Tensor]) -> int:
    """Count the layers of an encoder by the names of its weights."""
    return 1 + max(int(m[1]) for m in (re.search(r"blocks\.(\d+)\.", k) for k in weights) if m)


def half_precision(device: torch.device) -> torch.autocast:
    """Compute in half precision where the machine is quick at it."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")


def encode_mean(encoder: nn.Module, ids: Tensor, lengths: Tensor) -> Tensor:
    """Embed texts: the mean of their token vectors, scaled to length one."""
    mask = torch.arange(ids.shape[1], device=ids.device)[None] < lengths[:, None]
    x = encoder(ids, torch.zeros_like(ids), mask).float() * mask[..., None]
    return F.normalize(x.sum(1) / lengths[:, None], dim=1)


def rename_weights(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Turn the published MiniLM names into ours; the pooler is not used."""
    own = {
        "words.weight": weights["embeddings.word_embeddings.weight"],
        "positions.weight": weights["embeddings.position_embeddings.weight"],
        "kinds.weight": weights["embeddings.token_type_embeddings.weight"],
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
    }
    places = {
        "attended": "attention.output.dense",
        "attended_norm": "attention.output.LayerNorm",
        "widen": "intermediate.dense",
        "narrow": "output.dense",
        "narrow_norm": "output.LayerNorm",
    }
    layers = {int(m[1]) for m in (re.match(r"encoder\.layer\.(\d+)\.", k) for k in weights) if m}
    for n in layers:
        for end in ("weight", "bias"):
            parts = [weights[f"encoder.layer.{n}.attention.self.{p}.{end}"] for p in ("query", "key", "value")]
            own[f"blocks.{n}.query_key_value.{end}"] = torch.cat(parts)
            for ours, theirs in places.items():
                own[f"blocks.{n}.{ours}.{end}"] = weights[f"encoder.layer.{n}.{theirs}.{end}"]
    return own
