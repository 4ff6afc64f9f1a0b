"""Fit how likely a document holds what a review asks of it, on CUAD's development contracts; never on test documents.

python -m benchmarks.review_fit DATA --work FOLDER [--write]

The signals of every cell are kept in FOLDER and gathered only once for each state of the models (delete
`fit.signals.jsonl` after a change of the weights). It prints the balanced accuracy of folds never fitted on; with
`--write` the curve goes to `src/pincite/review/presence.json`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.review_data import QUESTIONS, ROOT, Contract, is_there, load_contracts

from pincite.pipeline.asking.question_batch import QuestionBatch
from pincite.pipeline.store import Store, index_files
from pincite.review.presence import read_signals
from pincite.settings import load_settings

FOLDS = 5
# How strongly a question's own lean, and the weights, are held back.
LEAN, WEIGHT = 1.0, 1.0
# The share of cells that may be left to a person.
UNSURE = 0.2


def build(contracts: list[Contract], folder: Path) -> Store:
    """A store of the contracts, made once."""
    texts = folder.with_name(f"{folder.name}.texts")
    texts.mkdir(parents=True, exist_ok=True)
    for contract in contracts:
        path = texts / contract.name
        if not path.exists():
            path.write_bytes(contract.text.encode("utf-8"))
    index_files([texts], folder, settings=load_settings().settings, prune=True)
    return Store.open(folder)


def gather(store: Store, path: Path) -> list[dict[str, Any]]:
    """The signals of every cell of every document; what is there is not read again."""
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line] if path.exists() else []
    done = {row["document"] for row in rows}
    batch = QuestionBatch(store, [question.question for question in QUESTIONS])
    with path.open("a", encoding="utf-8") as out:
        for card in store.documents:
            name = Path(card.path).name
            if name in done:
                continue
            opened = batch.open(card.id)
            seen = [batch.ask(opened, number) for number in range(len(QUESTIONS))]
            row = {"document": name, "signals": [astuple(read_signals(one)) if one else None for one in seen]}
            out.write(json.dumps(row) + "\n")
            out.flush()
            rows.append(row)
            print(f"{len(rows)} of {len(store.documents)}", flush=True)
    return rows


def fit(signals: np.ndarray, there: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """Weights of the signals, the bias, and a lean for each question, by Newton's method."""
    features = design(signals, asked)
    held = np.concatenate([np.full(signals.shape[1] + 1, WEIGHT), np.full(len(QUESTIONS), LEAN)])
    weights = np.zeros(features.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        slope = features.T @ (chance - there) + held * weights
        bend = (features * (chance * (1 - chance))[:, None]).T @ features + np.diag(held)
        weights -= np.linalg.solve(bend, slope)
    return weights


def design(signals: np.ndarray, asked: np.ndarray) -> np.ndarray:
    lean = np.zeros((len(signals), len(QUESTIONS)))
    lean[np.arange(len(signals)), asked] = 1
    return np.hstack([signals, np.ones((len(signals), 1)), lean])


def balanced(said: np.ndarray, there: np.ndarray) -> float:
    return float((said[there == 1].mean() + (~said[there == 0]).mean()) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    contracts = {contract.name: contract for contract in load_contracts(arguments.data, "fit")}
    store = build(list(contracts.values()), arguments.work / "fit")
    rows = gather(store, arguments.work / "fit.signals.jsonl")
    cells = [
        (signals, is_there(contracts[row["document"]], QUESTIONS[number]), number, row["document"])
        for row in rows
        for number, signals in enumerate(row["signals"])
        if signals is not None and row["document"] in contracts
    ]
    signals, there, asked = (np.array([cell[i] for cell in cells], dtype=float) for i in range(3))
    asked = asked.astype(int)
    names = sorted(contracts)
    fold = np.array([names.index(cell[3]) % FOLDS for cell in cells])
    chance = np.zeros(len(cells))
    for i in range(FOLDS):
        weights = fit(signals[fold != i], there[fold != i], asked[fold != i])
        chance[fold == i] = 1 / (1 + np.exp(-design(signals[fold == i], asked[fold == i]) @ weights))
    level = max(np.linspace(0.1, 0.7, 61), key=lambda at: balanced(chance >= at, there))
    sure = np.maximum(chance, 1 - chance)
    edge = float(np.quantile(sure, UNSURE))
    kept = sure >= edge
    wrong = float(((chance >= 0.5) != there)[kept].mean())
    print(f"{len(contracts)} contracts, {len(cells)} cells: balanced accuracy {balanced(chance >= level, there):.3f}")
    print(f"at {level:.2f}; {UNSURE:.0%} left to a person (chances {1 - edge:.2f} to {edge:.2f}), {wrong:.3f} wrong")
    if arguments.write:
        weights = fit(signals, there, asked)
        width = signals.shape[1]
        leans = {one.question: round(float(lean), 3) for one, lean in zip(QUESTIONS, weights[width + 1 :], strict=True)}
        curve = {
            "weights": [round(float(weight), 4) for weight in weights[:width]],
            "bias": round(float(weights[width]), 4),
            "leans": leans,
            "doubt": [round(1 - edge, 3), round(edge, 3)],
            "there": round(float(level), 3),
        }
        path = ROOT / "src" / "pincite" / "review" / "presence.json"
        path.write_text(json.dumps(curve, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
