"""Train a larger model to judge claims, and write down what it says of many changed claims and passages.

python -m training.teacher --data .training --out OUT

The verifier learns from these verdicts (`training.verifier --taught OUT/taught.npy`); the teacher itself never ships.
"""

import argparse
import json
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training.bert import half_precision
from training.config import read_config
from training.contrast import Example
from training.pace import Journal
from training.qwen import load_judge
from training.verifier import CLAIM, PASSAGE, SCORED, WIDTHS, Trainer, group_by_length, read_groups
from training.verify_data import VerifyData

WIDTH = WIDTHS[-1]
BATCH = 256


class Qwen:
    """The judge with the tokenizer it reads by."""

    def __init__(self, folder: Path) -> None:
        self.model, self.tokenizer, self.places = load_judge(folder)

    def encode(self, rows: list[Example]) -> tuple[Tensor, ...]:
        """Write the passage, then the claim; the last token of it is what judges."""
        passages = self._ids([f"Passage: {row.passage}" for row in rows], PASSAGE)
        claims = self._ids([f"\n\nClaim: {row.claim}\n\nVerdict:" for row in rows], CLAIM)
        whole = [np.concatenate(pair) for pair in zip(passages, claims, strict=True)]
        ids = torch.zeros(len(rows), WIDTH, dtype=torch.long)
        for n, row in enumerate(whole):
            ids[n, : len(row)] = torch.from_numpy(row)
        return ids, torch.tensor([len(row) - 1 for row in whole])

    def lengths(self, batch: tuple[Tensor, ...]) -> Tensor:
        """Count the tokens of each row."""
        return batch[1] + 1

    def compiled_parts(self) -> nn.ModuleList:
        """Give the layers."""
        return self.model.encoder.blk

    def _ids(self, texts: list[str], most: int) -> list[np.ndarray]:
        found = [np.array(e.ids[: most + 8]) for e in self.tokenizer.encode_batch(texts)]
        unknown = len(self.places)
        return [np.where(ids < unknown, self.places[np.minimum(ids, unknown - 1)], self.places.max()) for ids in found]


@torch.no_grad()
def judge(trainer: Trainer, rows: list[Example]) -> np.ndarray:
    """Give the teacher's logits; rows of like length are read together."""
    order = sorted(range(len(rows)), key=lambda n: len(rows[n].passage) + len(rows[n].claim))
    logits = np.zeros((len(rows), 3), np.float16)
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    trainer.reads.model.eval()
    with ThreadPool(6) as pool:
        encoded = pool.imap(lambda picked: trainer.reads.encode([rows[n] for n in picked]), batches)
        for picked, batch in zip(batches, encoded, strict=True):
            groups = group_by_length(batch, trainer.reads.lengths(batch), SCORED)
            with half_precision(trainer.device):
                found = read_groups(trainer.reads.model, groups, trainer.device)
            logits[picked] = found.float().cpu().numpy()
    return logits


def main() -> None:
    """Train the teacher, measure it, and write its verdicts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".training"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=float, default=1.0, help="scale of the steps and of the verdicts")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    config = read_config()["teacher"]
    torch.manual_seed(config["seed"])
    torch.backends.cuda.matmul.allow_tf32 = True
    journal = Journal(arguments.out / "teacher.jsonl")
    data = VerifyData(arguments.data, config["seed"])
    trainer = Trainer(Qwen(arguments.data), data, journal)
    journal.note("ready", quads=len(data.train.quads), passages=len(data.passages))
    phase = dict(config["written"])
    phase["steps"] = max(2, round(phase["steps"] * arguments.steps))
    trainer.run("teacher", phase)
    rows = [data.unlabelled() for _ in range(round(config["verdicts"] * arguments.steps))]
    np.save(arguments.out / "taught.npy", judge(trainer, rows))
    texts = json.dumps([[row.claim, row.passage] for row in rows], ensure_ascii=False)
    (arguments.out / "taught.json").write_text(texts, encoding="utf-8")
    journal.note("taught", rows=len(rows))


if __name__ == "__main__":
    main()
