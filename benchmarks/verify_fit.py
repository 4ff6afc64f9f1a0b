"""Fit how the rules and the verifier count together: prints the constants of `pincite.answer.verification.judgement`.

    python benchmarks/verify_fit.py SIGNALS.jsonl

A logistic regression on the half `fit` of `verify_signals.py`, in which claims, pairs and lies count alike. Sentences
with a hard fault, and those no model reads, are left out: they are decided before. A weight whose sign makes no sense
(a fault that speaks for a claim) is held at zero.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from verify_signals import Signals, read_signals

from pincite.answer.verification.judgement import HARD, SOFT, features
from pincite.domain.answer import Fault, FaultKind

Numbers = NDArray[np.float64]
# Which way each weight may point: the verdict speaks for a claim, the faults against it.
SIGNS = np.array([0, 1, *(-1 for _ in SOFT)])
RIDGE = 1.0


def is_fitted(row: Signals) -> bool:
    """Whether the model decides of a sentence."""
    return row.verdict is not None and not any(FaultKind(kind) in HARD for kind in row.faults)


def row_features(row: Signals) -> tuple[float, ...]:
    """The features of a sentence as the product makes them."""
    assert row.verdict is not None
    return features([Fault(FaultKind(kind), "") for kind in row.faults], row.verdict)


def fit(rows: list[Signals]) -> Numbers:
    """The weights: Newton's method, again without the weights that point the wrong way."""
    values = np.array([row_features(row) for row in rows])
    true = np.array([float(row.true) for row in rows])
    names = [row.set for row in rows]
    weights = np.array([len(rows) / names.count(name) / len(set(names)) for name in names])
    free = np.ones(values.shape[1], dtype=bool)
    while True:
        found = np.zeros(values.shape[1])
        found[free] = _newton(values[:, free], true, weights)
        wrong = free & (found * SIGNS < 0)
        if not wrong.any():
            return found
        free &= ~wrong


def _newton(values: Numbers, true: Numbers, weights: Numbers) -> Numbers:
    found = np.zeros(values.shape[1])
    ridge = RIDGE * np.diag([0.0, *(1.0 for _ in found[1:])])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-values @ found))
        slope = values.T @ (weights * (chance - true)) + ridge @ found
        found -= np.linalg.solve((values * (weights * chance * (1 - chance))[:, None]).T @ values + ridge, slope)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("signals", type=Path)
    rows = [row for row in read_signals(parser.parse_args().signals) if row.half == "fit" and is_fitted(row)]
    found = fit(rows)
    print(f"{len(rows)} sentences")
    print(f"WEIGHTS = ({', '.join(f'{weight:.3f}' for weight in found)})")
    chances = 1 / (1 + np.exp(-np.array([row_features(row) for row in rows]) @ found))
    print("threshold   true and false let through, of those without a hard fault")
    for threshold in np.arange(0.3, 0.75, 0.05):
        print(f"  {threshold:.2f}", end="")
        for name in ("claims", "pairs", "lies"):
            for true in (True, False):
                own = [c for c, row in zip(chances, rows, strict=True) if row.set == name and row.true == true]
                print(f"  {name} {'true' if true else 'false'} {np.mean(np.array(own) >= threshold):.1%}", end="")
        print()


if __name__ == "__main__":
    main()
