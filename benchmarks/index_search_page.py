"""Write docs/results/index-search.md, and its drawings, from what index_search.py measured.

python benchmarks/index_search_page.py compare.json compare-all.json --grow grow.json --to docs/results/index-search.md
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline_results import write_drawing

from pincite.runs.charts import Point, line_chart

HEAD = """# Indexing and searching beside others

Pincite, LangChain with FAISS, LlamaIndex, txtai and Haystack on two CPU cores: the same documents of LegalBench-RAG,
the same cuts (500 characters), the same model (all-MiniLM-L6-v2; the others through sentence-transformers and PyTorch,
Pincite through ONNX Runtime, rounded to int8), an index written to disk, then a hundred questions one by one, ten
results each. Every system ran in a process of its own, one after another, on an otherwise idle machine. Memory is the
most that the process and its children held at any time. Pincite searches by words and by meaning, the others by meaning
alone; `pincite-dense` searches by meaning alone too.

On all 654 documents only Pincite and txtai, the fastest of the others on 10 and on 72, embedded the chunks themselves.
The rest were given the vectors, for embedding takes each of them most of an hour and more: their searches and memory
compare, their times to index do not. On 72 documents Pincite was run again after the others, because other work had
run beside it the first time.

```
C="python benchmarks/index_search.py compare --data DATA --model MINILM --onnx BASE --peers PEERS"
$C --sizes 10,72 --out small.json
$C --sizes 200 --systems pincite --out 200.json
$C --sizes 654 --systems pincite --keep STORES --out all.json
$C --sizes 654 --systems txtai --out txtai.json
$C --sizes 654 --systems langchain --keep STORES --out given.json
$C --sizes 654 --systems llamaindex,haystack --queries 20 --keep STORES --out slow.json
python benchmarks/index_search.py grow --data DATA --onnx BASE --keep STORES --rows all.json --out grow.json
python benchmarks/index_search_page.py small.json 200.json all.json txtai.json given.json slow.json \\
    --grow grow.json --to docs/results/index-search.md
```
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--grow", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    rows = [row for path in given.rows for row in json.loads(path.read_text("utf-8"))]
    lines = [HEAD]
    for size in sorted({row["documents"] for row in rows}):
        some = [row for row in rows if row["documents"] == size]
        if len(some) > 1:
            lines += table(size, some)
    lines += growth(rows, given.to)
    if given.grow:
        lines += increments(json.loads(given.grow.read_text("utf-8")))
    given.to.write_text("\n".join(lines), "utf-8")


def table(size: int, rows: Sequence[dict[str, Any]]) -> list[str]:
    """All systems on so many documents."""
    lines = [f"## {size} documents, {rows[0]['chunks']:,} chunks", ""]
    lines += ["| system | index | chunks a second | search p50 | p95 | memory |", "|---|--:|--:|--:|--:|--:|"]
    for row in rows:
        embedded = row.get("embedded", True)
        rate = f"{row['chunks_a_second']:.0f}" if embedded else "–"
        seconds = f"{row['index_seconds']:.1f} s" + ("" if embedded else " *")
        times = f"{row['search_p50_ms']:.1f} ms | {row['search_p95_ms']:.1f} ms"
        lines.append(f"| {row['system']} | {seconds} | {rate} | {times} | {row['memory_mb']:.0f} MB |")
    peers = [row for row in rows if not row["system"].startswith("pincite")]
    ours = next(row for row in rows if row["system"] == "pincite")
    embedding = [row["chunks_a_second"] for row in peers if row.get("embedded", True)]
    told = (
        [f"{ours['chunks_a_second'] / max(embedding):.1f} times the chunks a second of the fastest"]
        if embedding
        else []
    )
    for key, words in (("search_p50_ms", "p50"), ("search_p95_ms", "p95"), ("memory_mb", "memory")):
        told.append(f"{words} {ours[key] / min(row[key] for row in peers):.2f} of the lowest")
    lines += ["", f"Pincite against the best of the others, column by column: {'; '.join(told)}."]
    if any(not row.get("embedded", True) for row in rows):
        lines += ["", "\\* Without embedding: the vectors were there."]
    if few := [row for row in rows if row["queries"] < ours["queries"]]:
        names = " and ".join(row["system"] for row in few)
        lines += ["", f"Asked {few[0]['queries']} questions instead of {ours['queries']}: {names}."]
    return [*lines, ""]


def growth(rows: Sequence[dict[str, Any]], page: Path) -> list[str]:
    """Time and memory against the number of documents: ours, and the fastest of the others."""
    lines = ["## Growth", ""]
    whole = sorted((row for row in rows if row.get("embedded", True)), key=lambda row: row["documents"])
    lines += ["| Pincite on documents | chunks | index | memory | search p50 |", "|--:|--:|--:|--:|--:|"]
    for row in whole:
        if row["system"] == "pincite":
            figures = f"{row['index_seconds']:.1f} s | {row['memory_mb']:.0f} MB | {row['search_p50_ms']:.1f} ms"
            lines.append(f"| {row['documents']} | {row['chunks']:,} | {figures} |")
    lines += [
        "",
        "Joining segments has been made leaner since: built again from kept vectors, 654 documents took 1,049 MB.",
    ]
    lines.append("")
    for key, title in (
        ("index_seconds", "Seconds to index"),
        ("memory_mb", "Memory while indexing and searching, MB"),
        ("search_p50_ms", "Search p50, ms"),
    ):
        series = {
            system: [Point(row["documents"], *3 * [row[key]]) for row in whole if row["system"] == system]
            for system in ("pincite", "txtai")
        }
        drawing = line_chart(f"{title}, by documents", series)
        name = f"index-search-{key.split('_')[0]}.svg"
        write_drawing(page.with_name(name), drawing)
        lines.append(f"![{title}]({name})")
    return [*lines, ""]


def increments(rows: Sequence[dict[str, Any]]) -> list[str]:
    """What a change costs."""
    lines = ["## Changes to a store", "", "| documents | built whole | one more document | share | nothing changed |"]
    lines.append("|--:|--:|--:|--:|--:|")
    for row in rows:
        full, one, none = row["full_seconds"], row["add_one_seconds"], row["unchanged_seconds"]
        lines.append(f"| {row['documents']} | {full:.1f} s | {one:.2f} s | {100 * one / full:.2f} % | {none:.2f} s |")
    return [*lines, "", "The last two are whole commands (`pincite index`), start of Python included.", ""]


if __name__ == "__main__":
    main()
