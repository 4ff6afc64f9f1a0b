"""Reviews over HTTP: made in the background, told cell by cell, corrected, written as files, gone on with."""

import io
import json
import time

import pytest
from openpyxl import load_workbook
from tests.api.test_routes import events_of
from tests.pipeline.conftest import lease_of

from pincite.domain.job import JobState

AT = "/api/v1/collections/leases"
OWN = [
    {"name": "notice", "question": "How much notice ends the lease?", "type": "duration"},
    {"name": "repairs", "question": "Who keeps the roof in repair?"},
]


def finished(client, review, state="done"):
    for _ in range(600):
        found = client.get(f"{AT}/reviews/{review}").json()
        if found["review"]["state"] == state:
            return found
        assert found["review"]["state"] in ("queued", "running"), found["review"]
        time.sleep(0.05)
    raise AssertionError("the review does not end")


@pytest.fixture
def review(client):
    made = client.post(f"{AT}/reviews", json={"questions": OWN, "title": "Ends"})
    assert made.status_code == 202 and made.json()["total"] == 6
    finished(client, made.json()["id"])
    return made.json()["id"]


def test_a_review_has_a_cited_cell_for_every_document_and_question(client, review):
    table = client.get(f"{AT}/reviews/{review}").json()
    assert table["review"]["title"] == "Ends" and table["review"]["done"] == table["review"]["total"] == 6
    assert len(table["rows"]) == 3 and [one["name"] for one in table["columns"]] == ["notice", "repairs"]
    for row in table["rows"]:
        for cell in row["cells"]:
            if cell["quote"]:
                start, end = cell["span"]
                said = client.get(f"{AT}/documents/{row['doc_id']}/text", params={"start": start, "end": end}).json()
                assert said["text"] == cell["quote"]
    assert any(cell["quote"] for row in table["rows"] for cell in row["cells"])
    (listed,) = client.get(f"{AT}/reviews").json()["reviews"]
    assert listed == table["review"]


def test_cells_are_told_as_they_are_read(client, review):
    events = events_of(client.get(f"{AT}/reviews/{review}/events"))
    cells = [data for kind, data in events if kind == "cell"]
    assert len(cells) == 6 and events[0][0] == "review" and events[-1][0] == "done"
    again = client.post(f"{AT}/reviews", json={"questions": OWN}).json()["id"]
    events = events_of(client.get(f"{AT}/reviews/{again}/events"))
    assert sum(kind == "cell" for kind, _ in events) == 6 and events[-1][1]["state"] == "done"


def test_sets_are_listed_and_asked_by_name(client):
    sets = {one["name"]: one for one in client.get("/api/v1/review-sets").json()["sets"]}
    assert "lease" in sets and sets["lease"]["questions"][0]["name"]
    made = client.post(f"{AT}/reviews", json={"set": "lease", "scope": {"file": "*boathouse*"}}).json()
    table = finished(client, made["id"])
    assert len(table["rows"]) == 1 and len(table["rows"][0]["cells"]) == len(sets["lease"]["questions"])


def test_what_cannot_be_asked_is_refused(client):
    for body in (
        {},
        {"set": "lease", "questions": OWN},
        {"set": "nothing"},
        {"set": "../../etc/passwd"},
        {"questions": [{"name": "1", "question": "?"}]},
        {"questions": [{"name": "a", "question": "b", "type": "colour"}]},
    ):
        assert client.post(f"{AT}/reviews", json=body).status_code == 422, body
    missing = client.post(f"{AT}/reviews", json={"questions": OWN, "scope": {"file": "*nothing*"}})
    assert missing.status_code == 404
    assert client.get(f"{AT}/reviews/{'0' * 16}").status_code == 404


def test_a_person_corrects_a_cell_and_takes_it_back(client, review):
    row = client.get(f"{AT}/reviews/{review}").json()["rows"][0]
    at = f"{AT}/reviews/{review}/rows/{row['doc_id']}/cells/notice"
    quote = "The rent of the"
    cell = client.put(at, json={"value": "six months", "quote": quote}).json()
    assert cell["corrected"] and cell["value"] == "six months" and cell["quote"] == quote and cell["size"]
    assert client.get(f"{AT}/reviews/{review}").json()["rows"][0]["cells"][0] == cell
    assert client.put(at, json={"state": "not found"}).json()["quote"] == ""
    assert (
        client.delete(at).json()
        == row["cells"][0]
        == client.get(f"{AT}/reviews/{review}").json()["rows"][0]["cells"][0]
    )
    assert client.put(at, json={"quote": "words that stand nowhere in it"}).status_code == 422
    assert client.put(at, json={"span": [5, 10**8]}).status_code == 422
    assert client.put(at.replace("notice", "colour"), json={"value": "x"}).status_code == 404
    assert client.put(at.replace(row["doc_id"], "0" * 16), json={"value": "x"}).status_code == 404


def test_a_review_is_a_file_with_its_corrections(client, review):
    row = client.get(f"{AT}/reviews/{review}").json()["rows"][0]
    client.put(f"{AT}/reviews/{review}/rows/{row['doc_id']}/cells/notice", json={"value": "=six months"})
    file = client.get(f"{AT}/reviews/{review}/file")
    assert "attachment" in file.headers["content-disposition"]
    sheet = load_workbook(io.BytesIO(file.content))["Review"]
    assert "=six months" in [cell.value for cell in sheet["B"]] and sheet["B2"].data_type != "f"
    assert "six months" in client.get(f"{AT}/reviews/{review}/file", params={"format": "csv"}).content.decode(
        "utf-8-sig"
    )
    assert len(client.get(f"{AT}/reviews/{review}/file", params={"format": "json"}).json()["rows"]) == 3
    for form in ("html", "md"):
        assert "six months" in client.get(f"{AT}/reviews/{review}/file", params={"format": form}).text
    assert client.get(f"{AT}/reviews/{review}/file", params={"format": "exe"}).status_code == 422


def test_rows_are_chosen_by_condition_and_in_order(client, review):
    some = client.get(f"{AT}/reviews/{review}", params={"where": "notice=nothing like it"}).json()
    assert some["rows"] == [] and client.get(f"{AT}/reviews/{review}", params={"sort": "-notice"}).status_code == 200
    assert client.get(f"{AT}/reviews/{review}", params={"where": "colour=red"}).status_code == 422


def test_a_review_that_is_resumed_takes_in_what_was_added_and_reads_no_cell_twice(client, review, office):
    office.workshop.write("granary")
    office.workshop.build()
    client.app.state.api.service.refresh("leases")
    cells = office.workshop.store / "reviews" / "cells.jsonl"
    before = len(cells.read_text().splitlines())
    assert client.post(f"{AT}/reviews/{review}/resume").json()["state"] == "queued"
    told = [data for kind, data in events_of(client.get(f"{AT}/reviews/{review}/events")) if kind == "cell"]
    assert len({(one["doc_id"], one["cell"]["name"]) for one in told}) == 8
    assert len(finished(client, review)["rows"]) == 4
    assert len(cells.read_text().splitlines()) == before + 2


def test_a_review_that_a_killed_server_left_is_gone_on_with(office, client, review):
    reviews = client.app.state.api.reviews
    folder = office.workshop.store / "reviews" / review
    head = json.loads((folder / "review.json").read_text())
    (folder / "review.json").write_text(json.dumps({**head, "state": "running"}))
    (folder / "rows.jsonl").write_bytes((folder / "rows.jsonl").read_bytes()[:-20])
    assert reviews.get("leases", review).state is JobState.RUNNING
    other = office.client()
    assert len(finished(other, review)["rows"]) == 3


def test_a_review_is_cancelled_and_deleted(client, office):
    for name in ("a", "b", "c", "d", "e", "f"):
        (office.workshop.files / f"{name}.txt").write_text(lease_of(f"{name}-house") * 20)
    office.workshop.build()
    client.app.state.api.service.refresh("leases")
    made = client.post(f"{AT}/reviews", json={"set": "lease"}).json()["id"]
    assert client.post(f"{AT}/reviews/{made}/cancel").json()["state"] in ("cancelled", "done")
    assert client.delete(f"{AT}/reviews/{made}").status_code == 204
    assert client.get(f"{AT}/reviews/{made}").status_code == 404
    assert client.get(f"{AT}/reviews").json() == {"reviews": []}
