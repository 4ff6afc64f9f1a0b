"""The packed data as one object: what a run may see, in the tensors it draws from."""

import json
import lzma
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

from training.base import load_base
from training.bert import Encoder, count_layers
from training.highlighter import Tables
from training.pace import Journal
from training.predict import Query
from training.tables import Wordings, make_items, tokenise_questions, tokenise_texts

SHORT = 1600  # tokens of a short document
HARD = 12  # windows known to mislead, per question


class Recipe:
    """The packed data, tokenised once, from which each run takes what it may see."""

    def __init__(self, folder: Path, config: dict[str, Any], journal: Journal) -> None:
        self.folder, self.config, self.journal = folder, config, journal
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        with lzma.open(folder / "data.json.xz") as file:
            self.packed = json.load(file)
        if config.get("tiny"):
            _cut_down(self.packed)
        journal.note("unpacked", documents=len(self.packed["documents"]))
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.sets = {d[0]: d[1] for d in self.packed["documents"]}
        self.texts = tokenise_texts(tokenizer, {d[0]: d[3] for d in self.packed["documents"]}, self.device)
        journal.note("tokenised", tokens=len(self.texts.ids))
        wordings = Wordings()
        self._word(wordings)
        self.questions = tokenise_questions(tokenizer, wordings.texts, config["shape"]["question"], self.device)
        journal.note("ready", wordings=len(wordings.texts))

    @cached_property
    def base(self) -> Encoder:
        """The untrained encoder of the embedder."""
        return self._load_base("base")

    @cached_property
    def reader_base(self) -> Encoder:
        """The untrained encoder of the highlighter."""
        return self._load_base(self.config["highlighter"]["base"])

    def _load_base(self, name: str) -> Encoder:
        weights = load_base(self.folder / f"{name}.safetensors")
        encoder = Encoder(count_layers(weights))
        encoder.load_state_dict(weights)
        return encoder.to(self.device).eval()

    def _word(self, wordings: Wordings) -> None:
        """Collect the wordings of every kind, name, synthetic question and query."""
        packed = self.packed
        self.kinds = {
            k: (wordings.add(official), wordings.add(own)) for k, (_, official, own) in packed["kinds"].items()
        }
        self.names = {name: wordings.add([text])[0] for name, text in packed["names"].items()}
        self.made = wordings.add([row[2] for row in packed["synthetic"]])[0]
        self.asked = wordings.add([row[2] for row in packed["natural"]])[0]
        self.absent = wordings.add([row[1] for row in packed["absent"]])[0]
        rows = [(q[0], wordings.add([q[1]])[0], [tuple(s) for s in q[2]], q[3], q[4]) for q in packed["queries"]]
        self.queries = [Query(*row) for row in rows]
        self.pairs = [Query(p[0], wordings.add([p[1]])[0], [], "cuad", p[3]) for p in packed["pairs"]]

    def tables(self, left_out: str | None) -> Tables:
        """Make the tables a run may draw from: nothing of the set left out, neither documents nor labels."""
        rows = [
            {"document": d, "spans": s, "official": self.kinds[k][0], "own": self.kinds[k][1], "kind": k}
            for d, k, s in self.packed["labels"]
            if self.sets[d] != left_out
        ]
        groups = {k: n for n, k in enumerate(self.kinds)}
        counts = Counter((row["kind"], bool(row["spans"])) for row in rows)
        for row in rows:
            row |= {
                "name": self.names[row["document"]],
                "group": groups[row["kind"]],
                "set": self.sets[row["document"]],
            }
            row["weight"] = row["first_weight"] = counts[row["kind"], bool(row["spans"])] ** -0.5
        answered, unanswerable = [r for r in rows if r["spans"]], [r for r in rows if not r["spans"]]
        for some in (answered, unanswerable):
            _share_out(some, "weight", self.config["sampling"]["sets"])
            _share_out(some, "first_weight", self.config["embedder"]["sets"])
        made = [
            {
                "document": d,
                "spans": [span],
                "hidden": hidden,
                "shape": shape,
                "official": (self.made + n, 1),
                "own": (0, 0),
            }
            | {"name": self.names[d], "group": 1000 + n, "weight": 1.0, "first_weight": 1.0}
            for n, (d, shape, _, span, hidden) in enumerate(self.packed["synthetic"])
            if self.sets[d] != left_out
        ]
        natural, absent = self._natural(left_out), self._absent(left_out)
        _blend(unanswerable, absent, self.config["sampling"]["absent"])
        found = {
            "answered": answered,
            "unanswerable": unanswerable + absent,
            "synthetic": made,
            "natural": natural,
        }
        self.journal.note("tables", **{name: len(rows) for name, rows in found.items()})
        spans = self.config["shape"]["spans"]
        return Tables(
            **{
                name: make_items(rows, self.texts, spans=spans, hard=HARD, device=self.device)
                for name, rows in found.items()
            }
        )

    def _natural(self, left_out: str | None) -> list[dict[str, Any]]:
        """Make a row per natural question, the styles drawn by their shares."""
        rows = [
            {"document": d, "spans": spans, "official": (self.asked + n, 1), "own": (0, 0), "set": style}
            | {"name": self.names[d], "group": 500_000 + n, "weight": self.short(d), "first_weight": 1.0}
            for n, (d, style, _, spans, _) in enumerate(self.packed["natural"])
            if self.sets[d] != left_out
        ]
        for key in ("weight", "first_weight"):
            _share_out(rows, key, self.config["sampling"]["styles"])
        return rows

    def short(self, document: str) -> float:
        """Give what a question of a document counts: one of a short document more, since they are few."""
        start, end = self.texts.ranges[document]
        return float(self.config["sampling"]["short"]) if end - start < SHORT else 1.0

    def _absent(self, left_out: str | None) -> list[dict[str, Any]]:
        """Make a row per question that a passage close by does not answer; only that passage is shown."""
        return [
            {"document": d, "within": window, "spans": [], "official": (self.absent + n, 1), "own": (0, 0)}
            | {"name": self.names[d], "group": 900_000 + n, "weight": self.short(d), "first_weight": 1.0}
            for n, (d, _, window) in enumerate(self.packed["absent"])
            if self.sets[d] != left_out
        ]


def _share_out(rows: list[dict[str, Any]], key: str, shares: dict[str, float]) -> None:
    """Scale the weights so that each set has its share."""
    totals: Counter[str] = Counter()
    for row in rows:
        totals[row["set"]] += row[key]
    for row in rows:
        row[key] *= shares[row["set"]] / totals[row["set"]]


def _blend(rows: list[dict[str, Any]], others: list[dict[str, Any]], share: float) -> None:
    """Scale the weights so that the others make up a share of the whole."""
    total, other = sum(row["weight"] for row in rows), sum(row["weight"] for row in others)
    for row in others:
        row["weight"] *= share / (1 - share) * total / other


def _cut_down(packed: dict[str, Any]) -> None:
    """Keep a few short documents of each set and what asks about them."""
    kept: list[list[Any]] = []
    for s in ("cuad", "maud", "contractnli", "uk", "privacy_qa"):
        for split in ("train", "dev", "natural", "mini"):
            asked = {row[0] for row in packed["natural"]}
            own = [d for d in packed["documents"] if d[1:3] == [s, split] and len(d[3]) < 12_000]
            own.sort(key=lambda d: d[0] not in asked)
            kept += own[:2]
    names = {d[0] for d in kept}
    packed["documents"] = kept
    packed["names"] = {k: v for k, v in packed["names"].items() if k in names}
    counts = {"labels": 400, "synthetic": 400, "queries": 6, "pairs": 3, "natural": 60, "absent": 30}
    for key, count in counts.items():
        rows = [row for row in packed[key] if row[0] in names]
        packed[key] = rows[:: max(1, len(rows) // count)]
    packed["chunks"] = {k: v for k, v in packed["chunks"].items() if k in names}
