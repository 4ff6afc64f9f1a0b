"""Make a benchmark of the natural questions kept for dev: contracts that no model was trained on, the document named.

    python benchmarks/natural.py --data .training --to natural
    pincite run --bench natural/bench --corpus natural/corpus --out runs/natural

`DIR/data.json.xz` is what training reads (see `training/README.md`). The questions come in three styles, one file each:
plain (a lawyer to a colleague), lay (everyday words) and brief (a search box).
"""

from __future__ import annotations

import argparse
import json
import lzma
from pathlib import Path
from typing import Any

STYLES = ("plain", "lay", "brief")
# Rules and invented documents have no name by which a question would call them.
NAMELESS = {"uk", "own"}


def main() -> None:
    """Write the documents and the questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    options = parser.parse_args()
    with lzma.open(options.data / "data.json.xz") as file:
        packed = json.load(file)
    kept = {row[0]: row[3] for row in packed["documents"] if row[2] == "natural" and row[1] not in NAMELESS}
    files = {name: f"{name.replace('/', '-').removesuffix('.txt')}.txt" for name in kept}
    for folder in ("corpus", "bench"):
        (options.to / folder).mkdir(parents=True, exist_ok=True)
    for name, text in kept.items():
        (options.to / "corpus" / files[name]).write_text(text, encoding="utf-8", newline="")
    for style in STYLES:
        tests: list[dict[str, Any]] = []
        for name, question, spans, own, split in packed["queries"]:
            if split == "natural" and own == style and name in kept:
                snippets = [
                    {"file_path": files[name], "span": span, "answer": kept[name][slice(*span)]} for span in spans
                ]
                tests.append({"query": f"Consider {packed['names'][name]}; {question}", "snippets": snippets})
        (options.to / "bench" / f"{style}.json").write_text(json.dumps({"tests": tests}), encoding="utf-8")
        print(f"{style}: {len(tests)} questions")


if __name__ == "__main__":
    main()
