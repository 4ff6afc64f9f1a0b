"""How much of the published LegalBench-RAG comes out of the raw data again, and how fast.

    python benchmarks/bench_make.py --data DATA [--json OUT]

DATA holds `legalbenchrag/` (corpus, benchmarks, mini, cuad_titles.json), `cuad_raw/` and `contractnli_raw/`. A query is
reproduced where document, question and every span are the same; *extra* are queries of the same documents that the
published files do not have.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pincite.bench.check import check
from pincite.bench.legalbenchrag.layout import Root, Test, read_tests
from pincite.bench.legalbenchrag.make import BenchmarkSet, draft_set, finish_set
from pincite.bench.legalbenchrag.mini import sample_root
from pincite.bench.legalbenchrag.titles import KINDS, DocumentTitles, ListedTitles
from pincite.bench.subset import plain_row

Key = tuple[str, tuple[tuple[str, int, int], ...]]


def published_keys(tests: Iterable[Test]) -> set[Key]:
    return {
        (test.query.rsplit("; ", 1)[-1], tuple((s.file_path, s.start, s.end) for s in test.snippets)) for test in tests
    }


def made_keys(made: BenchmarkSet) -> set[Key]:
    return {
        (gold.query.text.rsplit("; ", 1)[-1], tuple((p.doc_id, p.span.start, p.span.end) for p in gold.passages))
        for gold in made.golds
    }


def compare(made: BenchmarkSet, published: set[Key], *, seconds: float) -> dict[str, Any]:
    ours = made_keys(made)
    documents = {path for _, spans in published for path, _, _ in spans}
    return {
        "published": len(published),
        "reproduced": len(published & ours),
        "missing": len(published - ours),
        "extra": sum(spans[0][0] in documents for _, spans in ours - published),
        "of other documents": sum(spans[0][0] not in documents for _, spans in ours),
        "left out for their title": sorted({row.file for row in made.dropped if row.reason.name == "NUMBERED"}),
        "seconds": round(seconds, 1),
    }


def measure_cuad(data: Path) -> dict[str, Any]:
    published = data / "legalbenchrag"
    texts = [published / "corpus" / "cuad", data / "cuad_raw" / "other_contract_txt"]
    started = time.monotonic()
    drafts = draft_set("cuad", data / "cuad_raw", texts=texts)
    titlers = [ListedTitles.read(published / "cuad_titles.json"), DocumentTitles(KINDS["cuad"])]
    made = finish_set(drafts, titlers, wording=published / "benchmarks" / "cuad.json")
    seconds = time.monotonic() - started
    files = [published / "benchmarks" / f"{name}.json" for name in ("cuad", "cuad_untitled")]
    return compare(made, published_keys(test for file in files for test in read_tests(file)), seconds=seconds)


def measure_contractnli(data: Path) -> dict[str, Any]:
    official = data / "legalbenchrag" / "benchmarks" / "contractnli.json"
    started = time.monotonic()
    drafts = draft_set("contractnli", data / "contractnli_raw")
    titlers = [ListedTitles.read(official), DocumentTitles(KINDS["contractnli"])]
    made = finish_set(drafts, titlers, wording=official)
    seconds = time.monotonic() - started
    here = [test for test in read_tests(official) if test.snippets[0].file_path.split("/", 1)[1] in drafts.texts]
    return compare(made, published_keys(here), seconds=seconds)


def measure_titles(data: Path) -> dict[str, Any]:
    """Of the official titles "… between A and B …": how many of A and B our own title names, by their first word."""
    corpus = Root(data / "legalbenchrag").corpus
    official = json.loads((data / "legalbenchrag" / "cuad_titles.json").read_text("utf-8"))
    named: Counter[int] = Counter()
    for path, title in official.items():
        first, found, second = title.partition(" between ")[2].partition(" and ")
        ours = DocumentTitles(KINDS["cuad"]).title(path.split("/", 1)[1], corpus.text(path))
        if found and ours:
            words = (party.removeprefix("The ").split()[0].strip(",.").lower() for party in (first, second))
            named[sum(word in ours.text.lower() for word in words)] += 1
    return {"both parties": named[2], "one": named[1], "none": named[0]}


def measure_mini(data: Path) -> dict[str, Any]:
    started = time.monotonic()
    sample = sample_root(Root(data / "legalbenchrag"))
    seconds = time.monotonic() - started
    equal = {
        name: [plain_row(test) for test in tests]
        == json.loads((data / "legalbenchrag" / "mini" / f"{name}.json").read_text("utf-8"))["tests"]
        for name, tests in sample.parts.items()
    }
    total = sample.total
    return {
        "queries": total.queries,
        "documents": total.documents,
        "characters": total.characters,
        "equal test by test": equal,
        "seconds": round(seconds, 1),
    }


def measure_check(data: Path) -> dict[str, Any]:
    started = time.monotonic()
    report = check(data / "legalbenchrag")
    return {
        "documents": report.documents,
        "characters": report.characters,
        "errors": report.errors,
        "warnings": report.warnings,
        "seconds": round(time.monotonic() - started, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found = {
        "cuad": measure_cuad(arguments.data),
        "contractnli": measure_contractnli(arguments.data),
        "titles without a model": measure_titles(arguments.data),
        "mini": measure_mini(arguments.data),
        "check": measure_check(arguments.data),
    }
    text = json.dumps(found, indent=2, ensure_ascii=False)
    print(text)
    if arguments.json:
        arguments.json.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
