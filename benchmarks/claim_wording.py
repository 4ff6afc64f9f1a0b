"""How far claims give themselves away: a model that sees the claim alone, without the passage.

    python benchmarks/claim_wording.py --data .training

A logistic regression on words and pairs of words, fitted to the claims of the documents that the verifier was trained
on and measured on those of the documents kept apart. Its threshold lets through as many true claims as the product
does, so that the shares of false ones can be compared. The passage alone tells nothing: each has as many true and as
many false claims as every other. In contrast pairs neither does.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array
from training.contrast import SUPPORTED, claim_examples
from verify_claims import kinds_of
from verify_signals import Signals

FEATURES = 1 << 17
PENALTY = 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--true", type=float, default=0.913, help="the share of true claims to let through")
    given = parser.parse_args()
    with lzma.open(given.data / "data.json.xz") as file:
        packed = json.load(file)
    splits = {document[0]: (document[2], document[3]) for document in packed["documents"]}
    claims: dict[str, list[Any]] = {"train": [], "natural": []}
    for row in packed["claims"]:
        split, text = splits[row["document"]]
        claims.get(split, []).extend(claim_examples(row, text))
    weights = fit(claims["train"])
    kept = claims["natural"]
    scores = features(kept) @ weights
    true = np.array([one.label == SUPPORTED for one in kept])
    wins = np.mean([(scores[true][:, None] > scores[~true]) + 0.5 * (scores[true][:, None] == scores[~true])])
    threshold = np.quantile(scores[true], 1 - given.true)
    print(f"{len(claims['train'])} claims to fit, {len(kept)} to measure; ROC-AUC of the claim alone {wins:.3f}")
    rows = [
        Signals("claims", "", one.kind, bool(label), str(number), 0.0, [])
        for number, (one, label) in enumerate(zip(kept, true, strict=True))
    ]
    print("\n| claims | n | the claim alone |\n| --- | --: | --: |")
    for name, own in kinds_of(rows):
        passed = np.mean([scores[int(row.group)] >= threshold for row in own])
        print(f"| {name} | {len(own)} | {passed:.1%} |")


def features(claims: list[Any]) -> Any:
    """Words and pairs of words, hashed, each row of length one."""
    indices, indptr = [], [0]
    for one in claims:
        words = ["^", *re.findall(r"[a-z]+|\d", one.claim.lower()), "$"]
        terms = {*words, *(f"{a} {b}" for a, b in zip(words, words[1:], strict=False))}
        indices += [crc32(term.encode()) % FEATURES for term in terms]
        indptr.append(len(indices))
    lengths = np.diff(indptr)
    values = np.repeat(1 / np.sqrt(lengths), lengths)
    return csr_array((values, indices, indptr), shape=(len(claims), FEATURES))


def fit(claims: list[Any]) -> Any:
    """The weights of the regression."""
    rows = features(claims)
    signs = np.array([1.0 if one.label == SUPPORTED else -1.0 for one in claims])

    def loss(weights: Any) -> tuple[float, Any]:
        margins = signs * (rows @ weights)
        slopes = -signs / (1 + np.exp(np.clip(margins, -30, 30)))
        value = np.logaddexp(0, -margins).sum() + PENALTY * (weights @ weights) / 2
        return float(value), rows.T @ slopes + PENALTY * weights

    return minimize(loss, np.zeros(FEATURES), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x


if __name__ == "__main__":
    main()
