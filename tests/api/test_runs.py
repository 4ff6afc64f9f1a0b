"""Runs looked at and ground truth edited over HTTP."""

import json

import pytest
from tests.api.conftest import bearer
from tests.api.runs import make_run

RUNS, TRUTH = "/api/v1/runs", "/api/v1/truth"
ROW = {"question": "Who repairs the roof?", "truth": "The tenant. [Lease]", "category": "repairs"}


@pytest.fixture
def shown(office):
    document = office.workshop.files / "boathouse.txt"
    make_run(office.folder / "runs" / "good", document)
    make_run(office.folder / "runs" / "sweeps" / "poor", document, shift=25)
    (office.folder / "runs" / "broken").mkdir()
    (office.folder / "runs" / "broken" / "run.json").write_text("{")
    return office.client(runs=office.folder / "runs", truth=office.folder / "truth")


def test_runs_are_listed_with_their_scores(shown, office):
    runs = {one["id"]: one for one in shown.get(RUNS).json()["runs"]}
    assert set(runs) == {"good", "sweeps~poor", "broken"}
    assert runs["good"]["scores"]["recall@8"] == 1.0 and runs["good"]["sets"] == {"deeds": 2}
    assert runs["broken"]["problem"] and str(office.folder) not in json.dumps(runs)


def test_a_run_has_scores_with_intervals(shown):
    found = shown.get(f"{RUNS}/sweeps~poor", params={"measures": "recall@8"}).json()
    score = found["summary"]["deeds"]["recall@8"]
    assert score["low"] <= score["value"] <= score["high"] and score["queries"] == 2
    assert found["intervals"] == ["recall@8"] and found["summary"]["all"]["precision@1"]["low"] is None
    assert shown.get(f"{RUNS}/nothing").status_code == 404
    assert shown.get(f"{RUNS}/broken").status_code == 400
    for hostile in ("..", "..%2f..", "good%2f..%2fgood", "sweeps"):
        assert shown.get(f"{RUNS}/{hostile}").status_code in (404, 422)


def test_two_runs_are_compared_by_measure_set_and_query(shown):
    found = shown.get(f"{RUNS}/sweeps~poor/against/good", params={"measures": "recall@8", "changed": 5}).json()
    (row,) = found["rows"]
    assert row["difference"]["value"] < 0 and set(row["by_group"]) == {"deeds"} and 0 <= row["p_holm"] <= 1
    assert len(found["lost"]["recall@8"]) == 2 and found["gained"]["recall@8"] == []
    by_tag = shown.get(f"{RUNS}/sweeps~poor/against/good", params={"measures": "recall@8", "by": "tag"}).json()
    assert "repairs" in by_tag["rows"][0]["by_group"]


def test_a_query_of_a_run_shows_gold_and_what_was_retrieved(shown):
    listed = shown.get(f"{RUNS}/sweeps~poor/queries", params={"sort": "recall@8", "measures": "recall@8"}).json()
    assert listed["total"] == 2 and list(listed["queries"][0]["scores"]) == ["recall@8"]
    values = [one["scores"]["recall@8"] for one in listed["queries"]]
    assert values == sorted(values)
    assert shown.get(f"{RUNS}/good/queries", params={"tag": "repairs"}).json()["total"] == 1
    found = shown.get(f"{RUNS}/good/query", params={"id": listed["queries"][0]["id"]}).json()
    assert found["gold"][0]["text"] == found["retrieved"][0]["text"] and found["retrieved"][0]["is_gold"]
    assert found["answer"] == "The tenant." and found["gold"][0]["before"]
    assert shown.get(f"{RUNS}/good/query", params={"id": "nothing"}).status_code == 404


def test_a_run_is_given_out_as_one_page_beside_a_reference(shown):
    page = shown.get(f"{RUNS}/good/report", params={"reference": "sweeps~poor"})
    assert page.headers["content-disposition"].startswith("attachment")
    assert page.text.startswith("<!doctype html>") and "poor" in page.text and "http://" not in page.text
    assert shown.get(f"{RUNS}/good/report", params={"reference": "nothing"}).status_code == 404


def test_runs_and_truth_are_shown_only_where_that_is_set_and_to_whom_may_see_all(office):
    bare = office.client()
    assert bare.get(RUNS).status_code == bare.get(TRUTH).status_code == 404
    assert bare.get("/api/v1/version").json()["runs"] is False
    client = office.client(keys=office.keys, runs=office.folder / "runs", truth=office.folder / "truth")
    some, all_ = bearer(office.key(leases="admin")), bearer(office.key(**{"*": "read"}))
    assert client.get(RUNS, headers=some).status_code == 403 and client.get(RUNS, headers=all_).status_code == 200
    assert client.get(TRUTH, headers=all_).status_code == 200
    assert client.post(f"{TRUTH}/rules/questions", json=ROW, headers=all_).status_code == 403


def test_questions_of_a_ground_truth_are_added_changed_and_taken_out(shown, office):
    span = {"document": "lease.txt", "span": [3, 20], "quote": "the roof"}
    first = shown.post(f"{TRUTH}/rules/questions", json={**ROW, "evidence": [span]}).json()
    second = shown.post(f"{TRUTH}/rules/questions", json={**ROW, "question": "And the gutters?"}).json()
    assert shown.get(TRUTH).json()["files"] == [{"name": "rules", "questions": 2}]
    changed = shown.put(f"{TRUTH}/rules/questions/{first['id']}", json={**ROW, "truth": "The landlord."}).json()
    assert changed["truth"] == "The landlord." and changed["id"] == first["id"]
    assert shown.delete(f"{TRUTH}/rules/questions/{second['id']}").status_code == 204
    (left,) = shown.get(f"{TRUTH}/rules").json()["questions"]
    assert left["truth"] == "The landlord." and left["status"] == "to review"
    approved = shown.put(f"{TRUTH}/rules/questions/{first['id']}", json={**ROW, "truth": "T.", "status": "approved"})
    assert approved.json()["status"] == "approved"
    shown.put(f"{TRUTH}/rules/questions/{first['id']}", json={**ROW, "truth": "The landlord."})
    from pincite.runs.evaluation.truth import read_truth

    (row,) = read_truth(office.folder / "truth" / "rules.jsonl")
    assert row.truth == "The landlord." and row.category == "repairs"


def test_a_ground_truth_of_others_keeps_what_it_holds_besides(shown, office):
    path = office.folder / "truth" / "theirs.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"question": "A?", "truth": "B.", "persona": "judge"}) + "\n")
    (row,) = shown.get(f"{TRUTH}/theirs").json()["questions"]
    shown.put(f"{TRUTH}/theirs/questions/{row['id']}", json={**ROW, "question": "C?"})
    assert json.loads(path.read_text())["persona"] == "judge"
    assert shown.put(f"{TRUTH}/theirs/questions/none", json=ROW).status_code == 404
    assert shown.get(f"{TRUTH}/missing").status_code == 404
    assert shown.post(f"{TRUTH}/..%2fx/questions", json=ROW).status_code in (404, 422)
    assert shown.post(f"{TRUTH}/x/questions", json={"question": " ", "truth": "B."}).status_code == 422
    path.write_text("not json\n")
    assert shown.get(f"{TRUTH}/theirs").status_code == 400
