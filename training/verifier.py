"""Train the verifier: is a claim supported by a passage, refuted by it, or not spoken of?

python -m training.verifier --data .training --out OUT --base gte
python -m training.verifier --data .training --out OUT --base gte --hide passage      what the claim alone gives away
python -m training.verifier --data .training --out OUT --continue verifier.onnx --taught TAUGHT.npy   one that ships

First pairs made from the passages' own sentences, then written pairs and claims. A larger model trained the same way
(`training.teacher`) can teach: its verdicts on changed claims and passages are learned beside the labels.
"""

import argparse
import json
import multiprocessing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol, Self

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor, nn

from training.base import load_base
from training.bert import Verifier, count_layers, half_precision
from training.bert_ids import CLS, SEP
from training.config import read_config
from training.contrast import SUPPORTED, Example
from training.evaluate import area_under_curve
from training.int8 import read_shipped
from training.pace import Journal, Pace, compile_parts, make_optimizer, step
from training.train import save_parts
from training.verify_data import FOURS, Asked, VerifyData

CLAIM, PASSAGE = 96, 320  # tokens
WIDTHS = (128, 192, 256, 320, 448)  # tokens; rows of like length are read together, at the next of these widths
CHECKPOINT = 500  # steps after which the weights are saved, so that a machine that goes away costs little
FEEDERS, AHEAD = 6, 24  # processes that draw batches, and how many wait to be read
GROUPS, SCORED = 4, 64  # groups of a batch in training; rows of a group in scoring


class Reads(Protocol):
    """A model with the tokenizer it reads by."""

    model: nn.Module

    def encode(self, rows: list[Example]) -> tuple[Tensor, ...]:
        """Give the tensors of a batch."""
        ...

    def lengths(self, batch: tuple[Tensor, ...]) -> Tensor:
        """Count the tokens of each row."""
        ...

    def compiled_parts(self) -> Iterable[nn.Module]:
        """Give what is compiled: the whole of a small model, or the layers of a large one, which are alike."""
        ...


class Bert:
    """The verifier on MiniLM or gte-small."""

    def __init__(self, folder: Path, base: str, hide: str | None = None, before: Path | None = None) -> None:
        if before:
            weights = read_shipped(before)
            self.model = Verifier(count_layers(weights))
            self.model.load_state_dict(weights)
        else:
            weights = load_base(folder / f"{base}.safetensors")
            self.model = Verifier(count_layers(weights))
            self.model.encoder.load_state_dict(weights)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.hide = hide

    def encode(self, rows: list[Example]) -> tuple[Tensor, ...]:
        """Write [CLS] claim [SEP] passage [SEP]; what is hidden is left out."""
        claims = self.tokenizer.encode_batch([row.claim for row in rows], add_special_tokens=False)
        passages = self.tokenizer.encode_batch([row.passage for row in rows], add_special_tokens=False)
        ids, kinds, mask = torch.zeros(3, len(rows), WIDTHS[-1], dtype=torch.long)
        for n, (claim, passage) in enumerate(zip(claims, passages, strict=True)):
            first = [] if self.hide == "claim" else claim.ids[:CLAIM]
            second = [] if self.hide == "passage" else passage.ids[:PASSAGE]
            whole = [CLS, *first, SEP, *second, SEP]
            ids[n, : len(whole)] = torch.tensor(whole)
            kinds[n, len(first) + 2 : len(whole)] = 1
            mask[n, : len(whole)] = 1
        return ids, kinds, mask.bool()

    def lengths(self, batch: tuple[Tensor, ...]) -> Tensor:
        """Count the tokens of each row."""
        return batch[2].sum(1)

    def compiled_parts(self) -> Iterable[nn.Module]:
        """Give the whole model."""
        return [self.model]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of a batch of like length: their places in the batch and their tensors, cut to one width."""

    places: Tensor
    parts: list[Tensor]


def group_by_length(batch: tuple[Tensor, ...], lengths: Tensor, size: int) -> list[Group]:
    """Cut a batch into groups of `size` rows of like length, so that little padding is read.

    The last group is filled up with a row of it, so that a compiled model sees few shapes.
    """
    found = []
    for places in lengths.argsort().split(size):
        width = min(w for w in WIDTHS if w >= int(lengths[places].max()))
        rows = torch.cat([places, places[-1:].expand(size - len(places))])
        found.append(Group(places, [p[rows, :width] if p.dim() > 1 else p[rows] for p in batch]))
    return found


def read_groups(model: nn.Module, groups: list[Group], device: torch.device) -> Tensor:
    """Give the logits of all rows, in the order of the batch."""
    found = [model(*(part.to(device) for part in group.parts))[: len(group.places)] for group in groups]
    order = torch.cat([group.places for group in groups]).argsort()
    return torch.cat(found)[order.to(device)]


def odds(logits: Tensor) -> Tensor:
    """Give the log odds that a claim is supported."""
    return logits[:, SUPPORTED] - torch.logsumexp(logits[:, SUPPORTED + 1 :], 1)


def losses_of(logits: Tensor, labels: Tensor, quads: int, asked: int) -> dict[str, Tensor]:
    """Score the labels, and the order within each group: what is true of a passage, or answers, above what does not."""
    labelled = labels >= 0
    parts = {"label": F.cross_entropy(logits[labelled], labels[labelled], label_smoothing=0.03)}
    if quads:
        four = odds(logits[: 4 * quads]).view(-1, 4)
        gaps = torch.stack(
            [four[:, 0] - four[:, 1], four[:, 3] - four[:, 2], four[:, 0] - four[:, 2], four[:, 3] - four[:, 1]]
        )
        parts["order"] = F.softplus(-gaps).mean()
    if asked:
        two = odds(logits[4 * quads : 4 * quads + 2 * asked]).view(-1, 2)
        parts["asked"] = F.softplus(two[:, 1] - two[:, 0]).mean()
    return parts


@dataclass(frozen=True, slots=True)
class Taught:
    """Claims and passages with what the teacher says of them, as probabilities."""

    rows: list[Example]
    wanted: Tensor

    @classmethod
    def by(cls, trainer: "Trainer", count: int) -> Self:
        """Let the model say what it thinks now, so that it keeps what it knows while it learns something new."""
        rows = sorted((trainer.data.unlabelled() for _ in range(count)), key=lambda row: len(row.passage))
        return cls(rows, F.softmax(torch.from_numpy(trainer.score(rows)), 1))

    @classmethod
    def load(cls, paths: list[Path]) -> Self:
        """Read what `training.teacher` wrote, once or several times."""
        rows = [
            Example(*row, -1, "unlabelled")
            for path in paths
            for row in json.loads(path.with_suffix(".json").read_text("utf-8"))
        ]
        logits = np.concatenate([np.load(path) for path in paths])
        return cls(rows, F.softmax(torch.from_numpy(logits).float(), 1))


class Trainer:
    """Trains a verifier through the phases of the recipe."""

    def __init__(
        self,
        reads: Reads,
        data: VerifyData,
        journal: Journal,
        *,
        taught: Taught | None = None,
        checkpoints: Path | None = None,
        eager: bool = False,
    ) -> None:
        self.reads, self.data, self.journal, self.taught = reads, data, journal, taught
        self.checkpoints = checkpoints
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        reads.model.to(self.device)
        if not eager:
            compile_parts(reads.compiled_parts())

    def run(self, phase: str, config: dict[str, Any]) -> None:
        """Train one phase."""
        model = self.reads.model
        heads = model.verdict
        optimizer = make_optimizer(
            [(model.encoder, config["learning_rate"]), (heads, config["learning_rate"] * 4)]  # type: ignore[list-item]
        )
        pace, losses = Pace(config["steps"], config["seconds"]), []
        shares, batches = config["batch"], self._batches(config)
        model.train()
        for progress in pace:
            labels, groups, taught = next(batches)
            with half_precision(self.device):
                logits = read_groups(model, groups, self.device).float()
            parts = losses_of(logits, labels.to(self.device), sum(shares[name] for name in FOURS), shares["asked"])
            if taught is not None:
                wanted = taught.to(self.device)
                parts["taught"] = -(wanted * F.log_softmax(logits[-len(wanted) :], 1)).sum(1).mean()
            step(optimizer, sum(parts.values()), pace.rate(progress))  # type: ignore[arg-type]
            losses.append(torch.stack([v.detach() for v in parts.values()]))
            if len(losses) == 200:
                means = [round(x, 4) for x in torch.stack(losses).mean(0).tolist()]
                self.journal.note(phase, step=pace.step + 1, **dict(zip(parts, means, strict=True)))
                losses = []
                if self.checkpoints and (pace.step + 1) % CHECKPOINT == 0:
                    save_parts(model, self.checkpoints)
        batches.close()
        model.eval()
        if self.checkpoints:
            save_parts(model, self.checkpoints)
        self.journal.note(f"{phase} done", steps=pace.step, **self.measure())

    def _batches(self, config: dict[str, Any]) -> Iterator[tuple[Tensor, list[Group], Tensor | None]]:
        """Draw batches in processes of their own: drawing and cutting into tokens takes longer than a step."""
        context = multiprocessing.get_context("fork")
        queue = context.Queue(maxsize=AHEAD)
        seeds = [self.data.rng.random() for _ in range(FEEDERS)]
        feeders = [context.Process(target=self._feed, args=(queue, config, seed), daemon=True) for seed in seeds]
        for feeder in feeders:
            feeder.start()
        try:
            while True:
                labels, groups, taught = queue.get()
                tensors = [Group(torch.from_numpy(at), [torch.from_numpy(p) for p in parts]) for at, parts in groups]
                yield torch.from_numpy(labels), tensors, None if taught is None else torch.from_numpy(taught)
        finally:
            for feeder in feeders:
                feeder.kill()

    def _feed(self, queue: Any, config: dict[str, Any], seed: float) -> None:
        """Put batches on the queue, as arrays, which are quick to send."""
        torch.set_num_threads(1)
        self.data.rng.seed(seed)
        while True:
            rows, taught = self.data.batch(config["batch"]), None
            if self.taught and config["unlabelled"]:
                picked = self.data.rng.sample(range(len(self.taught.rows)), config["unlabelled"])
                rows += [self.taught.rows[n] for n in picked]
                taught = self.taught.wanted[picked].numpy()
            batch = self.reads.encode(rows)
            groups = group_by_length(batch, self.reads.lengths(batch), -(-len(rows) // GROUPS))
            arrays = [(group.places.numpy(), [part.numpy() for part in group.parts]) for group in groups]
            queue.put((np.array([row.label for row in rows]), arrays, taught))

    @torch.no_grad()
    def score(self, rows: list[Example]) -> np.ndarray:
        """Give the logits of examples."""
        found = []
        self.reads.model.eval()
        for at in range(0, len(rows), 128):
            batch = self.reads.encode(rows[at : at + 128])
            groups = group_by_length(batch, self.reads.lengths(batch), SCORED)
            with half_precision(self.device):
                found.append(read_groups(self.reads.model, groups, self.device).float().cpu().numpy())
        return np.concatenate(found)

    def dev_rows(self) -> dict[str, list[Example]]:
        """Give the examples of dev: pairs with the whole passage, with the sentences that matter, and claims."""
        dev = self.data.dev
        return {
            "pairs": [e for quad in dev.quads for e in quad],
            "near pairs": [e for quad in dev.near for e in quad],
            "claims": dev.claims,
            "asked": [e for one in dev.asked if one.elsewhere for e in _both(one)],
            "everyday": [e for one in dev.everyday if one.elsewhere for e in _both(one)],
            "judged": [e for one in dev.judged for e in self.data.showing.draw(one, Random(len(one.question)))],
            "clauses": self.data.kept_clauses.examples(),
            "sheets": self.data.kept_sheets.examples(),
        }

    def measure(self) -> dict[str, float]:
        """Measure on dev: pairs and claims."""
        found = {}
        for name, rows in self.dev_rows().items():
            scores = odds(torch.from_numpy(self.score(rows))).numpy()
            right = np.array([row.label == SUPPORTED for row in rows])
            found[f"{name} auc"] = round(area_under_curve(scores, right), 4)
            cut = np.quantile(scores[right], 0.2)
            found[f"{name} false through at 80 % of true"] = round(float((scores[~right] >= cut).mean()), 4)
            cut = np.quantile(scores[~right], 0.92)
            found[f"{name} true through at 8 % of false"] = round(float((scores[right] >= cut).mean()), 4)
        return found


def _both(asked: Asked) -> list[Example]:
    """Show a dev question its answer and two near misses, alone or not; the same at every measure."""
    rng = Random(len(asked.question))
    return [asked.answered(rng), asked.missed(rng), asked.missed(rng)]


def main() -> None:
    """Train, measure, save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", choices=["base", "gte"], default="gte")
    parser.add_argument("--hide", choices=["claim", "passage"])
    parser.add_argument("--taught", type=Path, nargs="+", help="what teachers say: taught.npy")
    parser.add_argument("--itself", type=int, help="how many verdicts of its own, as it is before, it keeps to")
    parser.add_argument("--continue", dest="before", type=Path, help="a verifier as it ships, to train further")
    parser.add_argument("--seed", type=int, help="another than the recipe's")
    parser.add_argument("--name", default="verifier")
    parser.add_argument("--eager", action="store_true", help="do not compile the model: for a short run")
    parser.add_argument("--steps", type=float, default=1.0, help="scale of each phase's steps")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = read_config()["verifier"]
    seed = arguments.seed or config["seed"]
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    journal = Journal(arguments.out / f"{arguments.name}.jsonl")
    data = VerifyData(arguments.data, seed)
    journal.note("data", quads=len(data.train.quads), claims=len(data.train.claims), dev=len(data.dev.quads))
    reads = Bert(arguments.data, arguments.base, arguments.hide, arguments.before)
    taught = Taught.load(arguments.taught) if arguments.taught else None
    weights = None if arguments.hide else arguments.out / arguments.name
    trainer = Trainer(reads, data, journal, taught=taught, checkpoints=weights, eager=arguments.eager)
    if arguments.itself:
        trainer.taught = Taught.by(trainer, arguments.itself)
    for phase in ("further",) if arguments.before else ("made", "written"):
        own = dict(config[phase])
        own["steps"] = max(2, round(own["steps"] * arguments.steps))
        own["learning_rate"] *= config["scale"][arguments.base]
        trainer.run(phase, own)


if __name__ == "__main__":
    main()
