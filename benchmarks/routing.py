"""Routing measured: does a query that names its document reach it, among all of LegalBench-RAG's documents?

    pincite index DATA/legalbenchrag/corpus --store all.store --set embedder.kind=none
    python benchmarks/routing.py --data DATA --store all.store [--to docs/results/routing.md]

Every query of the benchmark is asked as it is written ("Consider X; question"), and in two other forms made from it:
the name in front ("Under X, question") and at the end ("question under X?"). No model is run.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pincite.pipeline.store import Store

TIMES = "## How long it takes"
SETS = ("contractnli", "cuad", "maud", "privacy_qa")
FORMS: dict[str, Callable[[str, str], str]] = {
    "Consider X; question": lambda name, ask: f"Consider {name}; {ask}",
    "Under X, question": lambda name, ask: f"Under {name}, {ask}",
    "question under X?": lambda name, ask: f"{ask.rstrip(' ?.')} under {name}?",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--to", type=Path, help="the page to write")
    parser.add_argument("--show", type=int, default=0, help="print so many queries of each kind that went wrong")
    options = parser.parse_args()
    store = Store.open(options.store, flags=["retrieval.method=bm25"])
    lines = ["| form | part | set | queries | right document | none chosen | wrong |", "|" + " --- |" * 7]
    for form, write in FORMS.items():
        for part in ("mini", "the rest"):
            for name in SETS:
                if tests := read_tests(options.data, part, name):
                    found = count(store, tests, write, show=options.show)
                    lines.append(line_of(form, part, name, found))
                    print(lines[-1], flush=True)
    if options.to:
        # What `routing_names.py` measured stands after these figures, and stays.
        old = options.to.read_text("utf-8") if options.to.exists() else ""
        rest = old[old.index(TIMES) :] if TIMES in old else ""
        options.to.write_text(page(len(store.library.cards), lines) + (f"\n{rest}" if rest else ""), "utf-8")


def read_tests(data: Path, part: str, name: str) -> list[tuple[str, str, set[str]]]:
    """Name, question and right files of each query of mini, or of all the others."""
    folder = data / "legalbenchrag"
    mini = json.loads((folder / "mini" / f"{name}.json").read_text("utf-8"))["tests"]
    if part == "mini":
        tests = mini
    else:
        known = {test["query"] for test in mini}
        tests = json.loads((folder / "benchmarks" / f"{name}.json").read_text("utf-8"))["tests"]
        tests = [test for test in tests if test["query"] not in known]
    found = []
    for test in tests:
        named, _, ask = test["query"].partition(";")
        found.append((named.removeprefix("Consider ").strip(), ask.strip(), {s["file_path"] for s in test["snippets"]}))
    return found


def count(
    store: Store, tests: list[tuple[str, str, set[str]]], write: Callable[[str, str], str], *, show: int
) -> Counter[str]:
    paths = {card.id: "/".join(Path(card.path).parts[-2:]) for card in store.library.cards}
    router = store.router
    found: Counter[str] = Counter()
    for name, ask, files in tests:
        query = write(name, ask)
        chosen = {paths[id] for id in router.route(query).doc_ids}
        verdict = "open" if not chosen else "right" if chosen & files else "wrong"
        found[verdict] += 1
        if verdict != "right" and found[verdict] <= show:
            print(f"    {verdict}: {query[:160]}", *sorted(chosen), sep="\n        ")
    return found


def line_of(form: str, part: str, name: str, found: Counter[str]) -> str:
    total = found.total()
    shares = " | ".join(f"{100 * found[verdict] / total:.1f} %" for verdict in ("right", "open", "wrong"))
    return f"| {form} | {part} | {name} | {total:,} | {shares} |"


def page(documents: int, lines: list[str]) -> str:
    table = "\n".join(lines)
    return f"""# Routing

Which document a query names, among {documents} documents of LegalBench-RAG. Where none is chosen the whole store is
searched; a few are chosen where the name fits them equally well.

```
pincite index DATA/legalbenchrag/corpus --store all.store --set embedder.kind=none
python benchmarks/routing.py --data DATA --store all.store --to docs/results/routing.md
```

{table}

The first form is the benchmark's own; the other two are made from it. Titles of CUAD contracts in the rest were taken
from the contracts; for some queries the name given fits several contracts of the same parties.
"""


if __name__ == "__main__":
    main()
