r"""How fast, and in how much memory, Pincite and its peers index and search the same documents with the same model.

The peers (LangChain + FAISS, LlamaIndex, txtai, Haystack) need PyTorch and stand in an environment of their own:

    uv venv peers && uv pip install -p peers/bin/python torch sentence-transformers langchain-community \
        langchain-huggingface langchain-text-splitters faiss-cpu llama-index-core llama-index-embeddings-huggingface \
        txtai haystack-ai sentence-transformers-haystack
    python benchmarks/index_search.py compare --data DATA --model MINILM --onnx ONNX --peers peers/bin/python \
        --sizes 10,72 --out compare.json
    python benchmarks/index_search.py compare … --sizes 654 --systems pincite,langchain,llamaindex,txtai,haystack \
        --keep STORES --out compare-all.json
    python benchmarks/index_search.py grow --data DATA --onnx ONNX --keep STORES --rows compare-all.json --out grow.json

DATA/legalbenchrag is the benchmark's folder; the documents of its mini sample come first. MINILM is a folder
of all-MiniLM-L6-v2 for sentence-transformers, ONNX a folder with the same weights as model.onnx. Every system runs in a
fresh process, one after another; memory is the highest sum of proportional set sizes of the process and its children.
With --keep the peers are given the vectors of Pincite's chunks: hours of embedding are spared; what is timed of them is
the rest of indexing, and searching. `grow` takes one document out of the kept store, adds it again, and runs once more
with nothing changed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from index_search_systems import flags

HERE = Path(__file__).parent


def main() -> None:
    arguments = _parse()
    rows = compare(arguments) if arguments.what == "compare" else grow(arguments)
    arguments.out.write_text(json.dumps(rows, indent=1), "utf-8")


def compare(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    rows = []
    for size in arguments.sizes:
        files, queries = choose(arguments.data, size)
        queries = queries[: arguments.queries]
        job = {"files": files, "queries": queries, "model": str(arguments.model), "onnx": str(arguments.onnx)}
        for system in arguments.systems:
            ours = system.startswith("pincite")
            python = sys.executable if ours else arguments.peers
            given = {"vectors": str(arguments.keep / "vectors.npy")} if arguments.keep and not ours else {}
            with tempfile.TemporaryDirectory() as scratch:
                folder = arguments.keep if ours and arguments.keep else Path(scratch)
                row = {
                    "system": system,
                    "documents": len(files),
                    "queries": len(queries),
                    **run(python, system, {**job, **given}, folder),
                }
            rows.append({**row, "embedded": not given})
            print(_line(row), flush=True)
            if ours and arguments.keep:
                leave_vectors(job, arguments.keep)
    return rows


def leave_vectors(job: dict[str, Any], folder: Path) -> None:
    """Have the vectors of a store's chunks written where the other systems find them."""
    path = folder / "job.json"
    path.write_text(json.dumps({**job, "out": "", "vectors": str(folder / "vectors.npy")}), "utf-8")
    environment = {**os.environ, "PINCITE_CACHE": str(folder / "cache")}
    subprocess.run(
        [sys.executable, str(HERE / "index_search_systems.py"), "vectors", str(path)], check=True, env=environment
    )


def run(python: str, system: str, job: dict[str, Any], scratch: Path) -> dict[str, Any]:
    """Have one system do a job in a process of its own; gives its times and the most memory it took."""
    path = scratch / "job.json"
    path.write_text(json.dumps({**job, "out": str(scratch / "index")}), "utf-8")
    environment = {**os.environ, "PINCITE_CACHE": str(scratch / "cache"), "TOKENIZERS_PARALLELISM": "true"}
    command = [python, str(HERE / "index_search_systems.py"), system, str(path)]
    with (scratch / "out").open("w+") as out, (scratch / "err").open("w+") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err, env=environment)
        most = 0
        while process.poll() is None:
            began = time.perf_counter()
            most = max(most, memory(process.pid))
            # Looking takes longer the more there is; it must not slow down whom it looks at.
            time.sleep(max(0.25, 50 * (time.perf_counter() - began)))
        if process.returncode:
            raise SystemExit((scratch / "err").read_text()[-3000:])
    told = json.loads((scratch / "out").read_text().strip().splitlines()[-1])
    times = sorted(told.pop("search_seconds"))
    return {
        **told,
        "chunks_a_second": told["chunks"] / told["index_seconds"],
        "search_p50_ms": 1000 * statistics.median(times),
        "search_p95_ms": 1000 * times[int(0.95 * len(times))],
        "memory_mb": most / 2**20,
    }


def memory(pid: int) -> int:
    """The proportional set size of a process and all its descendants, in bytes."""
    total, waiting = 0, [pid]
    while waiting:
        at = waiting.pop()
        try:
            for line in Path(f"/proc/{at}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
            for thread in Path(f"/proc/{at}/task").iterdir():
                waiting += [int(child) for child in (thread / "children").read_text().split()]
        except OSError:
            continue
    return total


def grow(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Take a document of middling length out of a kept store, put it back, and then change nothing."""
    built = next(row for row in json.loads(arguments.rows.read_text("utf-8")) if row["system"] == "pincite")
    files, _ = choose(arguments.data, built["documents"])
    one = sorted(files, key=lambda path: Path(path).stat().st_size)[len(files) // 2]
    store = str(arguments.keep / "index")
    with tempfile.TemporaryDirectory() as scratch:
        # A cache of its own, so that the document is truly embedded again.
        environment = {**os.environ, "PINCITE_CACHE": scratch}
        _pincite(environment, "store", "remove", one, "--store", store)
        index = ["index", *files, "--store", store]
        index += [part for flag in flags(str(arguments.onnx)) for part in ("--set", flag)]
        seconds = [_pincite(environment, *index) for _ in range(2)]
    row = dict(zip(("add_one_seconds", "unchanged_seconds"), seconds, strict=True))
    row |= {"documents": built["documents"], "full_seconds": built["index_seconds"]}
    print(row, f"{100 * seconds[0] / built['index_seconds']:.2f} % of the whole", flush=True)
    return [row]


def _pincite(environment: dict[str, str], *words: str) -> float:
    began = time.perf_counter()
    command = [sys.executable, "-m", "pincite", *words]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def choose(data: Path, size: int) -> tuple[list[str], list[str]]:
    """So many documents of LegalBench-RAG, those of the mini sample first, and questions about them."""
    root = data / "legalbenchrag"
    mini: dict[str, None] = {}
    questions = []
    for path in sorted((root / "mini").glob("*.json")):
        for test in json.loads(path.read_text("utf-8"))["tests"]:
            mini.update({snippet["file_path"]: None for snippet in test["snippets"]})
            questions.append((test["query"], {snippet["file_path"] for snippet in test["snippets"]}))
    others = [path.relative_to(root / "corpus").as_posix() for path in sorted((root / "corpus").rglob("*.txt"))]
    chance = random.Random(1)
    chosen = list(mini)
    chance.shuffle(chosen)
    rest = [path for path in others if path not in mini]
    chance.shuffle(rest)
    chosen = (chosen + rest)[:size]
    fitting = [query for query, wanted in questions if wanted <= set(chosen)]
    chance.shuffle(fitting)
    return [str(root / "corpus" / path) for path in chosen], fitting


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['system']:<14} {row['documents']:>4} documents {row['chunks']:>7} chunks "
        f"{row['index_seconds']:>8.1f} s {row['chunks_a_second']:>7.1f}/s  "
        f"p50 {row['search_p50_ms']:>7.1f} ms  p95 {row['search_p95_ms']:>7.1f} ms  {row['memory_mb']:>6.0f} MB"
    )


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["compare", "grow"])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--onnx", type=Path, required=True)
    parser.add_argument("--peers", default=sys.executable)
    parser.add_argument("--keep", type=Path, help="keep Pincite's store here, and spare the peers the embedding")
    parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")], default=[10])
    systems = ["pincite", "pincite-dense", "langchain", "llamaindex", "txtai", "haystack"]
    parser.add_argument("--systems", type=lambda text: text.split(","), default=systems)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--rows", type=Path, help="what compare wrote about the kept store")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
