"""Whether questions of several clients are better embedded together: single calls from as many threads, and batches.

python benchmarks/serve_batching.py
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from serve_page import fill

from pincite.registry import load

QUESTIONS = [
    f"Consider agreement number {n}; what notice must a party give before it ends the agreement for cause {n % 7}?"
    for n in range(256)
]
ROUNDS = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    embedder = load("embedder", "onnx")()
    embedder.embed_queries(QUESTIONS[:8])
    rows: dict[str, list[float]] = {f"one at a time, {threads} threads": [] for threads in (1, 2)} | {
        f"batches of {n}": [] for n in (2, 8, 32)
    }
    for _ in range(ROUNDS):
        # In turns, so that whatever else the machine does falls on all of them.
        for threads in (1, 2):
            rows[f"one at a time, {threads} threads"].append(rate(lambda t=threads: singles(embedder, t)))
        for size in (2, 8, 32):
            rows[f"batches of {size}"].append(rate(lambda n=size: batches(embedder, n)))
    base = statistics.median(rows["one at a time, 2 threads"])
    lines = ["| how | questions/s | beside two threads |", "| --- | ---: | ---: |"]
    for name, found in rows.items():
        middle = statistics.median(found)
        lines.append(f"| {name} | {middle:,.0f} | {middle / base:.2f} × |")
    print("\n".join(lines))
    if given.to:
        fill(given.to, "batching", "\n".join(lines))


def rate(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return len(QUESTIONS) / (time.perf_counter() - began)


def singles(embedder: Any, threads: int) -> None:
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda question: embedder.embed_queries([question]), QUESTIONS))


def batches(embedder: Any, size: int) -> None:
    for at in range(0, len(QUESTIONS), size):
        embedder.embed_queries(QUESTIONS[at : at + size])


if __name__ == "__main__":
    main()
