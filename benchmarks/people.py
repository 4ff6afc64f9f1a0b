"""Ask the people's questions of a store, and count what is right, by kind.

PYTHONPATH=. python benchmarks/people_corpus.py --data ../shared/data --to FOLDER
pincite index FOLDER --store STORE
PYTHONPATH=. python benchmarks/people.py ask --store STORE --documents FOLDER --out answers.jsonl
PYTHONPATH=. python benchmarks/people.py report answers.jsonl

`benchmarks/people/contracts.jsonl` and `uk.jsonl` hold 484 questions, written by hand from the documents: the spans
that answer, as offsets into the text of each document (for the PDF guides, into the text as it is read), or that
nothing answers. The other files hold smaller sets, each for a store of its own (`--set NAME` of `people_corpus.py`,
`--sets NAME` of `ask`); `across-…`, `follow-…` and `none-…` are for those of `contracts-8` and `uk-8`. An answer is
right where the words it cites are the words that answer:

- one document: a citation covers half of an answering span, or lies half inside one;
- a provision by number: the citations cover at least 80 % of it;
- across documents: the documents cited are those that qualify (F1 of at least 0.75);
- nothing answers: it says "not found".

The kind "present" holds controls of the sets `none-…`: questions like those without an answer that have one. `history`
is what was asked before, in order.
"""

import argparse
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent / "people"
SHORTEST = 15
WHOLE = 0.8
ALIKE = 0.75


def read_questions(names: Iterable[str] = ()) -> list[dict[str, Any]]:
    """The questions of some sets, or of all."""
    files = [HERE / f"{name}.jsonl" for name in names] or sorted(HERE.glob("*.jsonl"))
    return [json.loads(line) for path in files for line in path.read_text("utf-8").split("\n") if line]


def ask_all(arguments: argparse.Namespace) -> None:
    from pincite.pipeline.store import Store

    store = Store.open(arguments.store, flags=arguments.set or ())
    root = arguments.documents.resolve()
    names = {card.id: str(Path(card.path).resolve().relative_to(root)) for card in store.library.cards}
    with arguments.out.open("w", encoding="utf-8") as out:
        for row in read_questions(arguments.sets)[:: arguments.every]:
            began = time.perf_counter()
            asked, answer = ask_one(store, row)
            cited = [
                [names[c.passage.doc_id], c.passage.span.start, c.passage.span.end, round(c.score, 4)]
                for c in answer.citations
            ]
            out.write(
                json.dumps(
                    {
                        "id": row["id"],
                        "asked": asked,
                        "found": answer.found,
                        "confidence": round(answer.confidence, 4),
                        "cited": cited,
                        "short": answer.short,
                        "text": answer.text,
                        "note": answer.note,
                        "route": answer.ranking.steps[0].note if answer.ranking and answer.ranking.steps else "",
                        "near": [
                            [names[s.passage.doc_id], s.passage.span.start, s.passage.span.end] for s in answer.sources
                        ],
                        "seconds": round(time.perf_counter() - began, 3),
                    },
                    ensure_ascii=False,
                )
                + "\n"
            )
            out.flush()


def ask_one(store: Any, row: dict[str, Any]) -> tuple[str, Any]:
    """Ask a question; a follow-up after what was said before it."""
    from pincite.domain.chat import Turn
    from pincite.pipeline.asking.conversation import turn_of
    from pincite.pipeline.asking.next_question import ask_next

    said = row.get("history", [])
    history: list[Turn] = []
    if row["id"].startswith("u"):
        history = [Turn(said[n], said[n + 1] if n + 1 < len(said) else "") for n in range(0, len(said), 2)]
    else:
        for question in said:
            history.append(turn_of(*ask_next(store, question, history)))
    asked, answer = ask_next(store, row["question"], history, explain=True)
    return asked, answer


def is_right(row: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Tell whether an answer is right."""
    if not row["answerable"]:
        return not answer["found"]
    if not answer["found"]:
        return False
    cited, gold = answer["cited"], row["gold"]
    if row["kind"] == "across":
        return f1({c[0] for c in cited}, set(row["documents"])) >= ALIKE
    if row["kind"] == "summary":
        return 2 * sum(any(overlap(c, g) >= SHORTEST for c in cited) for g in gold) >= len(gold)
    if row["kind"] == "number":
        return any(sum(overlap(c, g) for c in cited) >= WHOLE * (g[2] - g[1]) for g in gold)
    return any(
        overlap(c, g) >= max(min(SHORTEST, g[2] - g[1]), 0.5 * min(c[2] - c[1], g[2] - g[1]))
        for c in cited
        for g in gold
    )


def overlap(one: list[Any], other: list[Any]) -> int:
    return max(0, min(one[2], other[2]) - max(one[1], other[1])) if one[0] == other[0] else 0


def f1(found: set[str], wanted: set[str]) -> float:
    shared = len(found & wanted)
    return 2 * shared / (len(found) + len(wanted)) if shared else 0.0


def area_under_curve(scores: np.ndarray, right: np.ndarray) -> float:
    """The chance that a right answer has more confidence than a wrong one."""
    if right.all() or not right.any():
        return float("nan")
    gaps = scores[right][:, None] - scores[~right][None]
    return float((gaps > 0).mean() + (gaps == 0).mean() / 2)


def report(arguments: argparse.Namespace) -> None:
    rows = {row["id"]: row for row in read_questions()}
    judged = []
    for line in arguments.answers.read_text("utf-8").split("\n"):
        if line:
            answer = json.loads(line)
            judged.append((rows[answer["id"]], answer, is_right(rows[answer["id"]], answer)))
    print(f"{'kind':18} {'contracts':>16} {'UK':>16}")
    for kind in dict.fromkeys(row["kind"] for row, _, _ in judged):
        cells = []
        for mark in ("c", "u"):
            own = [right for row, _, right in judged if row["kind"] == kind and mark in row["id"]]
            cells.append(f"{sum(own)}/{len(own)} {100 * sum(own) / len(own):.0f} %" if own else "-")
        print(f"{kind:18} {cells[0]:>16} {cells[1]:>16}")
    for name, mark in (("contracts", "c"), ("UK", "u"), ("all", "")):
        own = [right for row, _, right in judged if mark in row["id"]]
        print(f"{name}: {100 * sum(own) / max(1, len(own)):.1f} % of {len(own)} right")
    answered = [(answer["confidence"], right) for _, answer, right in judged if answer["found"]]
    scores, right = (np.array(column) for column in zip(*answered, strict=True))
    false = sum(answer["found"] for row, answer, _ in judged if not row["answerable"])
    silent = sum(not answer["found"] for row, answer, _ in judged if row["answerable"])
    print(f"unanswerable answered anyway: {false} of {sum(not row['answerable'] for row, _, _ in judged)}")
    print(f"answerable, not found: {silent} of {sum(row['answerable'] for row, _, _ in judged)}")
    print(
        f"confidence tells right from wrong among {len(right)} answers: ROC-AUC {area_under_curve(scores, right):.3f}"
    )
    report_confidence(scores, right, drawing=arguments.plot)
    times = sorted(answer["seconds"] for _, answer, _ in judged)
    print(f"seconds per question: p50 {times[len(times) // 2]:.2f}, p95 {times[int(0.95 * len(times))]:.2f}")
    if arguments.failures:
        for row, answer, right in judged:
            if not right and (not arguments.kind or row["kind"] == arguments.kind):
                print(json.dumps({"row": row, "answer": answer}, ensure_ascii=False))


def report_confidence(scores: np.ndarray, right: np.ndarray, *, drawing: Path | None) -> None:
    for low in np.arange(0, 1, 0.2):
        own = right[(scores >= low) & (scores < low + 0.2 + (low > 0.7))]
        share = 100 * own.mean() if len(own) else 0
        print(f"  confidence {low:.1f}-{low + 0.2:.1f}: {len(own)} answers, {share:.0f} % right")
    if drawing:
        plot(drawing, scores, right)


def plot(path: Path, scores: np.ndarray, right: np.ndarray) -> None:
    """Draw how often answers of a confidence are right."""
    from benchmarks.pipeline_results import write_drawing

    from pincite.runs.charts import Point, bar_chart

    bars = {}
    for low in np.arange(0, 1, 0.1):
        inside = (scores >= low) & (scores < low + 0.1 + (low > 0.85))
        if inside.any():
            pair = scores[inside].mean(), right[inside].mean()
            bars[f"{low:.1f}"] = {
                name: Point(low, *3 * [value]) for name, value in zip(("confidence", "right"), pair, strict=True)
            }
    write_drawing(path, bar_chart("Answers: mean confidence (left) and share that is right", bars))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    asking = commands.add_parser("ask")
    asking.add_argument("--store", type=Path, required=True)
    asking.add_argument("--documents", type=Path, required=True)
    asking.add_argument("--out", type=Path, required=True)
    asking.add_argument("--sets", nargs="+", default=["contracts", "uk"])
    asking.add_argument("--every", type=int, default=1)
    asking.add_argument("--set", action="append")
    asking.set_defaults(run=ask_all)
    reporting = commands.add_parser("report")
    reporting.add_argument("answers", type=Path)
    reporting.add_argument("--failures", action="store_true")
    reporting.add_argument("--kind")
    reporting.add_argument("--plot", type=Path, help="an SVG file for the curve of confidence")
    reporting.set_defaults(run=report)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
