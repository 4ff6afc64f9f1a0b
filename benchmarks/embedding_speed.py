"""How many chunks a second are embedded: ours, ours by the table, and MiniLM in sentence-transformers, turn by turn.

    python benchmarks/embedding_speed.py --data DATA --model MINILM --peers peers/bin/python --out speed.json

MINILM is a folder of all-MiniLM-L6-v2 for sentence-transformers, which stands in the environment of `peers` (see
index_search.py). All get the same chunks of LegalBench-RAG (500 characters at most); each in a process of its own,
three times in turn; the model is loaded and warm before the clock starts, and the best of the three counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHUNKS = 1500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--model", default="")
    parser.add_argument("--peers", default=sys.executable)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--run", nargs=2, metavar=("SYSTEM", "TEXTS"), help="used by itself: one system, one turn")
    given = parser.parse_args()
    if given.run:
        print(json.dumps(measure(given.run[0], json.loads(Path(given.run[1]).read_text("utf-8")), given.model)))
        return
    rates: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        texts = Path(scratch) / "texts.json"
        texts.write_text(json.dumps(chunks(given.data)), "utf-8")
        for _ in range(3):
            for system in ("sentence-transformers", "onnx", "static"):
                python = given.peers if system == "sentence-transformers" else sys.executable
                command = [python, __file__, "--model", given.model, "--run", system, str(texts)]
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                rates.setdefault(system, []).append(json.loads(done.stdout.strip().splitlines()[-1]))
    best = {system: max(found) for system, found in rates.items()}
    for system, rate in best.items():
        print(f"{system:<24} {rate:8.0f} chunks a second, {rate / best['sentence-transformers']:.1f} times")
    given.out.write_text(json.dumps({"chunks": CHUNKS, "rates": rates}), "utf-8")


def chunks(data: Path) -> list[str]:
    """Chunks of documents of every set, as the benchmark's authors cut them."""
    from pincite.chunk.rcts import RctsChunker
    from pincite.pipeline.read import read_file
    from pincite.pipeline.wire import wire_reading
    from pincite.settings import load_settings

    stages = wire_reading(load_settings(environment={}).settings)
    found: list[str] = []
    for folder in sorted((data / "legalbenchrag" / "corpus").iterdir()):
        reading: Any = read_file(sorted(folder.glob("*.txt"))[1], stages)
        found += [span.slice(reading.doc.text) for span in RctsChunker(size=500).split(reading)][: CHUNKS // 4]
    return found


def measure(system: str, texts: list[str], model: str) -> float:
    """Chunks a second of one system."""
    embed = _load(system, model)
    embed(texts[:32])
    began = time.perf_counter()
    embed(texts)
    return len(texts) / (time.perf_counter() - began)


def _load(system: str, model: str) -> Callable[[list[str]], Any]:
    if system == "sentence-transformers":
        from sentence_transformers import SentenceTransformer

        loaded = SentenceTransformer(model, device="cpu")
        return lambda texts: loaded.encode(texts, normalize_embeddings=True)
    if system == "static":
        from pincite.embed.static import StaticEmbedder

        return StaticEmbedder().embed_passages
    from pincite.embed.onnx import OnnxEmbedder

    return OnnxEmbedder().embed_passages


if __name__ == "__main__":
    main()
