"""Bring a highlighter's logits to the scale of the one before it, so that what was fitted on them still holds.

python -m training.rescale --data .training --before HIGHLIGHTER.onnx --weights OUT --to OUT/rescaled

A teacher's chances are softer than labels: taught by them, the highlighter says the same with smaller logits. Both
models read the same windows of dev documents; each head is stretched and shifted until its logits (of tokens, the
highest of each window) have the mean and the spread they had before. The order of windows and tokens stays as it is.
"""

import argparse
import json
import logging
import lzma
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer
from torch import Tensor

from training.bert import Encoder, Highlighter, count_layers
from training.bert_ids import CLS, SEP
from training.decode import WINDOW
from training.evaluate import token_places
from training.export import load_weights
from training.shipped import QUESTION
from training.train import save_parts

log = logging.getLogger("training.rescale")
SPLITS = ("dev", "natural")
ELSEWHERE = 2  # windows of a document besides the one with the answer
BATCH = 8


def draw_windows(packed: dict[str, Any], folder: Path, count: int) -> list[tuple[list[int], list[int]]]:
    """Draw questions of dev: each with the window round its answer and others of the same document, as tokens."""
    rng = Random(7)
    texts = {d[0]: d[3] for d in packed["documents"]}
    queries = rng.sample([q for q in packed["queries"] if q[4] in SPLITS], count)
    places = token_places(folder, {q[0]: texts[q[0]] for q in queries})
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = []
    for document, question, spans, _, _ in queries:
        own = places[document]
        answer = int(np.searchsorted(own[:, 0], spans[0][0]))
        last = max(0, len(own) - WINDOW)
        starts = [answer - WINDOW // 3, *(rng.randint(0, last) for _ in range(ELSEWHERE))]
        asked = tokenizer.encode(question, add_special_tokens=False).ids[-QUESTION:]
        for start in starts:
            first = min(max(0, start), last)
            text = texts[document][own[first, 0] : own[min(first + WINDOW, len(own)) - 1, 1]]
            rows.append((asked, tokenizer.encode(text, add_special_tokens=False).ids[:WINDOW]))
    return sorted(rows, key=lambda row: len(row[0]) + len(row[1]))


def read_both(
    rows: list[tuple[list[int], list[int]]], before: onnxruntime.InferenceSession, model: Highlighter
) -> np.ndarray:
    """Give, by model and head (highest token, window), the logit of every row."""
    found: list[np.ndarray] = []
    for at in range(0, len(rows), BATCH):
        some = rows[at : at + BATCH]
        ids, kinds, mask = np.zeros((3, len(some), max(len(q) + len(w) for q, w in some) + 3), np.int64)
        inside = np.zeros(ids.shape, bool)
        for n, (question, window) in enumerate(some):
            whole = [CLS, *question, SEP, *window, SEP]
            ids[n, : len(whole)], mask[n, : len(whole)] = whole, 1
            kinds[n, len(question) + 2 : len(whole)] = 1
            inside[n, len(question) + 2 : len(whole) - 1] = True
        feeds = {"ids": ids, "kinds": kinds, "mask": mask}
        with torch.no_grad():
            after = [t.numpy() for t in model(*(torch.from_numpy(feed) for feed in feeds.values()))]
        pairs = (before.run(["tokens", "window"], feeds), after)
        found.append(np.array([[np.where(inside, tokens, -99).max(1), window] for tokens, window in pairs]))
    return np.concatenate(found, axis=2)


def stretch(weights: dict[str, Tensor], head: str, before: np.ndarray, after: np.ndarray) -> None:
    """Stretch and shift a head so that its logits have the mean and the spread of those before."""
    scale = float(before.std() / after.std())
    shift = float(before.mean() - scale * after.mean())
    log.info("%s: × %.3f, %+.3f; agreement %.3f", head, scale, shift, np.corrcoef(before, after)[0, 1])
    weights[f"{head}.weight"] = weights[f"{head}.weight"] * scale
    weights[f"{head}.bias"] = weights[f"{head}.bias"] * scale + shift


def main() -> None:
    """Rescale both heads."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--before", type=Path, required=True, help="the highlighter whose scale is kept, as ONNX")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=200)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    arguments.to.mkdir(parents=True, exist_ok=True)
    with lzma.open(arguments.data / "data.json.xz") as file:
        packed = json.load(file)
    weights = load_weights(arguments.weights / "highlighter", arguments.data)
    model = Highlighter(Encoder(count_layers(weights)))
    model.load_state_dict(weights)
    rows = draw_windows(packed, arguments.data, arguments.questions)
    before, after = read_both(rows, onnxruntime.InferenceSession(str(arguments.before)), model.eval())
    for n, head in enumerate(("token", "window")):
        stretch(weights, head, before[n], after[n])
    model.load_state_dict(weights)
    save_parts(model, arguments.to / "highlighter")


if __name__ == "__main__":
    main()
