"""Kill `pincite index` at random moments: nothing that was there is lost, and the next run goes on.

    python benchmarks/hardening/kills.py --count 40

After each kill the store must open, hold only texts of the files before or after the change (and all that both have),
and every checksum must be right. Files beside the store and inside it that Pincite did not write must be untouched.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from material import FLAGS, SUBJECTS, index_arguments, pincite, run, write_leases

from pincite.errors import StoreError
from pincite.pipeline.store import Store, verify_store


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["PINCITE_CACHE"] = str(folder / "cache")
        files, store = folder / "files", folder / "store"
        before = shuffle(files, chance)
        seconds = timed_index(files, store)
        (store / "notes.txt").write_text("the user's own", "utf-8")
        (store / "segments" / "mine").mkdir()
        (store / "segments" / "mine" / "draft.txt").write_text("the user's own", "utf-8")
        for _ in range(arguments.count):
            after = shuffle(files, chance)
            kill(files, store, seconds=chance.uniform(0.5, 1.1) * seconds)
            counts[examine(store, before, after)] += 1
            if run(*index_arguments(files, store), "--prune").returncode or texts_in(store) != after:
                counts["the next run did not go on"] += 1
            if not all(path.read_text() == "the user's own" for path in own_files(store)):
                counts["a file of the user's was lost"] += 1
            before = after
    for outcome, count in sorted(counts.items()):
        print(f"{count:5}  {outcome}")
    sys.exit(bool(counts.keys() - {"whole, as before", "whole, as after", "whole, in between"}))


def own_files(store: Path) -> list[Path]:
    return [store / "notes.txt", store / "segments" / "mine" / "draft.txt"]


def shuffle(files: Path, chance: random.Random) -> set[str]:
    """Add, change and take away some files; gives the texts that are there now."""
    for subject in chance.sample(SUBJECTS, 4):
        path = files / f"{subject}.txt"
        if path.exists() and chance.random() < 0.3:
            path.unlink()
        else:
            write_leases(files, subject, months=chance.randrange(1, 100))
    return {path.read_text("utf-8") for path in files.iterdir()}


def timed_index(files: Path, store: Path) -> float:
    began = time.monotonic()
    run(*index_arguments(files, store)).check_returncode()
    return time.monotonic() - began


def kill(files: Path, store: Path, *, seconds: float) -> None:
    process = subprocess.Popen(
        pincite(*index_arguments(files, store), "--prune"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def texts_in(store: Path) -> set[str]:
    library = Store.open(store, flags=FLAGS).library
    return {library.text(card.id) for card in library.cards}


def examine(store: Path, before: set[str], after: set[str]) -> str:
    try:
        found = texts_in(store)
        if verify_store(store):
            return "a checksum is wrong"
    except StoreError as error:
        return f"does not open: {error}"
    if not before & after <= found <= before | after:
        return "a document was lost"
    return {True: "whole, as before", False: "whole, as after" if found == after else "whole, in between"}[
        found == before
    ]


if __name__ == "__main__":
    main()
