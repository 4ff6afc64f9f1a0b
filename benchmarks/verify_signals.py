"""What the rules and the verifier make of written claims, contrast pairs and told lies, kept for fitting and measuring.

    python benchmarks/verify_signals.py --data .training --out SIGNALS.jsonl [--most N] [--lies]
    python benchmarks/verify_signals.py --data .training --out SIGNALS.jsonl --strangers [PAIRS.jsonl]

`DIR/data.json.xz` is what training reads (see `training/README.md`); only the documents that no model was trained on
are taken. They are cut into two halves by document: `fit` and `held`. `--lies` adds `tests/data/lies`. `--strangers`
reads instead the pairs of a writer who wrote none of those trained on (`training/natural/pairs-strangers.jsonl`, or
`pairs-journalist.jsonl`), all of them `held`. A row that is in the file already is not read again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent / "hardening"))

from lies import read_statements
from training.contrast import SUPPORTED, claim_examples, contrast_examples
from training.natural import OWN, read_lines

from pincite.answer.verification.judgement import read_passages
from pincite.answer.verification.verifier_onnx import OnnxVerifier
from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import AnswerContext, Claim, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.legal.claims import read_claim, split_claims, without_marks
from pincite.legal.folding import fold_text
from pincite.spans import Span

LEAST_SUPPORT = 0.6


@dataclass(frozen=True, slots=True)
class Signals:
    """A sentence that is held against sources: its label, the rules' faults, and the model's verdict if it read any."""

    set: str
    half: str
    kind: str
    true: bool
    group: str
    share: float
    faults: list[str]
    read: list[float] | None = None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict."""
        return Verdict(*self.read) if self.read else None


@dataclass(slots=True)
class _Remembering:
    """The shipped verifier, which reads each pair once and says whether it was asked at all."""

    model: OnnxVerifier
    read: dict[tuple[str, str], Verdict] = field(default_factory=dict)

    def verify(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self.read]
        self.read.update(zip(new, self.model.verify(new), strict=True))
        return [self.read[pair] for pair in pairs]


@dataclass(frozen=True, slots=True)
class _Task:
    set: str
    half: str
    kind: str
    true: bool
    group: str
    claim: Claim
    context: AnswerContext


def half_of(document: str) -> str:
    """The half a document belongs to, whatever else there is."""
    return ("fit", "held")[hashlib.sha256(document.encode()).digest()[0] % 2]


def written(folder: Path) -> list[list[_Task]]:
    """The claims of each passage, and the four examples of each pair, of documents kept from training."""
    with lzma.open(folder / "data.json.xz") as file:
        packed = json.load(file)
    texts = {document[0]: document[3] for document in packed["documents"] if document[2] == "natural"}
    groups = []
    for row in (row for row in packed["claims"] if row["document"] in texts):
        groups.append([("claims", row["document"], one) for one in claim_examples(row, texts[row["document"]])])
    for row in (row for row in packed["contrast"] if row["document"] in texts):
        for four in contrast_examples(row, texts[row["document"]]):
            groups.append([("pairs", row["document"], one) for one in four])
    random.Random(7).shuffle(groups)
    return [
        [_task(name, document, one, f"{number}-{i}") for i, (name, document, one) in enumerate(group)]
        for number, group in enumerate(groups)
    ]


def of_strangers(folder: Path, pairs: Path) -> list[list[_Task]]:
    """The four examples of each pair of a writer kept from training; the documents are among those trained on."""
    with lzma.open(folder / "data.json.xz") as file:
        texts = {document[0]: document[3] for document in json.load(file)["documents"]}
    quads = [four for row in read_lines(pairs) for four in contrast_examples(row, texts[row["document"]])]
    tasks = [[_task("pairs", "", one, f"{n}-{i}") for i, one in enumerate(four)] for n, four in enumerate(quads)]
    return [[replace(task, half="held") for task in four] for four in tasks]


def _task(name: str, document: str, example: Any, group: str) -> _Task:
    source = NumberedSource(1, Passage("", Span(0, len(example.passage))), example.passage, document="")
    claim = read_claim(f"{example.claim.rstrip('.')} [1].")
    context = AnswerContext("", (source,))
    return _Task(name, half_of(document), example.kind, example.label == SUPPORTED, f"{name} {group}", claim, context)


def told() -> Iterator[_Task]:
    """Every sentence of the lies and of the true statements beside them; `tune` is the half to fit on."""
    for number, one in enumerate(read_statements()):
        half = "fit" if one.half == "tune" else "held"
        for claim in split_claims(one.claim):
            yield _Task("lies", half, one.kind, one.true, f"lies {number}", claim, one.context)


def listen(task: _Task, model: OnnxVerifier) -> Signals:
    """Check one sentence, and keep what was made of it."""
    verifier = _Remembering(model)
    rules = check_claim(task.claim, task.context, least_support=LEAST_SUPPORT)
    check_claim(task.claim, task.context, least_support=LEAST_SUPPORT, verifier=verifier)
    verdict = None
    if verifier.read:
        cited = [source.text for number in task.claim.numbers if (source := task.context.source(number))]
        verdict = read_passages(fold_text(without_marks(task.claim.text)), cited, verifier)
    about = {name: getattr(task, name) for name in ("set", "half", "kind", "true", "group")}
    faults = [fault.kind.value for fault in rules.faults]
    read = list(asdict(verdict).values()) if verdict else None
    return Signals(**about, share=rules.support, faults=faults, read=read)


def read_signals(path: Path) -> list[Signals]:
    """The rows of a file that `main` wrote."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [Signals(**json.loads(line)) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, default=0, help="so many passages and pairs, drawn with a seed; 0 for all")
    parser.add_argument("--lies", action="store_true")
    parser.add_argument("--strangers", type=Path, nargs="?", const=OWN / "pairs-strangers.jsonl", metavar="PAIRS.jsonl")
    options = parser.parse_args()
    groups = of_strangers(options.data, options.strangers) if options.strangers else written(options.data)
    tasks = [task for group in groups[: options.most or None] for task in group]
    tasks += told() if options.lies else ()
    done = {(row.set, row.group) for row in read_signals(options.out)}
    model = OnnxVerifier()
    with options.out.open("a", encoding="utf-8") as file:
        for task in tasks:
            if (task.set, task.group) not in done:
                file.write(json.dumps(asdict(listen(task, model))) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
