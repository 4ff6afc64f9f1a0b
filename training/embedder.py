"""Train the embedder: a question's vector close to its clause's, far from the rest of the document and the batch."""

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.bert import encode_mean, half_precision
from training.draw import Drawer, cut, wrap
from training.mine import mine
from training.pace import Journal, Pace, compiled, make_optimizer, step
from training.tables import Items

NEVER = -1e4


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions with their passages, the first of each answering; `group` tells questions that ask the same."""

    questions: tuple[Tensor, Tensor]
    passages: tuple[Tensor, Tensor]
    answers: Tensor
    group: Tensor


def train_embedder(
    encoder: nn.Module, base: nn.Module, tables: tuple[Items, Items], drawer: Drawer, journal: Journal
) -> None:
    """Train on marked and synthetic questions; half way, look for the passages it confuses."""
    config = drawer.config["embedder"]
    optimizer = make_optimizer([(encoder, config["learning_rate"])])
    pace, hard, losses = Pace(config["steps"], config["seconds"]), 0.0, []
    fast = compiled(encoder, journal)
    encoder.train()
    for progress in pace:
        if progress > 0.5 and not hard:
            mine(encoder, tables, drawer, journal)
            encoder.train()
            hard = config["hard"]
        batch = draw_batch(tables, drawer, hard)
        loss = batch_loss(fast, base, batch, config)
        step(optimizer, loss, pace.rate(progress))
        losses.append(loss.detach())
        if len(losses) == 200:
            journal.note("embedder", step=pace.step + 1, loss=round(torch.stack(losses).mean().item(), 4))
            losses = []
    journal.note("embedder done", steps=pace.step)
    encoder.eval()


def draw_batch(tables: tuple[Items, Items], drawer: Drawer, hard: float) -> Batch:
    """Draw marked and synthetic questions with their passages."""
    config, shape = drawer.config["embedder"], drawer.config["shape"]
    made = round(config["questions"] * config["synthetic"])
    parts = []
    for items, count in ((tables[0], config["questions"] - made), (tables[1], made)):
        rows = drawer.pick(items, count)
        asked = drawer.ask(items, rows, vary=items is tables[0])
        starts = drawer.starts(
            items, rows, positives=1, negatives=config["negatives"], width=shape["passage"], hard=hard
        )
        each = rows.repeat_interleave(starts.shape[1])
        hidden = drawer.hide(items, rows).repeat_interleave(starts.shape[1], 0)
        found = cut(
            drawer.texts,
            starts.reshape(-1),
            items.ranges[each],
            hidden=hidden,
            spans=items.spans[each],
            width=shape["passage"],
        )
        group = items.group[rows]
        parts.append((asked.ids, asked.lengths, found.ids, found.inside, found.answers.any(1), group))
    ids, lengths, texts, inside, answers, group = (torch.cat(column) for column in zip(*parts, strict=True))
    short = (drawer.chance(len(texts)) * 0.6 + 0.4) * shape["passage"]  # chunks come in all lengths
    size = torch.minimum(
        inside.sum(1), torch.where(drawer.chance(len(texts)) < 0.5, short.long(), shape["passage"])
    ).clamp(min=1)
    return Batch(wrap(ids, lengths), wrap(texts, size), answers, group)


def batch_loss(encoder: nn.Module, base: nn.Module, batch: Batch, config: dict[str, Any]) -> Tensor:
    """Tell each question's passage from all others in the batch, and stay near the untrained vectors."""
    with half_precision(batch.group.device):
        questions = encode_mean(encoder, *batch.questions)
        passages = encode_mean(encoder, *batch.passages)
    count, each = len(questions), config["negatives"] + 1
    owner = torch.arange(count * each, device=questions.device) // each
    own = owner[None] == torch.arange(count, device=questions.device)[:, None]
    first = (torch.arange(count * each, device=questions.device) % each == 0)[None]
    same = batch.group[:, None] == batch.group[owner][None]
    doubtful = (same & ~own) | (own & batch.answers[None] & ~first)
    scores = (questions @ passages.T / config["temperature"]).masked_fill(doubtful, NEVER)
    loss = F.cross_entropy(scores, torch.arange(count, device=questions.device) * each)
    with torch.no_grad(), half_precision(batch.group.device):
        before = encode_mean(base, *batch.questions)
        texts = encode_mean(base, batch.passages[0][::each], batch.passages[1][::each])
    strayed = 2 - (questions * before).sum(1).mean() - (passages[::each] * texts).sum(1).mean()
    return loss + config["anchor"] * strayed
