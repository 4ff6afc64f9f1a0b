"""Drafting queries against single clauses of many contracts: the embedder on its own, away from whole documents.

    PYTHONPATH=. python benchmarks/loose_clauses.py --data DATA --model before=OLD.onnx --model untrained=MINILM.onnx

The clauses are those that CUAD's annotators marked in contracts kept from training and, so that there is something to
search among, 1,500 other passages of the same contracts. The queries are ours (loose_clauses/queries.json): two for
each kind of clause. A clause is relevant if it was marked as that kind. Unmarked passages that say the same count as
wrong, so the figures are too low and only compare models. `--model` adds ONNX files of the same tokenizer.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
from onnxruntime import InferenceSession
from training.config import read_config
from training.corpus import read_documents

from pincite.chunk.rcts import RctsChunker
from pincite.embed.onnx import OnnxEmbedder
from pincite.embed.static import StaticEmbedder
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span
from pincite.tokens import load_tokenizer

QUERIES = Path(__file__).parent / "loose_clauses" / "queries.json"
SHORTEST, LONGEST = 80, 3000
UNMARKED = 1500  # drawn with a seed from the passages that nobody marked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", action="append", default=[], metavar="NAME=FILE")
    given = parser.parse_args()
    texts, kinds = clauses(given.data / "legalbenchrag", kept_apart(given.data))
    queries = [(query, kind) for kind, asked in json.loads(QUERIES.read_text("utf-8")).items() for query in asked]
    gold = [np.array([kind in of for of in kinds]) for _, kind in queries]
    asked = [(query, relevant) for (query, _), relevant in zip(queries, gold, strict=True) if relevant.sum() >= 3]
    marked = sum(bool(of) for of in kinds)
    print(f"{len(asked)} queries, {len(texts)} clauses, {marked} of them marked")
    systems: dict[str, Any] = {"words (BM25)": words(texts, [query for query, _ in asked])}
    models: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "embedder, as it ships": (OnnxEmbedder().embed_passages, OnnxEmbedder().embed_queries),
        "static table, as it ships": (StaticEmbedder().embed_passages, StaticEmbedder().embed_queries),
    }
    for one in given.model:
        name, file = one.split("=", 1)
        embed = reader(file)
        models[name] = (embed, embed)
    for name, (passages, questions) in models.items():
        cosines = questions([query for query, _ in asked]) @ passages(texts).T
        systems[name] = cosines
        systems[f"{name}, and words"] = standardised(cosines) + 0.5 * standardised(systems["words (BM25)"])
    print("| | nDCG@10 | P@5 | R@100 |\n| --- | --: | --: | --: |")
    for name, scores in systems.items():
        print(f"| {name} | " + " | ".join(f"{100 * value:.1f}" for value in measure(scores, asked)) + " |")


def kept_apart(data: Path) -> list[str]:
    """The contracts of the benchmark that no model was trained on."""
    return [
        one.id for one in read_documents(data, read_config()) if one.id.startswith("cuad/") and one.split != "train"
    ]


def clauses(root: Path, documents: Sequence[str]) -> tuple[list[str], list[set[str]]]:
    """The marked clauses with their kinds, and the unmarked passages of the same contracts, each text once."""
    marked: dict[str, dict[tuple[int, int], set[str]]] = defaultdict(lambda: defaultdict(set))
    for test in json.loads((root / "benchmarks" / "cuad.json").read_text("utf-8"))["tests"]:
        for snippet in test["snippets"]:
            marked[snippet["file_path"]][tuple(snippet["span"])].add(test["query"].split(";", 1)[1].strip())
    stages = wire_reading(load_settings(environment={}).settings)
    found: dict[str, set[str]] = defaultdict(set)
    unmarked: list[str] = []
    for name in documents:
        text = (root / "corpus" / name).read_text("utf-8")
        for (start, end), of in marked[name].items():
            if SHORTEST <= end - start <= LONGEST:
                found[text[start:end].strip()] |= of
        reading = read_file(root / "corpus" / name, stages)
        taken = [Span(*span) for span in marked[name]]
        for span in RctsChunker(size=800).split(reading):
            if span.end - span.start >= SHORTEST and not any(span.overlaps(one) for one in taken):
                unmarked.append(span.slice(reading.doc.text).strip())
    for text in random.Random(7).sample(unmarked, min(UNMARKED, len(unmarked))):
        found[text] |= set()
    return list(found), list(found.values())


def reader(file: str) -> Callable[[Sequence[str]], Any]:
    """Embed with any ONNX model of this tokenizer: the vector that it gives, or the mean of its token vectors."""
    session = InferenceSession(file, providers=["CPUExecutionProvider"])
    # Ids and mask come first in every model; some ask for token types besides.
    names = sorted((one.name for one in session.get_inputs()), key=lambda name: ("type" in name, "mask" in name))

    def embed(texts: Sequence[str]) -> Any:
        rows = []
        for text in texts:
            ids = np.array([load_tokenizer().encode(text).ids[:256]], dtype=np.int64)
            fed = zip(names, (ids, np.ones_like(ids), np.zeros_like(ids)), strict=False)
            vector = session.run(None, dict(fed))[0][0]
            vector = vector.mean(axis=0) if vector.ndim == 2 else vector
            rows.append(vector / np.linalg.norm(vector))
        return np.array(rows)

    return embed


def words(texts: list[str], queries: list[str]) -> Any:
    """Score every text for every query by BM25."""
    index = bm25s.BM25()
    index.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
    asked = bm25s.tokenize(queries, stopwords="en", return_ids=False, show_progress=False)
    return np.array([index.get_scores(tokens) for tokens in asked])


def standardised(scores: Any) -> Any:
    return (scores - scores.mean(axis=1, keepdims=True)) / scores.std(axis=1, keepdims=True)


def measure(scores: Any, asked: Sequence[tuple[str, Any]]) -> tuple[float, float, float]:
    """The means of nDCG@10, P@5 and R@100 over the queries."""
    rows = []
    discounts = 1 / np.log2(np.arange(2, 12))
    for row, (_, relevant) in zip(scores, asked, strict=True):
        ranked = relevant[np.argsort(-row, kind="stable")]
        ideal = discounts[: min(10, int(relevant.sum()))].sum()
        gained = (ranked[:10] * discounts).sum() / ideal
        rows.append((gained, ranked[:5].mean(), ranked[:100].sum() / relevant.sum()))
    found = np.array(rows).mean(axis=0)
    return float(found[0]), float(found[1]), float(found[2])


if __name__ == "__main__":
    main()
