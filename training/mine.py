"""Find the passages of a document that look like an answer to the embedder and are none."""

import torch
from torch import Tensor, nn

from training.bert import encode_mean, half_precision
from training.draw import Drawer, wrap
from training.pace import Journal
from training.tables import Items

BATCH = 2048


@torch.no_grad()
def mine(encoder: nn.Module, tables: tuple[Items, ...], drawer: Drawer, journal: Journal) -> None:
    """Give every question the starts of its document's nearest passages that hold no part of the answer."""
    encoder.eval()
    width = drawer.config["shape"]["passage"]
    ranges = sorted({tuple(r) for items in tables for r in items.ranges.unique(dim=0).tolist()})
    grid = {r: torch.arange(r[0], max(r[1] - width // 2, r[0] + 1), width, device=drawer.device) for r in ranges}
    starts = torch.cat(list(grid.values()))
    ends = torch.cat([torch.full_like(grid[r], r[1]) for r in ranges])
    passages = embed_places(encoder, drawer, starts, torch.minimum(starts + width, ends))
    first = dict(zip(ranges, _running([len(grid[r]) for r in ranges]), strict=True))
    for items in tables:
        wordings = torch.where(items.official[:, 1] > 0, items.official[:, 0], items.own[:, 0])
        questions = embed_questions(encoder, drawer, wordings)
        for r, rows in _by_document(items).items():
            scores = questions[rows] @ passages[first[r] : first[r] + len(grid[r])].T
            spans, at = items.spans[rows][:, None], grid[r][None, :, None]
            answering = ((at < spans[..., 1]) & (at + width > spans[..., 0]) & (spans[..., 1] > spans[..., 0])).any(2)
            best, column = scores.float().masked_fill(answering, -9).topk(min(items.hard.shape[1], len(grid[r])), dim=1)
            items.hard[rows, : best.shape[1]] = torch.where(best > -5, grid[r][column], -1)
    journal.note("mined", passages=len(starts))


@torch.no_grad()
def embed_places(encoder: nn.Module, drawer: Drawer, starts: Tensor, ends: Tensor) -> Tensor:
    """Embed stretches of the texts, the short ones together."""
    vectors = torch.zeros(len(starts), 384, device=drawer.device, dtype=torch.float16)
    order = torch.argsort(ends - starts)
    for some in order.split(BATCH):
        width = int((ends[some] - starts[some]).max())
        places = starts[some][:, None] + torch.arange(width, device=drawer.device)[None]
        inside = places < ends[some][:, None]
        ids = torch.where(inside, drawer.texts.ids[places.clamp(max=len(drawer.texts.ids) - 1)].long(), 0)
        with half_precision(drawer.device):
            vectors[some] = encode_mean(encoder, *wrap(ids, inside.sum(1))).to(torch.float16)
    return vectors


@torch.no_grad()
def embed_questions(encoder: nn.Module, drawer: Drawer, wordings: Tensor) -> Tensor:
    """Embed questions, each wording once."""
    rows, back = wordings.unique(return_inverse=True)
    vectors = []
    for some in rows.split(BATCH):
        with half_precision(drawer.device):
            asked = wrap(drawer.questions.ids[some], drawer.questions.lengths[some])
            vectors.append(encode_mean(encoder, *asked).to(torch.float16))
    return torch.cat(vectors)[back]


def _by_document(items: Items) -> dict[tuple[int, int], Tensor]:
    """Group the rows by document."""
    kinds, which = items.ranges.unique(dim=0, return_inverse=True)
    order = torch.argsort(which, stable=True)
    sizes = torch.bincount(which, minlength=len(kinds)).tolist()
    return {tuple(k): rows for k, rows in zip(kinds.tolist(), order.split(sizes), strict=True)}


def _running(counts: list[int]) -> list[int]:
    """Give where each run starts."""
    return [sum(counts[:n]) for n in range(len(counts))]
