"""Words that mean nearly the same to MiniLM, so that a synthetic question need not repeat its clause word for word."""

import collections
import re
from pathlib import Path

import torch
from tokenizers import Tokenizer

from training.base import load_base
from training.bert import Encoder, encode_mean
from training.config import STOPWORDS
from training.corpus import TrainingDocument

VOCABULARY = 12_000
RARE = 6  # a word in fewer documents than this is a name or a slip
NEAR = 0.52


def count_words(documents: list[TrainingDocument]) -> list[str]:
    """List the words of the training documents, commonest first."""
    counts: collections.Counter[str] = collections.Counter()
    for n, doc in enumerate(documents):
        if doc.split == "train" and (doc.set != "maud" or n % 6 == 0):
            counts.update(set(re.findall(r"[a-z]{3,}", doc.text.lower())))
    return [w for w, n in counts.most_common() if n >= RARE and w not in STOPWORDS][:VOCABULARY]


@torch.no_grad()
def find_neighbours(words: list[str], base: Path) -> dict[str, list[str]]:
    """Give each word its nearest words by the untrained encoder's vectors."""
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.enable_truncation(12)
    tokenizer.enable_padding()
    encoder = Encoder()
    encoder.load_state_dict(load_base(base / "base.safetensors"))
    encoder.eval()
    rows = []
    for start in range(0, len(words), 512):
        encoded = tokenizer.encode_batch(words[start : start + 512])
        ids = torch.tensor([e.ids for e in encoded])
        rows.append(encode_mean(encoder, ids, torch.tensor([sum(e.attention_mask) for e in encoded])))
    vectors = torch.cat(rows)
    table: dict[str, list[str]] = {}
    for start in range(0, len(words), 2000):
        scores, found = (vectors[start : start + 2000] @ vectors.T).topk(min(10, len(words)), dim=1)
        for n, (row, columns) in enumerate(zip(scores.tolist(), found.tolist(), strict=True)):
            near = [words[c] for s, c in zip(row, columns, strict=True) if c != start + n and s > NEAR]
            if near:
                table[words[start + n]] = near[:8]
    return table
