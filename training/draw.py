"""Draw training examples: which questions, in which wording, and which windows of the document."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from training.bert_ids import CLS, COMMA, SEP
from training.tables import Items, Questions, Texts

DROPPED = 0.4  # at most this share of a question's tokens is dropped, from half of the questions


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions as tokens."""

    ids: Tensor
    lengths: Tensor


@dataclass(frozen=True, slots=True)
class Windows:
    """Stretches of documents as tokens: which places hold a token, which token answers, where each stands."""

    ids: Tensor
    inside: Tensor
    answers: Tensor
    places: Tensor


@dataclass(frozen=True, slots=True)
class Paired:
    """Questions joined with windows, as the highlighter reads them; `offset` is the window's first place in a row."""

    ids: Tensor
    kinds: Tensor
    mask: Tensor
    offset: Tensor


class Drawer:
    """Draws at random, always with the recipe's seed."""

    def __init__(self, texts: Texts, questions: Questions, config: dict[str, Any], seed: int) -> None:
        self.texts, self.questions, self.config = texts, questions, config
        self.device = texts.ids.device
        self.generator = torch.Generator(device=self.device)
        self.generator.manual_seed(seed)

    def chance(self, *shape: int) -> Tensor:
        """Draw numbers between 0 and 1."""
        return torch.rand(*shape, generator=self.generator, device=self.device)

    def pick(self, weights: Tensor, count: int) -> Tensor:
        """Pick rows by their weights."""
        return torch.multinomial(weights, count, replacement=True, generator=self.generator)

    def ask(self, items: Items, rows: Tensor, *, vary: bool) -> Asked:
        """Give each picked question a wording: official or ours, sometimes named, sometimes with tokens missing."""
        count = len(rows)
        rate = self.config["sampling"]["own_wording"]
        ours = (self.chance(count) < rate) & (items.own[rows, 1] > 0) | (items.official[rows, 1] == 0)
        source = torch.where(ours[:, None], items.own[rows], items.official[rows])
        wording = source[:, 0] + (self.chance(count) * source[:, 1]).long()
        asked = Asked(self.questions.ids[wording], self.questions.lengths[wording])
        if not vary:
            return asked
        share = (self.chance(count) < 0.5) * self.chance(count) * DROPPED
        asked = self._drop(asked, share)
        return self._name(asked, items.names[rows], self.chance(count) < self.config["sampling"]["named"])

    def _drop(self, asked: Asked, share: Tensor) -> Asked:
        width = asked.ids.shape[1]
        kept = torch.arange(width, device=self.device)[None] < asked.lengths[:, None]
        kept &= self.chance(*asked.ids.shape) >= share[:, None]
        kept[:, 0] |= ~kept.any(1)
        order = torch.sort((~kept).to(torch.uint8), dim=1, stable=True)[1]
        return Asked(torch.gather(asked.ids, 1, order), kept.sum(1).clamp(min=1))

    def _name(self, asked: Asked, names: Tensor, named: Tensor) -> Asked:
        """Put the document's name and a comma before the questions chosen; a long whole is cut from the left."""
        width = asked.ids.shape[1]
        length = torch.where(named, self.questions.lengths[names].clamp(max=self.config["shape"]["name"]) + 1, 0)[
            :, None
        ]
        total = length[:, 0] + asked.lengths
        source = torch.arange(width, device=self.device)[None] + (total - width).clamp(min=0)[:, None]
        name = torch.gather(self.questions.ids[names], 1, source.clamp(max=width - 1))
        name = torch.where(source == length - 1, COMMA, name)
        question = torch.gather(asked.ids, 1, (source - length).clamp(0, width - 1))
        return Asked(torch.where(source < length, name, question), total.clamp(max=width))

    def starts(self, items: Items, rows: Tensor, *, positives: int, negatives: int, width: int, hard: float) -> Tensor:
        """Draw windows for each picked question: some round an answer, the others anywhere or where it looks right."""
        reach = torch.full((len(rows),), float(width), device=self.device)
        return self.starts_within(items, rows, reach, positives=positives, negatives=negatives, width=width, hard=hard)

    def starts_within(
        self, items: Items, rows: Tensor, reach: Tensor, *, positives: int, negatives: int, width: int, hard: float
    ) -> Tensor:
        """Draw windows with a token of the answer among the first `reach` of each positive one."""
        ranges = items.ranges[rows]
        last = torch.maximum(ranges[:, 1] - width, ranges[:, 0])
        drawn = []
        for n in range(positives + negatives):
            start = self._anywhere(items, rows, ranges, last, width, hard)
            if n < positives:
                answered = items.filled[rows, -1] > 0
                near = self._answer_token(items, rows) - (self.chance(len(rows)) * reach).long()
                start = torch.where(answered, near, start)
            drawn.append(torch.minimum(torch.maximum(start, ranges[:, 0]), last))
        return torch.stack(drawn, 1)

    def _anywhere(self, items: Items, rows: Tensor, ranges: Tensor, last: Tensor, width: int, hard: float) -> Tensor:
        start = ranges[:, 0] + (self.chance(len(rows)) * (last - ranges[:, 0] + 1)).long()
        known = items.hard[rows]
        column = (self.chance(len(rows), 1) * known.shape[1]).long()
        found = known.gather(1, column)[:, 0]
        slack = max(1, width - self.config["shape"]["passage"])
        shifted = found - (self.chance(len(rows)) * slack).long()
        return torch.where((found >= 0) & (self.chance(len(rows)) < hard), shifted, start)

    def _answer_token(self, items: Items, rows: Tensor) -> Tensor:
        """Draw one token of the answer, every token as likely as any other."""
        filled = items.filled[rows]
        rank = (self.chance(len(rows)) * filled[:, -1]).long()
        which = (rank[:, None] >= filled).sum(1).clamp(max=filled.shape[1] - 1)
        before = torch.where(which > 0, filled.gather(1, (which - 1).clamp(min=0)[:, None])[:, 0], 0)
        return items.spans[rows, which, 0] + rank - before

    def hide(self, items: Items, rows: Tensor) -> Tensor:
        """Choose which questions have their giveaway words cut out of the text."""
        return torch.where((self.chance(len(rows)) < items.hidden_rate[rows])[:, None], items.hidden[rows], 0)


def cut(texts: Texts, starts: Tensor, ranges: Tensor, *, hidden: Tensor, spans: Tensor, width: int) -> Windows:
    """Cut windows of `width` tokens out of the documents, skipping the hidden words."""
    skipped = (hidden[:, 1] - hidden[:, 0])[:, None]
    starts = torch.where((starts >= hidden[:, 0]) & (starts < hidden[:, 1]), hidden[:, 1], starts)[:, None]
    places = starts + torch.arange(width, device=starts.device)[None]
    places = places + ((places >= hidden[:, :1]) & (starts < hidden[:, :1])) * skipped
    inside = places < ranges[:, 1:2]
    ids = torch.where(inside, texts.ids[places.clamp(max=len(texts.ids) - 1)].long(), 0)
    answers = ((places[:, :, None] >= spans[:, None, :, 0]) & (places[:, :, None] < spans[:, None, :, 1])).any(
        2
    ) & inside
    return Windows(ids, inside, answers, places)


def join(asked: Asked, windows: Windows) -> Paired:
    """Write [CLS] question [SEP] window [SEP] into rows of one fixed length."""
    width = windows.ids.shape[1]
    length = (asked.ids.shape[1] + width + 3 + 7) // 8 * 8
    place = torch.arange(length, device=asked.ids.device)[None].expand(len(asked.ids), -1)
    asking, offset = asked.lengths[:, None], asked.lengths[:, None] + 2
    end = offset + windows.inside.sum(1, keepdim=True)
    question = torch.gather(asked.ids, 1, (place - 1).clamp(0, asked.ids.shape[1] - 1))
    window = torch.gather(windows.ids, 1, (place - offset).clamp(0, width - 1))
    ids = torch.where(
        (place >= 1) & (place <= asking), question, torch.where((place >= offset) & (place < end), window, 0)
    )
    ids = torch.where(place == 0, CLS, torch.where((place == asking + 1) | (place == end), SEP, ids))
    return Paired(ids, ((place >= offset) & (place <= end)).long(), place <= end, offset)


def wrap(ids: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """Write [CLS] text [SEP] into rows, as the embedder reads a text."""
    count, width = ids.shape
    place = torch.arange((width + 2 + 7) // 8 * 8, device=ids.device)[None].expand(count, -1)
    body = torch.gather(ids, 1, (place - 1).clamp(0, width - 1))
    rows = torch.where((place >= 1) & (place <= lengths[:, None]), body, 0)
    rows = torch.where(place == 0, CLS, torch.where(place == lengths[:, None] + 1, SEP, rows))
    return rows, lengths + 2
