"""Index onto disks that are full or read-only, and with caches that are: one sentence, and the store is as it was.

    python benchmarks/hardening/disk_full.py

Runs itself in a name space of its own (`unshare -rm`, Linux), where it may mount small memory disks without being root.
Disks of growing size are filled by the same index run, so that room ends at many different steps of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from material import SUBJECTS, answers, index_arguments, run, write_leases

INSIDE = "HARDENING_INSIDE"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=24, help="how many sizes of disk")
    arguments = parser.parse_args()
    if INSIDE not in os.environ:
        command = ["unshare", "-rm", sys.executable, *sys.argv]
        sys.exit(subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["PINCITE_CACHE"] = str(folder / "cache")
        first, more = folder / "first", folder / "more"
        write_leases(first, *SUBJECTS[:3])
        write_leases(more, *SUBJECTS)
        whole = folder / "whole"
        run(*index_arguments(first, whole)).check_returncode()
        before = answers(whole)
        used = sum(path.stat().st_size + 4096 for path in whole.rglob("*")) // 1024
        for number in range(arguments.count):
            counts[f"full disk: {fill(folder, whole, more, used + 8 * number, before)}"] += 1
        counts[f"read-only disk: {read_only(folder, whole, more, before)}"] += 1
        for kilobytes in (16, 64, 256):
            counts[f"full cache: {full_cache(folder, first, kilobytes)}"] += 1
        counts[f"unwritable cache: {unwritable_cache(folder, first)}"] += 1
        counts[f"full output: {full_output(whole)}"] += 1
    for outcome, count in sorted(counts.items()):
        print(f"{count:5}  {outcome}")
    sys.exit(any("BAD" in outcome for outcome in counts))


def mount(disk: Path, kilobytes: int) -> None:
    disk.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", disk], check=True)


def unmount(disk: Path) -> None:
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(folder: Path, whole: Path, more: Path, kilobytes: int, before: list[object]) -> str:
    disk = folder / "disk"
    mount(disk, kilobytes)
    try:
        try:
            shutil.copytree(whole, disk / "store")
        except (OSError, shutil.Error):
            return "no room for the store itself"
        done = run(*index_arguments(more, disk / "store"))
        if done.returncode == 0:
            return "room enough, indexed"
        return judge(done, disk / "store", before)
    finally:
        unmount(disk)


def judge(done: subprocess.CompletedProcess[str], store: Path, before: list[object]) -> str:
    words = done.stderr.strip()
    if "Traceback" in words or len(words.splitlines()) != 1 or done.returncode != 2:
        return f"BAD: {words[-300:]}"
    return "one sentence, store as before" if answers(store) == before else "BAD: the store has changed"


def read_only(folder: Path, whole: Path, more: Path, before: list[object]) -> str:
    disk = folder / "disk"
    mount(disk, 64 * 1024)
    try:
        shutil.copytree(whole, disk / "store")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        return judge(run(*index_arguments(more, disk / "store")), disk / "store", before)
    finally:
        unmount(disk)


def full_cache(folder: Path, files: Path, kilobytes: int) -> str:
    disk = folder / "disk"
    mount(disk, kilobytes)
    try:
        return without_cache(folder, files, cache=disk / "cache")
    finally:
        unmount(disk)


def unwritable_cache(folder: Path, files: Path) -> str:
    (folder / "a-file").write_text("no folder", "utf-8")
    return without_cache(folder, files, cache=folder / "a-file" / "cache")


def without_cache(folder: Path, files: Path, *, cache: Path) -> str:
    store = Path(tempfile.mkdtemp(dir=folder)) / "store"
    done = run(*index_arguments(files, store), PINCITE_CACHE=str(cache))
    if done.returncode or "Traceback" in done.stderr or not answers(store):
        return f"BAD: {done.stderr[-300:]}"
    told = done.stderr.count("goes on without it")
    return {0: "room enough", 1: "indexed without it, said once"}.get(told, f"BAD: said {told} times")


def full_output(store: Path) -> str:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pincite", "store", "list", "--store", str(store)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    return "one sentence" if done.returncode == 2 and len(done.stderr.splitlines()) == 1 else f"BAD: {done.stderr}"


if __name__ == "__main__":
    main()
