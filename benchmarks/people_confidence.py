"""Fit the confidence of answers on the people's questions, by five-fold cross-validation over the questions.

PYTHONPATH=. python benchmarks/people_confidence.py ask --store STORE --documents FOLDER --out signals.jsonl
PYTHONPATH=. python benchmarks/people_confidence.py fit signals.jsonl

`ask` answers every question whatever its evidence and keeps the signals; `fit` prints the weights that
`answer/confidence.py` holds, the ROC-AUC of folds never fitted on, and what a threshold costs.
"""

import argparse
import json
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.people import area_under_curve, ask_one, is_right, read_questions

import pincite.pipeline.ask as asking
from pincite.pipeline.store import Store

FOLDS = 5
# The signals that speak for an answer (relevance, lead, likely, read, alone), and the least that each counts for it.
FOR, LEAST = [0, 1, 2, 5, 6], 0.02


def ask_all(arguments: argparse.Namespace) -> None:
    store = Store.open(arguments.store, flags=["answer.threshold=0", *(arguments.set or ())])
    asking.is_answered = lambda signals: True
    root = arguments.documents.resolve()
    names = {card.id: str(Path(card.path).resolve().relative_to(root)) for card in store.library.cards}
    kept: list[Any] = []
    read = asking.read_signals

    def keep(*given: Any) -> Any:
        kept.append(read(*given))
        return kept[-1]

    asking.read_signals = keep
    with arguments.out.open("w", encoding="utf-8") as out:
        for row in read_questions(arguments.sets)[arguments.first :: arguments.every]:
            kept.clear()
            asked, answer = ask_one(store, row)
            cited = [[names[c.passage.doc_id], c.passage.span.start, c.passage.span.end] for c in answer.citations]
            signals = astuple(kept[-1]) if kept and kept[-1] else None
            told = {"id": row["id"], "asked": asked, "found": answer.found, "cited": cited, "text": answer.text}
            told |= {"confidence": answer.confidence, "note": answer.note, "signals": signals}
            out.write(json.dumps(told, ensure_ascii=False) + "\n")
            out.flush()


def fit(arguments: argparse.Namespace) -> None:
    rows = {row["id"]: row for row in read_questions()}
    told = [json.loads(line) for path in arguments.signals for line in path.read_text("utf-8").split("\n") if line]
    # What is said to be absent needs no evidence, and is not answered whatever it looks like.
    own = [one for one in told if one["signals"] and one["found"]]
    values = np.array([one["signals"] for one in own])
    right = np.array([rows[one["id"]]["answerable"] and is_right(rows[one["id"]], one) for one in own])
    folds = np.arange(len(own)) % FOLDS
    chances = np.zeros(len(own))
    for fold in range(FOLDS):
        weights = logistic(values[folds != fold], right[folds != fold])
        chances[folds == fold] = predict(values[folds == fold], weights)
    weights = logistic(values, right)
    print(
        f"{len(own)} answers, {right.mean():.2f} right; ROC-AUC, folds left out {area_under_curve(chances, right):.3f}"
    )
    print("WEIGHTS =", tuple(round(float(w), 3) for w in weights[:-1]), "BIAS =", round(float(weights[-1]), 3))
    for name, column in zip(
        ("relevance", "lead", "likely", "place", "documents", "read", "alone"), values.T, strict=True
    ):
        print(f"  {name}: alone {area_under_curve(column, right):.3f}")
    answerable = np.array([rows[one["id"]]["answerable"] for one in own])
    answered, known = np.zeros(len(own)), logistic(values, answerable)
    for fold in range(FOLDS):
        part = logistic(values[folds != fold], answerable[folds != fold])
        answered[folds == fold] = predict(values[folds == fold], part)
    area = area_under_curve(answered, answerable)
    print(f"answered at all: ROC-AUC, folds left out {area:.3f}")
    print("ANSWERED_WEIGHTS =", tuple(round(float(w), 3) for w in known[:-1]), "BIAS =", round(float(known[-1]), 3))
    for threshold in np.arange(0.3, 0.65, 0.05):
        for least in (0.0, 0.7, 0.8, 0.85, 0.9):
            given = (chances >= threshold) & (answered >= least)
            good, false = (given & right) | (~given & ~answerable), int((given & ~answerable).sum())
            counts = f"{false} of {(~answerable).sum()} unanswerable answered"
            print(f"  {threshold:.2f}, answered {least:.2f}: {good.mean():.3f} right or rightly refused, {counts}")


def logistic(values: np.ndarray, right: np.ndarray, *, steps: int = 4000, shrink: float = 0.02) -> np.ndarray:
    """Fit weights and bias by gradient descent on the log loss, none of the wrong sign.

    They are shrunk, so that signals that say the same share their weight.
    """
    mean, spread = values.mean(0), values.std(0) + 1e-9
    scaled = np.column_stack([(values - mean) / spread, np.ones(len(values))])
    weights = np.zeros(scaled.shape[1])
    for _ in range(steps):
        off = 1 / (1 + np.exp(-scaled @ weights)) - right
        weights -= 0.3 * (scaled.T @ off / len(right) + shrink * np.append(weights[:-1], 0))
        weights[FOR] = np.maximum(weights[FOR], LEAST)
    own = weights[:-1] / spread
    return np.append(own, weights[-1] - (own * mean).sum())


def predict(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-(values @ weights[:-1] + weights[-1])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("ask")
    one.add_argument("--store", type=Path, required=True)
    one.add_argument("--documents", type=Path, required=True)
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--sets", nargs="+", default=["contracts", "uk"])
    one.add_argument("--every", type=int, default=1)
    one.add_argument("--first", type=int, default=0)
    one.add_argument("--set", action="append")
    one.set_defaults(run=ask_all)
    two = commands.add_parser("fit")
    two.add_argument("signals", type=Path, nargs="+")
    two.set_defaults(run=fit)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
