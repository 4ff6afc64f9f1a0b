"""Fit the confidence of answers on the people's questions, by five-fold cross-validation over the questions.

PYTHONPATH=. python benchmarks/people_confidence.py ask --store STORE --documents FOLDER --out signals.jsonl
PYTHONPATH=. python benchmarks/everyday.py ask --sets first --always --out everyday.jsonl
PYTHONPATH=. python benchmarks/people_confidence.py fit signals.jsonl everyday.jsonl

`ask` answers every question whatever its evidence and keeps the signals; `fit` prints the weights that
`answer/confidence.py` holds, the ROC-AUC of folds never fitted on, and what a threshold costs.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.people import area_under_curve, ask_one, is_right, read_questions

import pincite.pipeline.asking.read_evidence as asking
from pincite.pipeline.store import Store

FOLDS = 5
SIGNALS = ("relevance", "lead", "likely", "place", "documents", "read", "alone", "margin")
# The signals of short documents, of which too few windows are read to compare them.
SHORT = ("relevance", "read", "alone")
# The signals that speak for an answer, and the least that each counts for it.
FOR, LEAST = {"relevance", "lead", "likely", "read", "alone", "margin"}, 0.02


def ask_all(arguments: argparse.Namespace) -> None:
    store = Store.open(arguments.store, flags=["answer.threshold=0", *(arguments.set or ())])
    asking.is_answered = lambda signals: True
    root = arguments.documents.resolve()
    names = {card.id: str(Path(card.path).resolve().relative_to(root)) for card in store.library.cards}
    kept: list[Any] = []
    read = asking.read_signals

    def keep(*given: Any, **named: Any) -> Any:
        kept.append(read(*given, **named))
        return kept[-1]

    asking.read_signals = keep
    with arguments.out.open("w", encoding="utf-8") as out:
        for row in read_questions(arguments.sets)[arguments.first :: arguments.every]:
            kept.clear()
            asked, answer = ask_one(store, row)
            cited = [[names[c.passage.doc_id], c.passage.span.start, c.passage.span.end] for c in answer.citations]
            signals = asdict(kept[-1]) if kept and kept[-1] else None
            told = {"id": row["id"], "asked": asked, "found": answer.found, "cited": cited, "text": answer.text}
            told |= {"confidence": answer.confidence, "note": answer.note, "signals": signals}
            out.write(json.dumps(told, ensure_ascii=False) + "\n")
            out.flush()


def fit(arguments: argparse.Namespace) -> None:
    told = [json.loads(line) for path in arguments.signals for line in path.read_text("utf-8").split("\n") if line]
    rows = {row["id"]: row for row in (*read_questions(), *(one for one in told if "gold" in one))}
    # What is said to be absent needs no evidence, and is not answered whatever it looks like.
    own = [one for one in told if one["signals"] and one["found"]]
    for title, compared, names in (("long documents", True, SIGNALS), ("short documents", False, SHORT)):
        some = [one for one in own if one["signals"]["compared"] == compared]
        if not some:
            continue
        values = np.array([[one["signals"][name] for name in names] for one in some])
        answerable = np.array([rows[one["id"]]["answerable"] for one in some])
        right = answerable & np.array([is_right(rows[one["id"]], one) for one in some])
        print(f"{title}: {len(some)} answers, {right.mean():.2f} right")
        for name, column in zip(names, values.T, strict=True):
            print(f"  {name}: alone {area_under_curve(column, right):.3f}")
        chances = fit_curve("right", names, values, right)
        answered = fit_curve("answered at all", names, values, answerable)
        report_thresholds(chances, answered, right, answerable)


def fit_curve(title: str, names: tuple[str, ...], values: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Print the curve of a chance, and give the chances by the folds that each was left out of."""
    folds, chances = np.arange(len(values)) % FOLDS, np.zeros(len(values))
    for fold in range(FOLDS):
        weights = logistic(names, values[folds != fold], wanted[folds != fold])
        chances[folds == fold] = predict(values[folds == fold], weights)
    whole = [round(float(weight), 3) for weight in logistic(names, values, wanted)]
    by_name = dict(zip(names, whole[:-1], strict=True))
    print(f"{title}: ChanceCurve({tuple(by_name.get(name, 0.0) for name in SIGNALS)}, {whole[-1]})", end="; ")
    print(f"ROC-AUC, folds left out {area_under_curve(chances, wanted):.3f}")
    return chances


def report_thresholds(chances: np.ndarray, answered: np.ndarray, right: np.ndarray, answerable: np.ndarray) -> None:
    for threshold in (0.35, 0.4, 0.5):
        for least in (0.0, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9):
            given = (chances >= threshold) & (answered >= least)
            good, false = (given & right) | (~given & ~answerable), int((given & ~answerable).sum())
            counts = f"{false} of {(~answerable).sum()} unanswerable answered"
            area = area_under_curve(chances[given], right[given])
            share = f"{good.mean():.3f} right or rightly refused"
            print(f"  {threshold:.2f}, answered {least:.2f}: {share}, {counts}, ROC-AUC {area:.3f}")


def logistic(
    names: tuple[str, ...], values: np.ndarray, right: np.ndarray, *, steps: int = 4000, shrink: float = 0.02
) -> np.ndarray:
    """Fit weights and bias by gradient descent on the log loss, none of the wrong sign.

    They are shrunk, so that signals that say the same share their weight.
    """
    mean, spread = values.mean(0), values.std(0) + 1e-9
    scaled = np.column_stack([(values - mean) / spread, np.ones(len(values))])
    weights = np.zeros(scaled.shape[1])
    raising = [n for n, name in enumerate(names) if name in FOR]
    for _ in range(steps):
        off = 1 / (1 + np.exp(-scaled @ weights)) - right
        weights -= 0.3 * (scaled.T @ off / len(right) + shrink * np.append(weights[:-1], 0))
        weights[raising] = np.maximum(weights[raising], LEAST)
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
