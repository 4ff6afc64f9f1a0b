"""Train both models from a packed folder, and read dev and mini with them.

python -m training.train --data .training --out OUT            the models of the package
python -m training.train --data .training --out OUT --continue OLD/highlighter      one trained before, further
python -m training.train --data .training --out OUT --embedder EMBEDDER.onnx --continue HIGHLIGHTER.onnx --teach mpnet
                                                     the shipped one, taught by a larger model; the embedder stays
python -m training.train --data .training --out OUT --only-embedder --embedder EMBEDDER.onnx    the shipped one, further
python -m training.train --data .training --out OUT --leave-out contractnli --leave-out maud --leave-out cuad
"""

import argparse
import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from training.bert import Encoder, Highlighter, count_layers
from training.config import read_config, shrink
from training.draw import Drawer
from training.embedder import train_embedder
from training.highlighter import train_highlighter
from training.int8 import read_shipped
from training.mine import mine
from training.mpnet import load_teacher
from training.pace import Journal
from training.predict import Query, Reader, chunk_measure, store
from training.recipe import Recipe

PART = 16_000_000  # bytes of weights in one file


def train_first_stage(recipe: Recipe, left_out: str | None, out: Path, before: Path | None = None) -> None:
    """Train one embedder alone, from the base or one trained before, and store its cosines for dev and mini."""
    torch.manual_seed(recipe.config["seed"])
    if before:
        recipe.config["embedder"] |= recipe.config["embedder"]["further"]
        recipe.config["sampling"]["natural"] = recipe.config["embedder"]["natural"]
    drawer = Drawer(recipe.texts, recipe.questions, recipe.config, recipe.config["seed"])
    recipe.journal.note("run", left_out=left_out, only="embedder")
    tables, reader = recipe.tables(left_out), Reader(drawer, recipe.packed["chunks"])
    base = load_embedder(before, recipe.device) if before else recipe.base
    encoder = copy.deepcopy(base)
    flat = [
        np.full(recipe.texts.ranges[q.document][1] - recipe.texts.ranges[q.document][0], -5.0) for q in recipe.queries
    ]
    if before:
        near = reader.cosines(encoder, recipe.queries)
        recipe.journal.note("first stage before", **chunk_measure(reader, recipe.queries, flat, near))
    train_embedder(encoder, base, (tables.answered, tables.synthetic, tables.natural), drawer, recipe.journal)
    if left_out is None:
        save_parts(encoder, out / "embedder")
    near = reader.cosines(encoder, recipe.queries)
    recipe.journal.note("first stage", **chunk_measure(reader, recipe.queries, flat, near))
    counts = np.array([len(x) for x in near])
    path = out / f"cosines-{left_out or 'all'}.npz"
    np.savez_compressed(path, cosines=np.concatenate(near).astype(np.float16), chunk_counts=counts)


@dataclass(frozen=True, slots=True)
class Given:
    """What there is already: an embedder to keep, a highlighter to train further; and who teaches it, if anybody."""

    embedder: Path | None = None
    highlighter: Path | None = None
    teach: str | None = None


def run(recipe: Recipe, left_out: str | None, out: Path, given: Given) -> None:
    """Train one pair of models and store what they say about dev and mini."""
    config, journal, name = recipe.config, recipe.journal, left_out or "all"
    journal.note("run", left_out=left_out)
    torch.manual_seed(config["seed"])
    drawer = Drawer(recipe.texts, recipe.questions, config, config["seed"])
    tables = recipe.tables(left_out)
    reader = Reader(drawer, recipe.packed["chunks"])
    if given.embedder:
        encoder = load_embedder(given.embedder, recipe.device)
    else:
        encoder = copy.deepcopy(recipe.base)
        train_embedder(encoder, recipe.base, (tables.answered, tables.synthetic, tables.natural), drawer, journal)
        if not left_out:
            save_parts(encoder, out / "embedder")
    mine(encoder, tables.all, drawer, journal)
    watched = _watched(recipe.queries, config["dev"]["watched"], left_out)
    near = reader.cosines(encoder, watched)

    def measure(model: nn.Module, name: str) -> float:
        found = chunk_measure(reader, watched, reader.token_logits(model, watched)[0], near)
        journal.note("dev", model=name, **found)
        return float(np.mean(list(found.values())))

    teacher = None
    if given.teach == "itself":
        teacher = load_highlighter(given.highlighter, recipe).to(recipe.device)
    elif given.teach:
        teacher = load_teacher(recipe.folder).to(recipe.device)
        train_highlighter(teacher, "teacher", tables, drawer, journal, lambda: measure(teacher, "teacher"))
        save_parts(teacher, out / "teacher")
    if given.highlighter:
        model = load_highlighter(given.highlighter, recipe).to(recipe.device)
        measure(model, "before")
    else:
        model = Highlighter(Encoder(len(recipe.reader_base.blocks))).to(recipe.device)
        model.encoder.load_state_dict(recipe.reader_base.state_dict())

    def measure_and_save() -> float:
        save_parts(model, out / "highlighter")
        return measure(model, "highlighter")

    for phase in ("refined",) if given.highlighter else ("warmup", "mixed"):
        train_highlighter(model, phase, tables, drawer, journal, measure_and_save, teacher)
    if not left_out:
        save_parts(model, out / "highlighter")
    _predict(recipe, reader, (encoder, model), left_out, out / f"predictions-{name}.npz")


def load_embedder(path: Path, device: torch.device) -> Encoder:
    """Take an embedder out of the file it ships as."""
    encoder = Encoder()
    encoder.load_state_dict(read_shipped(path))
    return encoder.to(device).eval()


def load_highlighter(path: Path, recipe: Recipe) -> Highlighter:
    """Load a highlighter: out of the file it ships as, or of the parts that training saved; or a verifier's encoder."""
    weights = read_shipped(path) if path.suffix == ".onnx" else load_parts(path)
    model = Highlighter(Encoder(count_layers(weights)))
    if "encoder.words.weight" not in weights:
        weights["encoder.words.weight"] = recipe.reader_base.words.weight.cpu()
    read = {name: value for name, value in weights.items() if not name.startswith("verdict.")}
    model.load_state_dict(read, strict=read.keys() == weights.keys())  # a verifier has other heads
    return model


def _predict(
    recipe: Recipe, reader: Reader, models: tuple[Encoder, Highlighter], left_out: str | None, path: Path
) -> None:
    """Read the queries a run is judged by; a run with a set left out by that set and by the set nobody trains on."""
    encoder, model = models
    wanted = {left_out, "privacy_qa"}
    splits = ["mini"] if left_out else recipe.config["predict"].get("splits", ["dev"])
    rows = [n for n, q in enumerate(recipe.queries) if q.split in splits and (not left_out or q.set in wanted)]
    queries = [recipe.queries[n] for n in rows]
    near, plain = reader.cosines(encoder, queries), reader.cosines(recipe.base, queries)
    logits, relevance = reader.token_logits(model, queries)
    recipe.journal.note("predicted", queries=len(queries), **chunk_measure(reader, queries, logits, near))
    more: dict[str, Any] = {"rows": np.array(rows), "chunk_counts": np.array([len(x) for x in near])}
    more |= {"cosines": np.concatenate(near).astype(np.float16), "plain": np.concatenate(plain).astype(np.float16)}
    if not left_out:
        count = recipe.config["predict"]["read"]
        starts = [
            reader.best_windows(q, c, count)
            for q, c in zip(recipe.pairs, reader.cosines(encoder, recipe.pairs), strict=True)
        ]
        most, scores = np.full((2, len(starts), count), -20, np.float16)
        for at in range(0, len(starts), 128):
            some = starts[at : at + 128]
            tokens, window = reader.read(model, recipe.pairs[at : at + 128], some)
            ends = np.cumsum([len(s) for s in some])
            peak, given = tokens.amax(1).cpu().numpy(), window.cpu().numpy()
            for n, end in enumerate(ends):
                most[at + n, : len(some[n])] = peak[end - len(some[n]) : end]
                scores[at + n, : len(some[n])] = given[end - len(some[n]) : end]
        more |= {"pair_tokens": most, "pair_windows": scores}
    store(path, logits, relevance, **more)
    recipe.journal.note("stored", path=path.name, megabytes=round(path.stat().st_size / 1e6, 1))


def save_parts(model: torch.nn.Module, stem: Path) -> None:
    """Save the trained weights in half precision, in files of bounded size; the word vectors are the base's own."""
    weights = {
        k: v.detach().half().cpu().contiguous() for k, v in model.state_dict().items() if not k.endswith("words.weight")
    }
    parts: list[dict[str, torch.Tensor]] = [{}]
    for key, value in weights.items():
        if sum(v.nbytes for v in parts[-1].values()) + value.nbytes > PART:
            parts.append({})
        parts[-1][key] = value
    for n, part in enumerate(parts):
        save_file(part, f"{stem}-{n}.safetensors")


def load_parts(stem: Path) -> dict[str, torch.Tensor]:
    """Load the weights that `save_parts` saved, all but the word vectors."""
    weights: dict[str, torch.Tensor] = {}
    for path in sorted(stem.parent.glob(f"{stem.name}-*.safetensors")):
        weights |= {key: value.float() for key, value in load_file(path).items()}
    return weights


def _watched(queries: list[Query], counts: dict[str, int], left_out: str | None) -> list[Query]:
    """Choose the dev queries measured during training; never those of the set left out."""
    own = {s: [q for q in queries if q.split in ("dev", "natural") and q.set == s and s != left_out] for s in counts}
    return [q for s, count in counts.items() for q in own[s][:count]]


def main() -> None:
    """Run the recipe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--leave-out", action="append", default=[], choices=["cuad", "maud", "contractnli"])
    parser.add_argument(
        "--only-embedder", action="store_true", help="train the first stage alone, once for each set left out"
    )
    parser.add_argument(
        "--continue", dest="before", type=Path, help="a highlighter (ONNX, or parts), or a verifier, to train further"
    )
    parser.add_argument(
        "--embedder",
        type=Path,
        help="an embedder (ONNX) that is kept instead of training one; with --only-embedder, trained further",
    )
    parser.add_argument(
        "--teach",
        choices=["mpnet", "itself"],
        help="who teaches the highlighter: MPNet, trained first, or the highlighter before this training",
    )
    parser.add_argument("--speed", type=float, default=1.0, help="scale of each phase's seconds")
    parser.add_argument("--tiny", action="store_true", help="rehearse every step on a few documents")
    arguments = parser.parse_args()
    if arguments.teach == "itself" and not arguments.before:
        parser.error("--teach itself needs --continue: the highlighter that teaches")
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = shrink(read_config()) if arguments.tiny else read_config()
    for phase in (config["embedder"], *(p for p in config["highlighter"].values() if "seconds" in p)):
        phase["seconds"] *= arguments.speed
    torch.backends.cuda.matmul.allow_tf32 = True
    recipe = Recipe(arguments.data, config, Journal(arguments.out / "journal.jsonl"))
    for left_out in arguments.leave_out or [None]:
        if arguments.only_embedder:
            train_first_stage(recipe, left_out, arguments.out, arguments.embedder)
        else:
            run(recipe, left_out, arguments.out, Given(arguments.embedder, arguments.before, arguments.teach))


if __name__ == "__main__":
    main()
