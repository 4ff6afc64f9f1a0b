"""Ask folders of everyday documents what the people who own them ask.

PYTHONPATH=. python benchmarks/folders.py ask --out answers.jsonl [--folders vet farm] [--add FOLDER] [--follow-ups]
PYTHONPATH=. python benchmarks/folders.py report answers.jsonl [--failures]

A folder of `benchmarks/folders/` holds about eight invented documents, as one household, firm or council has them, and
`questions.jsonl`: questions with the words that answer (`answers`), the documents that qualify (`documents`) and what
was asked before (`history`). All documents of a folder are one store, built anew. An answer is right as in
`benchmarks/people.py`. `--add` asks a folder that lies elsewhere. `--follow-ups` asks the conversations of
`benchmarks/folders-follow-ups.jsonl` instead, on the folders that they name.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.people import area_under_curve, ask_one, is_right, report_confidence

from pincite.pipeline.build import build_store
from pincite.pipeline.store import Store
from pincite.settings import Settings

HERE = Path(__file__).parent / "folders"
FOLLOW_UPS = Path(__file__).parent / "folders-follow-ups.jsonl"


def read_rows(folder: Path, *, follow_ups: bool = False) -> list[dict[str, Any]]:
    """The questions on a folder, with the places of the words that answer."""
    texts = {path.name: path.read_text("utf-8") for path in (folder / "documents").iterdir()}
    asked = FOLLOW_UPS if follow_ups else folder / "questions.jsonl"
    rows = [json.loads(line) for line in asked.read_text("utf-8").split("\n") if line]
    rows = [row for row in rows if row.get("folder", folder.name) == folder.name]
    for row in rows:
        row["gold"] = [place(texts, answer["document"], answer["quote"]) for answer in row["answers"]]
    return rows


def place(texts: dict[str, str], name: str, words: str) -> list[Any]:
    start = texts[name].index(words)
    return [name, start, start + len(words)]


def ask_all(arguments: argparse.Namespace) -> None:
    folders = [HERE / name for name in arguments.folders] + (arguments.add or [])
    with arguments.out.open("w", encoding="utf-8") as out:
        for folder in folders or sorted(HERE.iterdir()):
            rows = read_rows(folder, follow_ups=arguments.follow_ups)
            if not rows:
                continue
            with tempfile.TemporaryDirectory() as made:
                build_store(sorted((folder / "documents").iterdir()), Path(made), Settings())
                with Store.open(Path(made)) as store:
                    for row in rows:
                        out.write(json.dumps(row | ask_row(store, row), ensure_ascii=False) + "\n")
                        out.flush()


def ask_row(store: Store, row: dict[str, Any]) -> dict[str, Any]:
    names = {card.id: Path(card.path).name for card in store.library.cards}
    began = time.perf_counter()
    asked, answer = ask_one(store, row)
    return {
        "asked": asked,
        "found": answer.found,
        "confidence": round(answer.confidence, 4),
        "cited": [[names[c.passage.doc_id], c.passage.span.start, c.passage.span.end] for c in answer.citations],
        "near": [[names[s.passage.doc_id], s.passage.span.start, s.passage.span.end] for s in answer.sources],
        "told": answer.short,
        "text": answer.text,
        "note": answer.note,
        "seconds": round(time.perf_counter() - began, 3),
    }


def report(arguments: argparse.Namespace) -> None:
    rows = [json.loads(line) for line in arguments.answers.read_text("utf-8").split("\n") if line]
    right = np.array([is_right(row, row) for row in rows])
    for name, key in (
        ("folder", lambda row: row.get("folder") or row["id"].rsplit("-", 1)[0]),
        ("kind", lambda row: row["kind"]),
    ):
        counts = Counter(key(row) for row in rows)
        good = Counter(key(row) for row, ok in zip(rows, right, strict=True) if ok)
        print(f"{name}: " + ", ".join(f"{one} {good[one]}/{count}" for one, count in counts.items()))
    print(f"{100 * right.mean():.1f} % of {len(rows)} right or rightly refused")
    asked = Counter((row["answerable"], row["found"]) for row in rows)
    print(f"unanswerable answered anyway: {asked[False, True]} of {asked[False, True] + asked[False, False]}")
    print(f"answerable, not found: {asked[True, False]} of {asked[True, False] + asked[True, True]}")
    found = np.array([row["found"] for row in rows])
    scores = np.array([row["confidence"] for row in rows])
    print(f"ROC-AUC of the {found.sum()} answers given {area_under_curve(scores[found], right[found]):.3f}")
    report_confidence(scores[found], right[found], drawing=None)
    for row, ok in zip(rows, right, strict=True) if arguments.failures else ():
        if not ok:
            print(f"\n{row['id']} {row['kind']} {row['confidence']:.2f} {row['history'] or ''} {row['question']!r}")
            if row["asked"] != row["question"]:
                print(f"  asked as: {row['asked']}")
            print(f"  wanted: {[(answer['document'], answer['quote'][:160]) for answer in row['answers']]}")
            print(f"  got: {row['text'][:500] if row['found'] else 'NOT FOUND ' + row['text'][:300]!r}")
            print(f"  cited: {row['cited']} note: {row['note'][:200]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("ask")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--folders", nargs="+", default=[])
    one.add_argument("--add", type=Path, nargs="+", help="folders that lie elsewhere")
    one.add_argument("--follow-ups", action="store_true")
    one.set_defaults(run=ask_all)
    other = commands.add_parser("report")
    other.add_argument("answers", type=Path)
    other.add_argument("--failures", action="store_true")
    other.set_defaults(run=report)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
