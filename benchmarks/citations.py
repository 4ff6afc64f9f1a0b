"""How well citations are found: precision, recall and speed on labelled documents, beside other finders.

Run: python -m benchmarks.citations DATA [--split tune|held|written] [--round N] [--errors] [--others]

`citations/tune.jsonl` and `citations/held.jsonl` hold, for each document, the regions that were read and, in them, the
citations (kind, key, place), the places that are neither required nor wrong, and the tempting places that cite nothing.
`citations/written.jsonl` holds the same of short texts that were written for it, and the texts themselves.
Patterns were written with the tune half in view only. `--errors` lists misses and false finds, of the tune half alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pincite.legal.citations import find_citations

HERE = Path(__file__).with_suffix("")
# The patterns that the evaluation framework's document prints, as it prints them.
PRINTED = {
    "cpr": r"(?:CPR\s*)?(?:Part|Rule|r\.?)\s*(\d+(?:\.\d+)?(?:\([a-z0-9]+\))?)",
    "practice_direction": r"(?:PD|Practice Direction)\s*(\d+[A-Z]?(?:\.\d+)?)",
    "statute": r"(?:section|s\.?)\s*(\d+(?:\([a-z0-9]+\))?)\s+(?:of the\s+)?"
    r"([A-Z][a-zA-Z\s]+(?:Act|Regulations?)\s*\d{4})",
    "neutral": r"\[(\d{4})\]\s*(?:UKSC|UKHL|EWCA|EWHC|UKPC)(?:\s+(?:Civ|Crim))?\s*(\d+)",
}
Found = list[tuple[int, int, str | None]]


@dataclass
class Tally:
    """What was found of the labels; `exact` counts those with the right key and exactly the right place."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    exact: int = 0
    tempted: int = 0
    tempting: int = 0
    by_kind: Counter[str] = field(default_factory=Counter)
    missed_by_kind: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        """Share of what was found that is right."""
        return self.right / max(self.right + self.wrong, 1)

    @property
    def recall(self) -> float:
        """Share of the labels that was found."""
        return self.right / max(self.right + self.missed, 1)


def read_text(path: Path) -> str:
    """A document as its labels count it: a rule's content, a PDF's pages as pypdfium2 gives them, or the file."""
    if path.suffix == ".json":
        return str(json.loads(path.read_text("utf-8"))["content"])
    if path.suffix.lower() == ".pdf":
        import pypdfium2

        pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(str(path))]
        return "\n".join(pages).replace("\r\n", "\n").replace("\r", "\n")
    return path.read_text("utf-8")


def ours(text: str) -> Found:
    return [(c.span.start, c.span.end, c.key) for c in find_citations(text)]


def printed(text: str) -> Found:
    return [(m.start(), m.end(), None) for pattern in PRINTED.values() for m in re.finditer(pattern, text)]


def eyecite(text: str) -> Found:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from eyecite import get_citations

        full = [c for c in get_citations(text) if type(c).__name__.startswith(("Full", "ShortCase"))]
    return [(*c.span(), None) for c in full]


def count(row: dict, found: Found, *, strict: bool, tally: Tally) -> tuple[list, list]:
    """Hold what was found in the labelled regions against the labels; finders without keys are held to places alone."""
    inside = [f for f in found if any(a <= f[0] and f[1] <= b for a, b in row["regions"])]
    misses, left = [], list(inside)
    for label in row["labels"]:
        match = next((f for f in left if _agrees(f, label, strict=strict)), None)
        tally.by_kind[label["kind"]] += 1
        if match is None:
            misses.append(label)
            tally.missed_by_kind[label["kind"]] += 1
            continue
        left.remove(match)
        tally.right += 1
        tally.exact += match == (label["start"], label["end"], label["key"])
    excused = [(o["start"], o["end"]) for o in row["optional"]]
    wrong = [f for f in left if not any(a < f[1] and f[0] < b for a, b in excused)]
    tally.wrong += len(wrong)
    tally.missed += len(misses)
    tally.tempting += len(row["tempting"])
    tally.tempted += sum(any(f[0] < b and a < f[1] for f in wrong) for a, b in row["tempting"])
    return misses, wrong


def _agrees(found: tuple[int, int, str | None], label: dict, *, strict: bool) -> bool:
    if not strict:
        return found[0] < label["end"] and label["start"] < found[1]
    return found == (label["start"], label["end"], label["key"])


def evaluate(
    rows: list[dict], data: Path, find: Callable[[str], Found], *, strict: bool, errors: bool
) -> tuple[Tally, float]:
    tally, seconds, size = Tally(), 0.0, 0
    for row in rows:
        text = row["text"] if "text" in row else _labelled_text(data, row)
        started = time.process_time()
        found = find(text)
        seconds += time.process_time() - started
        size += len(text.encode("utf-8", "surrogatepass"))
        misses, wrong = count(row, found, strict=strict, tally=tally)
        if errors:
            _list(row, text, misses, wrong)
    return tally, size / 1e6 / seconds


def _labelled_text(data: Path, row: dict) -> str:
    text = read_text(data / row["document"])
    if hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() != row["sha256"]:
        raise SystemExit(f"{row['document']}: its text is not the one that was labelled.")
    return text


def _list(row: dict, text: str, misses: list, wrong: list) -> None:
    print(f"## {row.get('document', text[:40])}")
    for label in misses:
        print("  missed", label["key"], "|", repr(text[label["start"] - 20 : label["end"] + 15]))
    for start, end, key in wrong:
        print("  wrong ", key, "|", repr(text[start:end]), "in", repr(text[max(start - 20, 0) : end + 15]))


def load(split: str) -> list[dict]:
    return [json.loads(line) for line in (HERE / f"{split}.jsonl").read_text("utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", choices=["tune", "held", "written"], action="append")
    parser.add_argument("--round", type=int, action="append", help="these rounds alone")
    parser.add_argument("--errors", action="store_true", help="list the errors; of the tune half only")
    parser.add_argument("--others", action="store_true", help="measure the printed patterns and eyecite too")
    options = parser.parse_args()
    for split in options.split or ["tune", "held", "written"]:
        rows = [row for row in load(split) if not options.round or row.get("round") in options.round]
        finders: list[tuple[str, Callable[[str], Found], bool]] = [
            ("ours", ours, True),
            ("ours, places only", ours, False),
        ]
        if options.others:
            finders.append(("printed patterns, places only", printed, False))
            finders.append(("eyecite, places only", eyecite, False))
        find_citations("410 U.S. 113")  # loads the list of reporters, which counts once and not per megabyte
        for name, find, strict in finders:
            listed = options.errors and strict and split == "tune"
            tally, speed = evaluate(rows, options.data, find, strict=strict, errors=listed)
            print(
                f"{split:5} {name:30} citations {tally.right + tally.missed} precision {tally.precision:.3f} "
                f"recall {tally.recall:.3f} tempted {tally.tempted}/{tally.tempting} {speed:.2f} MB/s"
            )
            if strict:
                print("      missed by kind:", dict(tally.missed_by_kind), "of", dict(tally.by_kind))


if __name__ == "__main__":
    main()
