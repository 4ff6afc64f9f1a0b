"""Measure rankings made from stored predictions, on the CPU: choose on dev, then look once at mini.

python -m training.evaluate --data .training --predictions .training/results/predictions-all.npz
"""

import argparse
import json
import logging
import lzma
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from training.decode import Decoding, Evidence, rank
from training.lexical import bm25_scores

log = logging.getLogger("training.evaluate")
CUTOFFS = (1, 2, 4, 8, 16, 32, 64)
FLOOR, STEP = -5.0, 16.0
PIECE = 20_000


@dataclass(frozen=True, slots=True)
class Judged:
    """A query with everything the models said about its document, and the spans that answer it."""

    set: str
    split: str
    question: str
    spans: list[tuple[int, int]]
    evidence: Evidence
    plain: np.ndarray


def load_judged(folder: Path, predictions: Path, cosines: Path | None = None) -> list[Judged]:
    """Load the queries with their stored predictions, and where given with the cosines of another embedder."""
    with lzma.open(folder / "data.json.xz") as file:
        packed = json.load(file)
    stored = np.load(predictions)
    texts = {d[0]: d[3] for d in packed["documents"]}
    queries = [packed["queries"][n] for n in stored["rows"]]
    places = token_places(folder, {q[0]: texts[q[0]] for q in queries})
    tokens = _parts(stored["tokens"], stored["token_counts"])
    near, plain = (_parts(stored[key], stored["chunk_counts"]) for key in ("cosines", "plain"))
    if cosines:
        other = np.load(cosines)
        every = _parts(other["cosines"], other["chunk_counts"])
        near = [every[n] for n in stored["rows"]]
    judged = []
    for n, (document, question, spans, s, split) in enumerate(queries):
        logits = np.where(tokens[n] == 0, -8.0, tokens[n] / STEP + FLOOR)
        ends = np.array(packed["chunks"][document])
        chunks = np.stack([np.concatenate([[0], ends[:-1]]), ends], 1)
        words = bm25_scores(question, [texts[document][a:b] for a, b in chunks])
        evidence = Evidence(texts[document], places[document], chunks, logits, near[n].astype(np.float32), words)
        judged.append(Judged(s, split, question, [tuple(x) for x in spans], evidence, plain[n].astype(np.float32)))
    return judged


def token_places(folder: Path, texts: dict[str, str]) -> dict[str, np.ndarray]:
    """Give every token's place in its text."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    found = {}
    for name, text in texts.items():
        starts = range(0, max(1, len(text)), PIECE)
        coded = tokenizer.encode_batch([text[a : a + PIECE] for a in starts], add_special_tokens=False)
        found[name] = np.concatenate(
            [np.array(c.offsets).reshape(-1, 2) + a for a, c in zip(starts, coded, strict=True)]
        )
    return found


def measure(judged: list[Judged], decoding: Decoding) -> dict[str, dict[str, float]]:
    """Measure precision and recall by set as the benchmark's authors do, and their mean over the sets."""
    rows: dict[str, list[list[float]]] = {}
    for query in judged:
        ranked = rank(query.evidence, decoding)[: CUTOFFS[-1]]
        rows.setdefault(query.set, []).append(score(ranked, query.spans))
    keys = [f"{name}@{k}" for name in ("P", "R") for k in CUTOFFS]
    means = {s: dict(zip(keys, np.mean(values, 0), strict=True)) for s, values in rows.items()}
    means["macro"] = {key: float(np.mean([m[key] for m in means.values()])) for key in keys}
    return means


def score(ranked: list[tuple[int, int]], gold: list[tuple[int, int]]) -> list[float]:
    """Give the precision, then the recall, of one ranking at every cut-off."""
    found = [sum(max(0, min(b, y) - max(a, x)) for x, y in gold) for a, b in ranked] or [0]
    shared, read = np.cumsum(found), np.cumsum([b - a for a, b in ranked] or [1])
    last = [min(k, len(shared)) - 1 for k in CUTOFFS]
    size = sum(y - x for x, y in gold)
    return [*(shared[n] / max(1, read[n]) for n in last), *(shared[n] / size for n in last)]


def area_under_curve(scores: np.ndarray, positive: np.ndarray) -> float:
    """Give the chance that a question with an answer scores above one without."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    many = int(positive.sum())
    return float((ranks[positive].sum() - many * (many + 1) / 2) / (many * (len(scores) - many)))


def abstention(folder: Path, predictions: Path) -> dict[str, float]:
    """Tell answerable from unanswerable CUAD questions by the best window read: ROC-AUC on dev and on mini."""
    with lzma.open(folder / "data.json.xz") as file:
        pairs = json.load(file)["pairs"]
    stored = np.load(predictions)
    answered = np.array([p[2] for p in pairs])
    split = np.array([p[3] for p in pairs])
    windows, tokens = (stored[key].astype(np.float32).max(1) for key in ("pair_windows", "pair_tokens"))
    scores = {"window": windows, "token": tokens, "both": windows + tokens}
    return {
        f"{s} {k}": area_under_curve(v[split == s], answered[split == s])
        for k, v in scores.items()
        for s in ("dev", "mini")
    }


def show(
    name: str, means: dict[str, dict[str, float]], keys: tuple[str, ...] = ("P@1", "R@1", "P@8", "R@8", "R@64")
) -> None:
    """Log a line per ranking: each set's measures."""
    parts = [f"{s} " + "/".join(f"{100 * m[k]:.1f}" for k in keys) for s, m in means.items()]
    log.info("%-34s %s", name, "  ".join(parts))


def _parts(flat: np.ndarray, counts: np.ndarray) -> list[np.ndarray]:
    return np.split(flat, np.cumsum(counts)[:-1])


def main() -> None:
    """Measure the recipe's decoding, and the ranking without the highlighter, on dev and on mini."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--predictions", type=Path, required=True)
    parser.add_argument("--cosines", type=Path, help="cosines of an embedder trained alone")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    judged = load_judged(arguments.data, arguments.predictions, arguments.cosines)
    chosen = Decoding()
    kinds: dict[str, Any] = {"no highlighter": replace(chosen, read=0), "chunks": replace(chosen, sure=2.0, trim=0.0)}
    kinds |= {f"spans, {n} windows": replace(chosen, read=n) for n in (4, 8, 12, 16, 24, 32, 48)}
    for split in ("dev", "dev in other words", "natural", "people", "mini"):
        own = [q for q in judged if q.split == split]
        if not own:
            continue
        plain = [replace(q, evidence=replace(q.evidence, cosines=q.plain)) for q in own]
        show(f"{split} untrained, no highlighter", measure(plain, kinds["no highlighter"]))
        for name, decoding in kinds.items():
            show(f"{split} {name}", measure(own, decoding))
    if "pair_windows" in np.load(arguments.predictions):
        log.info(
            "abstention ROC-AUC %s",
            {k: round(v, 4) for k, v in abstention(arguments.data, arguments.predictions).items()},
        )


if __name__ == "__main__":
    main()
