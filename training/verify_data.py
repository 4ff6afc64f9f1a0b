"""What the verifier is trained and measured on: written claims and pairs, made pairs, questions, mismatches."""

import json
import lzma
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from training.contrast import SUPPORTED, UNSAID, Example, Perturber, claim_examples, contrast_examples

WINDOW = (500, 1400)  # characters of a passage drawn from a document
NEAR = 250  # characters shown round the words that matter
NEAR_RATE = 0.4


@dataclass(slots=True)
class Pool:
    """The written material of the documents of one side: trained on, or kept for dev."""

    quads: list[list[Example]] = field(default_factory=list)
    near: list[list[Example]] = field(default_factory=list)  # the same with only the sentences that matter
    claims: list[Example] = field(default_factory=list)
    questions: list[Example] = field(default_factory=list)


class VerifyData:
    """Draws examples; dev is cut by document."""

    def __init__(self, folder: Path, seed: int) -> None:
        with lzma.open(folder / "data.json.xz") as file:
            packed = json.load(file)
        self.rng = Random(seed)
        self.perturber = Perturber(self.rng)
        texts = {d[0]: d[3] for d in packed["documents"]}
        splits = {d[0]: d[2] for d in packed["documents"]}
        self.documents = [d[3] for d in packed["documents"] if d[2] == "train" and len(d[3]) > WINDOW[1]]
        self.train, self.dev = Pool(), Pool()
        for row in packed["contrast"]:
            pool, text = self._pool(splits[row["document"]]), texts[row["document"]]
            pool.quads += contrast_examples(row, text)
            pool.near += contrast_examples(row, text, around=NEAR)
        for row in packed["claims"]:
            self._pool(splits[row["document"]]).claims += claim_examples(row, texts[row["document"]])
        for document, style, question, _, window in packed["natural"]:
            self.train.questions.append(Example(question, texts[document][slice(*window)], SUPPORTED, f"asked {style}"))
        for document, question, window in packed["absent"]:
            self.train.questions.append(Example(question, texts[document][slice(*window)], UNSAID, "asked absent"))

    def _pool(self, split: str) -> Pool:
        return self.train if split == "train" else self.dev if split == "natural" else Pool()

    def made(self) -> list[Example]:
        """Make a contrast pair from a passage drawn from any document."""
        while True:
            found = self.perturber.pair(self.passage())
            if found:
                return found

    def passage(self) -> str:
        """Draw a passage."""
        text = self.rng.choice(self.documents)
        start = self.rng.randrange(len(text) - WINDOW[1] + 1)
        return text[start : start + self.rng.randrange(*WINDOW)]

    def _quad(self) -> list[Example]:
        pool = self.train.near if self.rng.random() < NEAR_RATE else self.train.quads
        return self.rng.choice(pool)

    def mismatch(self) -> Example:
        """Put a claim or question against a passage of another document: nothing there speaks of it."""
        pool = self.train.questions if self.rng.random() < 0.3 else self.train.claims
        return Example(self.rng.choice(pool).claim, self.passage(), UNSAID, "mismatch")

    def unlabelled(self) -> Example:
        """Change a written claim or its passage at random: a teacher says what that makes of it."""
        example = self.rng.choice(self.train.claims if self.rng.random() < 0.5 else self.rng.choice(self.train.quads))
        if self.rng.random() < 0.6:
            _, changed = self.perturber._change(example.claim, example.passage)
            return Example(changed or example.claim, example.passage, -1, "unlabelled")
        made = self.perturber.pair(example.passage)
        return Example(example.claim, made[2].passage if made else example.passage, -1, "unlabelled")

    def batch(self, *, quads: int, made: int, claims: int, questions: int, mismatches: int) -> list[Example]:
        """Draw a batch; the quads and the made ones come first, four examples each."""
        rows = [e for _ in range(quads) for e in self._quad()]
        rows += [e for _ in range(made) for e in self.made()]
        rows += [self.rng.choice(self.train.claims) for _ in range(claims)]
        rows += [self.rng.choice(self.train.questions) for _ in range(questions)]
        return rows + [self.mismatch() for _ in range(mismatches)]
