"""Stores in several engines side by side: the scores of a benchmark, and searches in many passages made from real ones.

    python benchmarks/scale.py scores RUN-LOCAL.json RUN-OTHER.json …
    python benchmarks/scale.py load REAL.store TARGET --passages 100000 [--set vectors.kind=hnsw]
    python benchmarks/scale.py search TARGET … --queries 100 [--spans] [--rows rows.jsonl]
    python benchmarks/scale.py draw rows.jsonl … --to docs/results

`scores` compares what `pincite run --json` printed for each store. `load` fills a store with documents made from real
ones, and tells the recall that the writer measured. Each is made from one real document, drawn by chance: a hundred of
its passages, drawn by chance and some of them twice, their words as they are; only the number of the new document in
its title is new. Each vector is that of its passage, moved by noise of six tenths of its length (with 384 dimensions).
So vectors differ and words repeat: what depends on how many different words there are is smaller than in a real store
of that size. `search`
times searches in stores with the same documents, one after the other for every kind of search, so that whatever else
the machine does meanwhile falls on all of them; the ratio is to the first. For one client it tells the processor's time
of this process as well, and how many of the 64 passages nearest in the first store the others find: put one first that
searches exactly, and that is their recall. `draw` draws the times of one client by the number of chunks.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from pipeline_results import write_drawing

from pincite.domain.chunk import Layer
from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import IndexedDocument
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.domain.store_state import FileRef, StoreState
from pincite.pipeline.store import Store
from pincite.pipeline.wire import PluginPool, locate_store, plugin_maker, store_engine
from pincite.runs.charts import Point, line_chart
from pincite.settings import load_settings
from pincite.spans import Span
from pincite.store.recall import share_found

CHUNKS = 100
# Noise in each dimension, before the vector is brought to the length 1 again.
JITTER = 0.03
DEPTH = 64
HALF = 1e-3  # what a score may lose where vectors are kept in half precision
NAMES = {"lance": "LanceDB", "postgres": "PostgreSQL"}
ASKED = ("notice of termination", "governing law", "confidential information", "limitation of liability")
# Rows for each commit, and the most commits: each writes the list of all files.
COMMIT, COMMITS = 20_000, 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    scores = commands.add_parser("scores")
    scores.add_argument("runs", nargs="+", type=Path)
    scores.set_defaults(work=lambda given: print(score_table(given.runs)))
    load = commands.add_parser("load")
    load.add_argument("source")
    load.add_argument("target")
    load.add_argument("--passages", type=int, required=True)
    load.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    load.set_defaults(work=lambda given: print(json.dumps(load_store(given))))
    search = commands.add_parser("search")
    search.add_argument("targets", nargs="+")
    search.add_argument("--queries", type=int, default=100)
    search.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    search.add_argument("--spans", action="store_true", help="time exact spans too: the models take long")
    search.add_argument("--rows", type=Path, help="a file to add the times to, for `draw`")
    search.set_defaults(work=time_searches)
    draw = commands.add_parser("draw")
    draw.add_argument("rows", nargs="+", type=Path)
    draw.add_argument("--to", type=Path, required=True)
    draw.set_defaults(work=draw_growth)
    given = parser.parse_args()
    given.work(given)


def score_table(runs: list[Path]) -> str:
    """The scores of runs in percent, and by how many points each differs from the first."""
    found = {path.stem: json.loads(path.read_text())["summary"]["all"] for path in runs}
    first, *others = found
    names = [f"{measure}@{k}" for measure in ("lbr_precision", "lbr_recall") for k in (1, 4, 16, 64)]
    lines = [f"| | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for run, values in found.items():
        lines.append(f"| {run} | {' | '.join(f'{100 * values[name]:.2f}' for name in names)} |")
    most = {run: max(abs(found[run][name] - found[first][name]) for name in found[first]) for run in others}
    told = "; ".join(f"{run} {100 * points:.2f}" for run, points in most.items())
    return "\n".join([*lines, "", f"The largest difference from {first} in any measure, in points: {told}."])


def load_store(given: argparse.Namespace) -> dict[str, float]:
    """Fill a store with documents made from those of another."""
    settings = load_settings(flags=given.set).settings
    with Store.open(given.source, settings=load_settings().settings) as store:
        made = store.opened.state.settings | {"vectors": settings.vectors.model_dump()}
        state = replace(store.opened.state, settings=made)
        files, rows, began, used = [], 0, time.perf_counter(), time.process_time()
        commit = max(COMMIT, given.passages // COMMITS)
        with store_engine(locate_store(given.target, settings), settings).write(plugin_maker(settings)) as writer:
            for document in synthetic_documents(store, given.passages):
                writer.add(document)
                files.append(FileRef(document.card.path, document.card.characters, 1, "synthetic", document.card.id))
                rows += len(document.places[Layer.CHUNK])
                if rows % commit < CHUNKS:
                    writer.commit(_with(state, files), final=False)
            loaded = time.perf_counter() - began
            writer.commit(_with(state, files))
            return {
                "passages": rows,
                "load_seconds": round(loaded, 1),
                "index_seconds": round(time.perf_counter() - began - loaded, 1),
                "processor_seconds": round(time.process_time() - used, 1),
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
                "recall": writer.recall,
            }


def synthetic_documents(store: Store, passages: int) -> Iterator[IndexedDocument]:
    """Documents of a hundred chunks each: passages of a real one, drawn with repetition, with vectors near theirs."""
    random = np.random.default_rng(20260101)
    cards = store.documents
    made = 0
    while made < passages:
        card = cards[int(random.integers(len(cards)))]
        text, rows = store.library.text(card.id), store.opened.backend.rows([card.id])[0]
        order = random.integers(len(rows.places[Layer.CHUNK]), size=min(CHUNKS, passages - made))
        parts = [f"{text[first:last]}\n" for first, last, _ in rows.places[Layer.CHUNK][order].tolist()]
        parts[0] = f"{card.title or card.kind} {made}\n{parts[0]}"
        yield _document(card, parts, _jittered(rows.vectors[Layer.CHUNK][order], random), f"{card.path}-{made}")
        made += len(parts)


def _document(card: DocumentCard, parts: list[str], vectors: np.ndarray, path: str) -> IndexedDocument:
    text = "".join(parts)
    edges = np.cumsum([0, *map(len, parts)])
    whole = np.array([[0, len(text), 0]], dtype=np.int32)
    chunks = np.stack([edges[:-1], edges[1:], np.zeros(len(parts), dtype=np.int64)], axis=1).astype(np.int32)
    doc = Document(document_id(text), text, Source(path, Format.TEXT, "0" * 64, len(text)))
    outline = Outline((Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0),))
    mean = vectors.mean(axis=0, keepdims=True)
    own = DocumentCard(doc.id, path, card.title, card.kind, card.parties, (), "", len(text), language="en")
    return IndexedDocument(
        Reading(doc, Profile(DocumentKind.CONTRACT), outline),
        own,
        {Layer.DOCUMENT: whole, Layer.SECTION: whole, Layer.CHUNK: chunks},
        {Layer.DOCUMENT: mean, Layer.SECTION: mean, Layer.CHUNK: vectors},
    )


def _jittered(vectors: np.ndarray, random: np.random.Generator) -> np.ndarray:
    moved = vectors + JITTER * random.normal(size=vectors.shape).astype(np.float32)
    return (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)


def _with(state: StoreState, files: list[FileRef]) -> StoreState:
    return replace(state, files=tuple(sorted(files, key=lambda file: file.path)))


def time_searches(given: argparse.Namespace) -> None:
    """Print milliseconds of searches: by meaning in all documents and in a tenth, by words, and finding documents."""
    targets, queries, clients = given.targets, given.queries, given.clients
    random = np.random.default_rng(7)
    settings = load_settings().settings
    with ExitStack() as opened:
        pool = PluginPool()
        stores = {
            target: opened.enter_context(Store.open(target, settings=settings, make=pool.make)) for target in targets
        }
        first = next(iter(stores.values()))
        ids = [card.id for card in first.documents]
        chosen = [ids[int(at)] for at in random.integers(len(ids), size=queries)]
        rows = [rows.vectors[Layer.CHUNK][:1] for rows in first.opened.backend.rows(chosen)]
        vectors = _jittered(np.concatenate(rows), random)
        titles = [first.card(one).title or "" for one in chosen]
        words = [f"{ASKED[at % len(ASKED)]} {title}" for at, title in enumerate(titles)]
        tenth = set(ids[::10])
        kinds: dict[str, Callable[[Store, int], object]] = {
            "nearest 64 of all": lambda store, at: store.opened.backend.nearest(vectors[at], k=DEPTH),
            "nearest 64 in a tenth": lambda store, at: store.opened.backend.nearest(
                vectors[at], k=DEPTH, documents=tenth
            ),
            "best 64 by words": lambda store, at: store.opened.backend.matching(words[at], k=DEPTH),
            "the documents that are named": lambda store, at: store.router.route(f"{words[at]}?"),
        }
        if given.spans:
            kinds["exact spans"] = lambda store, at: store.search(f"{words[at]}?")
        print(f"{len(ids):,} documents, {first.library.passage_counts[Layer.CHUNK]:,} chunks, {queries} queries\n")
        print("| milliseconds, p50 / p95 | clients | " + " | ".join(targets) + " |")
        print("|---|--:|" + "--:|" * len(targets))
        for kind, work in kinds.items():
            for count in clients:
                took = [_quantiles(partial(work, store), queries, count) for store in stores.values()]
                cells = [f"{p50:,.0f} / {p95:,.0f} ({p50 / took[0][0]:.1f} ×)" for p50, p95 in took]
                print(f"| {kind} | {count} | " + " | ".join(cells) + " |", flush=True)
                if given.rows:
                    note_times(given.rows, kind, count, dict(zip(stores.values(), took, strict=True)))
            used = [f"{_processor(partial(work, store), queries):,.0f}" for store in stores.values()]
            print(f"| … of the processor, mean | 1 | {' | '.join(used)} |", flush=True)
        found = [_recall(first, store, vectors) for store in stores.values()]
        print(f"| share of the first's nearest {DEPTH} | | {' | '.join(f'{share:.3f}' for share in found)} |")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"\nPeak memory of the client: {peak:,} MB")


def note_times(path: Path, kind: str, clients: int, took: dict[Store, tuple[float, float]]) -> None:
    """Add the times of a kind of search to a file, a line for each store."""
    with path.open("a", encoding="utf-8") as file:
        for store, (p50, p95) in took.items():
            engine = str(store.location).split(":")[0] if ":" in str(store.location) else "folder"
            graph = engine == "folder" and store.settings.vectors.kind == "hnsw"
            row = {"store": "folder, graph" if graph else NAMES.get(engine, engine), "kind": kind, "clients": clients}
            row |= {"chunks": store.library.passage_counts[Layer.CHUNK], "p50": p50, "p95": p95}
            file.write(json.dumps(row) + "\n")


def draw_growth(given: argparse.Namespace) -> None:
    """Draw the times of one client by the number of chunks, from the median to the 95th percentile."""
    rows = [json.loads(line) for path in given.rows for line in path.read_text("utf-8").splitlines()]
    for kind, name in {"nearest 64 of all": "nearest", "best 64 by words": "words"}.items():
        lines: dict[str, list[Point]] = {}
        for row in sorted(rows, key=lambda row: row["chunks"]):
            if row["kind"] == kind and row["clients"] == 1:
                point = Point(row["chunks"] / 1000, row["p50"], row["p50"], row["p95"])
                lines.setdefault(row["store"], []).append(point)
        drawing = line_chart(f"{kind}: milliseconds by thousands of chunks", lines)
        write_drawing(given.to / f"scale-{name}.svg", drawing)


def _processor(work: Callable[[int], object], queries: int) -> float:
    """The processor's milliseconds for a search, of all threads of this process, the mean of a few."""
    few = range(min(queries, 20))
    used = time.process_time()
    for at in few:
        work(at)
    return 1000 * (time.process_time() - used) / len(few)


def _recall(first: Store, other: Store, vectors: np.ndarray) -> float:
    """The share of the passages nearest in the first store that the other finds, or others as near."""
    shares = []
    for vector in vectors:
        exact, found = (
            [one.score for one in store.opened.backend.nearest(vector, k=DEPTH)] for store in (first, other)
        )
        # The other may keep its vectors in half precision.
        shares.append(share_found(exact, [score + HALF for score in found]))
    return float(np.mean(shares))


def _quantiles(work: Callable[[int], object], queries: int, clients: int) -> tuple[float, float]:
    """The median and the 95th percentile, in milliseconds."""

    def timed(at: int) -> float:
        began = time.perf_counter()
        work(at)
        return 1000 * (time.perf_counter() - began)

    timed(0)
    with ThreadPoolExecutor(clients) as pool:
        spent = sorted(pool.map(timed, range(queries)))
    return spent[len(spent) // 2], spent[int(0.95 * (len(spent) - 1))]


if __name__ == "__main__":
    main()
