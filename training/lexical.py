"""BM25 inside one document, small enough to read: the words' part of the first stage."""

import math
import re
from collections import Counter

import numpy as np

from training.config import STOPWORDS

K1, B = 1.5, 0.75
ENDING = re.compile(r"(?:ations?|ings?|ed|es|s|ment|able|ly)$")


def terms(text: str) -> list[str]:
    """Cut a text into words without their endings."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return [ENDING.sub("", w) if len(w) > 4 else w for w in words if w not in STOPWORDS]


def bm25_scores(question: str, chunks: list[str]) -> np.ndarray:
    """Score every chunk for a question."""
    counts = [Counter(terms(chunk)) for chunk in chunks]
    sizes = np.array([sum(c.values()) for c in counts])
    scores = np.zeros(len(chunks), np.float32)
    for term in set(terms(question)):
        found = np.array([c[term] for c in counts])
        rarity = math.log(1 + (len(chunks) - (found > 0).sum() + 0.5) / ((found > 0).sum() + 0.5))
        scores += rarity * found * (K1 + 1) / (found + K1 * (1 - B + B * sizes / max(1.0, sizes.mean())))
    return scores
