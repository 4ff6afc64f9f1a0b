"""Texts and questions as tensors on the training machine."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

PIECE = 20_000  # characters tokenised at a time
# How often the hidden words of a synthetic question are cut out of its window.
HIDDEN_RATE = {"heading": 0.5, "cloze": 0.9}


@dataclass(slots=True)
class Texts:
    """All documents' tokens in one row, with each document's range and every token's place in its text."""

    ids: Tensor
    starts: np.ndarray
    ends: np.ndarray
    ranges: dict[str, tuple[int, int]]

    def tokens_of(self, document: str, start: int, end: int) -> tuple[int, int]:
        """Turn a span of characters into the range of tokens that touch it."""
        low, high = self.ranges[document]
        first = low + int(np.searchsorted(self.ends[low:high], start, "right"))
        return first, max(first, low + int(np.searchsorted(self.starts[low:high], end, "left")))


@dataclass(slots=True)
class Questions:
    """Every wording's tokens, cut from the left where too long: what is asked stands at the end."""

    ids: Tensor
    lengths: Tensor


@dataclass(slots=True)
class Items:
    """Questions put to documents, ready to draw from: one row each."""

    ranges: Tensor  # the document's tokens
    spans: Tensor  # the answers' tokens, padded with empty ranges
    filled: Tensor  # answer tokens up to and with each span
    hidden: Tensor
    hidden_rate: Tensor
    official: Tensor  # (first wording, how many)
    own: Tensor
    names: Tensor  # the document's name, as a wording
    group: Tensor  # equal for questions that ask the same
    weights: Tensor  # how often the highlighter meets a row
    first_weights: Tensor  # how often the embedder does
    hard: Tensor  # starts of windows that look right and are not; -1 where none is known


def tokenise_texts(tokenizer: Tokenizer, documents: dict[str, str], device: torch.device) -> Texts:
    """Tokenise every document."""
    jobs = [(name, at) for name, text in documents.items() for at in range(0, max(1, len(text)), PIECE)]
    ids, offsets, ranges, count = [], [], {}, 0
    for start in range(0, len(jobs), 512):
        some = jobs[start : start + 512]
        texts = [documents[name][at : at + PIECE] for name, at in some]
        for (name, at), coded in zip(some, tokenizer.encode_batch(texts, add_special_tokens=False), strict=True):
            ids.append(np.array(coded.ids, dtype=np.int32))
            offsets.append(np.array(coded.offsets, dtype=np.int32).reshape(-1, 2) + at)
            ranges[name] = (ranges.get(name, (count, 0))[0], count + len(coded.ids))
            count += len(coded.ids)
    starts, ends = np.ascontiguousarray(np.concatenate(offsets).T)
    return Texts(torch.from_numpy(np.concatenate(ids)).to(device), starts, ends, ranges)


def tokenise_questions(tokenizer: Tokenizer, wordings: list[str], width: int, device: torch.device) -> Questions:
    """Tokenise every wording into a row of `width` tokens."""
    ids = np.zeros((len(wordings), width), np.int64)
    lengths = np.ones(len(wordings), np.int64)
    for n, coded in enumerate(tokenizer.encode_batch(wordings, add_special_tokens=False)):
        kept = coded.ids[-width:]
        ids[n, : len(kept)] = kept
        lengths[n] = max(1, len(kept))
    return Questions(torch.from_numpy(ids).to(device), torch.from_numpy(lengths).to(device))


class Wordings:
    """Collects wordings and remembers where each question's stand."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, wordings: list[str]) -> tuple[int, int]:
        """Add a question's wordings; give the first one's row and their number."""
        self.texts += wordings
        return len(self.texts) - len(wordings), len(wordings)


def make_items(rows: list[dict[str, Any]], texts: Texts, *, spans: int, hard: int, device: torch.device) -> Items:
    """Turn rows (document, spans, hidden, shape, official, own, name, group, weights) into tensors."""
    count = len(rows)
    answers, hidden = np.zeros((count, spans, 2), np.int64), np.zeros((count, 2), np.int64)
    for n, row in enumerate(rows):
        for k, span in enumerate(row["spans"][:spans]):
            answers[n, k] = texts.tokens_of(row["document"], *span)
        if row.get("hidden"):
            hidden[n] = texts.tokens_of(row["document"], *row["hidden"])

    def tensor(values: Any, kind: torch.dtype = torch.long) -> Tensor:
        return torch.as_tensor(np.asarray(values), dtype=kind, device=device)

    return Items(
        ranges=tensor(
            [
                texts.tokens_of(row["document"], *row["within"]) if "within" in row else texts.ranges[row["document"]]
                for row in rows
            ]
        ).view(-1, 2),
        spans=tensor(answers),
        filled=tensor((answers[:, :, 1] - answers[:, :, 0]).clip(0).cumsum(1)),
        hidden=tensor(hidden),
        hidden_rate=tensor([HIDDEN_RATE.get(row.get("shape", ""), 0.0) for row in rows], torch.float),
        official=tensor([row["official"] for row in rows]).view(-1, 2),
        own=tensor([row["own"] for row in rows]).view(-1, 2),
        names=tensor([row["name"] for row in rows]),
        group=tensor([row["group"] for row in rows]),
        weights=tensor([row["weight"] for row in rows], torch.float),
        first_weights=tensor([row["first_weight"] for row in rows], torch.float),
        hard=torch.full((count, hard), -1, dtype=torch.long, device=device),
    )
