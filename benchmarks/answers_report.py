"""The tables of `docs/results/answers.md`, made from the rows of `answers.py` and put between marks in the page."""

from __future__ import annotations

import json
import re
import statistics
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from answers_scores import area, balanced_accuracy, sets

Row = dict[str, Any]
FAR, NEAR = 0.05, 0.95


def write_report(rows: list[Row], page: Path | None) -> None:
    """Fill the page's tables, those whose rows were given; the figures are kept beside the page."""
    tables, figures = {}, {}
    for kind, make in (("cited", cited), ("absent", absent), ("model", model), ("time", times)):
        for split in ("mini", "dev"):
            own = [row for row in rows if row["kind"] == kind and row["split"] == split]
            if own:
                tables[f"{kind}-{split}"], figures[f"{kind}-{split}"] = make(own)
    for name, table in tables.items():
        print(f"{name}\n\n{table}\n")
    if page is None:
        return
    kept = page.with_suffix(".json")
    known = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    kept.write_text(json.dumps({**known, **figures}, indent=1, sort_keys=True) + "\n", "utf-8")
    text = page.read_text("utf-8")
    for name, table in tables.items():
        marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
        between = re.compile(f"{re.escape(marks[0])}.*?{re.escape(marks[1])}", re.DOTALL)
        if not between.search(text):
            raise SystemExit(f"{page} has no place for {name}: put {marks[0]} and {marks[1]} into it")
        text = between.sub(lambda _, t=table, m=marks: f"{m[0]}\n{t}\n{m[1]}", text)
    page.write_text(text, "utf-8")


def cited(rows: list[Row]) -> tuple[str, Any]:
    """A line a set, and their mean: precision over answers; recall and F1 over all, where "not found" counts 0."""
    figures = {name: cited_of([row for row in rows if row["set"] == name]) for name in sets(rows)}
    numbers = {key: statistics.fmean(own[key] for own in figures.values()) for key in ("precision", "recall", "f1")}
    figures["mean of the sets"] = {**cited_of(rows), **numbers}
    lines = [
        f"| {name} | {own['asked']} | {own['answered']} | {own['verified']} of {own['answered']} | "
        f"{own['precision']:.3f} | {own['recall']:.3f} | {own['f1']:.3f} | {own['answered_recall']:.3f} |"
        for name, own in figures.items()
    ]
    head = "set | asked | answered | every citation verifies | precision | recall | F1 | recall where answered"
    return table(head, lines), figures


def cited_of(rows: list[Row]) -> dict[str, float]:
    answered = [row for row in rows if row["found"]]
    return {
        "asked": len(rows),
        "answered": len(answered),
        "verified": sum(row["sound"] for row in answered),
        "precision": mean(answered, "precision"),
        "recall": mean(rows, "recall"),
        "f1": mean(rows, "f1"),
        "answered_recall": mean(answered, "recall"),
    }


def absent(rows: list[Row]) -> tuple[str, Any]:
    """Balanced accuracy at the threshold that is set, and how well the confidence is calibrated."""
    yes = [row for row in rows if row["answerable"]]
    no = [row for row in rows if not row["answerable"]]
    balanced, lost, wrong = balanced_accuracy(rows)
    found = np.array([row["answerable"] for row in rows], dtype=np.float64)
    chances = np.array([row["confidence"] for row in rows])
    own = {
        "with": len(yes),
        "without": len(no),
        "balanced accuracy": balanced,
        "false not-found": lost,
        "false answers": wrong,
        "area": area(chances, found),
        "calibration error": calibration_error(chances, found),
    }
    line = (
        f"| {own['with']} | {own['without']} | {own['balanced accuracy']:.3f} | {100 * lost:.1f} % | "
        f"{100 * wrong:.1f} % | {own['area']:.3f} | {own['calibration error']:.3f} |"
    )
    head = (
        "with an answer | without | balanced accuracy | false “not found” | false answers | area under the ROC curve | "
        "calibration error"
    )
    return table(head, [line]), own


def calibration_error(chances: np.ndarray, found: np.ndarray) -> float:
    """How far, on average over ten bins, the share of answerable questions lies from the confidence that was told."""
    bins = np.minimum((chances * 10).astype(int), 9)
    return float(sum(abs(chances[bins == n].sum() - found[bins == n].sum()) for n in range(10)) / len(found))


def model(rows: list[Row]) -> tuple[str, Any]:
    """Citations of the first drafts that were valid, and of the answers that were shown; what was wrong otherwise."""
    drafted = [row for row in rows if row["claims"] is not None]
    own_words = [row for row in drafted if row["answerer"] != "extractive"]
    faults = Counter(fault for row in drafted for fault in set(row["faults"]))
    own = {
        "asked": len(rows),
        "drafts": len(drafted),
        "claims": sum(row["claims"] for row in drafted),
        "citations": sum(row["marks"] for row in drafted),
        "valid": sum(row["valid"] for row in drafted),
        "answers": sum(row["found"] for row in own_words),
        "citations shown": sum(len(row["cited"]) for row in own_words),
        "unverifiable": sum(not row["sound"] for row in rows),
        "quoted instead": sum(row["found"] for row in rows if row["answerer"] == "extractive"),
        "median seconds": statistics.median([row["seconds"] for row in drafted] or [0.0]),
        "faults": dict(faults.most_common()),
    }
    told = [own[key] for key in ("asked", "drafts", "claims", "citations", "valid", "answers", "citations shown")]
    told += [own["unverifiable"], own["quoted instead"], f"{own['median seconds']:.1f} s"]
    line = f"| {' | '.join(map(str, told))} |"
    head = (
        "asked | drafts (evidence strong enough) | claims in first drafts | citations in them | of these valid | "
        "answers shown after verification | citations in these | answers with an unverifiable citation | "
        "model failed, passages quoted instead | median time of a draft"
    )
    listed = ", ".join(f"{kind} {count}" for kind, count in faults.most_common()) or "none"
    return f"{table(head, [line])}\n\nDrafts with a fault of each kind: {listed}.", own


def times(rows: list[Row]) -> tuple[str, Any]:
    """Time of an answer over that of the search alone, by query."""
    added = sorted(row["ask"] / row["search"] - 1 for row in rows)
    own = {
        "queries": len(rows),
        "search ms": 1000 * statistics.median(row["search"] for row in rows),
        "ask ms": 1000 * statistics.median(row["ask"] for row in rows),
        "median": statistics.median(added),
        "low": added[int(FAR * len(added))],
        "high": added[int(NEAR * (len(added) - 1))],
    }
    line = (
        f"| {own['queries']} | {own['search ms']:.0f} ms | {own['ask ms']:.0f} ms | {100 * own['median']:+.1f} % | "
        f"{100 * own['low']:+.0f} % to {100 * own['high']:+.0f} % |"
    )
    return table("queries | search, median | answer, median | added, median | added, 5th to 95th centile", [line]), own


def table(head: str, lines: list[str]) -> str:
    return "\n".join([f"| {head} |", "|" + " --- |" * (head.count(" | ") + 1), *lines])


def mean(rows: list[Row], key: str) -> float:
    return statistics.fmean(row[key] for row in rows) if rows else 0.0
