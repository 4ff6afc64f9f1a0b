"""Real clients, against a real server: the command as users run it."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from tests.api.live import served
from tests.api.test_foreign import QUESTION
from tests.pipeline.conftest import lease_of

ROOT = Path(__file__).resolve().parents[2]
AT = "/api/v1/collections/leases"
SET = ("--set", "retrieval.results=chunks")


@pytest.fixture
def store(workshop):
    workshop.write("boathouse", "orchard", "foundry")
    workshop.build()
    return f"leases={workshop.store}"


@pytest.mark.filterwarnings("ignore")
def test_the_openai_client_works_unchanged(store):
    openai = pytest.importorskip("openai")
    with served("--store", store, *SET) as (_, url):
        client = openai.OpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0)
        assert [model.id for model in client.models.list()] == ["pincite/leases"]
        messages = [{"role": "user", "content": QUESTION}]
        whole = client.chat.completions.create(model="pincite/leases", messages=messages)
        text = whole.choices[0].message.content
        assert "[1]" in text
        stream = client.chat.completions.create(model="pincite/leases", messages=messages, stream=True)
        assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == text
        vectors = client.embeddings.create(model="pincite/leases", input=["roof", "rent"])
        assert len(vectors.data[1].embedding) == 64
        with pytest.raises(openai.NotFoundError, match="gpt-4"):
            client.chat.completions.create(model="gpt-4", messages=messages)


def test_keys_made_and_revoked_by_the_command_are_obeyed_at_once(store, tmp_path):
    keys = tmp_path / "keys.json"

    def command(*words):
        done = subprocess.run(
            [sys.executable, "-m", "pincite", "keys", *words], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    key = command("make", "Jo", "--keys", str(keys), "--grant", "leases=read")
    with served("--store", store, "--keys", keys, *SET) as (process, url):
        headers = {"Authorization": f"Bearer {key}"}
        assert httpx.get(f"{url}{AT}").status_code == 401
        assert httpx.get(f"{url}{AT}", headers=headers).json()["access"] == "read"
        (row,) = json.loads(command("list", "--keys", str(keys), "--json"))
        assert row["name"] == "Jo" and "digest" not in row
        command("revoke", row["id"], "--keys", str(keys))
        assert httpx.get(f"{url}{AT}", headers=headers).status_code == 401
        assert httpx.get(f"{url}/api/v1/health").status_code == 200
    logged = "".join(process.log)
    assert key not in logged and key.rsplit("_", 1)[-1] not in logged
    rows = [json.loads(line) for line in process.log if line.startswith("{")]
    assert {row["status"] for row in rows if row["event"] == "request"} >= {200, 401}


def test_it_refuses_to_listen_on_a_network_without_keys(store):
    command = [sys.executable, "-m", "pincite", "serve", "--store", store, "--host", "0.0.0.0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "no keys are set" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_it_finishes_what_is_under_way_when_it_is_told_to_end(store):
    with served("--store", store, *SET) as (process, url):
        httpx.get(f"{url}{AT}")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, -signal.SIGTERM)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_killed_while_it_indexes_it_loses_nothing_and_goes_on(workshop, store, hashing):
    flags = [word for flag in hashing for word in ("--set", flag)]
    files = [("files", (f"{number}.txt", lease_of(f"mill {number}").encode())) for number in range(60)]
    with served("--store", store, *flags) as (process, url):
        job = httpx.post(f"{url}{AT}/documents", files=files, timeout=60).json()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            now = httpx.get(f"{url}{AT}/jobs/{job['id']}").json()
            if now["progress"] or now["state"] == "done":
                break
            time.sleep(0.02)
        process.kill()
        process.wait()
    with served("--store", store, *flags) as (_, url):
        assert httpx.post(f"{url}{AT}/search", json={"query": "roof"}, timeout=60).status_code == 200
        deadline = time.monotonic() + 120
        while httpx.get(f"{url}{AT}/jobs/{job['id']}").json()["state"] != "done":
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert httpx.get(f"{url}{AT}/documents").json()["total"] == 63


def refused(connection):
    """Whether the server answered with an error, or hung up."""
    connection.settimeout(40)
    try:
        return connection.recv(100)[:12] in (b"", b"HTTP/1.1 400")
    except ConnectionError:
        return True


def test_a_client_that_dawdles_over_its_request_is_hung_up_on(store):
    with served("--store", store, *SET) as (_, url):
        port = int(url.rsplit(":", 1)[-1])
        with (
            socket.create_connection(("127.0.0.1", port)) as slow,
            socket.create_connection(("127.0.0.1", port)) as big,
        ):
            slow.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
            with suppress(ConnectionError):
                big.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"a" * 200_000)
            assert refused(big) and refused(slow)
            assert httpx.get(f"{url}/api/v1/health").status_code == 200


def test_the_curl_lines_of_the_page_work_as_written(tmp_path, workshop, hashing, monkeypatch):
    page = (ROOT / "docs" / "howto" / "serve.md").read_text("utf-8")
    lines = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert len(lines) >= 10
    workshop.build(ROOT / "examples" / "software-licence.txt")
    flags = [word for flag in hashing for word in ("--set", flag)]
    with served("--store", f"demo={workshop.store}", *flags) as (_, url):
        for line in lines:
            words = shlex.split(line.replace("http://127.0.0.1:50505", url))
            done = subprocess.run([*words, "--fail-with-body"], capture_output=True, text=True, cwd=ROOT, timeout=60)
            assert done.returncode == 0, (line, done.stdout)
            assert "event: done" in done.stdout or json.loads(done.stdout), line
