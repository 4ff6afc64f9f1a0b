"""Measure the shipped int8 models on dev or mini, inside the right document, on the CPU.

python -m training.shipped --data .training --models src/pincite/models --split mini
"""

import argparse
import json
import logging
import lzma
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from training.bert_ids import CLS, SEP
from training.decode import LOWEST, WINDOW, Decoding, Evidence, chunk_tokens, first_stage, place_windows
from training.evaluate import Judged, measure, show, token_places
from training.lexical import bm25_scores

log = logging.getLogger("training.shipped")
QUESTION = 56
LONGEST = 254
BATCH = 32


class Shipped:
    """Both models as the package runs them."""

    def __init__(self, folder: Path, tokenizer: Tokenizer) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        self.embedder = onnxruntime.InferenceSession(str(folder / "embedder.onnx"), options)
        self.highlighter = onnxruntime.InferenceSession(str(folder / "highlighter.onnx"), options)
        self.tokenizer = tokenizer
        self.seconds = {"read": 0.0}

    def embed(self, rows: list[list[int]]) -> np.ndarray:
        """Embed token rows, those of like length together."""
        vectors = np.zeros((len(rows), 384), np.float32)
        order = sorted(range(len(rows)), key=lambda n: len(rows[n]))
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            width = max(len(rows[n]) for n in some) + 2
            ids, mask = np.zeros((2, len(some), width), np.int64)
            for k, n in enumerate(some):
                ids[k, : len(rows[n]) + 2] = [CLS, *rows[n], SEP]
                mask[k, : len(rows[n]) + 2] = 1
            vectors[some] = self.embedder.run(None, {"ids": ids, "mask": mask})[0]
        return vectors

    def read(self, question: list[int], tokens: np.ndarray, starts: list[int]) -> np.ndarray:
        """Read windows of a document for a question: each token's best logit."""
        began = time.perf_counter()
        logits = np.full(len(tokens), LOWEST, np.float32)
        head = [CLS, *question[-QUESTION:], SEP]
        for at in range(0, len(starts), 8):
            some = starts[at : at + 8]
            ids = np.array([[*head, *tokens[s : s + WINDOW], SEP] for s in some], np.int64)
            kinds = np.zeros_like(ids)
            kinds[:, len(head) :] = 1
            given = self.highlighter.run(["tokens"], {"ids": ids, "kinds": kinds, "mask": np.ones_like(ids)})[0]
            for start, row in zip(some, given, strict=True):
                own = slice(start, start + WINDOW)
                logits[own] = np.maximum(logits[own], row[len(head) : -1])
        self.seconds["read"] += time.perf_counter() - began
        return logits


def judge(packed: dict[str, Any], shipped: Shipped, folder: Path, split: str, every: int) -> list[Judged]:
    """Read every `every`-th query of a split with the shipped models."""
    texts = {d[0]: d[3] for d in packed["documents"] if d[2] == split}
    queries = [q for q in packed["queries"] if q[4] == split][::every]
    places = token_places(folder, {q[0]: texts[q[0]] for q in queries})
    known: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}
    judged = []
    for document, question, spans, s, _ in queries:
        if document not in known:
            known[document] = _index(document, packed, shipped, places[document], texts[document])
            log.info("%s: %d chunks", document[:60], len(known[document][0]))
        chunks, vectors, tokens = known[document]
        asked = shipped.tokenizer.encode(question, add_special_tokens=False).ids
        near = vectors @ shipped.embed([asked[-QUESTION:]])[0]
        words = bm25_scores(question, [texts[document][a:b] for a, b in chunks])
        bare = Evidence(texts[document], places[document], chunks, np.empty(0), near, words)
        first = first_stage(bare, Decoding())
        starts = place_windows(chunk_tokens(bare), first, Decoding().read, len(tokens))
        evidence = replace(bare, logits=shipped.read(asked, tokens, starts))
        judged.append(Judged(s, split, question, [tuple(x) for x in spans], evidence, near))
    return judged


def _index(
    document: str, packed: dict[str, Any], shipped: Shipped, places: np.ndarray, text: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Embed a document's chunks; give their characters, their vectors and the document's tokens."""
    ends = np.array(packed["chunks"][document])
    chunks = np.stack([np.concatenate([[0], ends[:-1]]), ends], 1)
    pieces = [text[at : at + 20_000] for at in range(0, len(text), 20_000)]
    tokens = np.concatenate([c.ids for c in shipped.tokenizer.encode_batch(pieces, add_special_tokens=False)])
    cuts = np.searchsorted(places[:, 0], np.append(chunks[:, 0], chunks[-1, 1]))
    rows = [tokens[a : min(b, a + LONGEST)].tolist() for a, b in zip(cuts[:-1], cuts[1:], strict=True)]
    return chunks, shipped.embed(rows), tokens


def main() -> None:
    """Measure the shipped models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--split", choices=["dev", "mini"], default="dev")
    parser.add_argument("--every", type=int, default=1, help="take every n-th query")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    with lzma.open(arguments.data / "data.json.xz") as file:
        packed = json.load(file)
    tokenizer = Tokenizer.from_file(str(arguments.data / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    shipped = Shipped(arguments.models, tokenizer)
    judged = judge(packed, shipped, arguments.data, arguments.split, arguments.every)
    show(f"{arguments.split} first stage", measure(judged, replace(Decoding(), read=0)))
    show(f"{arguments.split} whole", measure(judged, Decoding()))
    log.info("reading: %.0f ms a query", 1000 * shipped.seconds["read"] / len(judged))


if __name__ == "__main__":
    main()
