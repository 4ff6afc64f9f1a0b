"""Answers measured: citations against gold, and "not found" against questions whose answer is not in the document.

    python benchmarks/answers.py absent  --data DIR --split mini --out absent.jsonl
    python benchmarks/answers.py cited   --data DIR --sets cuad contractnli --queries 50 --out cited.jsonl
    python benchmarks/answers.py summary absent.jsonl cited.jsonl

Documents are asked about one at a time (`absent`) or within one store of mini's (`cited`; `--stored` may name fewer
sets). Rows already in the output are not asked again. `--split dev` draws CUAD documents that are neither in mini nor
in training.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from pincite.pipeline.store import Store
from pincite.settings import load_settings
from pincite.spans import Span, merge_spans

ROOT = Path(__file__).resolve().parent.parent
SETS = ("cuad", "contractnli", "maud", "privacy_qa")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["absent", "cited", "summary"])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--split", choices=["mini", "dev"], default="mini")
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--stored", nargs="*", default=SETS, help="whose documents the store holds")
    parser.add_argument("--documents", type=int, default=12)
    parser.add_argument("--queries", type=int, default=194)
    parser.add_argument("--longest", type=int, default=80_000)
    parser.add_argument("--set", dest="flags", action="append", default=[])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.what == "summary":
        for path in options.files:
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            print(path.name, *(summary_absent(rows) if "answerable" in rows[0] else summary_cited(rows)), sep="\n  ")
    else:
        {"absent": ask_absent, "cited": ask_cited}[options.what](options)


def ask_absent(options: argparse.Namespace) -> None:
    """Ask each document what CUAD's annotators found in it, and as many questions to which they found nothing."""
    folder = options.data / "legalbenchrag" / "corpus" / "cuad"
    asked = cuad_questions(options.data)
    names = [name for name in document_names(options) if name in asked and (folder / name).is_file()]
    names = [name for name in names if (folder / name).stat().st_size <= options.longest][: options.documents]
    done = finished(options.out)
    with tempfile.TemporaryDirectory() as home:
        store = build([folder / name for name in names], Path(home), options.flags)
        cards = {Path(card.path).name: card for card in store.index.cards}
        for name in names:
            for question, answerable in asked[name]:
                if f"{name}: {question}" in done:
                    continue
                row = ask(store, question, file=glob_of(cards[name].path))
                write(options.out, {"id": f"{name}: {question}", "answerable": answerable, **row})


def ask_cited(options: argparse.Namespace) -> None:
    """Ask mini's questions of one store of all its documents, and hold what is cited against the gold spans."""
    tests = {
        name: json.loads((options.data / "legalbenchrag" / "mini" / f"{name}.json").read_text("utf-8"))["tests"]
        for name in SETS
    }
    files = sorted(
        {snippet["file_path"] for name in options.stored for test in tests[name] for snippet in test["snippets"]}
    )
    corpus = options.data / "legalbenchrag" / "corpus"
    done = finished(options.out)
    home = Path(tempfile.gettempdir()) / f"pincite-{'-'.join(options.stored)}.store"
    store = build([corpus / file for file in files], home, options.flags)
    for name in options.sets:
        chosen = random.Random(0).sample(tests[name], min(options.queries, len(tests[name])))
        for test in chosen:
            if f"{name}: {test['query']}" in done:
                continue
            row = ask(store, test["query"])
            gold = [(snippet["file_path"], *snippet["span"]) for snippet in test["snippets"]]
            truth = " ".join(snippet["answer"] for snippet in test["snippets"])
            cited = [(str(Path(file).relative_to(corpus)), a, b) for file, a, b in row["cited"]]
            write(options.out, {"id": f"{name}: {test['query']}", "set": name, **row, **score(cited, gold, row, truth)})


def ask(store: Store, question: str, *, file: str | None = None) -> dict[str, Any]:
    """One row: what was answered, with every quote held against the document once more."""
    from pincite.retrieve.filters import Filters

    began = time.perf_counter()
    answer = store.ask(question, filters=Filters(file=file))
    texts = store.index.text
    sound = all(c.passage.span.slice(texts(c.passage.doc_id)) == c.quote for c in answer.citations)
    return {
        "found": answer.found,
        "confidence": answer.confidence,
        "relevance": answer.ranking.relevance if answer.ranking else None,
        "best": max((score for source in answer.sources for _, score in source.evidence), default=0.0),
        "exact": any(hit.exact for hit in answer.ranking.hits) if answer.ranking else False,
        "sound": sound,
        "dropped": len(answer.dropped),
        "cited": [(c.document, c.passage.span.start, c.passage.span.end) for c in answer.citations],
        "quotes": [c.quote for c in answer.citations],
        "search": answer.seconds.get("search", 0.0),
        "seconds": time.perf_counter() - began,
    }


def score(
    cited: list[tuple[str, int, int]], gold: list[tuple[str, int, int]], row: dict[str, Any], truth: str
) -> dict[str, float]:
    """Cited characters inside gold, gold characters cited, and the F1 of the words."""
    ours, theirs = merged(cited), merged(gold)
    shared = sum(
        len(one.intersection(other) or ()) for file in ours for one in ours[file] for other in theirs.get(file, [])
    )
    said, wanted = (Counter(re.findall(r"\w+", words.casefold())) for words in (" ".join(row["quotes"]), truth))
    common = (said & wanted).total()
    return {
        "precision": shared / max(sum(len(span) for spans in ours.values() for span in spans), 1),
        "recall": shared / max(sum(len(span) for spans in theirs.values() for span in spans), 1),
        "f1": 2 * common / max(said.total() + wanted.total(), 1),
    }


def merged(places: list[tuple[str, int, int]]) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = defaultdict(list)
    for file, start, end in places:
        found[file].append(Span(start, end))
    return {file: merge_spans(spans) for file, spans in found.items()}


def summary_cited(rows: list[dict[str, Any]]) -> list[str]:
    """A line a set: answers, soundness, precision over answers, recall and F1 over all questions, time added."""
    lines = []
    for name in dict.fromkeys(row["set"] for row in rows):
        own = [row for row in rows if row["set"] == name]
        answered = [row for row in own if row["found"]]
        search, whole = sum(row["search"] for row in own), sum(row["seconds"] for row in own)
        lines.append(
            f"{name}: {len(own)} asked, {len(answered)} answered, {sum(row['sound'] for row in own)} sound; "
            f"precision {mean(answered, 'precision'):.3f}, recall {mean(own, 'recall'):.3f}, "
            f"F1 {mean(own, 'f1'):.3f}; time over search +{100 * (whole / search - 1):.1f} %"
        )
    return lines


def summary_absent(rows: list[dict[str, Any]]) -> list[str]:
    """Balanced accuracy and false "not found" at the threshold that was set, and the best threshold of all."""
    yes = [row for row in rows if row["answerable"]]
    no = [row for row in rows if not row["answerable"]]
    hit, miss = sum(row["found"] for row in yes) / len(yes), sum(not row["found"] for row in no) / len(no)
    lines = [
        f"{len(yes)} with an answer, {len(no)} without; balanced accuracy {(hit + miss) / 2:.3f}, "
        f"false not-found {1 - hit:.3f}, false answers {1 - miss:.3f}"
    ]
    for limit in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        lost = sum(row["confidence"] < limit for row in yes) / len(yes)
        kept_out = sum(row["confidence"] < limit for row in no) / len(no)
        lines.append(
            f"threshold {limit}: balanced accuracy {(1 - lost + kept_out) / 2:.3f}, false not-found {lost:.3f}"
        )
    return lines


def cuad_questions(data: Path) -> dict[str, list[tuple[str, bool]]]:
    """By document: questions with an answer, and as many whose label is empty, in an order drawn by the name."""
    tests = json.loads((data / "legalbenchrag" / "benchmarks" / "cuad_untitled.json").read_text("utf-8"))["tests"]
    wording = {label(test["column"]): test["question"] for test in tests}
    found = {}
    with (data / "cuad_raw" / "master_clauses.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            name = re.sub(r"\.pdf$", ".txt", line["Filename"])
            labels = {label(column): value for column, value in line.items()}
            filled = [q for key, q in wording.items() if labels.get(key, "[]").strip() not in {"[]", ""}]
            empty = [q for key, q in wording.items() if labels.get(key, "").strip() == "[]"]
            draw = random.Random(name)
            size = min(len(filled), len(empty), 8)
            found[name] = [(q, True) for q in draw.sample(filled, size)] + [
                (q, False) for q in draw.sample(empty, size)
            ]
    return found


def label(column: str) -> str:
    return re.sub(r"\W+", "", column).casefold()


def document_names(options: argparse.Namespace) -> list[str]:
    if options.split == "mini":
        tests = json.loads((options.data / "legalbenchrag" / "mini" / "cuad.json").read_text("utf-8"))["tests"]
        return sorted({Path(snippet["file_path"]).name for test in tests for snippet in test["snippets"]})
    sys.path.insert(0, str(ROOT))
    import tomllib

    from training.corpus import choose_dev, mini_documents

    config = tomllib.loads((ROOT / "training" / "config.toml").read_text("utf-8"))
    mini = mini_documents(options.data)
    files = sorted((options.data / "legalbenchrag" / "corpus" / "cuad").glob("*.txt"))
    names = [(f"cuad/{path.name}", "cuad") for path in files if f"cuad/{path.name}" not in mini]
    return sorted(Path(name).name for name in choose_dev(names, config))


def build(files: list[Path], home: Path, flags: list[str]) -> Store:
    settings = load_settings(flags=flags).settings
    Store.build(files, home, settings=settings)
    return Store.open(home, settings=settings)


def glob_of(path: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", path)


def finished(path: Path | None) -> set[str]:
    lines = path.read_text("utf-8").splitlines() if path and path.exists() else []
    return {json.loads(line)["id"] for line in lines}


def write(path: Path | None, row: dict[str, Any]) -> None:
    if path is None:
        print(json.dumps(row))
        return
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def mean(rows: list[dict[str, Any]], key: str) -> float:
    return sum(row[key] for row in rows) / max(len(rows), 1)


if __name__ == "__main__":
    main()
