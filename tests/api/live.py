"""Servers on a real port: in this process, or by the command in another."""

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import httpx
import uvicorn


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(app):
    """The application on a port of this machine; gives its address."""
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None, ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)


@contextmanager
def served(*arguments, environment=None):
    """`pincite serve` as users run it; gives the process and its address once it answers."""
    port = free_port()
    command = [sys.executable, "-m", "pincite", "serve", "--port", str(port), *map(str, arguments)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    lines = []
    threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True).start()
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                httpx.get(f"{url}/api/v1/health", timeout=5)
                break
            except httpx.TransportError:
                assert process.poll() is None, "".join(lines)
                time.sleep(0.1)
        process.log = lines
        yield process, url
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(40)
        process.stderr.close()
