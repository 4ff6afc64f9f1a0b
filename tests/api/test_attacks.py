"""Every route of the description, attacked with every key that must not open it."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.api.conftest import bearer

METHODS = ("get", "post", "put", "delete", "patch")
OPEN = {"/api/v1/health", "/api/v1/ready"}
VALUES = {"collection": "leases", "document": "0" * 16, "job": "0" * 16, "number": "1", "review": "0" * 16}
VALUES |= {"column": "rent", "run": "first", "reference": "second", "file": "rules", "question": "1"}
# Routes that are not of one collection answer any valid key, with what that key may see, which is nothing here; or
# they need a body that names the collection, and then refuse it. The rest must say 403.
OF_NO_COLLECTION = {
    ("get", "/api/v1/collections"),
    ("get", "/api/v1/version"),
    ("get", "/api/v1/review-sets"),
    ("post", "/api/v1/citations"),
    ("get", "/v1/collections"),
    ("get", "/v1/models"),
    ("post", "/v1/rerank"),
}
BODIES = {
    "/api/v1/collections": {"name": "leases"},
    "/ask": {"messages": [{"role": "user", "content": "Who?"}], "context": {"overrides": {"collection": "leases"}}},
    "/v1/generate": {"messages": [{"role": "user", "content": "Who?"}], "collection_names": ["leases"]},
    "/v1/chat/completions": {"model": "pincite/leases", "messages": [{"role": "user", "content": "Who?"}]},
    "/v1/embeddings": {"model": "pincite/leases", "input": "roof"},
    "/v1/rerank": {"query": "roof", "documents": ["roof"]},
    "/v1/collection": {"collection_name": "leases"},
    "search": {"query": "roof"},
    "citations": {"text": "CPR 36.14"},
    "draft": {"text": "The tenant keeps the roof in repair."},
    "redline": {"old": "0" * 16, "new": "0" * 16},
    "measure": {"question": "Who?"},
    "reviews": {"set": "lease"},
    "tags": {"tags": {}},
    "{column}": {"value": "rent"},
    "questions": {"question": "Who?", "truth": "The tenant."},
    "{question}": {"question": "Who?", "truth": "The tenant."},
    "quotation": {"quote": "roof"},
    "ask": {"question": "Who?"},
    "chat": {"question": "Who?"},
}
BODIES |= {"/chat": BODIES["/ask"], "/chat/stream": BODIES["/ask"]}
QUERIES = {"section": {"citation": "1"}, "text": {"start": 0, "end": 1}, "query": {"id": "1"}}


def routes(app):
    return [
        (method, path)
        for path, methods in app.openapi()["paths"].items()
        for method in methods
        if method in METHODS and path not in OPEN
    ]


def request(client, method, path, headers):
    last = path.removesuffix("/stream").rsplit("/", 1)[-1]
    options = {"headers": headers, "params": QUERIES.get(last, {})}
    if path == "/v1/documents":
        options["params"] = {"collection_name": "leases"}
    if path == "/v1/status":
        options["params"] = {"task_id": f"leases:{'0' * 16}"}
    if method == "post" and last == "documents":
        options["files"] = {"files": ("a.txt", b"x"), "documents": ("a.txt", b"x")}
        options["data"] = {"data": '{"collection_name": "leases"}'}
    elif method in ("post", "put"):
        options["json"] = BODIES.get(path, BODIES.get(last, {}))
    elif (method, path) == ("delete", "/v1/collections"):
        options["json"] = ["leases"]
    return client.request(method.upper(), path.format(**VALUES), **options)


@pytest.fixture
def attacked(office):
    folder = office.folder
    return office.client(keys=office.keys, data=folder / "data", runs=folder / "runs", truth=folder / "truth")


@pytest.fixture(autouse=True)
def _many_wrong_keys(monkeypatch):
    monkeypatch.setattr("pincite.api.gate._WRONG_KEYS", "100000/minute")


def test_no_route_opens_to_a_missing_wrong_revoked_or_expired_key(office, attacked):
    revoked, expired = (
        office.key(leases="admin"),
        office.key(leases="admin", expires=datetime.now(UTC) - timedelta(days=1)),
    )
    right = office.key(leases="admin")
    office.ring.revoke(office.ring.caller(revoked).key)
    attacks = [{}, bearer("pct_wrong"), bearer(revoked), bearer(expired), bearer(right[:-2] + "xx"), bearer("")]
    attacks += [{"Authorization": right}, {"Authorization": f"Basic {right}"}, {"Cookie": f"key={right}"}]
    every = routes(attacked.app)
    assert len(every) > 30
    for method, path in every:
        for headers in attacks:
            assert request(attacked, method, path, headers).status_code == 401, (method, path, headers)


def test_no_route_opens_to_the_key_of_another_collection(office, attacked):
    other = bearer(office.key(rules="admin"))
    for method, path in routes(attacked.app):
        response = request(attacked, method, path, other)
        if (method, path) in OF_NO_COLLECTION:
            assert response.status_code == 200 and "leases" not in response.text, (method, path)
        else:
            assert response.status_code == 403, (method, path, response.text)
    assert office.workshop.store.exists()


def test_no_route_that_changes_anything_opens_to_a_reader(office, attacked):
    reader = bearer(office.key(leases="read"))
    for method, path in routes(attacked.app):
        changes = (
            method in ("delete", "put")
            or path.endswith(("/cancel", "/resume", "/v1/collection"))
            or (method == "post" and path.endswith(("documents", "/v1/collections", "/reviews", "/questions")))
        )
        if changes:
            assert request(attacked, method, path, reader).status_code == 403, (method, path)


def test_no_admin_of_one_collection_makes_or_sees_another(office, attacked):
    admin = bearer(office.key(leases="admin"))
    assert attacked.post("/api/v1/collections", json={"name": "mine"}, headers=admin).status_code == 403
    assert attacked.get("/metrics", headers=admin).status_code == 403
