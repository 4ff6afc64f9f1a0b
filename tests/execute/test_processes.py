import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from pincite.domain.limits import Limits
from pincite.errors import MissingExtra, PinciteError, ReadError
from pincite.execute.processes import ProcessExecutor


def start_worker(log=None):
    """Give the function that does what the item says."""
    if log is not None:
        with Path(log).open("a") as out:
            out.write("started\n")
    return do_as_named


def do_as_named(name):
    match name:
        case "refuse":
            raise ReadError(name, "damaged", "is damaged.")
        case "lack":
            raise MissingExtra("ocr", "Reading a scan")
        case "crash":
            os.abort()
        case "bug":
            raise KeyError(name)
        case "hang":
            time.sleep(600)
        case "gorge":
            return len(bytearray(2 << 30))
        case "print":
            sys.stdout.write("a library has something to say\n")
            sys.stdout.flush()
            os.system("echo and so has a program")
    return name.upper()


def run(names, *, jobs=2, limits=None, start=start_worker):
    results = ProcessExecutor(jobs=jobs).run(names, start=start, limits=limits or Limits())
    return {name: getattr(result, "kind", result) for name, result in results}


def test_a_crash_a_refusal_a_bug_and_a_memory_bomb_cost_one_item_each():
    done = run(["a", "crash", "b", "refuse", "c", "gorge", "bug", "d"], limits=Limits(memory_mb=512))
    assert done == {
        **{"a": "A", "b": "B", "c": "C", "d": "D"},
        **{"crash": "crashed", "refuse": "damaged", "gorge": "too-large", "bug": "crashed"},
    }


def test_a_worker_that_does_not_start_is_not_laid_to_its_item(monkeypatch):
    monkeypatch.setattr("pincite.execute.processes._START_SECONDS", 0.0)
    ((_, error),) = ProcessExecutor(jobs=1).run(["a"], start=start_worker, limits=Limits())
    assert "no process to read it had started" in str(error) and "limits.seconds" not in str(error)


def test_nothing_in_the_current_folder_is_run(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("open('ran', 'w').close()\nfrom builtins import *\n")
    monkeypatch.setattr(sys, "path", [str(Path(folder).resolve()) for folder in sys.path])
    monkeypatch.chdir(tmp_path)
    assert run(["a"]) == {"a": "A"}
    assert not (tmp_path / "ran").exists()


def test_a_hang_is_ended_at_the_time_limit():
    assert run(["hang", "a", "b"], limits=Limits(seconds=2)) == {"hang": "timeout", "a": "A", "b": "B"}


def test_a_worker_is_started_once_for_many_items(tmp_path):
    log = tmp_path / "log"
    run([f"f{i}" for i in range(30)], start=partial(start_worker, str(log)))
    assert log.read_text().count("started") <= 2


def test_no_items_need_no_worker(monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    assert run([]) == {}


def test_what_is_printed_in_a_worker_does_not_come_between_the_results():
    assert run(["print", "a"], jobs=1) == {"print": "PRINT", "a": "A"}


def test_an_error_that_cannot_travel_arrives_as_its_sentence():
    ((_, error),) = ProcessExecutor().run(["lack"], start=start_worker)
    assert type(error) is PinciteError
    assert "pip install 'pincite[ocr]'" in str(error)


def test_items_are_taken_as_they_are_needed():
    taken = []

    def names():
        for number in range(50):
            taken.append(number)
            yield f"f{number}"

    results = ProcessExecutor(jobs=2).run(names(), start=start_worker, limits=Limits())
    next(iter(results))
    assert len(taken) <= 4
    results.close()


def test_whoever_stops_listening_leaves_no_worker(tmp_path):
    results = ProcessExecutor(jobs=1).run(["a", "hang"], start=partial(start_pid, str(tmp_path / "pid")))
    next(results)
    results.close()
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def start_pid(path):
    Path(path).write_text(str(os.getpid()))
    return do_as_named


def test_workers_end_with_a_parent_that_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        "from functools import partial\n"
        "from tests.execute.test_processes import start_pid\n"
        "from pincite.execute.processes import ProcessExecutor\n"
        f"list(ProcessExecutor().run(['hang'], start=partial(start_pid, {str(tmp_path / 'pid')!r})))\n"
    )
    root = Path(__file__).resolve().parents[2]
    paths = os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])
    parent = subprocess.Popen([sys.executable, str(script)], cwd=root, env={**os.environ, "PYTHONPATH": paths})
    pid_file = tmp_path / "pid"
    until = time.monotonic() + 60
    while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    worker = int(pid_file.read_text())
    while time.monotonic() < until and _lives(worker):
        time.sleep(0.05)
    assert not _lives(worker)


def _lives(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


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
    done = subprocess.run([sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.stdout.split("\n") == ["run", "2 0", ""], done.stderr


def test_a_process_that_works_in_a_folder_of_uploads_loads_no_module_from_it(tmp_path):
    uploads = tmp_path / "uploads"
    uploads.mkdir()
    (uploads / "lxml.py").write_text("open('loaded', 'w').close()\n")
    (uploads / "lease.txt").write_text("1. Term. It lasts two years.\n")
    script = (
        "import sys; assert '' in sys.path\n"
        "from pathlib import Path\n"
        "from pincite.service.index_process import IndexProcess\n"
        "work = IndexProcess(Path('store'), Path('uploads'), names=['lease.txt'], preset=None, flags=())\n"
        "print(work.follow(lambda *_: None))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert "'failures': []" in done.stdout, done.stdout + done.stderr
    assert not (uploads / "loaded").exists()
