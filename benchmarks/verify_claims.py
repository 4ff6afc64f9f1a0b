"""How many true and false sentences are let through: by the rules alone, by the verifier alone, and by both.

    python benchmarks/verify_signals.py --data .training --out SIGNALS.jsonl --lies
    python benchmarks/verify_claims.py SIGNALS.jsonl [--half held]

Prints, for claims, contrast pairs and told lies, the shares let through by kind, then the curve over the threshold,
and how reliable the scores are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from verify_signals import Signals, read_signals

from pincite.answer.verification.judgement import judge
from pincite.domain.answer import Fault, FaultKind

Passes = Callable[[Signals], bool]
# A model alone says yes where it thinks support likelier than not.
EVEN = 0.5
EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def by_rules(row: Signals) -> bool:
    """Whether the rules find no fault."""
    return not row.faults


def by_model(row: Signals) -> bool:
    """Whether the model reads support; what no model reads is left to the rules."""
    return row.verdict.supported >= EVEN if row.verdict else by_rules(row)


def by_both(row: Signals) -> bool:
    """Whether the product shows the sentence as verified."""
    faults = [Fault(FaultKind(kind), "") for kind in row.faults]
    return not judge(faults, share=row.share, verdict=row.verdict, where="").faults


def score(row: Signals) -> float:
    """The product's score."""
    faults = [Fault(FaultKind(kind), "") for kind in row.faults]
    return judge(faults, share=row.share, verdict=row.verdict, where="").score


WAYS: dict[str, Passes] = {"rules": by_rules, "model": by_model, "both": by_both}


def share(rows: Sequence[Signals], passes: Passes) -> float:
    """The share of statements let through; one of several sentences passes where each of them does."""
    groups: dict[str, list[bool]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(passes(row))
    return float(np.mean([all(found) for found in groups.values()])) if groups else float("nan")


def kinds_of(rows: Sequence[Signals]) -> list[tuple[str, list[Signals]]]:
    """The rows of all true and all false sentences, then of each kind."""
    parts = [("true, all", [row for row in rows if row.true])]
    parts += [("false, all", [row for row in rows if not row.true])]
    for true in (True, False):
        for kind in sorted({row.kind for row in rows if row.true == true}):
            own = [row for row in rows if row.true == true and row.kind == kind]
            parts.append((f"{'true' if true else 'false'}: {kind}", own))
    return [(name, own) for name, own in parts if own]


def report(name: str, rows: Sequence[Signals]) -> None:
    """Print a table of one set."""
    print(f"\n| {name} | n | rules | model | both |\n| --- | --: | --: | --: | --: |")
    for kind, own in kinds_of(rows):
        count = len({row.group for row in own})
        print(f"| {kind} | {count} | " + " | ".join(f"{share(own, way):.1%}" for way in WAYS.values()) + " |")


def curve(rows: Sequence[Signals]) -> None:
    """Print what other thresholds would let through."""
    sets = [name for name in ("claims", "pairs", "lies") if any(row.set == name for row in rows)]
    print("\n| threshold | " + " | ".join(f"{name} true | {name} false" for name in sets) + " |")
    print("| --- |" + " --: | --: |" * len(sets))
    for threshold in np.arange(0.3, 0.75, 0.05):
        cells = []
        for name in sets:
            for true in (True, False):
                own = [row for row in rows if row.set == name and row.true == true]
                cells.append(f"{share(own, lambda row: score(row) >= threshold):.1%}")  # noqa: B023 - called at once
        print(f"| {threshold:.2f} | " + " | ".join(cells) + " |")


def reliability(rows: Sequence[Signals]) -> None:
    """Print how many of the sentences with about the same score are true; hard faults put a score near zero."""
    sets = [name for name in ("claims", "pairs", "lies") if any(row.set == name for row in rows)]
    print("\n| score | " + " | ".join(f"{name} | true" for name in sets) + " |\n| --- |" + " --: | --: |" * len(sets))
    for low, high in pairwise(EDGES):
        cells = []
        for name in sets:
            true = [row.true for row in rows if row.set == name and low <= score(row) < high]
            cells.append(f"{len(true)} | {np.mean(true):.0%}" if true else "0 | ")
        print(f"| {low:g} to {min(high, 1):g} | " + " | ".join(cells) + " |")
    errors = [f"{name} {expected_error([row for row in rows if row.set == name]):.3f}" for name in sets]
    print("\nexpected calibration error: " + ", ".join(errors))


def expected_error(rows: Sequence[Signals]) -> float:
    """How far scores are from the share that is true, on average over the sentences, in the bins above."""
    scores, true = np.array([score(row) for row in rows]), np.array([row.true for row in rows])
    bins = np.digitize(scores, EDGES)
    gaps = [abs(scores[bins == one].sum() - true[bins == one].sum()) for one in set(bins)]
    return float(sum(gaps) / len(rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("signals", type=Path)
    parser.add_argument("--half", choices=["fit", "held"], default="held")
    options = parser.parse_args()
    rows = [row for row in read_signals(options.signals) if row.half == options.half]
    for name in ("claims", "pairs", "lies"):
        report(name, [row for row in rows if row.set == name])
    curve(rows)
    reliability(rows)


if __name__ == "__main__":
    main()
