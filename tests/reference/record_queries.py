"""A hundred questions to the sample documents, with the passages and scores that were found when they were recorded.

`python -m tests.reference.record_queries` records them anew: after new models, or a change that is meant to change the
ranking. Processors of one kind round a little differently; how far that may go is stated here. Another kind multiplies
int8 otherwise, so that spans near a threshold begin or end elsewhere: there the first results must overlap.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pincite
from pincite import Hit, Store, load_settings

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = Path(__file__).with_name("queries.txt")
RECORDED = Path(__file__).with_name("queries.json")
# Scores are chances from 0 to 1. A passage's score may differ by so much, and two passages may change places
# where their scores lie as near to each other.
TOLERANCE = 0.02
# So many results are recorded, and looked for among so many.
KEPT, SEARCHED = 3, 10
# On another kind of processor so many of the hundred first results must overlap; x86-64 and ARM64 had 98.
LEAST_OVERLAPPING = 95

Row = tuple[str, int, int, float]


def questions() -> list[str]:
    """The questions, one per line."""
    return QUESTIONS.read_text("utf-8").splitlines()


def build(folder: Path) -> Store:
    """A store of the sample documents that need no OCR, as the default settings make it."""
    expected = json.loads((ROOT / "examples/expected.json").read_text("utf-8"))["documents"]
    files = [ROOT / "examples" / name for name, truth in expected.items() if not truth["scanned"]]
    settings = load_settings("default", flags=["jobs=1"], environment={}).settings
    return Store.build(files, folder, settings=settings)


def ask(store: Store) -> Iterator[tuple[str, list[Row]]]:
    """Each question with what is found."""
    for question in questions():
        yield question, [_row(store, hit) for hit in store.search(question, k=SEARCHED).hits]


def _row(store: Store, hit: Hit) -> Row:
    span = hit.passage.span
    return Path(store.card(hit.passage.doc_id).path).name, span.start, span.end, round(float(hit.score), 4)


def differences(recorded: Sequence[Sequence[Any]], found: Sequence[Sequence[Any]]) -> list[str]:
    """How far the results of a question differ from the recorded ones, in sentences; none within the tolerance."""
    scores = {tuple(row[:3]): row[3] for row in found}
    told = []
    for row in recorded:
        now = scores.get(tuple(row[:3]))
        if now is None:
            told.append(f"{row[:3]} is not among the first {SEARCHED} any more")
        elif abs(now - row[3]) > TOLERANCE:
            told.append(f"{row[:3]} scored {row[3]}, and now {now}")
    for (*passage, score), (*best, _) in zip(recorded, found, strict=False):
        standing = scores.get(tuple(best), 0.0)
        if passage != best and abs(standing - score) > TOLERANCE:
            told.append(f"{best} stands where {passage} stood")
    return told


def overlaps(recorded: Sequence[Any], found: Sequence[Any]) -> bool:
    """Tell whether two results have characters of a document in common."""
    return bool(recorded[0] == found[0] and max(recorded[1], found[1]) < min(recorded[2], found[2]))


def kind_of(machine: str) -> str:
    """The kind of processor: systems call the same one by several names."""
    return {"amd64": "x86_64", "aarch64": "arm64"}.get(machine.lower(), machine.lower())


def model_marks() -> dict[str, str]:
    """A short hash of each model that searches; the verifier reads answers alone."""
    models = sorted(path for path in (ROOT / "src/pincite/models").iterdir() if path.suffix in (".onnx", ".npz"))
    models = [path for path in models if path.stem != "verifier"]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in models}


def main() -> None:
    """Record the questions on this machine."""
    with tempfile.TemporaryDirectory() as folder, build(Path(folder) / "store") as store:
        rows = {question: found[:KEPT] for question, found in ask(store)}
    head = {"machine": platform.machine(), "system": platform.system(), "pincite": pincite.__version__}
    lines = ",\n".join(f"{json.dumps(question)}: {json.dumps(found)}" for question, found in rows.items())
    RECORDED.write_text(
        f'{{"recorded_on": {json.dumps(head)},\n"models": {json.dumps(model_marks())},\n"results": {{\n{lines}\n}}}}\n',
        "utf-8",
    )
    sys.stdout.write(f"{RECORDED}: {len(rows)} questions\n")


if __name__ == "__main__":
    main()
