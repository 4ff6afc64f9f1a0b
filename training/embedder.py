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
SHORTEST = 0.4  # of the passage width
REACH = 0.6  # an answer begins in this part of a passage, so that most of it is there


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions with their passages, the first of each answering; `group` tells questions that ask the same."""

    questions: tuple[Tensor, Tensor]
    passages: tuple[Tensor, Tensor]
    answers: Tensor
    group: Tensor


def train_embedder(
    encoder: nn.Module, base: nn.Module, tables: tuple[Items, Items, Items], drawer: Drawer, journal: Journal
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


def draw_batch(tables: tuple[Items, Items, Items], drawer: Drawer, hard: float) -> Batch:
    """Draw marked, synthetic and natural questions with their passages."""
    config, shape = drawer.config["embedder"], drawer.config["shape"]
    made = round(config["questions"] * config["synthetic"])
    each, width = config["negatives"] + 1, shape["passage"]
    parts = []
    natural = round((config["questions"] - made) * drawer.config["sampling"]["natural"])
    for items, count in zip(tables, (config["questions"] - made - natural, made, natural), strict=True):
        if not count:
            continue
        rows = drawer.pick(items.first_weights, count)
        asked = drawer.ask(items, rows, vary=items is not tables[1])
        size = (drawer.chance(count) * (1 - SHORTEST) + SHORTEST) * width  # chunks come in all lengths
        starts = drawer.starts_within(
            items, rows, size * REACH, positives=1, negatives=each - 1, width=width, hard=hard
        )
        many, hidden = rows.repeat_interleave(each), drawer.hide(items, rows).repeat_interleave(each, 0)
        found = cut(
            drawer.texts, starts.reshape(-1), items.ranges[many], hidden=hidden, spans=items.spans[many], width=width
        )
        length = torch.minimum(found.inside.sum(1), size.long().repeat_interleave(each)).clamp(min=1)
        shown = torch.arange(width, device=drawer.device)[None] < length[:, None]
        answers = (found.answers & shown).any(1)
        parts.append((asked.ids, asked.lengths, found.ids, length, answers, items.group[rows]))
    ids, lengths, texts, sizes, answers, group = (torch.cat(column) for column in zip(*parts, strict=True))
    return Batch(wrap(ids, lengths), wrap(texts, sizes), answers, group)


def batch_loss(encoder: nn.Module, base: nn.Module, batch: Batch, config: dict[str, Any]) -> Tensor:
    """Tell each question's passage from all others, and stay near the untrained vectors."""
    with half_precision(batch.group.device):
        questions = encode_mean(encoder, *batch.questions)
        passages = encode_mean(encoder, *batch.passages)
    loss = order_loss(questions, passages, batch, config)
    each = config["negatives"] + 1
    with torch.no_grad(), half_precision(batch.group.device):
        before = encode_mean(base, *batch.questions)
        texts = encode_mean(base, batch.passages[0][::each], batch.passages[1][::each])
    strayed = 2 - (questions * before).sum(1).mean() - (passages[::each] * texts).sum(1).mean()
    return loss + config["anchor"] * strayed


def order_loss(questions: Tensor, passages: Tensor, batch: Batch, config: dict[str, Any]) -> Tensor:
    """Tell each question's passage from all others in the batch, but those that may answer it too."""
    count, each = len(questions), config["negatives"] + 1
    owner = torch.arange(count * each, device=questions.device) // each
    own = owner[None] == torch.arange(count, device=questions.device)[:, None]
    first = (torch.arange(count * each, device=questions.device) % each == 0)[None]
    same = batch.group[:, None] == batch.group[owner][None]
    doubtful = (same & ~own) | (own & batch.answers[None] & ~first)
    scores = (questions @ passages.T / config["temperature"]).masked_fill(doubtful, NEVER)
    return F.cross_entropy(scores, torch.arange(count, device=questions.device) * each)
