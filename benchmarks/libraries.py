"""Our own parts beside libraries made for the same job: pebble, nupunkt, edlib (none of them is a dependency).

pip install pebble nupunkt edlib
python -m benchmarks.libraries sentences --contractnli contractnli_raw/dev.json
python -m benchmarks.libraries quotations --documents corpus/cuad
python -m benchmarks.libraries executors
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pincite.spans import Span

SEED = 7
Cuts = Callable[[str], list[int]]


def measure_sentences(path: Path) -> None:
    """Cuts against the sentences and list items that ContractNLI's authors marked, and characters per second."""
    import nupunkt

    from pincite.legal.sentences import split_sentences

    documents = json.loads(path.read_text("utf-8"))["documents"]
    splitters: dict[str, Cuts] = {
        "pincite": lambda text: [span.start for span in split_sentences(text, Span(0, len(text)))],
        "nupunkt": lambda text: [start for start, _ in nupunkt.sent_spans(text)],
    }
    for name, cuts in splitters.items():
        cuts("One. Two.")
        right = made = gold = characters = 0
        seconds = 0.0
        for document in documents:
            text = document["text"]
            began = time.perf_counter()
            found = cuts(text)
            seconds += time.perf_counter() - began
            starts, wanted = {_word_at(text, at) for at in found}, {_word_at(text, at) for at, _ in document["spans"]}
            right, made, gold = right + len(starts & wanted), made + len(starts), gold + len(wanted)
            characters += len(text)
        print(f"{name}: precision {right / made:.3f}, recall {right / gold:.3f}, {characters / seconds / 1e6:.1f} M/s")


def _word_at(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def measure_quotations(folder: Path, *, documents: int = 20, quotes: int = 5) -> None:
    """Quotations with scanner's errors: the fewest edits that each finds, and the milliseconds per quotation."""
    import edlib

    from pincite.bench.alignment import Pattern
    from pincite.bench.locate import Locator

    draw = random.Random(SEED)
    agreed = asked = 0
    ours = theirs = 0.0
    for path in sorted(folder.glob("*.txt"))[:documents]:
        locator = Locator(path.read_text("utf-8"))
        text = locator._folded.text
        for _ in range(quotes):
            at = draw.randrange(len(text) - 300)
            quote = "".join(draw.choice("eilo1") if draw.random() < 0.05 else one for one in text[at : at + 300])
            most = len(quote) // 10
            began = time.perf_counter()
            places = locator._places(Pattern(quote), most=most)
            ours += time.perf_counter() - began
            began = time.perf_counter()
            found = edlib.align(quote, text, mode="HW", task="path", k=most)
            theirs += time.perf_counter() - began
            asked += 1
            agreed += bool(places) and places[0].distance == found["editDistance"]
    print(f"{agreed} of {asked} with the same number of edits")
    print(f"pincite {ours / asked * 1000:.1f} ms, edlib {theirs / asked * 1000:.1f} ms per quotation")


SCRIPT = """
import time
from benchmarks.libraries import double, hang
print("the script runs", flush=True)
"""
OURS = """
from pincite.execute.processes import ProcessExecutor
from pincite.domain.limits import Limits
from benchmarks.libraries import start_double, start_hang
began = time.perf_counter()
print(sum(result for _, result in ProcessExecutor(jobs=2).run(range(2000), start=start_double)))
print(f"2,000 items: {time.perf_counter() - began:.2f} s", flush=True)
print(list(ProcessExecutor(jobs=1).run([1], start=start_hang, limits=Limits(seconds=1)))[0][1])
"""
PEBBLE = """
from multiprocessing import get_context
from pebble import ProcessPool
began = time.perf_counter()
with ProcessPool(2, context=get_context("spawn")) as pool:
    print(sum(pool.map(double, range(2000)).result()))
    print(f"2,000 items: {time.perf_counter() - began:.2f} s", flush=True)
    try:
        pool.schedule(hang, args=[1], timeout=1).result()
    except TimeoutError as error:
        print("timeout", error)
"""


def double(item: int) -> int:
    """The least work there is."""
    return item * 2


def hang(item: int) -> int:
    """Work that never ends."""
    while item:
        time.sleep(0.1)
    return item


def start_double() -> Callable[[int], int]:
    """Give the work to a worker."""
    return double


def start_hang() -> Callable[[int], int]:
    """Give the endless work to a worker."""
    return hang


def measure_executors() -> None:
    """A script without a main guard, as users write them: what each pool prints, and how long it takes."""
    with tempfile.TemporaryDirectory() as folder:
        for name, rest in (("pincite", OURS), ("pebble", PEBBLE)):
            script = Path(folder, f"use_{name}.py")
            script.write_text(SCRIPT + rest)
            done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
            print(f"-- {name}: exit status {done.returncode}\n{done.stdout}{done.stderr[-300:]}")
            guarded = "\n    ".join((SCRIPT + rest).splitlines())
            script.write_text(f"if __name__ == '__main__':\n    {guarded}\n")
            done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
            print(f"-- {name}, with a guard: exit status {done.returncode}\n{done.stdout}{done.stderr[-300:]}")


def main() -> None:
    """Run one of the three."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sentences", "quotations", "executors"])
    parser.add_argument("--contractnli", type=Path, default=Path("contractnli_raw/dev.json"))
    parser.add_argument("--documents", type=Path, default=Path("corpus/cuad"))
    asked = parser.parse_args()
    if asked.what == "sentences":
        measure_sentences(asked.contractnli)
    elif asked.what == "quotations":
        measure_quotations(asked.documents)
    else:
        measure_executors()


if __name__ == "__main__":
    main()
