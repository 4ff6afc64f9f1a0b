"""`pincite open`."""

import os
import signal
import subprocess
import sys
import time

import httpx
import pytest


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for a browser is a shell command")
def test_the_command_starts_a_server_on_this_machine_and_opens_the_browser(indexed, tmp_path):
    opened = tmp_path / "opened"
    # `webbrowser` calls what this names; it writes down the address it is given.
    environment = {**os.environ, "BROWSER": f"{sys.executable} -c \"open('{opened}','w').write('%s')\""}
    command = [sys.executable, "-m", "pincite", "open", "--store", f"demo={indexed / 'store'}"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        said = process.stderr.readline()
        address = said.split()[1]
        assert address.startswith("http://127.0.0.1:")
        until = time.monotonic() + 60
        while not (opened.exists() and opened.read_text("utf-8")) and time.monotonic() < until:
            time.sleep(0.1)
        assert opened.read_text("utf-8") == address
        assert "<title>Pincite</title>" in httpx.get(address).text
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 0 or process.returncode == 130
