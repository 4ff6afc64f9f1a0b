"""Figures from the rows of `answers.py`: the answer measures, the curve of the confidence, how much to quote."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from answers_questions import Asked

from pincite.domain.answer import Answer
from pincite.domain.document import Passage
from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.metrics.measure import get_measure
from pincite.metrics.scorer import Scorer, TextOf
from pincite.spans import Span

Row = dict[str, Any]
Places = Sequence[Sequence[Any]]
THRESHOLDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)
STEPS = 20_000


def score_cited(answer: Answer, cited: Places, asked: Asked) -> Row:
    """Cited characters inside gold, gold characters cited, the F1 of the words quoted, and the gold itself."""
    quotes = [citation.quote for citation in answer.citations]
    scorer = Scorer([outcome_of(cited, asked.gold, quotes=quotes, truth=asked.truth)])
    measures = {"precision": "citation_precision", "recall": "citation_recall", "f1": "quote_f1"}
    values = {name: float(scorer.score(get_measure(measure))[0]) for name, measure in measures.items()}
    # An answer that cites nothing has no precision; the tables count answers only.
    return {**{name: 0.0 if np.isnan(value) else value for name, value in values.items()}, "gold": asked.gold}


def outcome_of(cited: Places, gold: Places, *, quotes: Sequence[str] = (), truth: str = "") -> QueryOutcome:
    """What was cited beside the gold."""
    texts = quotes or [""] * len(cited)
    sources = [
        CitedSource(file, Passage(file, Span(start, end)), quote)
        for (file, start, end), quote in zip(cited, texts, strict=True)
    ]
    return QueryOutcome(
        gold=[Passage(file, Span(start, end)) for file, start, end in gold],
        gold_texts=[truth] if truth else [],
        response=Response("", answer="", citations=tuple(sources)),
    )


def verified(answer: Answer, texts: TextOf) -> bool:
    """Tell whether the document's text at every citation is its quote."""
    sources = [CitedSource(c.passage.doc_id, c.passage, c.quote) for c in answer.citations]
    outcome = QueryOutcome(response=Response("", answer=answer.text, citations=tuple(sources)))
    share = Scorer([outcome], texts=texts).score(get_measure("verified"))[0]
    return not sources or share == 1


def balanced_accuracy(rows: Sequence[Row]) -> tuple[float, float, float]:
    """Balanced accuracy of answering, the share of wrong refusals, and that of wrong answers."""
    outcomes = [
        QueryOutcome(
            gold_answer="given" if row["answerable"] else None,
            response=Response(row["id"], answer="", abstained=not row["found"]),
        )
        for row in rows
    ]
    scorer, everyone = Scorer(outcomes), np.ones(len(rows), dtype=bool)
    balanced, lost, right = (
        scorer.combine(measure, scorer.score(measure), among=everyone)
        for measure in map(get_measure, ("abstention", "wrong_refusal", "right_refusal"))
    )
    return balanced, lost, 1 - right


def choose_quotes(rows: list[Row]) -> str:
    """Precision, recall and their mean F for ways of quoting, by set; found from the hits, nothing is asked again."""
    lines = ["most share | " + " | ".join(f"{name}: precision recall" for name in sets(rows))]
    for most in (1, 2, 3):
        for share in (0.0, 0.6, 0.8, 0.9, 0.95) if most > 1 else (1.0,):
            cells = []
            for name in sets(rows):
                own = [row for row in rows if row["set"] == name]
                scorer = Scorer([outcome_of(_quoted(row["hits"], most, share), row["gold"]) for row in own])
                columns = [scorer.score(get_measure(m)) for m in ("citation_precision", "citation_recall")]
                precision, recall = (float(np.nan_to_num(column).mean()) for column in columns)
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
