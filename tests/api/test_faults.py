"""What a server withstands: many uploads at once, uploads that break off, kills, full disks, and its own end."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tests.api.live import running, served
from tests.local_server import LocalServers, Reply
from tests.pipeline.conftest import lease_of

AT = "/api/v1/collections/leases"
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.fixture
def store(workshop):
    workshop.write("boathouse", "orchard", "foundry")
    workshop.build()
    return f"leases={workshop.store}"


def flags_of(hashing):
    return [word for flag in hashing for word in ("--set", flag)]


def test_a_hundred_uploads_at_once_are_all_kept_and_indexed(office):
    with running(office.client(start=False, queue=200).app) as url, httpx.Client(timeout=120) as client:

        def send(number):
            file = (f"mill-{number}.txt", lease_of(f"mill {number}").encode())
            return client.post(f"{url}{AT}/documents", files={"files": file})

        with ThreadPoolExecutor(100) as pool:
            sent = list(pool.map(send, range(100)))
        assert {one.status_code for one in sent} == {202}
        ends = time.monotonic() + 300
        while time.monotonic() < ends:
            jobs = client.get(f"{url}{AT}/jobs").json()["jobs"]
            if all(job["state"] == "done" for job in jobs):
                break
            time.sleep(0.2)
        assert len(jobs) == 100 and {file["outcome"] for job in jobs for file in job["files"]} == {"added"}
        assert client.get(f"{url}{AT}/documents").json()["total"] == 103


def test_of_two_uploads_of_one_name_the_later_stays(office):
    client = office.client()
    files = [{"files": ("mill.txt", lease_of("mill", months=months).encode())} for months in (4, 5, 6)]
    jobs = [client.post(f"{AT}/documents", files=file).json()["id"] for file in files]
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        if all(client.get(f"{AT}/jobs/{job}").json()["state"] == "done" for job in jobs):
            break
        time.sleep(0.1)
    (card,) = client.get(f"{AT}/documents", params={"file": "mill.txt"}).json()["documents"]
    section = client.get(f"{AT}/documents/{card['id']}/section", params={"citation": "3"}).json()
    assert "6 months" in section["text"]


def test_a_job_that_is_cancelled_does_not_take_others_with_it(office):
    client = office.client()
    files = [{"files": (f"mill-{n}.txt", lease_of(f"mill {n}").encode())} for n in range(6)]
    jobs = [client.post(f"{AT}/documents", files=file).json()["id"] for file in files]
    client.post(f"{AT}/jobs/{jobs[3]}/cancel")
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        states = [client.get(f"{AT}/jobs/{job}").json()["state"] for job in jobs]
        if not {"queued", "running"} & set(states):
            break
        time.sleep(0.1)
    assert states[3] in ("cancelled", "done") and {one for n, one in enumerate(states) if n != 3} == {"done"}


def begin_upload(url, *, length, body=b""):
    """A connection that has said how long its upload will be, and sent some of it."""
    connection = socket.create_connection(("127.0.0.1", int(url.rsplit(":", 1)[-1])))
    connection.settimeout(30)
    head = f"POST {AT}/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n"
    connection.sendall(f"{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n".encode() + body)
    return connection


@POSIX
def test_killed_during_an_upload_it_shows_no_half_of_it(store, workshop, hashing):
    part = b'--b\r\nContent-Disposition: form-data; name="files"; filename="half.txt"\r\n\r\n' + b"x" * 100_000
    with served("--store", store, *flags_of(hashing)) as (process, url):
        with begin_upload(url, length=2 * 10**9) as huge:
            assert huge.recv(100).startswith(b"HTTP/1.1 413")
        with begin_upload(url, length=10_000_000, body=part):
            assert httpx.get(f"{url}{AT}/documents", timeout=60).json()["total"] == 3
            process.kill()
            process.wait()
    uploads = workshop.store / "uploads"
    assert not list(uploads.glob("originals/*")) and not list(uploads.glob("files/*"))
    with served("--store", store, *flags_of(hashing)) as (_, url):
        assert httpx.get(f"{url}{AT}/documents", timeout=60).json()["total"] == 3
        assert httpx.get(f"{url}{AT}/jobs").json() == {"jobs": []}


@POSIX
def test_told_to_end_it_answers_what_it_was_asked_before(store):
    claim = "The Tenant of the boathouse keeps the roof in repair [1]."
    asked, go_on = threading.Event(), threading.Event()

    def slow(_):
        asked.set()
        go_on.wait(30)
        said = {"choices": [{"index": 0, "delta": {"content": claim}}]}
        return Reply(f"data: {json.dumps(said)}\n\ndata: [DONE]\n\n", type="text/event-stream")

    with LocalServers() as models, ThreadPoolExecutor(1) as pool:
        address = models.start(slow)
        chat = ("chat.kind=openai", "chat.model=slow", f"chat.base_url={address}", "answerer.kind=model")
        words = [word for flag in (*chat, "retrieval.results=chunks") for word in ("--set", flag)]
        with served("--store", store, *words, environment={"OPENAI_API_KEY": "none"}) as (process, url):
            body = {"question": "Who keeps the roof of the boathouse in repair?"}
            answer = pool.submit(httpx.post, f"{url}{AT}/ask", json=body, timeout=60)
            assert asked.wait(60), answer.done() and answer.result().text
            process.send_signal(signal.SIGTERM)
            while True:
                # It takes no one else any more; who was being served is.
                try:
                    httpx.get(f"{url}/api/v1/health", timeout=5)
                except httpx.TransportError:
                    break
                time.sleep(0.05)
            go_on.set()
            assert answer.result().status_code == 200, (answer.result().text, process.log)
            assert claim in answer.result().json()["answer"]
            assert process.wait(30) in (0, -signal.SIGTERM)


def test_a_request_that_the_end_of_the_server_cuts_off_is_told_so(office):
    sent, reading = [], asyncio.Event()

    async def receive():
        reading.set()
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    async def cut_off():
        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": f"{AT}/ask", "headers": headers, "query_string": b""}
        scope |= {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http", "http_version": "1.1"}
        task = asyncio.create_task(office.client(start=False).app(scope, receive, send))
        await asyncio.wait_for(reading.wait(), 30)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(cut_off())
    assert sent[0]["status"] == 503 and b"shutting down" in sent[1]["body"]


@pytest.fixture
def small_disk(tmp_path):
    """A file system of one megabyte, where the system lets us make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    try:
        made = subprocess.run(mount, capture_output=True, timeout=10).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("needs the right to mount")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True, timeout=10)


def test_a_disk_that_is_really_full_is_said_and_the_store_stays_whole(office, small_disk):
    (small_disk / "uploads").mkdir()
    (office.workshop.store / "uploads").symlink_to(small_disk / "uploads")
    client = office.client()
    refused = client.post(f"{AT}/documents", files={"files": ("big.txt", b"word " * 400_000)})
    assert refused.status_code == 507, refused.text
    assert client.post(f"{AT}/search", json={"query": "roof"}).json()["hits"]
    small = client.post(f"{AT}/documents", files={"files": ("small.txt", lease_of("ferry").encode())})
    assert small.status_code == 202
