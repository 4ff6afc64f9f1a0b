"""Distil the embedder into a table of word vectors: passages as the mean of their tokens' vectors, for bulk indexing.

    python -m training.static --data .training --weights .training/results --out .training/results
    cp .training/results/static.npz src/pincite/models

The table learns to give the vectors that the embedder gives, so that questions, embedded as ever, find passages by it.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.bert import VOCABULARY, Encoder, encode_mean, half_precision
from training.bert_ids import CLS, SEP
from training.config import read_config, shrink
from training.draw import Drawer, wrap
from training.embedder import Batch, draw_batch, order_loss
from training.mine import mine
from training.pace import Journal, Pace, make_optimizer, step
from training.predict import Query, Reader, chunk_measure
from training.recipe import Recipe
from training.train import load_parts


class Static(nn.Module):
    """A vector for each token, and a passage's as the mean of its tokens' without the marks at its ends."""

    def __init__(self, vectors: Tensor) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(vectors.clone(), freeze=False)

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """Embed rows of [CLS] text [SEP]."""
        place = torch.arange(ids.shape[1], device=ids.device)[None]
        inside = ((place >= 1) & (place < lengths[:, None] - 1))[..., None]
        return F.normalize((self.words(ids) * inside).sum(1), dim=1)


def train_static(student: Static, teacher: Encoder, recipe: Recipe, drawer: Drawer) -> None:
    """Stay near the embedder's vectors, and rank as it does for the embedder's own question vectors."""
    config, journal = recipe.config["static"], recipe.journal
    tables = recipe.tables(None)
    sources = (tables.answered, tables.synthetic, tables.natural)
    mine(teacher, sources, drawer, journal)
    optimizer = make_optimizer([(student, config["learning_rate"])])
    pace, losses = Pace(config["steps"], config["seconds"]), []
    for progress in pace:
        batch = draw_batch(sources, drawer, recipe.config["embedder"]["hard"])
        parts = losses_of(student, teacher, batch, recipe)
        step(optimizer, sum(config[k] * v for k, v in parts.items()), pace.rate(progress))
        losses.append(torch.stack([v.detach() for v in parts.values()]))
        if len(losses) == 200:
            means = [round(x, 4) for x in torch.stack(losses).mean(0).tolist()]
            journal.note("static", step=pace.step + 1, **dict(zip(parts, means, strict=True)))
            losses = []


def losses_of(student: Static, teacher: Encoder, batch: Batch, recipe: Recipe) -> dict[str, Tensor]:
    """Measure how far a batch's passages are from the embedder's, and from the order they should have."""
    with torch.no_grad(), half_precision(recipe.device):
        questions = encode_mean(teacher, *batch.questions).float()
        wanted = encode_mean(teacher, *batch.passages).float()
    found = student(*batch.passages)
    return {
        "near": 1 - (found * wanted).sum(1).mean(),
        "order": order_loss(questions, found, batch, recipe.config["embedder"]),
    }


@torch.no_grad()
def cosines(student: Static, teacher: Encoder, reader: Reader, queries: list[Query]) -> list[np.ndarray]:
    """Compare each query, by the embedder, with every chunk of its document, by the table."""
    drawer = reader.drawer
    rows = torch.tensor([q.wording for q in queries], device=drawer.device)
    asked = wrap(drawer.questions.ids[rows], drawer.questions.lengths[rows])
    with half_precision(drawer.device):
        questions = torch.cat(
            [encode_mean(teacher, a, b) for a, b in zip(asked[0].split(512), asked[1].split(512), strict=True)]
        ).float()
    table = student.words.weight
    vectors: dict[str, Tensor] = {}
    for document in {q.document for q in queries}:
        low, high = drawer.texts.ranges[document]
        sums = torch.cat([torch.zeros_like(table[:1]), table[drawer.texts.ids[low:high].long()].cumsum(0)])
        ranges = torch.as_tensor(reader.chunk_ranges(document), device=drawer.device) - low
        vectors[document] = F.normalize(sums[ranges[:, 1]] - sums[ranges[:, 0]], dim=1)
    return [(vectors[q.document] @ v).cpu().numpy() for q, v in zip(queries, questions, strict=True)]


def main() -> None:
    """Distil, save, and compare for every query of dev and mini."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tiny", action="store_true")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = shrink(read_config()) if arguments.tiny else read_config()
    recipe = Recipe(arguments.data, config, Journal(arguments.out / "journal-static.jsonl"))
    torch.manual_seed(config["seed"])
    drawer = Drawer(recipe.texts, recipe.questions, config, config["seed"])
    teacher = Encoder()
    teacher.load_state_dict(recipe.base.state_dict() | load_parts(arguments.weights / "embedder"))
    teacher.to(recipe.device).eval()
    student = Static(single_words(teacher, recipe.device)).to(recipe.device)
    train_static(student, teacher, recipe, drawer)
    save_table(student.words.weight.detach(), arguments.out / "static.npz")
    reader = Reader(drawer, recipe.packed["chunks"])
    flat = [
        np.full(recipe.texts.ranges[q.document][1] - recipe.texts.ranges[q.document][0], -5.0) for q in recipe.queries
    ]
    near = cosines(student, teacher, reader, recipe.queries)
    recipe.journal.note("static", **chunk_measure(reader, recipe.queries, flat, near))
    recipe.journal.note(
        "embedder", **chunk_measure(reader, recipe.queries, flat, reader.cosines(teacher, recipe.queries))
    )
    counts = np.array([len(x) for x in near])
    path = arguments.out / "cosines-static.npz"
    np.savez_compressed(path, cosines=np.concatenate(near).astype(np.float16), chunk_counts=counts)


def save_table(vectors: Tensor, path: Path) -> None:
    """Save the table as int8 with one scale per word, as the package reads it."""
    scale = vectors.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
    words = torch.round(vectors / scale).to(torch.int8)
    np.savez(path, words=words.cpu().numpy(), scale=scale.float().cpu().numpy())


@torch.no_grad()
def single_words(teacher: Encoder, device: torch.device) -> Tensor:
    """Give what the embedder makes of each token alone."""
    ids = torch.arange(VOCABULARY, device=device)
    rows = torch.stack([torch.full_like(ids, CLS), ids, torch.full_like(ids, SEP)], 1)
    rows = F.pad(rows, (0, 5))
    lengths = torch.full_like(ids, 3)
    with half_precision(device):
        made = [encode_mean(teacher, a, b) for a, b in zip(rows.split(2048), lengths.split(2048), strict=True)]
    return torch.cat(made).float()


if __name__ == "__main__":
    main()
