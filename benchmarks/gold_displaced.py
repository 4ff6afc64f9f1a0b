"""Gold of PrivacyQA that lies some sentences away from what it was meant to mark.

    python benchmarks/gold_displaced.py RUN

The policies are files of one sentence a line, and the gold is whole lines. If the gold is where it should be, its lines
share more words with their question than the lines some places further on do; no model is asked. For the two policies
where that fails, the run is scored again with the gold moved by as many lines as the questions with one plain answer
ask for, read off by hand.
"""

from __future__ import annotations

import argparse
import bisect
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

from pincite.domain.hit import Hit
from pincite.domain.run import RunQuestion
from pincite.runs.folder import RunFolder
from pincite.spans import Span

SHIFTS = range(-2, 6)
PARTS = 5
# From which line of the gold on it is to be moved, and by how many lines.
DISPLACED = {
    "privacy_qa/Keep.txt": ((26, 1), (28, 2), (36, 3)),
    "privacy_qa/Viber Messenger.txt": ((42, 1), (48, 2), (101, 3)),
}
# Words that tell nothing of what is asked, and how much of a word is its stem.
PLAIN = frozenset(
    re.findall(
        r"\w+",
        "a an and any app are be by can do does for from has have how i if in is it me my of on or that the their they"
        " this to what who will with you your",
    )
)
STEM = 6


class Policy:
    """A policy with its lines, their words, and the questions asked of it."""

    def __init__(self, name: str, text: str, questions: Sequence[RunQuestion]) -> None:
        self.name, self.questions = name, questions
        lines = text.splitlines(keepends=True)
        ends = list(accumulate(len(line) for line in lines))
        self.lines = [Span(end - len(line), end) for line, end in zip(lines, ends, strict=True)]
        self.words = [stems(line) for line in lines]
        self.often = Counter(word for words in self.words for word in words)
        self._starts = [line.start for line in self.lines]

    def gold_lines(self, question: RunQuestion) -> list[int]:
        """The lines that a question's gold covers."""
        found: set[int] = set()
        for passage in question.gold.passages:
            first = bisect.bisect_right(self._starts, passage.span.start) - 1
            found.update(range(first, bisect.bisect_left(self._starts, passage.span.end)))
        return sorted(found)

    def likeness(self, question: RunQuestion, line: int) -> float:
        """How much a line shares with a question, in words, the rarer the more."""
        if not 0 <= line < len(self.lines):
            return 0.0
        shared = stems(question.gold.query.text.partition(";")[2]) & self.words[line]
        return sum(math.log(len(self.lines) / self.often[word]) for word in shared)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, metavar="RUN", help="a run folder with documents.zip")
    run = RunFolder(parser.parse_args().run)
    policies = list(read_policies(run))
    head = " | ".join(f"{shift:+d}" for shift in SHIFTS)
    print(f"| policy | lines | gold lines | {head} |", "|---|---|--:|" + "--:|" * len(SHIFTS), sep="\n")
    for policy in policies:
        for row in rows_by_part(policy):
            print(row)
    print("\n| policy | queries | touched | P@1 | moved | R@8 | moved |", "|---|" + "--:|" * 6, sep="\n")
    for policy in policies:
        if policy.name in DISPLACED:
            print(row_of_scores(policy, run))


def read_policies(run: RunFolder) -> Iterable[Policy]:
    names = {question.gold.passages[0].doc_id for question in run.questions if question.set == "privacy_qa"}
    for name in sorted(names):
        asked = [question for question in run.questions if question.gold.passages[0].doc_id == name]
        yield Policy(name, run.text(name) or "", asked)


def rows_by_part(policy: Policy) -> Iterable[str]:
    """For a policy and each fifth of it, the mean likeness of question and line, the gold moved by so many lines."""
    cuts = [part * len(policy.lines) // PARTS for part in range(PARTS + 1)]
    for inside in (range(cuts[-1]), *(range(*ends) for ends in pairwise(cuts))):
        pairs = [(one, line) for one in policy.questions for line in policy.gold_lines(one) if line in inside]
        if not pairs:
            continue
        means = [sum(policy.likeness(one, line + shift) for one, line in pairs) / len(pairs) for shift in SHIFTS]
        cells = " | ".join(f"**{mean:.2f}**" if mean == max(means) else f"{mean:.2f}" for mean in means)
        yield f"| {Path(policy.name).stem} | {inside.start + 1}–{inside.stop} | {len(pairs)} | {cells} |"


def row_of_scores(policy: Policy, run: RunFolder) -> str:
    """Precision at 1 and recall at 8 of the queries whose gold is displaced, as it is and moved."""
    scores = []
    for question in policy.questions:
        lines = policy.gold_lines(question)
        moved = sorted({min(line + move(policy.name, line), len(policy.lines) - 1) for line in lines})
        if moved != lines:
            hits = run.responses[question.id].hits
            scores.append([score(hits, policy, chosen) for chosen in (lines, moved)])
    cells = [
        f"{100 * sum(one[side][measure] for one in scores) / len(scores):.1f}" for measure in (0, 1) for side in (0, 1)
    ]
    return f"| {Path(policy.name).stem} | {len(policy.questions)} | {len(scores)} | {' | '.join(cells)} |"


def move(name: str, line: int) -> int:
    return max((by for start, by in DISPLACED[name] if line >= start), default=0)


def score(hits: Sequence[Hit], policy: Policy, lines: Sequence[int]) -> tuple[float, float]:
    """Precision of the first result and recall of the first eight, for gold of these lines."""
    shown = [shown_of(hit, policy, lines) for hit in hits[:8]]
    return shown[0] / len(hits[0].passage.span), sum(shown) / sum(len(policy.lines[line]) for line in lines)


def shown_of(hit: Hit, policy: Policy, lines: Sequence[int]) -> int:
    if hit.passage.doc_id != policy.name:
        return 0
    return sum(len(hit.passage.span.intersection(policy.lines[line]) or ()) for line in lines)


def stems(text: str) -> set[str]:
    return {word[:STEM] for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in PLAIN}


if __name__ == "__main__":
    main()
