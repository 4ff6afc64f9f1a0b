"""Measure what more natural questions are worth: the same short training with a part of them, part by part.

python -m training.curve --data .training --out OUT --embedder EMBEDDER.onnx --share 0.25 --share 0.5 --share 1.0

The embedder is given, so that all parts meet the same misleading windows.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from training.bert import Encoder, Highlighter
from training.config import read_config, shrink
from training.draw import Drawer
from training.highlighter import Tables, train_highlighter
from training.mine import mine
from training.pace import Journal
from training.predict import Reader, chunk_measure
from training.recipe import Recipe
from training.train import load_embedder

SPLITS = ("dev", "natural")


def with_share(tables: Tables, share: float, absent: int) -> Tables:
    """Draw only from a share of the natural questions, and of the `absent` last ones without an answer."""
    kept = _kept(len(tables.natural.weights), share, tables.natural.weights)
    natural = replace(tables.natural, weights=tables.natural.weights * kept)
    weights = tables.unanswerable.weights.clone()
    weights[-absent:] *= _kept(absent, share, weights) / share
    return replace(tables, natural=natural, unanswerable=replace(tables.unanswerable, weights=weights))


def _kept(count: int, share: float, like: Tensor) -> Tensor:
    return (torch.arange(count, device=like.device) % 100 < share * 100).to(like.dtype)


def draw_curve(recipe: Recipe, encoder: Encoder, shares: list[float]) -> None:
    """Train from the base once for each share, and note what dev says of it."""
    config, journal, tables = recipe.config, recipe.journal, recipe.tables(None)
    drawer = Drawer(recipe.texts, recipe.questions, config, config["seed"])
    mine(encoder, tables.all, drawer, journal)
    queries = [q for q in recipe.queries if q.split in SPLITS]
    reader = Reader(drawer, recipe.packed["chunks"])
    near = reader.cosines(encoder, queries)
    for share in shares:
        torch.manual_seed(config["seed"])
        drawer.generator.manual_seed(config["seed"])
        model = Highlighter(Encoder(len(recipe.reader_base.blocks))).to(recipe.device)
        model.encoder.load_state_dict(recipe.reader_base.state_dict())
        some = with_share(tables, share, len(recipe.packed["absent"]))
        train_highlighter(model, "curve", some, drawer, journal, lambda: 0.0)
        found = chunk_measure(reader, queries, reader.token_logits(model, queries)[0], near)
        journal.note("share", share=share, questions=int((some.natural.weights > 0).sum()), **found)


def main() -> None:
    """Read the data once, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--embedder", type=Path, required=True)
    parser.add_argument("--share", type=float, action="append", required=True)
    parser.add_argument("--tiny", action="store_true", help="rehearse every step on a few documents")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = shrink(read_config()) if arguments.tiny else read_config()
    torch.backends.cuda.matmul.allow_tf32 = True
    recipe = Recipe(arguments.data, config, Journal(arguments.out / "curve.jsonl"))
    draw_curve(recipe, load_embedder(arguments.embedder, recipe.device), arguments.share)


if __name__ == "__main__":
    main()
