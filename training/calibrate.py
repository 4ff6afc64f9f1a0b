"""Make the highlighter's scores mean what they say: fitted on dev, checked on mini.

python -m training.calibrate --data .training --predictions … --cosines … --to calibration.json

Nothing reads the file: the curve of a first result goes by hand into `src/pincite/retrieve/highlight.py`.
"""

import argparse
import json
import logging
import lzma
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.decode import Decoding, rank
from training.evaluate import Judged, load_judged

log = logging.getLogger("training.calibrate")
BINS = 10
RIGHT = 0.5  # a first result is right if at least half of it is gold


@dataclass(frozen=True, slots=True)
class Curve:
    """A chance from a logit: 1 / (1 + exp(-(slope * logit + offset)))."""

    slope: float
    offset: float

    def chance(self, logits: np.ndarray) -> np.ndarray:
        """Turn logits into chances."""
        found: np.ndarray = 1 / (1 + np.exp(-(self.slope * logits + self.offset)))
        return found


def fit(logits: np.ndarray, right: np.ndarray, steps: int = 5000) -> Curve:
    """Fit a curve by gradient descent on the log loss."""
    slope, offset = 1.0, 0.0
    for _ in range(steps):
        off = 1 / (1 + np.exp(-(slope * logits + offset))) - right
        slope -= 0.02 * float((off * logits).mean())
        offset -= 0.05 * float(off.mean())
    return Curve(slope, offset)


def calibration_error(chances: np.ndarray, right: np.ndarray) -> tuple[float, list[tuple[float, float, int]]]:
    """Give the expected calibration error, and per bin the mean chance, the share that was right, and the count."""
    which = np.minimum((chances * BINS).astype(int), BINS - 1)
    rows = [
        (float(chances[which == n].mean()), float(right[which == n].mean()), int((which == n).sum()))
        for n in sorted(set(which))
    ]
    error = sum(count * abs(chance - share) for chance, share, count in rows) / len(chances)
    return error, rows


def first_results(judged: list[Judged], decoding: Decoding) -> tuple[np.ndarray, np.ndarray]:
    """For every query, the mean logit over the first result, and whether the result is right."""
    logits, right = [], []
    for query in judged:
        start, end = rank(query.evidence, decoding)[0]
        own = (query.evidence.places[:, 0] >= start) & (query.evidence.places[:, 1] <= end)
        logits.append(float(query.evidence.logits[own].mean()) if own.any() else -8.0)
        shared = sum(max(0, min(end, y) - max(start, x)) for x, y in query.spans)
        right.append(shared / max(1, end - start) >= RIGHT)
    return np.array(logits), np.array(right)


def main() -> None:
    """Fit on dev, report on dev and mini, write the constants."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--predictions", type=Path, required=True)
    parser.add_argument("--cosines", type=Path, help="cosines of an embedder trained alone")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    judged = load_judged(arguments.data, arguments.predictions, arguments.cosines)
    with lzma.open(arguments.data / "data.json.xz") as file:
        pairs = json.load(file)["pairs"]
    best = np.load(arguments.predictions)["pair_windows"].astype(np.float32).max(1)
    answered, split = np.array([p[2] for p in pairs]), np.array([p[3] for p in pairs])
    curves: dict[str, Curve] = {}
    for name in ("dev", "mini"):
        spans = first_results([q for q in judged if q.split == name and q.set != "privacy_qa"], Decoding())
        whole = best[split == name], answered[split == name]
        if name == "dev":
            curves = {"first result": fit(*spans), "answered": fit(*whole)}
        for key, (logits, right) in (("first result", spans), ("answered", whole)):
            error, rows = calibration_error(curves[key].chance(logits), right)
            log.info("%s %s: ECE %.3f; %s", name, key, error, [(round(a, 2), round(b, 2), n) for a, b, n in rows])
    unseen = first_results([q for q in judged if q.set == "privacy_qa"], Decoding())
    error, _ = calibration_error(curves["first result"].chance(unseen[0]), unseen[1])
    log.info("privacy_qa first result: ECE %.3f", error)
    constants = {key: {"slope": round(c.slope, 4), "offset": round(c.offset, 4)} for key, c in curves.items()}
    arguments.to.write_text(json.dumps(constants, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
