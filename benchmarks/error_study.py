"""Failures of a run drawn, shown for reading, and counted by the causes a reader gave them.

    python benchmarks/error_study.py RUN --show > failures.txt
    python benchmarks/error_study.py RUN --labels benchmarks/error_study.json [--to docs/results/errors.md]

A failure is a query whose first result is mostly beside the gold, or whose first eight results show less than half of
it. The draw is the same for the same run: fifteen from each set, or all where there are fewer, the rest from others.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from error_study_page import Label, Tally, write_page

from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.run import RunQuestion
from pincite.runs.folder import RunFolder, read_rows

DRAWN = 60
FROM_EACH_SET = 15
SEED = 7
SHOWN_HITS = 5
CONTEXT = 150
LEAST = 0.5
# Scores tell how a result came about: a span the highlighter was sure of has at least the first (every token above its
# threshold), and a chunk of which nothing was read at most the second.
SURE_SCORE = 0.788
UNREAD_SCORE = 0.0475


@dataclass(frozen=True, slots=True)
class Result:
    """A query, its precision at 1 and recall at 8, and what was found."""

    question: RunQuestion
    precision: float
    recall: float
    hits: tuple[Hit, ...]

    @property
    def failed(self) -> bool:
        """Whether the first result is mostly beside the gold, or the first eight show less than half of it."""
        return self.precision < LEAST or self.recall < LEAST

    @property
    def sure(self) -> bool:
        """Whether the first result is a span the highlighter was sure of."""
        return bool(self.hits) and self.hits[0].score >= SURE_SCORE

    @property
    def routed(self) -> bool:
        """Whether the first result is from a right document."""
        return bool(self.hits) and self.hits[0].passage.doc_id in {one.doc_id for one in self.question.gold.passages}

    def first_gold_rank(self) -> int | None:
        """The rank of the first result that shows any of the gold."""
        return next((hit.rank for hit in self.hits if touches(hit.passage, self.question.gold.passages)), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, metavar="RUN", help="a run folder with documents.zip and scores.jsonl")
    parser.add_argument("--show", action="store_true", help="print the failures drawn, to be read")
    parser.add_argument("--labels", type=Path, help="JSON: {id: {cause, stage, note}}")
    parser.add_argument("--to", type=Path, help="the page to write from the labels")
    options = parser.parse_args()
    run = RunFolder(options.run)
    results = list(read_results(run))
    drawn = draw([result for result in results if result.failed])
    if options.show:
        for number, failed in enumerate(drawn, start=1):
            print(f"\n{'=' * 20} {number}\n{show(failed, run)}")
    if options.labels:
        labels = read_labels(options.labels, drawn)
        page = write_page(run.name, labels, tallies=count(results), routed=sum(one.routed for one in drawn))
        if options.to:
            options.to.write_text(page, "utf-8")
        else:
            print(page)


def read_results(run: RunFolder) -> Iterator[Result]:
    """Every query of a run with its scores, in the run's order."""
    scores = {row["id"]: row["scores"] for row in read_rows(run.path / "scores.jsonl")}
    for question in run.questions:
        precision, recall = (scores[question.id][name] for name in ("lbr_precision@1", "lbr_recall@8"))
        record = run.responses.get(question.id)
        yield Result(question, precision, recall, record.hits if record else ())


def draw(failures: Sequence[Result]) -> list[Result]:
    """A fixed draw: as many from each set as it may give, then from all that are left."""
    dice = random.Random(SEED)  # noqa: S311
    chosen: list[Result] = []
    for name in sorted({failed.question.set for failed in failures}):
        ours = [failed for failed in failures if failed.question.set == name]
        chosen += dice.sample(ours, min(FROM_EACH_SET, len(ours)))
    ids = {failed.question.id for failed in chosen}
    left = [failed for failed in failures if failed.question.id not in ids]
    chosen += dice.sample(left, max(0, min(DRAWN - len(chosen), len(left))))
    return sorted(chosen, key=lambda failed: (failed.question.set, int(failed.question.id.rpartition("/")[2])))


def show(failed: Result, run: RunFolder) -> str:
    """One failure as a page to read: the question, the gold in its context, the first results."""
    gold = failed.question.gold
    lines = [
        f"{failed.question.id}  P@1 {failed.precision:.2f}  R@8 {failed.recall:.2f}  "
        f"first gold at {failed.first_gold_rank()} of {len(failed.hits)}",
        f"QUERY {gold.query.text}",
    ]
    for passage in gold.passages:
        span, text = passage.span, run.text(passage.doc_id) or ""
        before, after = text[max(0, span.start - CONTEXT) : span.start], text[span.end : span.end + CONTEXT]
        lines.append(f"GOLD {place(passage)}\n   …{before}⟦{passage.span.slice(text)}⟧{after}…")
    for hit in failed.hits[:SHOWN_HITS]:
        text = run.text(hit.passage.doc_id) or ""
        verdict = "GOLD" if touches(hit.passage, gold.passages) else "beside"
        lines.append(
            f"HIT {hit.rank} {verdict} {came_about(hit)} {place(hit.passage)}\n   {hit.passage.span.slice(text)}"
        )
    lines += [
        f"     also {hit.rank} {came_about(hit)} {place(hit.passage)}"
        for hit in failed.hits[SHOWN_HITS:]
        if touches(hit.passage, gold.passages)
    ]
    return "\n".join(lines)


def came_about(hit: Hit) -> str:
    """Whether the highlighter was sure of a result, read it, or never saw it."""
    kind = "sure" if hit.score >= SURE_SCORE else "unread" if hit.score <= UNREAD_SCORE else "read"
    return f"{kind} {hit.score:.3f}"


def touches(passage: Passage, gold: Sequence[Passage]) -> bool:
    return any(passage.doc_id == one.doc_id and passage.span.overlaps(one.span) for one in gold)


def place(passage: Passage) -> str:
    return f"{passage.doc_id} {passage.span.start}–{passage.span.end}"


def read_labels(path: Path, drawn: Sequence[Result]) -> list[Label]:
    """The labels of the failures drawn, in their order; one that is missing, or of another draw, ends the script."""
    rows = json.loads(path.read_text("utf-8"))
    ids = [failed.question.id for failed in drawn]
    if odd := sorted(set(rows) ^ set(ids)):
        raise SystemExit(f"{path}: labels and draw differ in {', '.join(odd)}; label the failures that --show prints")
    return [Label(failed.question.id, failed.question.set, **rows[failed.question.id]) for failed in drawn]


def count(results: Sequence[Result]) -> list[Tally]:
    """How many queries of each set there are, were answered with a sure span, and failed."""
    tallies = []
    for name in sorted({result.question.set for result in results}):
        for sure in (True, False):
            ours = [result for result in results if result.question.set == name and result.sure == sure]
            failed = sum(result.failed for result in ours)
            tallies.append(Tally(name, sure, len(ours), failed, sum(result.precision for result in ours)))
    return tallies


if __name__ == "__main__":
    main()
