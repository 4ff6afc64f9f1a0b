"""Lies told to the verifier: what share of them it lets through, by kind, and what share of true statements it keeps.

    python benchmarks/hardening/lies.py [--half tune|held] [--show through|lost] [--json FILE]

The set is our own (`tests/data/lies`): invented passages, statements about them that are true, and lies of 27 kinds.
It is split by passage: the rules were written with the half `tune` at hand; `held` was only measured.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import AnswerContext, CheckedClaim, NumberedSource
from pincite.domain.document import Passage
from pincite.legal.claims import split_claims
from pincite.spans import Span

LIES = Path(__file__).parents[2] / "tests" / "data" / "lies"
LEAST_SUPPORT = 0.6


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with what it is about, and whether it is true."""

    kind: str
    half: str
    claim: str
    context: AnswerContext
    true: bool


def read_statements(folder: Path = LIES) -> Iterator[Statement]:
    """Every statement of the set, with its sources."""
    passages = {row["id"]: row for row in _rows(folder / "passages.jsonl")}
    for row in _rows(folder / "claims.jsonl"):
        passage = passages[row["passages"]]
        context = AnswerContext(row["question"], tuple(_sources(passage)))
        yield Statement(row["kind"], passage["half"], row["claim"], context, row["label"] == "true")


def check(statement: Statement) -> list[CheckedClaim]:
    """Verify a statement with the rules alone."""
    claims = split_claims(statement.claim)
    return [check_claim(claim, statement.context, least_support=LEAST_SUPPORT) for claim in claims]


def shown(checked: list[CheckedClaim]) -> bool:
    """Whether a reader would see it as verified: every sentence of it is without fault."""
    return bool(checked) and not any(item.faults for item in checked)


def measure(statements: list[Statement]) -> dict[str, dict[str, int]]:
    """Counts by kind: how many there are and how many were shown as verified."""
    asked, passed = Counter[str](), Counter[str]()
    for statement in statements:
        asked[statement.kind] += 1
        passed[statement.kind] += shown(check(statement))
    return {kind: {"asked": asked[kind], "shown": passed[kind]} for kind in sorted(asked)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=["tune", "held"])
    parser.add_argument("--show", choices=["through", "lost"], help="list the lies let through, or the truths lost")
    parser.add_argument("--json", type=Path, help="write the counts there")
    options = parser.parse_args()
    statements = [one for one in read_statements() if options.half in {None, one.half}]
    if options.show:
        _list(statements, through=options.show == "through")
    counts = {half: measure([one for one in statements if one.half == half]) for half in ("tune", "held")}
    for half, kinds in counts.items():
        if kinds:
            _report(half, kinds)
    if options.json:
        options.json.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


def _report(half: str, kinds: dict[str, dict[str, int]]) -> None:
    lies = [count for kind, count in kinds.items() if kind != "true"]
    asked, passed = sum(count["asked"] for count in lies), sum(count["shown"] for count in lies)
    true = kinds["true"]
    print(f"{half}: {passed} of {asked} lies shown ({passed / asked:.1%}); ", end="")
    print(f"{true['shown']} of {true['asked']} true statements kept ({true['shown'] / true['asked']:.1%})")
    for kind, count in kinds.items():
        print(f"  {kind:22} {count['shown']:3} of {count['asked']:3} shown")


def _list(statements: list[Statement], *, through: bool) -> None:
    for statement in statements:
        checked = check(statement)
        if through and not statement.true and shown(checked):
            print(f"{statement.kind}: {statement.claim}")
        if not through and statement.true and not shown(checked):
            faults = "; ".join(f"{fault.kind}: {fault.detail}" for item in checked for fault in item.faults)
            print(f"{statement.claim}\n    {faults}")


def _sources(passage: dict[str, Any]) -> Iterator[NumberedSource]:
    at = 0
    for number, source in enumerate(passage["sources"], start=1):
        text = source["text"]
        yield NumberedSource(
            number,
            Passage(passage["id"], Span(at, at + len(text))),
            text,
            document=passage["document"],
            title=passage["title"],
            section=source["section"],
            page=source["page"],
            parties=tuple(passage["parties"]),
        )
        at += len(text) + 2


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
