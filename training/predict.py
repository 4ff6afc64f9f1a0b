"""Read dev and mini with the trained models and store what they say, so that the rest is chosen without a GPU."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.bert import encode_mean, half_precision
from training.draw import Asked, Drawer, cut, join, wrap
from training.highlighter import read_windows
from training.mine import embed_places

BATCH = 1024
FLOOR, STEP = -5.0, 16.0  # token logits are stored as bytes: (logit - FLOOR) * STEP
LOWEST = -20.0


@dataclass(frozen=True, slots=True)
class Query:
    """A question put to one document, by wording row, with the spans that answer it."""

    document: str
    wording: int
    spans: list[tuple[int, int]]
    set: str
    split: str


class Reader:
    """Reads documents for questions."""

    def __init__(self, drawer: Drawer, chunks: dict[str, list[int]]) -> None:
        self.drawer, self.chunks = drawer, chunks
        self.width: int = drawer.config["shape"]["window"]
        self.stride: int = drawer.config["predict"]["stride"]

    def chunk_ranges(self, document: str) -> np.ndarray:
        """Give each chunk's range of tokens."""
        low, high = self.drawer.texts.ranges[document]
        starts = self.drawer.texts.starts[low:high]
        ends = np.array(self.chunks[document])
        cuts = np.searchsorted(starts, np.concatenate([[0], ends])) + low
        return np.stack([cuts[:-1], cuts[1:]], 1)

    @torch.no_grad()
    def read(self, model: nn.Module, queries: list[Query], starts: list[np.ndarray]) -> tuple[Tensor, Tensor]:
        """Read windows at given token places for each query: token logits and window logits, one row a window."""
        owner = np.concatenate([np.full(len(s), n) for n, s in enumerate(starts)])
        order = torch.as_tensor(owner, device=self.drawer.device)
        places = torch.as_tensor(np.concatenate(starts), device=self.drawer.device)
        wordings = torch.tensor([q.wording for q in queries], device=self.drawer.device)
        ranges = torch.tensor([self.drawer.texts.ranges[q.document] for q in queries], device=self.drawer.device)
        none = torch.zeros(1, 2, dtype=torch.long, device=self.drawer.device)
        tokens, window = [], []
        model.eval()
        for at in range(0, len(places), BATCH):
            which = order[at : at + BATCH]
            asked = Asked(self.drawer.questions.ids[wordings[which]], self.drawer.questions.lengths[wordings[which]])
            empty = none.expand(len(which), -1)
            found = cut(
                self.drawer.texts,
                places[at : at + BATCH],
                ranges[which],
                hidden=empty,
                spans=empty[:, None],
                width=self.width,
            )
            paired = join(asked, found)
            with half_precision(self.drawer.device):
                logits, relevance = model(paired.ids, paired.kinds, paired.mask)
            logits = read_windows(logits.float(), paired.offset, self.width).masked_fill(~found.inside, LOWEST)
            tokens.append(logits.to(torch.float16))
            window.append(relevance.float())
        return torch.cat(tokens), torch.cat(window)

    def whole(self, document: str) -> np.ndarray:
        """Give the starts of overlapping windows over a whole document."""
        low, high = self.drawer.texts.ranges[document]
        return np.arange(low, max(low + 1, high - self.width + self.stride), self.stride)

    def token_logits(self, model: nn.Module, queries: list[Query]) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Read whole documents: each token's best logit over the windows that hold it, and the window logits."""
        best, relevance = [], []
        for at in range(0, len(queries), 64):
            some = queries[at : at + 64]
            starts = [self.whole(q.document) for q in some]
            tokens, window = self.read(model, some, starts)
            edges = np.cumsum([len(s) for s in starts])[:-1].tolist()
            for query, own, rows, w in zip(
                some, starts, tokens.tensor_split(edges), window.tensor_split(edges), strict=True
            ):
                low, high = self.drawer.texts.ranges[query.document]
                row = torch.full((high - low + self.width,), LOWEST, device=self.drawer.device, dtype=torch.float16)
                at_token = torch.as_tensor(own - low, device=self.drawer.device)[:, None]
                at_token = at_token + torch.arange(self.width, device=self.drawer.device)[None]
                row.scatter_reduce_(0, at_token.reshape(-1), rows.reshape(-1), "amax")
                best.append(row[: high - low].float().cpu().numpy())
                relevance.append(w.cpu().numpy())
        return best, relevance

    def cosines(self, encoder: nn.Module, queries: list[Query]) -> list[np.ndarray]:
        """Compare each query with every chunk of its document."""
        vectors: dict[str, Tensor] = {}
        for document in {q.document for q in queries}:
            ranges = torch.as_tensor(self.chunk_ranges(document), device=self.drawer.device)
            ends = torch.minimum(ranges[:, 1], ranges[:, 0] + 254)
            vectors[document] = embed_places(encoder, self.drawer, ranges[:, 0], torch.maximum(ends, ranges[:, 0] + 1))
        wordings = torch.tensor([q.wording for q in queries], device=self.drawer.device)
        asked = wrap(self.drawer.questions.ids[wordings], self.drawer.questions.lengths[wordings])
        with torch.no_grad(), half_precision(self.drawer.device):
            questions = torch.cat(
                [encode_mean(encoder, a, b) for a, b in zip(asked[0].split(512), asked[1].split(512), strict=True)]
            )
        pairs = zip(queries, questions.float(), strict=True)
        return [(vectors[q.document].float() @ v).cpu().numpy() for q, v in pairs]

    def best_windows(self, query: Query, cosine: np.ndarray, count: int) -> np.ndarray:
        """Place windows round the chunks nearest to the query until `count` windows are placed."""
        low, high = self.drawer.texts.ranges[query.document]
        last = max(low, high - self.width)
        placed: list[int] = []
        ranges = self.chunk_ranges(query.document)
        for n in np.argsort(-cosine, kind="stable"):
            start, end = ranges[n]
            if not any(p <= start and end <= p + self.width for p in placed):
                placed.append(int(np.clip((start + end - self.width) // 2, low, last)))
            if len(placed) == count:
                break
        return np.array(placed)


def store(path: Path, logits: list[np.ndarray], relevance: list[np.ndarray], **more: Any) -> None:
    """Store predictions; token logits as bytes."""
    flat = np.concatenate(logits)
    packed = np.clip((flat - FLOOR) * STEP, 0, 255).astype(np.uint8)
    counts = {
        "token_counts": np.array([len(x) for x in logits]),
        "window_counts": np.array([len(x) for x in relevance]),
    }
    windows = np.concatenate(relevance).astype(np.float16)
    np.savez_compressed(path, tokens=packed, windows=windows, **counts, **more)


def chunk_measure(
    reader: Reader, queries: list[Query], logits: list[np.ndarray], cosines: list[np.ndarray]
) -> dict[str, float]:
    """Measure ranked chunks: precision of the first and recall of the first eight, in tokens, by set."""
    rows: dict[str, list[tuple[float, float]]] = {}
    for query, row, cosine in zip(queries, logits, cosines, strict=True):
        low = reader.drawer.texts.ranges[query.document][0]
        ranges = reader.chunk_ranges(query.document) - low
        gold = np.zeros(len(row) + 1)
        for span in query.spans:
            a, b = reader.drawer.texts.tokens_of(query.document, *span)
            gold[a - low + 1 : b - low + 1] = 1
        gold = gold.cumsum()
        sums = np.concatenate([[0], row.cumsum()])
        size = np.maximum(1, ranges[:, 1] - ranges[:, 0])
        most = np.maximum.reduceat(row, np.minimum(ranges[:, 0], len(row) - 1))
        mean = (sums[ranges[:, 1]] - sums[ranges[:, 0]]) / size
        score = (most + mean) / 2 + (cosine - cosine.mean()) / (cosine.std() + 1e-6)
        top = np.argsort(-score, kind="stable")[:8]
        found = gold[ranges[top, 1]] - gold[ranges[top, 0]]
        rows.setdefault(f"{query.split} {query.set}", []).append(
            (found[0] / size[top[0]], found.sum() / max(1, gold[-1]))
        )
    means = {key: np.mean(values, 0) for key, values in rows.items()}
    return {
        f"{k} {m}": round(float(v), 4) for k, pair in means.items() for m, v in zip(("P@1", "R@8"), pair, strict=True)
    }
