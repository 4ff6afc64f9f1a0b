"""LegalBench-RAG-mini without the documents' names: the questions alone, with all that answers them anywhere as gold.

    python benchmarks/nameless.py --data DATA --out nameless
    pincite run --bench nameless --corpus DATA/legalbenchrag/corpus --whole-corpus --preset default --out runs/nameless

A query "Consider the NDA between A and B; is assignment restricted?" becomes its second half, and its gold the text
that answers the same question in any document of the whole benchmark: who asks without naming one can use them all.
Against the gold of the named document alone the same run is scored by pipeline_results.py.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    root = arguments.data / "legalbenchrag"
    arguments.out.mkdir(parents=True, exist_ok=True)
    for path in sorted((root / "mini").glob("*.json")):
        everywhere = gold_by_question(tests_of(root / "benchmarks" / path.name))
        tests = []
        for test in tests_of(path):
            asked = question_of(test["query"])
            tests.append({**test, "query": asked, "snippets": everywhere[asked]})
        (arguments.out / path.name).write_text(json.dumps({"tests": tests}), "utf-8")
        documents = [len({snippet["file_path"] for snippet in test["snippets"]}) for test in tests]
        print(f"{path.stem}: {len(tests)} questions, each answered in {sum(documents) / len(tests):.1f} documents")


def tests_of(path: Path) -> list[dict[str, Any]]:
    tests: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["tests"]
    return tests


def question_of(query: str) -> str:
    """The part of a query that asks, after the one that names the document."""
    return query.split(";", 1)[1].strip()


def gold_by_question(tests: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Every passage that answers a question, over all documents it was asked of."""
    found: dict[str, dict[tuple[str, int, int], dict[str, Any]]] = {}
    for test in tests:
        same = found.setdefault(question_of(test["query"]), {})
        same.update({(one["file_path"], *one["span"]): one for one in test["snippets"]})
    return {question: list(passages.values()) for question, passages in found.items()}


if __name__ == "__main__":
    main()
