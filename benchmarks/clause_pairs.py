"""How well the verifier tells the clause that answers a question from its neighbour that only speaks of the like.

    PYTHONPATH=. python benchmarks/clause_pairs.py [ROWS.jsonl …]

A row has two clauses and pairs of questions of which each clause answers one, and questions that neither answers
(`benchmarks/clause_pairs.jsonl`, by a writer nobody trains on). The question alone and the clause alone tell nothing.
"""

import argparse
from pathlib import Path

import numpy as np
from training.clause_pairs import ClausePairs
from training.contrast import Example
from training.evaluate import area_under_curve
from training.natural import read_lines

from pincite.answer.verification.verifier_onnx import OnnxVerifier

ROWS = Path(__file__).with_suffix(".jsonl")


def read_odds(verifier: OnnxVerifier, rows: list[Example]) -> np.ndarray:
    """The log odds of each."""
    return np.array([verdict.log_odds for verdict in verifier.verify([(row.claim, row.passage) for row in rows])])


def main() -> None:
    """Read every question with both clauses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, nargs="*", default=[ROWS])
    arguments = parser.parse_args()
    verifier = OnnxVerifier()
    print(
        "| rows | questions | ROC-AUC | right clause first | answers above 0 | other clause above 0 | neither above 0 |"
    )
    print("| --- | --: | --: | --: | --: | --: | --: |")
    for path in arguments.rows:
        pairs = ClausePairs()
        for row in read_lines(path):
            pairs.add(row)
        odds = read_odds(verifier, [e for quad in pairs.quads for e in quad]).reshape(-1, 4)
        neither = read_odds(verifier, pairs.neither)
        good, bad = odds[:, [0, 3]].ravel(), odds[:, [2, 1]].ravel()
        area = area_under_curve(
            np.concatenate([good, bad, neither]), np.arange(len(good) + len(bad) + len(neither)) < len(good)
        )
        shares = " | ".join(f"{(some > 0).mean():.1%}" for some in (good, bad, neither))
        print(f"| {path.stem} | {len(good)} | {area:.3f} | {(good > bad).mean():.1%} | {shares} |")


if __name__ == "__main__":
    main()
