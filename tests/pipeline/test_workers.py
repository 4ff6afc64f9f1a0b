import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.pipeline.workers import run_in_workers


def start_worker(log=None):
    """Give the function that does what the path's name says."""
    if log is not None:
        with Path(log).open("a") as out:
            out.write("started\n")
    return do_as_named


def do_as_named(path):
    match path.name:
        case "refuse":
            raise ReadError(path, "damaged", "is damaged.")
        case "crash":
            os.abort()
        case "hang":
            time.sleep(600)
        case "gorge":
            return len(bytearray(2 << 30))
    return path.name.upper()


def run(names, *, jobs=2, limits=None, start=start_worker):
    limits = limits or Limits()
    results = run_in_workers([Path(name) for name in names], start=start, jobs=jobs, limits=limits)
    return {path.name: getattr(result, "kind", result) for path, result in results}


def test_a_crash_a_refusal_and_a_memory_bomb_cost_one_file_each():
    done = run(["a", "crash", "b", "refuse", "c", "gorge", "d"], limits=Limits(memory_mb=512))
    assert done == {
        "a": "A",
        "b": "B",
        "c": "C",
        "d": "D",
        "crash": "crashed",
        "refuse": "damaged",
        "gorge": "too-large",
    }


def test_a_hang_is_ended_at_the_time_limit():
    assert run(["hang", "a", "b"], limits=Limits(seconds=2)) == {"hang": "timeout", "a": "A", "b": "B"}


def test_a_worker_is_started_once_for_many_files(tmp_path):
    log = tmp_path / "log"
    run([f"f{i}" for i in range(30)], start=partial(start_worker, str(log)))
    assert log.read_text().count("started") <= 2


def test_no_files_need_no_worker():
    assert run([]) == {}


def test_a_script_without_a_main_guard_builds_its_store_once(tmp_path):
    for name in ("first", "second"):
        (tmp_path / f"{name}.txt").write_text(f"The {name} agreement.\n\n1. Term. It lasts two years.\n")
    script = tmp_path / "build.py"
    script.write_text(
        "from pathlib import Path\n"
        "from pincite import Store\n"
        "print('run')\n"
        "report = Store.build(sorted(Path('.').glob('*.txt')), 'store').report\n"
        "print(len(report.added), len(report.failures))\n"
    )
    told = subprocess.run([sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert told.stdout.split("\n") == ["run", "2 0", ""], told.stderr
