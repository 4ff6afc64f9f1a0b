"""How fast runs are scored: 6,889 queries with 64 results each, by every span measure at seven cut-offs.

    python benchmarks/scoring.py

The authors' formula in plain Python, result by result, is timed beside it on the same data, and the two are compared.
The queries are random, of the benchmark's size: 1 to 4 gold passages, results of 100 to 900 characters in 714
documents.
"""

import random
import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.domain.document import Passage
from pincite.metrics.columns import Judged, to_columns
from pincite.metrics.measure import CUTOFFS, Measure, standard_measures
from pincite.metrics.spans import SpanScorer
from pincite.spans import Span

QUERIES, RESULTS, DOCUMENTS, LENGTH = 6889, 64, 714, 110_000


def make_queries(*, overlap: bool) -> list[Judged]:
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
        queries.append(Judged(gold, hits))
    return queries


def authors_formula(query: Judged, k: int) -> tuple[float, float]:
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
    """The shortest of five times."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        what()
        times.append(time.perf_counter() - began)
    return min(times)


def measure(queries: Sequence[Judged], *, title: str) -> None:
    """Time both and compare the figures."""
    measures = standard_measures(RESULTS)
    pair = [Measure(name, k) for k in CUTOFFS for name in ("lbr_precision", "lbr_recall")]
    columns = to_columns(queries)

    def score(wanted: Sequence[Measure]) -> NDArray[np.float64]:
        scorer = SpanScorer(*columns)
        return np.stack([scorer.score(one) for one in wanted])

    laying_out = best(lambda: to_columns(queries))
    everything, published = best(lambda: score(measures)), best(lambda: score(pair))
    began = time.perf_counter()
    theirs = np.array([[value for k in CUTOFFS for value in authors_formula(query, k)] for query in queries]).T
    formula = time.perf_counter() - began
    print(f"## {title}\n")
    print("| what | seconds |\n|---|--:|")
    print(f"| laying results and gold out in columns, once a run | {laying_out:.3f} |")
    print(f"| all {len(measures)} measures ({len(measures) // 7} at 7 cut-offs) | {everything:.3f} |")
    print(f"| of these, published precision and recall at 7 cut-offs | {published:.3f} |")
    print(f"| the same by the authors' formula in plain Python | {formula:.3f} |\n")
    print(f"All of it takes {laying_out + everything:.2f} s. The published figures are computed")
    print(f"{formula / published:.0f} times as fast as by the formula ", end="")
    print(f"({formula / (laying_out + published):.0f} times with the laying out);")
    print(f"the largest difference is {np.abs(score(pair) - theirs).max():.1e}.\n")


if __name__ == "__main__":
    print(f"# Scoring\n\n{QUERIES:,} queries, {RESULTS} results each. Made by `python benchmarks/scoring.py`.\n")
    measure(make_queries(overlap=False), title="Disjoint results")
    measure(make_queries(overlap=True), title="Results that may overlap")
