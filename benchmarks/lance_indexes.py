"""Kinds of index for the vectors of LanceDB side by side: how long they take to make, their size, recall and speed.

    python benchmarks/lance_indexes.py REAL.store --to FOLDER [--queries 60] [--kinds ivf_flat ivf_sq ivf_pq hnsw_sq]

The vectors are those of all chunks of a store in a folder, in half precision as the product keeps them; the questions
are stored vectors moved a little. Recall@64 is against exact search, by score. Kinds that shorten the
vectors look at `refine` times as many rows again, with the vectors as they are. Times are of one client.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import time
from pathlib import Path

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import HnswSq, IvfFlat, IvfPq, IvfSq

from pincite.domain.chunk import Layer
from pincite.pipeline.store import Store
from pincite.store.digest import in_batches
from pincite.store.lance.vector_choice import VectorChoice
from pincite.store.recall import share_found

DEPTH = 64
JITTER = 0.03
MADE = {"max_iterations": 20, "sample_rate": 64}
# The share of partitions that is looked at, and how many times as many rows are looked at again.
LOOKED = {"ivf_flat": [(0.04, 0), (0.1, 0)], "ivf_sq": [(0.1, 0), (0.1, 2)], "ivf_pq": [(0.1, 0), (0.1, 4), (0.1, 10)]}
LOOKED["hnsw_sq"] = [(1.0, 0), (1.0, 2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("--to", type=Path, required=True, help="where the tables are made")
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--kinds", nargs="+", choices=sorted(LOOKED), default=list(LOOKED))
    asked = parser.parse_args()
    vectors = read_vectors(asked.store)
    draw = np.random.default_rng(7)
    chosen = vectors[draw.choice(len(vectors), asked.queries, replace=False)]
    queries = chosen + JITTER * draw.standard_normal(chosen.shape).astype(np.float32)
    print(f"{len(vectors):,} vectors of {vectors.shape[1]} dimensions")
    print("| index | made, s | of the processor | size, MB | partitions, refined | recall@64 | p50 / p95, ms |")
    print("|---|--:|--:|--:|---|--:|--:|")
    for kind in asked.kinds:
        measure(kind, vectors, queries, asked.to / kind)


def read_vectors(place: Path) -> np.ndarray:
    """The vectors of all chunks of a store."""
    store = Store.open(place)
    backend, doc_ids = store.opened.backend, [card.id for card in store.library.cards]
    parts = [rows.vectors[Layer.CHUNK] for some in in_batches(doc_ids) for rows in backend.rows(some)]
    return np.concatenate(parts).astype(np.float16).astype(np.float32)


def measure(kind: str, vectors: np.ndarray, queries: np.ndarray, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    halves = pa.array(vectors.astype(np.float16).reshape(-1))
    flat = pa.FixedSizeListArray.from_arrays(halves, vectors.shape[1])
    table = lancedb.connect(folder).create_table("passages", pa.table({"id": np.arange(len(vectors)), "vector": flat}))
    before = size_of(folder)
    partitions = 1 if kind == "hnsw_sq" else VectorChoice(0, 0.1).partitions(len(vectors))
    config = {
        "ivf_flat": lambda: IvfFlat("dot", partitions, **MADE),
        "ivf_sq": lambda: IvfSq("dot", partitions, **MADE),
        "ivf_pq": lambda: IvfPq("dot", partitions, num_sub_vectors=vectors.shape[1] // 8, **MADE),
        "hnsw_sq": lambda: HnswSq("dot", partitions, **MADE),
    }[kind]()
    began, worked = time.perf_counter(), time.process_time()
    table.create_index("vector", config=config)
    made, worked = time.perf_counter() - began, time.process_time() - worked
    exact = [np.partition(vectors @ one, -DEPTH)[-DEPTH:].tolist() for one in queries]
    for share, refine in LOOKED[kind]:
        probes = max(1, round(share * partitions))
        seconds, shares = [], []
        for one, best in zip(queries, exact, strict=True):
            query = table.search(one).distance_type("dot").nprobes(probes)
            query = query.refine_factor(refine) if refine else query
            began = time.perf_counter()
            found = query.select(["id", "_distance"]).limit(DEPTH).to_arrow()
            seconds.append(1000 * (time.perf_counter() - began))
            # What a short vector says of a distance is rough, so passages are scored by the vectors as they are.
            shares.append(share_found(best, (vectors[found["id"].to_numpy()] @ one).tolist()))
        last = statistics.quantiles(seconds, n=20)[-1]
        cells = (
            f"{made:.0f} | {worked:.0f} | {(size_of(folder) - before) / 1e6:.0f} | {probes} of {partitions}, {refine}"
        )
        print(
            f"| {kind} | {cells} | {np.mean(shares):.3f} | {statistics.median(seconds):.0f} / {last:.0f} |", flush=True
        )


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
