"""A cluster that `ray start` has begun on this machine, as an administrator does, and a command that joins it."""

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

START = ["start", "--head", "--block", "--port=0", "--num-cpus=1", f"--object-store-memory={80 << 20}"]
QUIET = ["--include-dashboard=false", "--disable-usage-stats", "--node-ip-address=127.0.0.1"]


@contextmanager
def started_ray(environment):
    """A cluster of one node, whose files are in a folder of its own."""
    # Not pytest's folder: the path of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="pincite-ray-", dir="/tmp"))
    command = [sys.executable, "-m", "ray.scripts.scripts", *START, *QUIET, f"--temp-dir={folder}"]
    own = {**environment, "RAY_TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"}
    with (folder / "said").open("wb") as said:
        ray = subprocess.Popen(command, env=own, stdout=said, stderr=said)
    try:
        until = time.monotonic() + 120
        # Not just until its address is known: where others run, Ray looks for the address among its processes, too.
        while "Ray runtime started" not in (folder / "said").read_text():
            assert ray.poll() is None and time.monotonic() < until, (folder / "said").read_text()
            time.sleep(0.1)
        yield folder
    finally:
        ray.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            ray.wait(timeout=30)
        # `ray stop` would end the clusters of others, too.
        for pid in processes_of(folder):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        ray.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def processes_of(folder):
    """The processes that name a folder in their command."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if os.fsencode(f"{folder}/") in file.read_bytes():
                yield int(file.parent.name)


def test_the_address_auto_is_the_cluster_that_ray_start_has_begun(workshop, monkeypatch):
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    if not sys.platform.startswith("linux"):
        pytest.skip("what is left of Ray is looked for in /proc")
    own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_worker_niceness": "0"}
    # A node that a busy machine keeps waiting is not dead.
    own |= {"RAY_health_check_timeout_ms": "60000", "RAY_health_check_failure_threshold": "20"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")} | own
    workshop.write("orchard", "smithy")
    flags = [*workshop.flags, "executor.kind=ray", "executor.embedding=ray", "executor.address=auto", "jobs=1"]
    command = [sys.executable, "-m", "pincite", "index", str(workshop.files), "--store", str(workshop.store), "--json"]
    with started_ray(environment) as folder:
        done = subprocess.run(
            command + [word for flag in flags for word in ("--set", flag)],
            env={**environment, "RAY_TMPDIR": str(folder)},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert len(json.loads(done.stdout)["added"]) == 2
        # It has begun none of its own, and the cluster goes on after it.
        assert len(list(folder.glob("session_2*"))) == 1
        assert list(folder.glob("session_2*/logs/worker-*"))
        assert list(processes_of(folder))
    assert not list(processes_of(folder))
