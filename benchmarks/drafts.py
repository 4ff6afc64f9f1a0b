"""Check drafts whose sentences have labels, and count the verdicts.

PYTHONPATH=. python benchmarks/drafts.py benchmarks/drafts/first benchmarks/drafts/second benchmarks/drafts/third

A folder has `documents/`, and `labels.jsonl` with a line per sentence of a draft: `sentence`, `label` (supported,
contradicted, unsaid or "no claim"), `quote` (the words of the document that prove or contradict it) and `kind`.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pincite.domain.finding import Finding, Standing
from pincite.legal.statements import is_statement
from pincite.pipeline.build import build_store
from pincite.pipeline.checking.check_draft import DraftChecker
from pincite.pipeline.store import Store
from pincite.settings import Settings
from pincite.spans import Span

LABELS = ("supported", "contradicted", "unsaid", "no claim")
STANDINGS = (Standing.SUPPORTED, Standing.CONTRADICTED, Standing.NOT_FOUND, Standing.NOT_A_CLAIM)
RIGHT = dict(zip(LABELS, STANDINGS, strict=True))


def check(folder: Path, store: Store) -> list[tuple[dict[str, Any], Finding]]:
    checker = DraftChecker(store)
    found = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        sentence, span = row["sentence"], Span(0, len(row["sentence"]))
        states = is_statement(sentence)
        found.append((row, checker.find(sentence, span) if states else Finding(span, sentence, Standing.NOT_A_CLAIM)))
    return found


def is_shown(row: dict[str, Any], finding: Finding) -> bool:
    """Whether the words shown hold a part of those that decide, or the other way round."""
    if not row.get("quote") or finding.pinpoint is None:
        return False
    quote, shown = (" ".join(text.split()) for text in (row["quote"], finding.pinpoint.quote))
    return quote in shown or shown in quote or any(part in shown for part in quote.split(". ") if len(part) > 25)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--failures", action="store_true", help="print each sentence with a wrong verdict")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as made:
            build_store(sorted((folder / "documents").iterdir()), Path(made), Settings())
            store = Store.open(Path(made))
            started = time.perf_counter()
            found = check(folder, store)
        seconds = time.perf_counter() - started
        counts = Counter((row["label"], finding.standing) for row, finding in found)
        print(f"{folder.name}: {len(found)} sentences, {seconds / len(found):.1f} s each")
        print("| | " + " | ".join(STANDINGS) + " |\n|---|" + "--:|" * len(STANDINGS))
        for label in LABELS:
            print(f"| {label} | " + " | ".join(str(counts[label, standing]) for standing in STANDINGS) + " |")
        decided = [(row, one) for row, one in found if row.get("quote") and one.standing is RIGHT[row["label"]]]
        print(f"right, with the clause that decides shown: {sum(is_shown(*one) for one in decided)} of {len(decided)}")
        if arguments.failures:
            report(found)


def report(found: list[tuple[dict[str, Any], Finding]]) -> None:
    for row, finding in found:
        if finding.standing is not RIGHT[row["label"]]:
            why = "; ".join(fault.detail for fault in finding.faults)
            shown = " ".join(finding.pinpoint.quote.split())[:100] if finding.pinpoint else ""
            sys.stdout.write(f"{row['label']} ({row.get('kind')}) -> {finding.standing} {finding.score:.2f}\n")
            sys.stdout.write(f"    {row['sentence']}\n    {why}\n    {shown}\n")


if __name__ == "__main__":
    main()
