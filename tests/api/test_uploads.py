"""Uploads: staged by content, indexed in the background, cancelled, gone on with, and never half there."""

import time
from pathlib import Path

import pytest
from tests.pipeline.conftest import lease_of

from pincite.domain.job import JobState
from pincite.service.jobs import Jobs
from pincite.service.originals import Originals, safe_name

AT = "/api/v1/collections/leases"


def wait_for(client, job, *, at=AT, seconds=300):
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        now = client.get(f"{at}/jobs/{job['id']}").json()
        if now["state"] not in ("queued", "running"):
            return now
        time.sleep(0.1)
    raise AssertionError(now)


def test_uploaded_files_are_indexed_under_their_names_and_can_be_had_back(client, office):
    text = lease_of("windmill").encode()
    files = [
        ("files", ("../../windmill.txt", text)),
        ("files", ("broken.pdf", b"%PDF-1.7 nothing")),
        ("files", ("a.xyz", b"\0\1")),
    ]
    sent = client.post(f"{AT}/documents", files=files)
    assert sent.status_code == 202, sent.text
    done = wait_for(client, sent.json())
    assert done["state"] == "done"
    assert {file["name"]: file["outcome"] for file in done["files"]} == {
        "windmill.txt": "added",
        "broken.pdf": "failed",
        "a.xyz": "failed",
    }
    assert [file["kind"] for file in done["files"]] == ["", "damaged", "unsupported"]
    (card,) = client.get(f"{AT}/documents", params={"file": "windmill.txt"}).json()["documents"]
    assert card["path"] == "windmill.txt"
    assert client.get(f"{AT}/documents/{card['id']}/original").content == text
    found = client.post(f"{AT}/search", json={"query": "who repairs the roof of the windmill?", "k": 1}).json()
    assert found["hits"][0]["document"] == "windmill.txt"

    replaced = client.post(
        f"{AT}/documents", files=[("files", ("windmill.txt", lease_of("windmill", months=6).encode()))]
    )
    assert wait_for(client, replaced.json())["files"][0]["outcome"] == "changed"
    (newer,) = client.get(f"{AT}/documents", params={"file": "windmill.txt"}).json()["documents"]
    assert newer["id"] != card["id"]

    assert client.delete(f"{AT}/documents/{newer['id']}").status_code == 204
    assert client.get(f"{AT}/documents/{newer['id']}").status_code == 404
    assert not (office.workshop.store / "uploads" / "files" / "windmill.txt").exists()
    assert client.get(f"{AT}/documents").json()["total"] == 3


def test_the_pages_of_an_uploaded_pdf_can_be_shown(client, examples):
    data = (examples / "lease.pdf").read_bytes()
    wait_for(client, client.post(f"{AT}/documents", files={"files": ("lease.pdf", data)}).json())
    (card,) = client.get(f"{AT}/documents", params={"file": "lease.pdf"}).json()["documents"]
    at = f"{AT}/documents/{card['id']}"
    section = client.get(f"{at}/section", params={"citation": "7.1"}).json()
    page = client.get(
        f"{at}/pages/{section['page']}", params={"start": section["span"][0], "end": section["span"][1]}
    ).json()
    assert page["boxes"] and all(box["page"] == section["page"] for box in page["boxes"])
    image = client.get(f"{at}/pages/{section['page']}/image", params={"dpi": 80})
    assert image.headers["content-type"] == "image/png" and image.content.startswith(b"\x89PNG")
    original = client.get(f"{at}/original")
    assert original.content == data and original.headers["content-type"] == "application/pdf"


def test_a_job_tells_how_far_it_is_until_it_is_over(client):
    job = client.post(f"{AT}/documents", files={"files": ("mill.txt", lease_of("mill").encode())}).json()
    events = client.get(f"{AT}/jobs/{job['id']}/events").text
    assert '"state":"done"' in events and events.count("event: job") >= 2
    assert [one["id"] for one in client.get(f"{AT}/jobs").json()["jobs"]] == [job["id"]]


def test_a_form_without_files_or_of_another_kind_is_refused(client):
    assert client.post(f"{AT}/documents", data={"files": "x"}).status_code == 415
    assert client.post(f"{AT}/documents", files={"other": ("a.txt", b"x")}).status_code == 422
    bad = client.post(f"{AT}/documents", content=b"x", headers={"Content-Type": "multipart/form-data; boundary=b"})
    assert bad.status_code in (400, 422)
    none = client.post(f"{AT}/documents", content=b"x", headers={"Content-Type": "multipart/form-data"})
    assert none.status_code in (400, 422)


def test_a_job_left_by_a_killed_server_is_gone_on_with(office):
    service = office.service()
    before = Jobs(service, flags=office.workshop.flags)
    originals = Originals(office.workshop.store)

    async def stage():
        async def pieces():
            yield lease_of("ferry").encode()

        return await originals.stage("ferry.txt", pieces())

    import asyncio

    job = before.add("leases", [asyncio.run(stage())])
    (office.workshop.store / "uploads" / "staging" / "half").write_bytes(b"half a file")
    # The server that took it never began; another one starts.
    after = Jobs(office.service(), flags=office.workshop.flags)
    after.start()
    try:
        ends = time.monotonic() + 120
        while not after.get("leases", job.id).state.is_over and time.monotonic() < ends:
            time.sleep(0.1)
        assert after.get("leases", job.id).state is JobState.DONE
    finally:
        after.stop()
    assert not list((office.workshop.store / "uploads" / "staging").iterdir())


def test_a_job_is_cancelled_and_resumed(office):
    client = office.client()
    jobs = client.app.state.api.jobs
    files = [("files", (f"{number}.txt", lease_of(f"mill {number}").encode())) for number in range(20)]
    job = client.post(f"{AT}/documents", files=files).json()
    cancelled = client.post(f"{AT}/jobs/{job['id']}/cancel").json()
    assert cancelled["state"] == "cancelled"
    time.sleep(0.5)
    assert jobs.get("leases", job["id"]).state is JobState.CANCELLED
    assert client.post(f"{AT}/search", json={"query": "roof"}).status_code == 200
    client.post(f"{AT}/jobs/{job['id']}/resume")
    done = wait_for(client, job)
    assert done["state"] == "done" and {file["outcome"] for file in done["files"]} == {"added"}
    assert client.get(f"{AT}/jobs/{'0' * 16}").status_code == 404


def test_a_full_disk_is_said_and_harms_nothing(client, office, monkeypatch):
    import errno

    from pincite.service import originals

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(originals, "sync", full)
    refused = client.post(f"{AT}/documents", files={"files": ("a.txt", b"x")})
    assert refused.status_code == 507 and refused.json()["error"]["code"] == "full"
    uploads = office.workshop.store / "uploads"
    assert not list((uploads / "staging").iterdir()) and not list((uploads / "originals").iterdir())
    assert client.get(f"{AT}/documents").json()["total"] == 3


def test_collections_are_made_and_deleted_where_the_server_has_a_folder_for_them(office, client):
    assert client.post("/api/v1/collections", json={"name": "new"}).status_code == 422
    data = office.folder / "data"
    data.mkdir()
    own = office.client(data=data)
    made = own.post("/api/v1/collections", json={"name": "new"})
    assert made.status_code == 201 and made.json()["documents"] == 0
    assert own.post("/api/v1/collections", json={"name": "new"}).status_code == 422
    assert own.post("/api/v1/collections", json={"name": "../new"}).status_code == 422
    at = "/api/v1/collections/new"
    job = own.post(f"{at}/documents", files={"files": ("ferry.txt", lease_of("ferry").encode())}).json()
    assert wait_for(own, job, at=at)["state"] == "done"
    answer = own.post(f"{at}/ask", json={"question": "Who keeps the roof of the ferry in repair?"}).json()
    assert answer["citations"][0]["document"] == "ferry.txt"
    assert own.delete(AT).status_code == 422
    assert own.delete(at).status_code == 204
    assert own.get(at).status_code == 404 and not (data / "new").exists()
    assert office.workshop.store.exists()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("lease.pdf", "lease.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\jo\\lease.docx", "lease.docx"),
        ("..", "document"),
        ("", "document"),
        ("a\x00b\n.txt", "a_b_.txt"),
        ("con.txt", "_con.txt"),
        (".hidden", "hidden"),
        ("\ud800.txt", "_.txt"),
    ],
)
def test_a_file_gets_a_safe_name_from_whatever_it_is_called(given, kept):
    assert safe_name(given) == kept


def test_a_name_that_is_too_long_keeps_its_ending():
    name = safe_name("ü" * 400 + ".pdf")
    assert name.endswith(".pdf") and len(name.encode()) <= 150
    assert Path(name).name == name
