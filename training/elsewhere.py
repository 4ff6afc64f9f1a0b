"""Passages of a document that come near a question without answering it.

They are looked for by words in common (BM25) and by the shipped table of word vectors, without any trained reader, so
that they mislead in other ways than a reader's own mistakes.
"""

import re
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from training.lexical import K1, B, terms

MODELS = Path(__file__).parent.parent / "src" / "pincite" / "models"
KEPT = 8  # near misses of a question
SHORTEST, LONGEST = 60, 450  # characters of a passage, where its sentences allow
MARGIN = 20  # characters around an answer that no near miss may touch
PIECE = re.compile(r"(?<=[.;:])\s+|\n+")


def cut_passages(text: str) -> list[tuple[int, int]]:
    """Cut a text into sentences, the short ones joined with what follows."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in [*PIECE.finditer(text), None]:
        end = match.start() if match else len(text)
        if end - start >= SHORTEST or match is None:
            found += [(at, min(end, at + LONGEST)) for at in range(start, end, LONGEST)]
            start = match.end() if match else end
    return [(a, b) for a, b in found if text[a:b].strip()]


class NearMisses:
    """The passages of one document, to be asked any number of questions."""

    def __init__(self, text: str, table: "WordVectors") -> None:
        self.passages = cut_passages(text)
        words = [terms(text[a:b]) for a, b in self.passages]
        self.table = table
        self.vectors = table.embed([text[a:b] for a, b in self.passages])
        self.sizes = np.array([len(w) for w in words], np.float32)
        self.counts: dict[str, dict[int, int]] = {}
        for n, some in enumerate(words):
            for word in some:
                held = self.counts.setdefault(word, {})
                held[n] = held.get(n, 0) + 1

    def find(self, question: str, answers: list[list[int]], count: int = KEPT) -> list[list[int]]:
        """Give the passages nearest to a question that touch none of its answers."""
        scores = _standard(self._lexical(question)) + _standard(self.vectors @ self.table.embed([question])[0])
        found = []
        for n in np.argsort(-scores):
            a, b = self.passages[n]
            if all(b + MARGIN <= start or end + MARGIN <= a for start, end in answers):
                found.append([a, b])
            if len(found) == count:
                break
        return found

    def _lexical(self, question: str) -> np.ndarray:
        scores = np.zeros(len(self.passages), np.float32)
        mean = max(1.0, float(self.sizes.mean()))
        for word in set(terms(question)):
            held = self.counts.get(word, {})
            rarity = np.log(1 + (len(scores) - len(held) + 0.5) / (len(held) + 0.5))
            for n, times in held.items():
                scores[n] += rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * self.sizes[n] / mean))
        return scores


class WordVectors:
    """The shipped table of word vectors."""

    def __init__(self, models: Path = MODELS) -> None:
        with np.load(models / "static.npz", allow_pickle=False) as table:
            self.words = table["words"].astype(np.float32) * table["scale"]
        self.tokenizer = Tokenizer.from_file(str(models / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    def embed(self, texts: list[str]) -> np.ndarray:
        """Give one row per text, normalised."""
        found = np.zeros((len(texts), self.words.shape[1]), np.float32)
        for n, encoded in enumerate(self.tokenizer.encode_batch(texts, add_special_tokens=False)):
            if encoded.ids:
                found[n] = self.words[encoded.ids].sum(0)
        return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)


def _standard(scores: np.ndarray) -> np.ndarray:
    return (scores - scores.mean()) / (scores.std() + 1e-6)
