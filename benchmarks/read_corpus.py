"""Read and structure a whole folder with `pincite ingest`: characters a second, and memory as the folder grows.

python benchmarks/read_corpus.py --corpus DATA/legalbenchrag/corpus
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path


def resident(root: int) -> int:
    """The resident memory of a process and all below it, in bytes."""
    total, pending = 0, [root]
    while pending:
        process = pending.pop()
        try:
            fields = Path(f"/proc/{process}/statm").read_text().split()
            total += int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
            for task in Path(f"/proc/{process}/task").iterdir():
                pending += [int(child) for child in (task / "children").read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total


def run(files: list[Path], jobs: int) -> tuple[float, float, int]:
    """Seconds, peak megabytes of all processes together, and characters read."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "pincite", "ingest", *map(str, files), "--out", out, "--json"]
        began = time.perf_counter()
        process = subprocess.Popen([*command, "--jobs", str(jobs)], stdout=subprocess.PIPE)
        peak = 0

        def watch() -> None:
            nonlocal peak
            while process.poll() is None:
                peak = max(peak, resident(process.pid))
                time.sleep(0.05)

        watcher = threading.Thread(target=watch)
        watcher.start()
        printed, _ = process.communicate()
        watcher.join()
        seconds = time.perf_counter() - began
    rows = json.loads(printed)
    skipped = [row for row in rows if row["status"] == "skipped"]
    if skipped:
        raise SystemExit(f"{len(skipped)} files were skipped: {skipped[0]}")
    return seconds, peak / 1e6, sum(row["characters"] for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    files = sorted(arguments.corpus.rglob("*.txt"))
    # Every fourth and every second file keep the mix of lengths that the whole has.
    print("| documents | characters | jobs | seconds | characters a second | peak memory, MB |")
    print("| --: | --: | --: | --: | --: | --: |")
    for step, jobs in ((4, arguments.jobs), (2, arguments.jobs), (1, arguments.jobs), (4, 1)):
        some = files[::step]
        seconds, peak, characters = run(some, jobs)
        speed = characters / seconds
        print(f"| {len(some)} | {characters:,} | {jobs} | {seconds:.1f} | {speed:,.0f} | {peak:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
