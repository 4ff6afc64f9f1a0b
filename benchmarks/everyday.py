"""Ask everyday documents, of a page or two each, the questions people have about them.

PYTHONPATH=. python benchmarks/everyday.py ask --out answers.jsonl [--sets first second third fourth] [--together]
PYTHONPATH=. python benchmarks/everyday.py report answers.jsonl

The documents in `benchmarks/everyday/` are invented; each has six questions that it answers, with the sentences that
do, and two that it does not. Each document is a store of its own, or all of a set are one (`--together`). An answer is
right as in `benchmarks/people.py`.
"""

import argparse
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.people import area_under_curve, is_right, report_confidence

import pincite.pipeline.asking.read_evidence as asking
from pincite.pipeline.build import build_store
from pincite.pipeline.store import Store
from pincite.settings import Settings

HERE = Path(__file__).parent / "everyday"


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The questions of one document, with the places of their answers."""
    text, rows = path.read_text("utf-8"), []
    for line in path.with_suffix(".jsonl").read_text("utf-8").split("\n"):
        if line:
            row = json.loads(line)
            gold = [[path.name, text.index(words), text.index(words) + len(words)] for words in row["answers"]]
            number = f"{path.parent.name}/{path.stem}/{len(rows) + 1}"
            rows.append(
                {"id": number, "question": row["question"], "gold": gold, "answerable": bool(gold), "kind": "everyday"}
            )
    return rows


def stores(names: list[str], *, together: bool) -> Iterator[tuple[Path, list[Path]]]:
    """A folder for each store, with its documents."""
    for name in names:
        paths = sorted((HERE / name).glob("*.txt"))
        for some in [paths] if together else [[path] for path in paths]:
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "documents").mkdir()
                for path in some:
                    shutil.copy(path, Path(folder) / "documents")
                yield Path(folder), some


def ask_all(arguments: argparse.Namespace) -> None:
    kept: list[Any] = []
    read = asking.read_signals

    def keep(*given: Any, **named: Any) -> Any:
        kept.append(read(*given, **named))
        return kept[-1]

    asking.read_signals = keep
    flags = ["answer.threshold=0"] if arguments.always else []
    if arguments.always:
        asking.is_answered = lambda signals: True
    with arguments.out.open("w", encoding="utf-8") as out:
        for folder, paths in stores(arguments.sets, together=arguments.together):
            build_store(sorted((folder / "documents").iterdir()), folder / "store", Settings())
            store = Store.open(folder / "store", flags=flags)
            names = {card.id: Path(card.path).name for card in store.library.cards}
            for row in [row for path in paths for row in read_rows(path)]:
                kept.clear()
                answer = store.ask(row["question"])
                cited = [[names[c.passage.doc_id], c.passage.span.start, c.passage.span.end] for c in answer.citations]
                signals = asdict(kept[-1]) if kept and kept[-1] else None
                told = {"found": answer.found, "cited": cited, "confidence": answer.confidence, "text": answer.text}
                told |= {"document": paths[0].name, "note": answer.note, "signals": signals}
                out.write(json.dumps(row | told, ensure_ascii=False) + "\n")
                out.flush()


def report(arguments: argparse.Namespace) -> None:
    rows = [json.loads(line) for line in arguments.answers.read_text("utf-8").split("\n") if line]
    right = np.array([is_right(row, row) for row in rows])
    counts = Counter((row["answerable"], row["found"]) for row in rows)
    good = sum(bool(ok) for row, ok in zip(rows, right, strict=True) if row["answerable"])
    print(f"{100 * right.mean():.1f} % of {len(rows)} right or rightly refused")
    print(f"answerable: {good} right, {counts[True, True] - good} wrong, {counts[True, False]} refused")
    print(f"unanswerable: {counts[False, True]} of {counts[False, True] + counts[False, False]} answered anyway")
    given = np.array([row["found"] for row in rows])
    scores = np.array([row["confidence"] for row in rows])
    print(f"ROC-AUC of the answers given {area_under_curve(scores[given], right[given]):.3f}")
    report_confidence(scores[given], right[given], drawing=None)
    if arguments.failures:
        for row, ok in zip(rows, right, strict=True):
            if not ok:
                kind = "answered" if not row["answerable"] else "wrong" if row["found"] else "refused"
                print(f"{kind:8} {row['confidence']:.2f} {row['document'][:24]:24} {row['question']}")
                print(f"         {row['text'][:160]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("ask")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--sets", nargs="+", default=["first", "second", "third"])
    one.add_argument("--together", action="store_true", help="all documents of a set in one store")
    one.add_argument("--always", action="store_true", help="answer whatever the evidence is worth")
    one.set_defaults(run=ask_all)
    other = commands.add_parser("report")
    other.add_argument("answers", type=Path)
    other.add_argument("--failures", action="store_true")
    other.set_defaults(run=report)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
