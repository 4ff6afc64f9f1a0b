"""Rules alone against real contract text: the share of true and of false statements that are shown as verified.

    PYTHONPATH=. python benchmarks/claims_rules.py --data DIR [--most N] [--json FILE]

`DIR/natural` holds contrast pairs (a true sentence, its false twin, and an edit of the passage that turns the two
round: four examples per pair, in which neither the sentence nor the passage alone tells the label) and single claims.
Both are written on passages of training documents; nothing of them is kept here.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from training.corpus import read_all

from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.legal.claims import read_claim
from pincite.spans import Span

LEAST_SUPPORT = 0.6


class Example(NamedTuple):
    """A statement about a passage."""

    kind: str
    claim: str
    passage: str
    true: bool


def read_pairs(path: Path, texts: dict[str, str]) -> Iterator[Example]:
    """Four examples per pair: both sentences on the passage as it is, and on the passage as edited."""
    for row in _rows(path):
        start, end = row["window"]
        passage = texts[row["document"]][start:end]
        for pair in row["pairs"]:
            edited = passage
            for first, last, words in sorted(pair["edits"], reverse=True):
                edited = edited[: first - start] + words + edited[last - start :]
            for text, true, false in ((passage, "true", "false"), (edited, "false", "true")):
                yield Example(pair["kind"], pair[true], text, true=True)
                yield Example(pair["kind"], pair[false], text, true=False)


def read_claims(path: Path, texts: dict[str, str]) -> Iterator[Example]:
    """Every single claim on its passage."""
    for row in _rows(path):
        start, end = row["window"]
        for claim in row["claims"]:
            passage = texts[row["document"]][start:end]
            yield Example(claim["how"], claim["claim"], passage, true=claim["label"] == "supported")


def is_shown(example: Example) -> bool:
    """Whether the rules find no fault with a statement that cites its passage."""
    source = NumberedSource(1, Passage("doc", Span(0, len(example.passage))), example.passage, document="")
    claim = read_claim(f"{example.claim.rstrip('.')} [1].")
    return not check_claim(claim, AnswerContext("", (source,)), least_support=LEAST_SUPPORT).faults


def measure(examples: list[Example]) -> dict[str, dict[str, int]]:
    """Counts by kind and label."""
    asked, shown = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for example in examples:
        passed = is_shown(example)
        for kind in (example.kind, "all"):
            key = (kind, "true" if example.true else "false")
            asked[key] += 1
            shown[key] += passed
    return {
        f"{kind} {label}": {"asked": asked[kind, label], "shown": shown[kind, label]} for kind, label in sorted(asked)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--most", type=int, default=0, help="a random part of so many examples of each file; 0 for all")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    # Documents that training leaves out as copies of others are among these too.
    texts = {doc_id: text for doc_id, _, text in read_all(options.data)}
    natural = options.data / "natural"
    files = {
        "pairs": list(read_pairs(natural / "pairs.jsonl", texts)),
        "claims": list(read_claims(natural / "claims.jsonl", texts)),
    }
    counts = {}
    for name, examples in files.items():
        if options.most:
            examples = random.Random(7).sample(examples, min(options.most, len(examples)))
        counts[name] = measure(examples)
        print(name)
        for key, count in counts[name].items():
            print(f"  {key:24} {count['shown']:5} of {count['asked']:5} shown ({count['shown'] / count['asked']:.1%})")
    if options.json:
        options.json.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
