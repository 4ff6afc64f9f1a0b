"""What the rows of `answers.py` come to: citations against gold, the curve of the confidence, how much to quote."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from answers_questions import Asked

from pincite.spans import Span, merge_spans

Row = dict[str, Any]
Places = Sequence[Sequence[Any]]
THRESHOLDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)
STEPS = 20_000


def score_cited(cited: Places, quoted: str, asked: Asked) -> Row:
    """Cited characters inside gold, gold characters cited, the F1 of the words, and the gold itself."""
    precision, recall = overlap(cited, asked.gold)
    said, wanted = (Counter(re.findall(r"\w+", words.casefold())) for words in (quoted, asked.truth))
    common = (said & wanted).total()
    f1 = 2 * common / max(said.total() + wanted.total(), 1)
    return {"precision": precision, "recall": recall, "f1": f1, "gold": asked.gold}


def overlap(cited: Places, gold: Places) -> tuple[float, float]:
    """The share of the cited characters that are gold, and of the gold characters that are cited."""
    ours, theirs = _merged(cited), _merged(gold)
    shared = sum(
        len(one.intersection(other) or ()) for file in ours for one in ours[file] for other in theirs.get(file, [])
    )
    return shared / max(_size(ours), 1), shared / max(_size(theirs), 1)


def choose_quotes(rows: list[Row]) -> str:
    """Precision, recall and their mean F for ways of quoting, by set; found from the hits, nothing is asked again."""
    lines = ["most share | " + " | ".join(f"{name}: precision recall" for name in sets(rows))]
    for most in (1, 2, 3):
        for share in (0.0, 0.6, 0.8, 0.9, 0.95) if most > 1 else (1.0,):
            cells = []
            for name in sets(rows):
                own = [row for row in rows if row["set"] == name]
                both = [overlap(_quoted(row["hits"], most, share), row["gold"]) for row in own]
                precision, recall = (sum(pair[i] for pair in both) / len(both) for i in (0, 1))
                cells.append(f"{precision:.3f} {recall:.3f}")
            lines.append(f"{most} {share} | " + " | ".join(cells))
    return "\n".join(lines)


def fit_curve(rows: list[Row]) -> str:
    """The logistic curves of the confidence over one and two features, and what each threshold does."""
    found = np.array([row["answerable"] for row in rows], dtype=np.float64)
    if rows[0]["relevance"] is None:
        return _fit_told(np.array([row["confidence"] for row in rows]), found)
    relevance = np.array([row["relevance"] for row in rows], dtype=np.float64)
    sure = np.array([_surest(row["hits"]) for row in rows], dtype=np.float64)
    lines = []
    for name, features in (("relevance", [relevance]), ("relevance, surest span", [relevance, sure])):
        weights = fit(np.stack([*features, np.ones(len(rows))], axis=1), found)
        chances = _sigmoid(np.stack([*features, np.ones(len(rows))], axis=1) @ weights)
        loss = float(-(found * np.log(chances) + (1 - found) * np.log(1 - chances)).mean())
        lines.append(
            f"{name}: weights {', '.join(f'{weight:.3f}' for weight in weights)}; {len(rows)} pairs; "
            f"log loss {loss:.3f}, area under the ROC curve {area(chances, found):.3f}"
        )
        lines += [f"  {threshold_line(chances, found, limit)}" for limit in THRESHOLDS]
    return "\n".join(lines)


def _fit_told(told: np.ndarray, found: np.ndarray) -> str:
    """The curve over the confidence that was told, in logits, where no highlighter read: (1, 0) is a sound curve."""
    told = np.clip(told, 1e-4, 1 - 1e-4)
    features = np.stack([np.log(told / (1 - told)), np.ones(len(told))], axis=1)
    weights = fit(features, found)
    head = f"confidence: weights {weights[0]:.3f}, {weights[1]:.3f}; area under the ROC curve {area(told, found):.3f}"
    return "\n  ".join([head, *(threshold_line(_sigmoid(features @ weights), found, limit) for limit in THRESHOLDS)])


def threshold_line(chances: np.ndarray, found: np.ndarray, limit: float) -> str:
    lost, kept_out = (chances[found > 0] < limit).mean(), (chances[found == 0] < limit).mean()
    return (
        f"threshold {limit}: balanced accuracy {(1 - lost + kept_out) / 2:.3f}, "
        f"false not-found {lost:.3f}, false answers {1 - kept_out:.3f}"
    )


def fit(features: np.ndarray, found: np.ndarray) -> np.ndarray:
    """The weights of least log loss, by gradient descent."""
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        weights -= 0.05 * (features.T @ (_sigmoid(features @ weights) - found)) / len(found)
    return weights


def area(chances: np.ndarray, found: np.ndarray) -> float:
    """The area under the ROC curve: how often an answerable question gets the higher chance."""
    yes, no = chances[found > 0], chances[found == 0]
    return float(((yes[:, None] > no).sum() + 0.5 * (yes[:, None] == no).sum()) / (len(yes) * len(no)))


def sets(rows: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(row["set"] for row in rows))


def _quoted(hits: Places, most: int, share: float) -> list[tuple[str, int, int]]:
    """The exact spans an answer would quote, the most likely first."""
    exact = sorted((hit for hit in hits if hit[4]), key=lambda hit: -hit[3])
    return [(hit[0], hit[1], hit[2]) for hit in exact[:most] if hit[3] >= share * exact[0][3]]


def _surest(hits: Places) -> float:
    return max((hit[3] for hit in hits if hit[4]), default=0.0)


def _sigmoid(logits: np.ndarray) -> np.ndarray:
    chances: np.ndarray = 1 / (1 + np.exp(-logits))
    return chances


def _merged(places: Places) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = defaultdict(list)
    for file, start, end in places:
        found[file].append(Span(start, end))
    return {file: merge_spans(spans) for file, spans in found.items()}


def _size(spans: dict[str, list[Span]]) -> int:
    return sum(len(span) for own in spans.values() for span in own)
