"""How fast runs are scored: 6,889 queries with 64 results each, by every span measure at seven cut-offs.

    python benchmarks/scoring.py

The authors' formula in plain Python, result by result, is timed beside it on the same data, and the two are compared.
The queries are random, of the benchmark's size: 1 to 4 gold passages, results of 100 to 900 characters in 714
documents.
"""

import gc
import json
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pincite.domain.benchmark import Gold, Query
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.outcome import QueryOutcome
from pincite.domain.response import Response
from pincite.domain.run import RunQuestion, RunSpec
from pincite.metrics.measure import CUTOFFS, get_measure, standard_measures
from pincite.metrics.scorer import Scorer
from pincite.ports.evaluation import Measure
from pincite.runs.folder import RunFolder, save_head, save_questions, write_rows
from pincite.runs.hit_columns import read_columns
from pincite.runs.response_row import response_row
from pincite.runs.scoring import score_run
from pincite.spans import Span

SETS = ("north", "east", "south", "west")
QUERIES, RESULTS, DOCUMENTS, LENGTH = 6889, 64, 714, 110_000


def make_queries(*, overlap: bool) -> list[QueryOutcome]:
    """Queries with gold and results, a third of them in the gold document; overlapping results or disjoint ones."""
    chance = random.Random(3)
    queries = []
    for _ in range(QUERIES):
        home = f"d{chance.randrange(DOCUMENTS)}"
        starts = sorted(chance.sample(range(0, LENGTH, 1000), chance.choice([1, 1, 1, 2, 4])))
        gold = [Passage(home, Span(start, start + chance.randrange(50, 800))) for start in starts]
        taken: set[tuple[str, int]] = set()
        hits = []
        while len(hits) < RESULTS:
            doc = home if chance.random() < 0.33 else f"d{chance.randrange(DOCUMENTS)}"
            cell = (doc, chance.randrange(0, LENGTH, 1000))
            if not overlap and cell in taken:
                continue
            taken.add(cell)
            hits.append(Passage(doc, Span(cell[1], cell[1] + chance.randrange(100, 900))))
        queries.append(QueryOutcome(gold, hits))
    return queries


def authors_formula(query: QueryOutcome, k: int) -> tuple[float, float]:
    """Precision and recall as their code computes them: each by its own pass over results and gold."""
    total = shared = 0
    for hit in query.hits[:k]:
        total += hit.span.end - hit.span.start
        for gold in query.gold:
            if hit.doc_id == gold.doc_id:
                low, high = max(hit.span.start, gold.span.start), min(hit.span.end, gold.span.end)
                if high > low:
                    shared += high - low
    precision = shared / total if total else 0.0
    wanted = shared = 0
    for gold in query.gold:
        wanted += gold.span.end - gold.span.start
        for hit in query.hits[:k]:
            if hit.doc_id == gold.doc_id:
                low, high = max(hit.span.start, gold.span.start), min(hit.span.end, gold.span.end)
                if high > low:
                    shared += high - low
    return precision, (shared / wanted if wanted else 0.0)


def best(what: Callable[[], object]) -> float:
    """The shortest of five times, in seconds of the processor, which other work on the machine does not lengthen."""
    times = []
    for _ in range(5):
        began = time.process_time()
        what()
        times.append(time.process_time() - began)
    return min(times)


def write_run(queries: Sequence[QueryOutcome], folder: Path) -> RunFolder:
    """The queries as a run folder, as `pincite run` leaves it."""
    questions = [
        RunQuestion(SETS[n % 4], Gold(Query(f"q{n}", f"question {n}"), tuple(q.gold))) for n, q in enumerate(queries)
    ]
    spec = RunSpec("random", RESULTS, {"kind": "random"}, sets={}, corpus={}, code={}, packages={})
    save_head(folder, spec, times={})
    save_questions(folder, questions)
    responses = (
        Response(f"q{n}", tuple(Hit(passage, 1 / rank, rank) for rank, passage in enumerate(query.hits, 1)))
        for n, query in enumerate(queries)
    )
    write_rows(folder / "queries.jsonl", map(response_row, responses))
    return RunFolder(folder)


def measure(queries: Sequence[QueryOutcome], folder: Path, *, title: str) -> None:
    """Time both and compare the figures."""
    measures = standard_measures(RESULTS)
    pair = [get_measure(name, k) for k in CUTOFFS for name in ("lbr_precision", "lbr_recall")]
    run = write_run(queries, folder)
    # A scoring process does not hold half a million objects besides; here they are for the formula alone.
    gc.freeze()
    columns = read_columns(run)

    def score(wanted: Sequence[Measure]) -> NDArray[np.float64]:
        scorer = Scorer(list, columns=columns)
        return np.stack([scorer.score(one) for one in wanted])

    def formula() -> NDArray[np.float64]:
        return np.array([[value for k in CUTOFFS for value in authors_formula(query, k)] for query in queries]).T

    def read_plainly() -> None:
        for name in ("gold.jsonl", "queries.jsonl"):
            for line in (folder / name).read_text("utf-8").strip("\n").split("\n"):
                json.loads(line)

    everything, published, theirs = best(lambda: score(measures)), best(lambda: score(pair)), best(formula)
    reading, plainly = best(lambda: read_columns(RunFolder(folder))), best(read_plainly)
    command = best(lambda: score_run(RunFolder(folder)))
    rows = {
        "published precision and recall at 7 cut-offs": published,
        "the same by the authors' formula in plain Python": theirs,
        f"all {len(measures)} measures ({len(measures) // 7} at 7 cut-offs)": everything,
        "reading the run folder into columns": reading,
        "only parsing the same files as JSON": plainly,
        "the whole of `pincite rescore`: read, score by all measures, write every score": command,
    }
    print(f"## {title}\n\n| what | seconds |\n|---|--:|")
    print("\n".join(f"| {name} | {seconds:.3f} |" for name, seconds in rows.items()))
    worst = np.abs(score(pair) - formula()).max()
    print(f"\nThe published figures are computed **{theirs / published:.0f} times** as fast as by the formula, and the")
    print(
        f"largest difference is {worst:.1e}. With reading the files, which takes most of the time whoever scores, it is"
    )
    print(f"{(plainly + theirs) / (reading + published):.1f} times.\n")


if __name__ == "__main__":
    print(f"# Scoring\n\n{QUERIES:,} queries, {RESULTS} results each. Made by `python benchmarks/scoring.py`;")
    print(
        "seconds of one processor core, the shortest of five times each, all in one process. The formula runs on lists"
    )
    print(
        "of Python objects in memory, our scoring on columns in memory; how long it takes to get there from the files"
    )
    print("of a run is given for both.\n")
    with tempfile.TemporaryDirectory() as made:
        measure(make_queries(overlap=False), Path(made) / "disjoint", title="Disjoint results")
        measure(make_queries(overlap=True), Path(made) / "overlapping", title="Results that may overlap")
