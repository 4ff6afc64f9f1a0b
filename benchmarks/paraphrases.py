"""How well retrieval bears other wordings: 100 questions of LegalBench-RAG-mini as they are, reworded, and cut short.

    python benchmarks/paraphrases.py --data DIR --store STORE --out paraphrases-results.json

The store must hold mini's documents and is searched as its maker set it. `paraphrases.json` has two wordings of each
question, written by hand from the question alone, without sight of the documents' text or of any result: `reworded`,
in full and in other words, and `brief`, as one types into a search box. Its `test` is the place of the question in
`mini/SET.json`, from 0. The places are drawn from each file by a generator of its own,
`sorted(random.Random(20).sample(range(tests), 25))`, so files of one length give the same places.

The share kept is the mean with a wording over the mean with the original; its interval is a paired bootstrap over
questions, drawn within each set.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.domain.response import Response
from pincite.domain.run import RunQuestion
from pincite.metrics.measure import parse_measures
from pincite.pipeline.store import Store
from pincite.runs.coordinates import StoreCoordinates, find_coordinates, merge_copies
from pincite.runs.exam import ALL, Exam, ExamTask, load_exam
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import score_responses
from pincite.runs.statistics import macro_mean

Floats = NDArray[np.float64]

WORDINGS = Path(__file__).with_name("paraphrases.json")
ORIGINAL = "original"
OTHERS = ("reworded", "brief")
K = 8
MEASURES = parse_measures([f"lbr_recall@{K}", "lbr_precision@1", "document_recall@1", f"drm_query@{K}"])
RECALL, PRECISION, DOCUMENT = MEASURES[:3]
ITERATIONS, SEED = 10_000, 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds legalbenchrag/")
    parser.add_argument("--store", type=Path, required=True, help="a store of mini's documents")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", default=(), help="only these sets")
    parser.add_argument("--queries", type=int, help="only the first few of each set, for a quick look")
    options = parser.parse_args()
    wordings = json.loads(WORDINGS.read_text("utf-8"))
    exam = load_exam([options.data / "legalbenchrag" / "mini"], only=options.sets)
    check_draw(exam, wordings)
    store = Store.open(options.store)
    task = ExamTask(exam, exam.documents)
    places = find_coordinates(task, store.library.cards)
    asked = {name: list(worded(exam, wordings, name, first=options.queries)) for name in (ORIGINAL, *OTHERS)}
    check_documents(merged(asked[ORIGINAL], places, task), store, places)
    tables = {name: ask_all(store, places, merged(questions, places, task)) for name, questions in asked.items()}
    summary = summarise(tables)
    told = {"k": K, "draw": wordings["seed"], "store": store.describe(), "summary": summary, "rows": rows_of(tables)}
    options.out.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    print("\n".join(table_lines(summary)))


def check_draw(exam: Exam, wordings: dict[str, Any]) -> None:
    """The wordings belong to the drawn questions, so nobody has picked them."""
    for bench in exam.benchmarks:
        tests = [row["test"] for row in wordings["sets"][bench.name]]
        if tests != sorted(random.Random(wordings["seed"]).sample(range(len(bench.items)), len(tests))):
            raise SystemExit(f"{WORDINGS.name} words other questions of {bench.name} than those that are drawn.")


def check_documents(questions: Sequence[RunQuestion], store: Store, places: StoreCoordinates) -> None:
    """A document that is not in the store cannot be found in any wording."""
    held = {places.path_of[card.id] for card in store.library.cards}
    wanted = {passage.doc_id for question in questions for passage in question.gold.passages}
    if missing := sorted(wanted - held):
        raise SystemExit(
            f"{store.describe()['folder']} lacks {len(missing)} of mini's documents, the first is '{missing[0]}'; "
            "index them with 'pincite index' first."
        )


def worded(exam: Exam, wordings: dict[str, Any], name: str, *, first: int | None) -> Iterator[RunQuestion]:
    """The drawn questions in one of the wordings."""
    for bench in exam.benchmarks:
        for row in wordings["sets"][bench.name][:first]:
            gold = bench.items[row["test"]]
            text = gold.query.text if name == ORIGINAL else row[name]
            yield RunQuestion(bench.name, replace(gold, query=replace(gold.query, text=text)))


def merged(questions: Sequence[RunQuestion], places: StoreCoordinates, task: ExamTask) -> list[RunQuestion]:
    """The questions with gold in copies of a document moved to the document that is searched."""
    return [merge_copies(question, places.copies, task) for question in questions]


def ask_all(store: Store, places: StoreCoordinates, questions: Sequence[RunQuestion]) -> ScoreTable:
    """Search for every question and score what is found, in the benchmark's own coordinates."""
    responses = {}
    for question in questions:
        ranking = store.search(question.gold.query.text, k=K)
        hits = tuple(replace(hit, passage=places.to_benchmark(hit.passage)) for hit in ranking.hits)
        responses[question.id] = Response(question.id, hits)
    return score_responses(questions, responses, measures=MEASURES)


def summarise(tables: dict[str, ScoreTable]) -> dict[str, Any]:
    """For each set and for all: the measures of every wording, and how much of the original's each keeps."""
    groups = [question.set for question in tables[ORIGINAL].questions]
    return {
        scope: summarise_rows(tables, np.array([scope in (ALL, group) for group in groups]), groups)
        for scope in (*dict.fromkeys(groups), ALL)
    }


def summarise_rows(tables: dict[str, ScoreTable], among: NDArray[np.bool_], groups: Sequence[str]) -> dict[str, Any]:
    inside = [group for group, chosen in zip(groups, among, strict=True) if chosen]
    found: dict[str, Any] = {"questions": len(inside)}
    for name, table in tables.items():
        found[name] = {str(measure): macro_mean(table.column(str(measure))[among], inside) for measure in MEASURES}
    for name in OTHERS:
        found[name]["kept"] = {
            str(measure): share_kept(
                tables[ORIGINAL].column(str(measure))[among], tables[name].column(str(measure))[among], inside
            )
            for measure in (RECALL, PRECISION)
        }
    return found


def share_kept(original: Floats, other: Floats, groups: Sequence[str]) -> dict[str, float] | None:
    """The ratio of the two means with its 95 % interval; None where the original finds nothing."""
    before = macro_mean(original, groups)
    if before == 0:
        return None
    draw = np.random.default_rng(SEED)
    sums = np.zeros((2, ITERATIONS))
    for group in dict.fromkeys(groups):
        rows = np.flatnonzero([group == one for one in groups])
        chosen = rows[draw.integers(0, len(rows), size=(ITERATIONS, len(rows)))]
        sums += np.stack([values[chosen].mean(axis=1) for values in (original, other)])
    drawn = sums[1, sums[0] > 0] / sums[0, sums[0] > 0]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return {"share": macro_mean(other, groups) / before, "low": float(low), "high": float(high)}


def rows_of(tables: dict[str, ScoreTable]) -> list[dict[str, Any]]:
    """Every question with its scores in each wording."""
    return [
        {
            "id": question.id,
            **{
                name: dict(zip(table.measures, table.values[at].tolist(), strict=True))
                for name, table in tables.items()
            },
        }
        for at, question in enumerate(tables[ORIGINAL].questions)
    ]


def table_lines(summary: dict[str, Any]) -> Iterator[str]:
    """Percentages, a line for each set and wording; `document` is the share whose first result is in the right one."""
    yield f"{'set':<12} {'wording':<9} {RECALL!s:>13} {PRECISION!s:>16} {'document':>9}   recall kept (95 %)"
    for scope, found in summary.items():
        for name in (ORIGINAL, *OTHERS):
            values = [100 * found[name][str(measure)] for measure in (RECALL, PRECISION, DOCUMENT)]
            kept = found[name].get("kept", {}).get(str(RECALL))
            told = f"{100 * kept['share']:.1f} ({100 * kept['low']:.1f} to {100 * kept['high']:.1f})" if kept else ""
            yield f"{scope:<12} {name:<9} {values[0]:>13.2f} {values[1]:>16.2f} {values[2]:>9.2f}   {told}".rstrip()


if __name__ == "__main__":
    main()
