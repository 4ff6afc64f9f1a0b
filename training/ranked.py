"""Passages that search puts first for a question, out of all training documents of its set.

python -m training.ranked --data .training --embedder src/pincite/models/embedder.onnx

These are what the verifier meets when it is used: words on the subject that mostly do not answer. Nobody marked which
do; the teacher says so (`training.teacher`), or the verifier that is trained further (`training.verifier --itself`).
"""

import argparse
import json
import lzma
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from training.bert import Encoder, encode_mean, half_precision
from training.bert_ids import CLS, SEP
from training.clause_pairs import is_kept
from training.elsewhere import cut_passages
from training.int8 import read_shipped

PER_QUESTION = {"own": 6, "uk": 8, "cuad": 6, "maud": 4, "contractnli": 4, "clauses": 6}
POOLED = 60_000  # passages of a set that are looked through
LONGEST = 128  # tokens of a text
BATCH, ASKED = 512, 2048  # texts embedded, and questions compared, at a time


@dataclass(frozen=True, slots=True)
class Embedder:
    """The shipped embedder, in PyTorch."""

    encoder: nn.Module
    tokenizer: Tokenizer
    device: torch.device

    @classmethod
    def load(cls, path: Path, folder: Path) -> "Embedder":
        """Read the weights out of the file that ships."""
        encoder = Encoder()
        encoder.load_state_dict(read_shipped(path))
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(LONGEST - 2)
        return cls(encoder.to(device).eval(), tokenizer, device)

    @torch.no_grad()
    def embed(self, texts: list[str]) -> Tensor:
        """Give one row per text; texts of like length are read together."""
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        rows = [[CLS, *one.ids, SEP] for one in encoded]
        order = sorted(range(len(rows)), key=lambda n: len(rows[n]))
        vectors = torch.zeros(len(rows), 384, device=self.device)
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            ids = torch.zeros(len(some), len(rows[some[-1]]), dtype=torch.long)
            for n, place in enumerate(some):
                ids[n, : len(rows[place])] = torch.tensor(rows[place])
            lengths = torch.tensor([len(rows[place]) for place in some], device=self.device)
            with half_precision(self.device):
                vectors[some] = encode_mean(self.encoder, ids.to(self.device), lengths).float()
        return vectors


def first_places(embedder: Embedder, questions: list[str], passages: list[str], count: int) -> Iterable[list[int]]:
    """Give the places of the nearest passages, per question."""
    against = embedder.embed(passages).T
    for at in range(0, len(questions), ASKED):
        near = embedder.embed(questions[at : at + ASKED]) @ against
        yield from near.topk(min(count, len(passages)), dim=1).indices.tolist()


def rank_documents(embedder: Embedder, texts: dict[str, str], questions: list[str], count: int) -> list[list[Any]]:
    """Put each question beside the passages of a set that come first: [question, document, start, end]."""
    cut = [(name, a, b) for name, text in texts.items() for a, b in cut_passages(text)]
    cut = Random(POOLED).sample(cut, POOLED) if len(cut) > POOLED else cut
    found = first_places(embedder, questions, [texts[name][a:b] for name, a, b in cut], count)
    return [[question, *cut[n]] for question, places in zip(questions, found, strict=True) for n in places]


def rank_clauses(embedder: Embedder, rows: list[dict[str, Any]], count: int) -> list[list[str]]:
    """Put each question on a pair of clauses beside clauses of other rows that come first: [question, clause]."""
    trained = [row for n, row in enumerate(rows) if not is_kept(n)]
    clauses = [(n, words) for n, row in enumerate(trained) for words in (row["a"], row["b"])]
    asked = [
        (n, question)
        for n, row in enumerate(trained)
        for question in (*(one for pair in row["pairs"] for one in pair), *row["neither"])
    ]
    found = first_places(embedder, [q for _, q in asked], [words for _, words in clauses], count + 2)
    return [
        [question, clauses[place][1]]
        for (n, question), places in zip(asked, found, strict=True)
        for place in [place for place in places if clauses[place][0] != n][:count]
    ]


def main() -> None:
    """Rank, and write what came first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--embedder", type=Path, required=True, help="the embedder as it ships")
    arguments = parser.parse_args()
    with lzma.open(arguments.data / "data.json.xz") as file:
        packed = json.load(file)
    embedder = Embedder.load(arguments.embedder, arguments.data)
    texts: dict[str, dict[str, str]] = {}
    for name, own, split, text in packed["documents"]:
        if split == "train":
            texts.setdefault(own, {})[name] = text
    asked = [(row[0], row[2]) for row in packed["natural"]] + [(row[0], row[1]) for row in packed["absent"]]
    found: dict[str, list[Any]] = {
        own: rank_documents(embedder, some, [question for name, question in asked if name in some], PER_QUESTION[own])
        for own, some in texts.items()
    }
    found["clauses"] = rank_clauses(embedder, packed["clauses"], PER_QUESTION["clauses"])
    (arguments.data / "ranked.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
