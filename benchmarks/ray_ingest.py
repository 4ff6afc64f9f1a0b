"""Indexing on a Ray cluster of two nodes beside worker processes and a single process, in one run.

    python benchmarks/ray_ingest.py CORPUS --documents 100 --rounds 2

Each node has one core, so that Ray has the cores that two worker processes have. Files are read and texts embedded by
the executor that is measured, with an empty cache. Seconds of the processor are those of this process and of all that
descend from it, looked at twice a second: they say what a busy machine's clock cannot. The stores are compared by a
digest of every reading, passage and vector.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.domain.chunk import Layer
from pincite.pipeline.store import Store, index_files
from pincite.settings import load_settings
from pincite.store.readings import reading_as_bytes

KINDS = ("inline", "processes", "ray")
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--embedder", default="static")
    given = parser.parse_args()
    files = sorted(path for path in given.corpus.rglob("*") if path.is_file())
    chosen = files[:: max(1, len(files) // given.documents)][: given.documents]
    print(f"{len(chosen)} documents, {sum(path.stat().st_size for path in chosen):,} bytes", flush=True)
    rows: dict[str, list[dict[str, float | str]]] = {kind: [] for kind in KINDS}
    with two_nodes() as address:
        for _ in range(given.rounds):
            for kind in KINDS:
                flags = [
                    f"embedder.kind={given.embedder}",
                    f"executor.kind={kind}",
                    f"executor.embedding={kind}",
                    "jobs=2",
                ]
                flags += [f"executor.address={address}"] if kind == "ray" else []
                rows[kind].append(measure(chosen, flags))
                print(kind, json.dumps(rows[kind][-1]), flush=True)
    print(table(rows))


@contextmanager
def two_nodes() -> Iterator[str]:
    """A cluster of two nodes with a core each."""
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": os.urandom(32).hex()}
    # Ray's workers give way to everybody else unless told otherwise; those of `processes` do not.
    os.environ |= {"RAY_worker_niceness": "0"}
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 200 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        cluster.add_node(**node)
        cluster.wait_for_nodes()
        yield cluster.address
    finally:
        cluster.shutdown()


def measure(files: list[Path], flags: list[str]) -> dict[str, float | str]:
    """Build a store once: seconds in all and until the first file was read, of the processor, and the digest."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PINCITE_CACHE"] = str(Path(folder, "cache"))
        settings = load_settings(flags=flags).settings
        first: list[float] = []
        with ProcessorTime() as spent:
            began = time.perf_counter()
            report = index_files(
                files,
                Path(folder, "store"),
                settings=settings,
                progress=lambda stage, *_: first.append(time.perf_counter() - began),
            )
            seconds = time.perf_counter() - began
        return {
            "seconds": round(seconds, 1),
            "first": round(first[0], 1),
            "processor": round(spent.seconds, 1),
            "failures": len(report.failures),
            "digest": digest_of(Path(folder, "store")),
        }


def digest_of(folder: Path) -> str:
    """One digest over every reading, passage and vector of a store."""
    digest = hashlib.sha256()
    with Store.open(folder) as store:
        for doc_id in sorted(card.id for card in store.documents):
            digest.update(reading_as_bytes(store.library.reading(doc_id)))
            (rows,) = store.opened.backend.rows([doc_id])
            for layer in Layer:
                digest.update(rows.places[layer].tobytes() + rows.vectors[layer].tobytes())
    return digest.hexdigest()[:16]


class ProcessorTime:
    """Seconds of the processor that this process and its descendants spend in a block."""

    def __enter__(self) -> ProcessorTime:
        self._before = _spent()
        self._latest = dict(self._before)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._latest |= _spent()
        self.seconds = sum(ticks - self._before.get(pid, 0) for pid, ticks in self._latest.items()) / _TICKS

    def _watch(self) -> None:
        # A process that has ended is remembered as it was last seen.
        while not self._done.wait(0.5):
            self._latest |= _spent()


def _spent() -> dict[int, int]:
    """Ticks by process, of this one and its descendants."""
    parents, ticks = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(entry.name)], ticks[int(entry.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    mine = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in mine} - mine:
        mine |= more
    return {pid: ticks[pid] for pid in mine if pid in ticks}


def table(rows: dict[str, list[dict[str, float | str]]]) -> str:
    """The medians, beside those of `processes`."""
    middle = {
        kind: {name: statistics.median(float(one[name]) for one in found) for name in ("seconds", "first", "processor")}
        for kind, found in rows.items()
    }
    base = middle["processes"]
    lines = [
        "| executor | s | until the first file | s of the processor | time / processes | processor / processes |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for kind, one in middle.items():
        ratios = f"{one['seconds'] / base['seconds']:.2f} | {one['processor'] / base['processor']:.2f}"
        lines.append(f"| {kind} | {one['seconds']:.1f} | {one['first']:.1f} | {one['processor']:.1f} | {ratios} |")
    digests = {str(one["digest"]) for found in rows.values() for one in found}
    return "\n".join([*lines, "", f"Digests: {', '.join(sorted(digests))}."])


if __name__ == "__main__":
    main()
