"""Damage single files of a store in many ways: each must give the same answers as before, or one clear sentence.

    python benchmarks/hardening/damage.py --count 500

Every twentieth damaged store is then repaired (`store verify --repair`, `index`), and must answer as before.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from material import SUBJECTS, answers, settings, write_leases

from pincite.errors import PinciteError, StoreError
from pincite.pipeline.store import Store, index_files, verify_store

Harm = Callable[[Path, random.Random, list[Path]], None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        whole = build(folder)
        embedder = Store.open(whole).embedder
        before = answers(whole, embedder)
        for number in range(arguments.count):
            attacked = folder / "attacked"
            shutil.copytree(whole, attacked)
            name, file = damage(attacked, chance)
            outcome, detail = examine(attacked, before, embedder)
            counts[outcome] += 1
            if outcome in {"other answers", "raw exception"}:
                print(f"BAD  {name} of {file}: {outcome} {detail}")
            if number % 20 == 0:
                repaired = repair(attacked, folder / "files", before, embedder)
                counts[repaired] += 1
                if repaired == "repaired in vain":
                    print(f"BAD  {name} of {file}: {repaired}")
            shutil.rmtree(attacked)
    for outcome, count in sorted(counts.items()):
        print(f"{count:5}  {outcome}")
    sys.exit(bool(counts["other answers"] or counts["raw exception"] or counts["repaired in vain"]))


def build(folder: Path) -> Path:
    """A store of two segments and two generations."""
    os.environ["PINCITE_CACHE"] = str(folder / "cache")
    write_leases(folder / "files", *SUBJECTS[:6])
    index_files([folder / "files"], folder / "store", settings=settings())
    write_leases(folder / "files", *SUBJECTS)
    index_files([folder / "files"], folder / "store", settings=settings())
    return folder / "store"


def damage(store: Path, chance: random.Random) -> tuple[str, str]:
    """Harm one file at random; gives what was done to which."""
    files = sorted(path for path in store.rglob("*") if path.is_file())
    path = chance.choice(files)
    name = chance.choice(sorted(HARMS))
    HARMS[name](path, chance, files)
    return name, path.relative_to(store).as_posix()


def truncate(path: Path, chance: random.Random, _: list[Path]) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data))] if data else b"")


def flip(path: Path, chance: random.Random, _: list[Path]) -> None:
    data = bytearray(path.read_bytes()) or bytearray(1)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def blank(path: Path, chance: random.Random, _: list[Path]) -> None:
    data = bytearray(path.read_bytes())
    start = chance.randrange(len(data)) if data else 0
    end = min(len(data), start + chance.choice((1, 16, 512, 4096)))
    data[start:end] = bytes(end - start)
    path.write_bytes(data)


def delete(path: Path, _chance: random.Random, _: list[Path]) -> None:
    path.unlink()


def replace(path: Path, chance: random.Random, _: list[Path]) -> None:
    path.write_bytes(chance.randbytes(path.stat().st_size))


def append(path: Path, chance: random.Random, _: list[Path]) -> None:
    path.write_bytes(path.read_bytes() + chance.randbytes(chance.randrange(1, 40)))


def swap(path: Path, chance: random.Random, files: list[Path]) -> None:
    other = chance.choice(files)
    one, two = path.read_bytes(), other.read_bytes()
    path.write_bytes(two)
    other.write_bytes(one)


HARMS: dict[str, Harm] = {harm.__name__: harm for harm in (truncate, flip, blank, delete, replace, append, swap)}


def examine(store: Path, before: list[object], embedder: Any) -> tuple[str, str]:
    try:
        found = answers(store, embedder)
    except StoreError as error:
        return "a clear sentence", str(error)
    except PinciteError as error:
        return "raw exception", f"{type(error).__name__}: {error}"
    except Exception as error:
        return "raw exception", f"{type(error).__name__}: {error}"
    return ("the same answers", "") if found == before else ("other answers", "")


def repair(store: Path, files: Path, before: list[object], embedder: Any) -> str:
    """Repair as the sentence says, and ask again."""
    try:
        verify_store(store, repair=True)
        left = verify_store(store)
        index_files([files], store, settings=settings())
        # Documents that were made anew stand in another segment, and ties may then fall otherwise.
        found = answers(store, embedder)
        return "repaired" if not left and sorted(map(str, found)) == sorted(map(str, before)) else "repaired in vain"
    except StoreError as error:
        # All lists are lost: the sentence says that a new folder is needed.
        return "beyond repair, and says so" if "new folder" in str(error) else "repaired in vain"


if __name__ == "__main__":
    main()
