"""Whether any span is lost between the dataset layout and the other forms, and how tolerant locating fares.

    python benchmarks/dataset_round_trip.py --data DATA [--json OUT]

DATA holds `legalbenchrag/`. Its benchmark goes into the layout and back three ways, with the recorded spans and from
the layout alone. Then gold texts are damaged as OCR damages text and located again, once in their document and once in
their document without them, where nothing may be found.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pincite.bench.dataset.dataset import open_dataset
from pincite.bench.dataset.export import export
from pincite.bench.dataset.source import ConversionSource, convert
from pincite.bench.dataset.write import write_dataset
from pincite.bench.legalbenchrag.layout import Root, read_tests
from pincite.bench.legalbenchrag.mini import sample_root, write_sample
from pincite.bench.locate import Locator, TextLocation

# What a scanner takes for what.
CONFUSED = {"l": "1", "o": "0", "e": "c", "h": "b", "n": "r", "t": "f", "a": "o", "i": "l", "u": "v", "s": "5"}

Spans = dict[tuple[str, int], list[tuple[str, int, int]]]


def spans_of(root: Path) -> Spans:
    found: Spans = {}
    for name in Root(root).sets():
        for number, test in enumerate(read_tests(Root(root).benchmark_file(name))):
            found[name, number] = [(s.file_path, s.start, s.end) for s in test.snippets]
    return found


def to_layout(source: Path, out: Path) -> float:
    started = time.monotonic()
    write_dataset(convert(ConversionSource(source)), out, source=source)
    return round(time.monotonic() - started, 1)


def from_layout(folder: Path, out: Path, *, format: str, use_origin: bool = True) -> dict[str, Any]:
    started = time.monotonic()
    done = export(open_dataset(folder, use_origin=use_origin), out, format=format)
    seconds = round(time.monotonic() - started, 1)
    return {"rows": done.rows, "left out": done.left_out, "contexts": dict(done.methods), "seconds": seconds}


def measure_legalbenchrag(root: Path, scratch: Path) -> dict[str, Any]:
    seconds = to_layout(root, scratch / "layout")
    recorded = from_layout(scratch / "layout", scratch / "back", format="legalbenchrag")
    before, after = spans_of(root), spans_of(scratch / "back")
    alone = from_layout(scratch / "layout", scratch / "alone", format="legalbenchrag", use_origin=False)
    theirs = {(path, start, end) for spans in before.values() for path, start, end in spans}
    ours = {(path, start, end) for spans in spans_of(scratch / "alone").values() for path, start, end in spans}
    return {
        "tests": len(before),
        "snippets": sum(map(len, before.values())),
        "tests with other spans afterwards": sum(after.get(key) != spans for key, spans in before.items()),
        "to the layout, seconds": seconds,
        "back, with origin.json": recorded,
        "back, from the layout alone": alone,
        "spans from the layout alone that are wrong": len(ours - theirs),
    }


def measure_squad(layout: Path, scratch: Path) -> dict[str, Any]:
    """Layout to SQuAD, into a layout again and to SQuAD once more."""
    first = from_layout(layout, scratch / "squad", format="squad")
    to_layout(scratch / "squad" / "squad.json", scratch / "layout")
    second = from_layout(scratch / "layout", scratch / "again", format="squad")
    one, other = (json.loads((scratch / name / "squad.json").read_text("utf-8")) for name in ("squad", "again"))
    answers = sum(len(qa["answers"]) for article in one["data"] for p in article["paragraphs"] for qa in p["qas"])
    return {"to SQuAD": first, "and again": second, "answers": answers, "the same file": one == other}


def measure_beir(layout: Path, scratch: Path) -> dict[str, Any]:
    """Layout to BEIR, into a layout again and to BEIR once more."""
    first = from_layout(layout, scratch / "beir", format="beir")
    to_layout(scratch / "beir", scratch / "layout")
    second = from_layout(scratch / "layout", scratch / "again", format="beir")
    names = sorted(p.relative_to(scratch / "beir") for p in (scratch / "beir").rglob("*") if p.name != "located.jsonl")
    files = [name for name in names if (scratch / "beir" / name).is_file()]
    same = all((scratch / "beir" / name).read_bytes() == (scratch / "again" / name).read_bytes() for name in files)
    return {"to BEIR": first, "and again": second, "the same files": same}


def measure_damage(root: Path, *, rate: float, size: int = 150) -> dict[str, Any]:
    """Gold texts of documents outside mini, damaged at so many characters a hundred: found where they stood, or not."""
    mini = {test.snippets[0].file_path for part in sample_root(Root(root)).parts.values() for test in part}
    corpus, draw = Root(root).corpus, random.Random(11)
    tests = [test for name in ("contractnli", "maud", "cuad") for test in read_tests(Root(root).benchmark_file(name))]
    snippets = [s for test in tests for s in test.snippets if s.file_path not in mini and len(s.answer or "") > 60]
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    for snippet in sorted(draw.sample(snippets, size), key=lambda s: s.file_path):
        text = corpus.text(snippet.file_path)
        damaged = "".join(CONFUSED[c] if c in CONFUSED and draw.random() < rate else c for c in snippet.answer or "")
        damaged = " ".join(damaged.split())
        located = Locator(text).locate(damaged)
        emptied = Locator(text[: snippet.start] + "\n\n" + text[snippet.end :]).locate(damaged)
        outcomes["found where it is not"] += isinstance(emptied, TextLocation)
        if not isinstance(located, TextLocation):
            outcomes["not located"] += 1
            outcomes[f"not located: {located.reason.split(':')[0].split('(')[0].strip(' 0123456789')}"] += 1
        elif "".join(located.span.slice(text).split()) == "".join((snippet.answer or "").split()):
            right = abs(located.span.start - snippet.start) <= 20
            outcomes["right" if right else "right words, another place"] += 1
        else:
            outcomes["wrong"] += 1
    return {**dict(outcomes.most_common()), "seconds": round(time.monotonic() - started, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    root = arguments.data / "legalbenchrag"
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        write_sample(sample_root(Root(root)), Root(root), out=scratch / "mini")
        found = {
            "mini": measure_legalbenchrag(scratch / "mini", scratch / "m"),
            "full": measure_legalbenchrag(root, scratch / "f"),
            "mini by SQuAD": measure_squad(scratch / "m" / "layout", scratch / "ms"),
            "mini by BEIR": measure_beir(scratch / "m" / "layout", scratch / "mb"),
        }
    for rate in (0.01, 0.03, 0.06):
        found[f"damaged at {rate:.0%} of some letters"] = measure_damage(root, rate=rate)
    text = json.dumps(found, indent=2, ensure_ascii=False)
    print(text)
    if arguments.json:
        arguments.json.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
