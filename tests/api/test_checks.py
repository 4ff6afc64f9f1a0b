"""Drafts, redlines, citations, tags and measures over HTTP."""

import pytest

AT = "/api/v1/collections/leases"
QUESTION = {"question": "Who keeps the roof of the boathouse in repair?", "scope": {"file": "*boathouse*"}}


@pytest.fixture
def ids(client):
    rows = client.get(f"{AT}/documents").json()["documents"]
    return {row["path"].rsplit("/", 1)[-1].removesuffix(".txt"): row["id"] for row in rows}


def test_a_draft_is_held_against_the_documents(client):
    draft = "The Tenant of the boathouse keeps the roof and the gutters in repair at its own cost. The moon is cheese."
    found = client.post(f"{AT}/draft", json={"text": draft, "name": "memo.md"}).json()
    assert found["draft"] == "memo.md" and found["counts"]["supported"] == 1
    first = found["sentences"][0]
    assert first["standing"] == "supported" and draft[slice(*first["span"])] == first["text"]
    assert client.post(f"{AT}/draft", json={"text": ""}).status_code == 422
    hostile = client.post(f"{AT}/draft", json={"text": draft, "name": "../../../../tmp/x.md"}).json()
    assert hostile["counts"] == found["counts"]


def test_two_documents_are_compared_clause_by_clause(client, ids):
    found = client.post(f"{AT}/redline", json={"old": ids["boathouse"], "new": ids["orchard"]}).json()
    assert found["old"].endswith("boathouse.txt") and found["changes"] and found["unchanged"] >= 1
    pieces = [piece for change in found["changes"] for piece in change["pieces"]]
    assert any("boathouse" in one["text"] for one in pieces if one["kind"] == "removed")
    same = client.post(f"{AT}/redline", json={"old": ids["orchard"], "new": ids["orchard"], "set": "lease"}).json()
    assert same["changes"] == [] and same["cells"] == []
    asked = client.post(f"{AT}/redline", json={"old": ids["boathouse"], "new": ids["orchard"], "set": "lease"})
    assert asked.status_code == 200
    assert client.post(f"{AT}/redline", json={"old": ids["orchard"], "new": "nothing"}).status_code == 404
    assert client.post(f"{AT}/redline", json={"old": "a", "new": "b", "set": "nothing"}).status_code == 422


def test_citations_of_the_law_are_found_in_a_text_and_in_a_document(client, ids):
    text = "See CPR 36.14(1)(a) and section 33 of the Limitation Act 1980."
    found = client.post("/api/v1/citations", json={"text": text}).json()["citations"]
    assert [one["kind"] for one in found] == ["cpr", "statute"]
    assert all(text[slice(*one["span"])] == one["text"] for one in found)
    only = client.post("/api/v1/citations", json={"text": text, "kinds": ["statute"]}).json()["citations"]
    assert len(only) == 1
    assert client.post("/api/v1/citations", json={"text": text, "kinds": ["poem"]}).status_code == 422
    assert client.get(f"{AT}/documents/{ids['orchard']}/citations").json() == {"citations": []}


def test_tags_are_kept_with_the_store_and_documents_are_found_by_them(client, ids, office):
    at = f"{AT}/documents/{ids['orchard']}/tags"
    assert client.get(at).json() == {"tags": {}}
    assert (
        client.put(at, json={"tags": {"Matter": "2024-17", "status": "signed"}}).json()["tags"]["Matter"] == "2024-17"
    )
    other = office.client()
    assert other.get(at).json()["tags"]["status"] == "signed"
    assert other.get(f"{AT}/documents/{ids['orchard']}").json()["metadata"]["Matter"] == "2024-17"
    found = other.get(f"{AT}/documents", params={"where": "matter=2024-*"}).json()
    assert [one["id"] for one in found["documents"]] == [ids["orchard"]]
    scope = {"where": {"status": "signed"}}
    hits = other.post(f"{AT}/search", json={"query": "roof", "scope": scope}).json()["hits"]
    assert {hit["doc_id"] for hit in hits} == {ids["orchard"]}
    assert client.put(at, json={"tags": {}}).json() == {"tags": {}}
    assert other.post(f"{AT}/search", json={"query": "roof", "scope": scope}).status_code == 404
    assert client.put(f"{AT}/documents/{'0' * 16}/tags", json={"tags": {}}).status_code == 404
    assert client.put(at, json={"tags": {"": "x"}}).status_code == 422


def test_an_answer_is_measured_without_gold_and_with_it(client, ids):
    plain = client.post(f"{AT}/measure", json=QUESTION).json()
    values = {one["measure"]: one["value"] for one in plain["values"]}
    assert plain["asked"]["found"] and values["verified"] == 1.0 and "citation_recall" not in values
    (first, *_) = plain["asked"]["citations"]
    gold = [{"document": ids["boathouse"], "span": first["span"]}]
    held = client.post(f"{AT}/measure", json={**QUESTION, "gold_passages": gold, "gold_answer": "The Tenant."}).json()
    values = {one["measure"]: one["value"] for one in held["values"]}
    assert values["citation_recall"] == 1.0 and values["abstention"] == 1.0 and values["recall"] > 0


def test_anyones_answer_is_measured(client, ids):
    quote = "keeps the roof and the gutters in repair"
    cited = [{"document": ids["boathouse"], "quote": quote}, {"document": ids["boathouse"], "quote": "flies away"}]
    body = {"question": "Who?", "answer": "The Tenant does.", "citations": cited, "measures": ["verified"]}
    found = client.post(f"{AT}/measure", json=body).json()
    assert found["values"] == [{"measure": "verified", "value": 0.5, "more_is_better": True}] and not found["asked"]
    assert client.post(f"{AT}/measure", json={**body, "measures": ["beauty"]}).status_code == 422
    judged = client.post(f"{AT}/measure", json={**body, "measures": ["nv_accuracy"]})
    assert judged.status_code == 400 and "judge" in judged.text
