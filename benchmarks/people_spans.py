"""Exact spans for people's questions inside the right document: precision of the first, recall of the first eight.

PYTHONPATH=. python benchmarks/people_spans.py --store STORE --documents FOLDER [--highlighter FILE.onnx]

The questions on contracts that one place answers (named, unnamed, facts), counted in characters.
"""

import argparse
from pathlib import Path

import numpy as np
import onnxruntime
from benchmarks.people import overlap, read_questions

from pincite.pipeline.store import Store
from pincite.retrieve.filters import Filters
from pincite.retrieve.highlighter import OnnxHighlighter

KINDS = ("named", "unnamed", "facts")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--highlighter", type=Path, help="other weights than those that ship")
    parser.add_argument("--windows", type=int, default=12)
    arguments = parser.parse_args()
    store = Store.open(arguments.store, flags=[f"retrieval.windows={arguments.windows}"])
    if arguments.highlighter:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        other = OnnxHighlighter()
        other.__dict__["_session"] = onnxruntime.InferenceSession(str(arguments.highlighter), options)
        store.__dict__["highlighter"] = other
    root = arguments.documents.resolve()
    ids = {str(Path(card.path).resolve().relative_to(root)): card.id for card in store.library.cards}
    rows: dict[str, list[tuple[float, float]]] = {}
    for row in read_questions(("contracts",)):
        if row["kind"] not in KINDS or not row["gold"]:
            continue
        file = row["gold"][0][0]
        hits = store.search(row["question"], k=8, filters=Filters(documents=(ids[file],))).hits
        found = [[file, hit.passage.span.start, hit.passage.span.end] for hit in hits]
        own = [gold for gold in row["gold"] if gold[0] == file]
        shared = [sum(overlap(one, gold) for gold in own) for one in found]
        precision = shared[0] / max(1, found[0][2] - found[0][1]) if found else 0.0
        recall = sum(shared) / sum(gold[2] - gold[1] for gold in own)
        rows.setdefault(row["kind"], []).append((precision, min(recall, 1.0)))
    for kind, values in [*rows.items(), ("all", [value for some in rows.values() for value in some])]:
        precision, recall = 100 * np.mean(values, axis=0)
        print(f"{kind}: {len(values)} questions, P@1 {precision:.1f}, R@8 {recall:.1f}")


if __name__ == "__main__":
    main()
