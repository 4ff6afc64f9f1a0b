"""Train the shipped highlighter further on natural questions, beside the marked and synthetic ones it knows.

python -m training.refine --data .training --from highlighter.int8 --out .training/results

`training.int8` takes the weights out of the shipped file. Misleading windows are looked for among random windows of
each question's document, with the model itself.
"""

import argparse
from pathlib import Path

import torch

from training.bert import Highlighter, count_layers
from training.config import read_config, shrink
from training.draw import Drawer
from training.highlighter import Tables, mine_own, train_highlighter
from training.int8 import load_int8
from training.pace import Journal
from training.recipe import Recipe
from training.tables import Items
from training.train import save_parts


def draw_windows(items: Items, drawer: Drawer) -> None:
    """Give every question random windows of its document that hold no part of the answer."""
    width = drawer.config["shape"]["window"]
    room = (items.ranges[:, 1] - items.ranges[:, 0]).clamp(min=1)[:, None]
    starts = items.ranges[:, :1] + (drawer.chance(*items.hard.shape) * room).long()
    for at in range(items.hard.shape[1]):
        one = starts[:, at : at + 1]
        spans = items.spans
        answering = ((one < spans[..., 1]) & (one + width > spans[..., 0]) & (spans[..., 1] > spans[..., 0])).any(1)
        items.hard[:, at] = torch.where(answering, -1, starts[:, at])


def refine(recipe: Recipe, weights: dict[str, torch.Tensor], out: Path) -> None:
    """Train the phase `refined` and save the weights."""
    drawer = Drawer(recipe.texts, recipe.questions, recipe.config, recipe.config["seed"])
    tables: Tables = recipe.tables(None)
    for items in (tables.answered, tables.unanswerable, tables.synthetic, tables.natural):
        draw_windows(items, drawer)
    model = Highlighter(count_layers(weights))
    model.load_state_dict(weights)
    model.to(recipe.device)
    mine_own(model, tables, drawer, recipe.journal)
    train_highlighter(model, "refined", tables, drawer, recipe.journal, measure=lambda: 0.0)
    save_parts(model, out / "highlighter")


def main() -> None:
    """Refine the shipped highlighter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tiny", action="store_true", help="rehearse every step on a few documents")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = shrink(read_config()) if arguments.tiny else read_config()
    torch.manual_seed(config["seed"])
    torch.backends.cuda.matmul.allow_tf32 = True
    recipe = Recipe(arguments.data, config, Journal(arguments.out / "refine.jsonl"))
    refine(recipe, load_int8(arguments.source), arguments.out)


if __name__ == "__main__":
    main()
