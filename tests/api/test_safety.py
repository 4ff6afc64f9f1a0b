"""What keeps the server safe: hosts, origins, keys, rates, sizes, the queue, logs."""

import asyncio
import json
import logging
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from tests.api.conftest import bearer

from pincite.api import body_limit
from pincite.errors import SettingsError
from pincite.service.options import ServeOptions

AT = "/api/v1/collections/leases"


def test_without_keys_only_this_machine_is_served(office):
    with pytest.raises(SettingsError, match="no keys"):
        office.client(host="0.0.0.0", start=False)
    assert ServeOptions(host="::1").is_local and ServeOptions(host="localhost").is_local
    assert not ServeOptions(host="example.com").is_local


@pytest.mark.parametrize("host", ["evil.example", "evil.example:50505", "127.0.0.1.evil.example", ""])
def test_a_name_that_leads_to_this_machine_by_trickery_is_refused(client, host):
    assert client.get("/api/v1/collections", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:50505", "[::1]:50505", "127.0.0.1"])
def test_names_of_this_machine_are_served(client, host):
    assert client.get("/api/v1/collections", headers={"Host": host}).status_code == 200


def test_pages_of_other_sites_can_send_nothing(client):
    post = {"url": f"{AT}/documents", "files": {"files": ("a.txt", b"x")}}
    assert client.post(**post, headers={"Origin": "https://evil.example"}).status_code == 403
    assert client.post(**post, headers={"Origin": "null"}).status_code == 403
    assert client.post(**post, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    own = {"Origin": "http://127.0.0.1:50505", "Sec-Fetch-Site": "same-origin"}
    answer = client.get("/api/v1/collections", headers=own)
    assert answer.status_code == 200 and "access-control-allow-origin" not in answer.headers
    preflight = client.options(f"{AT}/search", headers={"Origin": "https://evil.example"})
    assert preflight.status_code == 403


def test_every_response_has_the_headers_that_keep_browsers_safe(client):
    for path in ("/api/v1/collections", "/nowhere", "/docs", f"{AT}/documents"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-request-id"] and "server" not in headers


def test_a_request_keeps_a_sound_id_and_gets_one_for_an_unsound(client):
    assert (
        client.get("/api/v1/health", headers={"X-Request-Id": "my-request-1"}).headers["x-request-id"] == "my-request-1"
    )
    for bad in ("x", "a b c d e f g h", 'a"b\\c{}12345', "a" * 100):
        assert client.get("/api/v1/health", headers={"X-Request-Id": bad}).headers["x-request-id"] != bad


def test_keys_open_what_they_were_made_for(office):
    reader, writer, other = office.key(leases="read"), office.key(leases="write"), office.key(rules="admin")
    client = office.client(keys=office.keys)
    assert client.get("/api/v1/health").status_code == 200
    assert client.get(AT).status_code == 401
    assert client.get(AT).headers["www-authenticate"] == "Bearer"
    assert client.get(AT, headers=bearer(reader)).json()["access"] == "read"
    assert client.get(AT, headers={"X-API-Key": reader}).status_code == 200
    assert client.get(AT, headers={"api-key": reader}).status_code == 200
    assert client.get(AT, params={"key": reader, "api_key": reader, "token": reader}).status_code == 401
    assert client.get(AT, headers=bearer(other)).status_code == 403
    # The same for a collection that is not there: a key cannot probe for names.
    assert client.get("/api/v1/collections/nowhere", headers=bearer(reader)).status_code == 403
    gone = client.get("/api/v1/collections/rules", headers=bearer(other))
    assert gone.status_code == 404 and "leases" not in gone.text
    assert client.get("/api/v1/collections", headers=bearer(other)).json() == {"collections": []}
    assert client.get("/metrics", headers=bearer(writer)).status_code == 403
    document = "0" * 16
    assert client.delete(f"{AT}/documents/{document}", headers=bearer(reader)).status_code == 403
    assert client.delete(f"{AT}/documents/{document}", headers=bearer(writer)).status_code == 404


def test_a_key_that_is_revoked_or_expires_is_refused_at_once(office):
    key = office.key(leases="read")
    client = office.client(keys=office.keys)
    assert client.get(AT, headers=bearer(key)).status_code == 200
    # Made once the server runs: starting it may take longer than the key lasts.
    expires = datetime.now(UTC) + timedelta(seconds=3)
    late = office.key(leases="read", expires=expires)
    assert client.get(AT, headers=bearer(late)).status_code == 200
    office.ring.revoke(office.ring.caller(key).key)
    assert client.get(AT, headers=bearer(key)).status_code == 401
    time.sleep(max(0.0, (expires - datetime.now(UTC)).total_seconds()) + 0.1)
    assert client.get(AT, headers=bearer(late)).status_code == 401


def test_too_many_wrong_keys_are_refused_and_lock_nobody_out(office):
    right = office.key(leases="read")
    client = office.client(keys=office.keys)
    statuses = {client.get(AT, headers=bearer("pct_wrong")).status_code for _ in range(25)}
    assert statuses == {401, 429}
    assert client.get(AT, headers=bearer("pct_wrong")).headers["retry-after"]
    # Behind a proxy, those who guess have the address of everybody else.
    assert client.get(AT, headers=bearer(right)).status_code == 200


def test_a_caller_who_comes_too_often_is_told_when_to_come_again(office):
    client = office.client(rate="3/minute")
    statuses = [client.get(AT).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert 1 <= int(client.get(AT).headers["retry-after"]) <= 60
    assert client.get("/api/v1/health").status_code == 200
    with pytest.raises(SettingsError, match="600/minute"):
        office.client(rate="often", start=False)


def test_large_bodies_are_refused_before_and_while_they_are_read(office):
    client = office.client(body_kb=10, upload_mb=1)
    big = json.dumps({"query": "x" * 20_000})
    assert client.post(f"{AT}/search", content=big, headers={"Content-Type": "application/json"}).status_code == 413

    def pieces():
        for _ in range(30):
            yield b" " * 1024

    unsaid = client.post(f"{AT}/search", content=pieces(), headers={"Content-Type": "application/json"})
    assert unsaid.status_code == 413
    upload = client.post(f"{AT}/documents", files={"files": ("a.txt", b"x" * 1_200_000)})
    assert upload.status_code == 413
    lied = client.post(
        f"{AT}/documents",
        content=iter([b"x"]),
        headers={"Content-Type": "multipart/form-data; boundary=b", "Content-Length": str(2 * 10**9)},
    )
    assert lied.status_code == 413
    assert (
        not list((office.workshop.store / "uploads" / "originals").glob("*"))
        if (office.workshop.store / "uploads").exists()
        else True
    )


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, '{"query": ' + '{"a":' * 50_000, '{"query": 1e999999}', '{"k": ' + "9" * 4000 + "}", "\xff", ""],
)
def test_bodies_made_to_break_a_parser_are_refused(client, body):
    response = client.post(f"{AT}/search", content=body.encode("latin-1"), headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)


def scope_of(path, content_type, **headers):
    given = {"host": "127.0.0.1", "content-type": content_type, **headers}
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 50505),
        "scheme": "http",
        "http_version": "1.1",
    }


async def status_of(app, scope, receive):
    got = []

    async def send(message):
        got.append(message)

    await asyncio.wait_for(app(scope, receive, send), 5)
    return got[0]["status"]


def test_a_body_that_dawdles_is_given_up(client, monkeypatch):
    monkeypatch.setattr(body_limit, "_PAUSE", 0.2)
    sent = [{"type": "http.request", "body": b'{"query"', "more_body": True}]

    async def receive():
        if sent:
            return sent.pop()
        await asyncio.sleep(30)

    scope = scope_of(f"{AT}/search", "application/json")
    assert client.portal.call(status_of, client.app, scope, receive) == 408


@pytest.mark.parametrize("path", ["/v1/documents", f"{AT}/documents"])
def test_nothing_is_read_of_an_upload_by_a_key_that_may_not_write(office, path):
    client = office.client(keys=office.keys)
    asked = []

    async def receive():
        asked.append(1)
        return {"type": "http.request", "body": b"--b\r\n", "more_body": True}

    for key in (office.key(leases="read"), office.key(leases="read", rules="read")):
        scope = scope_of(path, "multipart/form-data; boundary=b", authorization=f"Bearer {key}")
        assert client.portal.call(status_of, client.app, scope, receive) == 403
    assert not asked


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cboot.ini", "a/b", "%00"]
)
def test_no_path_of_a_client_is_ever_used(client, path):
    for at in (
        f"/api/v1/collections/{path}",
        f"{AT}/documents/{path}/original",
        f"{AT}/jobs/{path}",
        f"/assets/{path}",
    ):
        assert client.get(at).status_code in (404, 405, 422), at


def test_work_beyond_what_the_server_can_hold_is_refused_at_once(office, monkeypatch):
    service, go, began = office.service(), threading.Event(), threading.Semaphore(0)

    def slow(*_, **__):
        began.release()
        go.wait(20)
        raise SettingsError("x", "y")

    monkeypatch.setattr(service, "search", slow)
    client = office.client(service, workers=1, queue=1)
    statuses = []

    def send():
        statuses.append(client.post(f"{AT}/search", json={"query": f"{time.time()}"}).status_code)

    threads = [threading.Thread(target=send) for _ in range(2)]
    threads[0].start()
    began.acquire(timeout=10)
    threads[1].start()
    time.sleep(0.5)
    refused = client.post(f"{AT}/search", json={"query": "roof"})
    assert refused.status_code == 503 and refused.headers["retry-after"] == "1"
    assert client.post(f"{AT}/ask/stream", json={"question": "roof?"}).status_code == 503
    assert client.get("/api/v1/health").status_code == 200
    go.set()
    for thread in threads:
        thread.join()
    assert statuses == [422, 422]


def test_work_that_takes_too_long_is_ended_and_its_worker_freed(office, monkeypatch):
    from pincite.cancellation import checkpoint

    service, ended = office.service(), threading.Event()

    def slow(*_, **__):
        try:
            while True:
                time.sleep(0.02)
                checkpoint()
        finally:
            ended.set()

    monkeypatch.setattr(service, "search", slow)
    client = office.client(service, seconds=0.3, workers=1)
    assert client.post(f"{AT}/search", json={"query": "roof"}).status_code == 504
    assert ended.wait(2)
    assert client.app.state.api.workers.held == 0


def test_a_search_in_the_pipeline_heeds_a_cancellation(office):
    from pincite.cancellation import Cancellation
    from pincite.errors import Cancelled

    gone = Cancellation()
    gone.cancel()
    with gone.active(), pytest.raises(Cancelled):
        office.service().ask("leases", "Who keeps the roof in repair?")


def test_logs_hold_neither_words_nor_keys_nor_names_of_documents(office, caplog):
    key = office.key(leases="read")
    client = office.client(keys=office.keys)
    with caplog.at_level(logging.INFO, logger="pincite"):
        logging.getLogger("pincite").propagate = True
        client.post(f"{AT}/search", json={"query": "confidential merger"}, headers=bearer(key))
        client.get(f"{AT}/documents", params={"file": "*boathouse*"}, headers=bearer(key))
    rows = [record.fields for record in caplog.records if record.getMessage() == "request"]
    assert rows[0]["route"] == "/api/v1/collections/{collection}/search" and rows[0]["caller"] == "Jo"
    told = json.dumps(rows) + caplog.text
    assert "merger" not in told and key not in told and "boathouse" not in told


def test_the_audit_log_says_who_asked_what_of_which_collection(office):
    key, audit = office.key(leases="read"), office.folder / "audit" / "log.jsonl"
    client = office.client(keys=office.keys, audit=audit)
    question = "Who keeps the roof of the boathouse in repair?"
    answer = client.post(f"{AT}/ask", json={"question": question}, headers=bearer(key))
    rows = [json.loads(line) for line in audit.read_text().splitlines()]
    assert rows[-1]["caller"] == "Jo" and rows[-1]["question"] == question and rows[-1]["collection"] == "leases"
    assert rows[-1]["request"] == answer.headers["x-request-id"] and key not in audit.read_text()
    assert set(rows[-1]["documents"]) == {one["doc_id"] for one in answer.json()["citations"]}


def test_an_error_of_the_server_says_nothing_of_its_insides(office, monkeypatch, caplog):
    service = office.service()

    def broken(*_, **__):
        raise RuntimeError("the secret words of a document")

    monkeypatch.setattr(service, "search", broken)
    client = office.client(service)
    client._transport.raise_server_exceptions = False
    response = client.post(f"{AT}/search", json={"query": "roof"})
    assert response.status_code == 500 and "secret" not in response.text
    assert response.json()["error"]["request_id"] == response.headers["x-request-id"]


def test_a_model_is_stopped_when_its_listener_has_gone(office, monkeypatch):
    import httpx
    from tests.api.live import running

    service, ended = office.service(), threading.Event()

    def endless(*_, on_token, **__):
        try:
            while True:
                time.sleep(0.02)
                on_token("word ")
        finally:
            ended.set()

    monkeypatch.setattr(service, "ask", endless)
    app = office.client(service, start=False).app
    with running(app) as url:
        with httpx.stream("POST", f"{url}{AT}/ask/stream", json={"question": "Who?"}, timeout=20) as stream:
            assert "draft" in next(stream.iter_lines())
            assert not ended.is_set()
        assert ended.wait(30)
        with httpx.Client(timeout=0.5) as impatient, pytest.raises(httpx.ReadTimeout):
            ended.clear()
            impatient.post(f"{url}{AT}/ask", json={"question": "Who?"})
        assert ended.wait(5)
        assert httpx.get(f"{url}/api/v1/health").status_code == 200


def test_figures_of_answers_are_kept_only_where_that_is_set(office):
    samples = office.folder / "samples.jsonl"
    client = office.client(samples=samples, sample_share=1.0)
    client.post(f"{AT}/ask", json={"question": "Who keeps the roof of the boathouse in repair?"})
    (row,) = [json.loads(line) for line in samples.read_text().splitlines()]
    assert row["found"] and 0 < row["confidence"] <= 1 and row["collection"] == "leases" and "gutters" not in str(row)
    none = office.folder / "none.jsonl"
    office.client(samples=none, sample_share=0.0).post(f"{AT}/ask", json={"question": "Who?"})
    assert not none.exists()
