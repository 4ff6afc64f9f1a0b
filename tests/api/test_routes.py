"""What the routes answer."""

import inspect
import json

from pincite.api.app import _ROUTERS
from pincite.spans import Span

AT = "/api/v1/collections/leases"


def test_collections_are_listed_with_their_size_and_what_the_caller_may_do(client):
    (one,) = client.get("/api/v1/collections").json()["collections"]
    assert one["name"] == "leases" and one["documents"] == 3 and one["access"] == "admin" and not one["problem"]
    assert client.get(AT).json() == one
    assert client.get("/api/v1/collections/other").status_code == 404


def test_documents_are_listed_in_pages_and_by_filters(client):
    found = client.get(f"{AT}/documents", params={"limit": 2}).json()
    assert found["total"] == 3 and len(found["documents"]) == 2
    rest = client.get(f"{AT}/documents", params={"offset": 2}).json()
    assert len(rest["documents"]) == 1
    assert client.get(f"{AT}/documents", params={"file": "*nothing*"}).json()["total"] == 0
    assert client.get(f"{AT}/documents", params={"party": "orchard"}).json()["total"] == 1
    assert client.get(f"{AT}/documents", params={"since": "soon"}).status_code == 422


def test_a_document_tells_its_outline_sections_and_words(client, lease, office):
    card = client.get(f"{AT}/documents/{lease}").json()
    assert card["id"] == lease and card["path"].endswith("boathouse.txt")
    sections = client.get(f"{AT}/documents/{lease}/outline").json()["sections"]
    assert [one["number"] for one in sections if one["number"]] == ["1", "2", "3"]
    section = client.get(f"{AT}/documents/{lease}/section", params={"citation": "2"}).json()
    assert "roof" in section["text"]
    start, end = section["span"]
    text = client.get(f"{AT}/documents/{lease}/text", params={"start": start, "end": end}).json()
    assert (
        text["text"] == section["text"] == Span(start, end).slice((office.workshop.files / "boathouse.txt").read_text())
    )


def test_what_is_not_there_is_said_plainly(client, lease, office):
    assert client.get(f"{AT}/documents/{'0' * 16}").status_code == 404
    assert client.get(f"{AT}/documents/{lease}/section", params={"citation": "99"}).status_code == 404
    assert client.get(f"{AT}/documents/{lease}/text", params={"start": 0, "end": 10**8}).status_code == 422
    assert client.get(f"{AT}/documents/{lease}/text", params={"start": 5, "end": 2}).status_code == 422
    assert client.get(f"{AT}/documents/{lease}/pages").json() == {"pages": []}
    assert client.get(f"{AT}/documents/{lease}/pages/1").status_code == 404
    assert client.get(f"{AT}/documents/{lease}/pages/1/image").status_code == 404
    assert client.get(f"{AT}/documents/{lease}/pages/1/words").status_code == 404
    assert str(office.folder) not in client.get(f"{AT}/documents/{'0' * 16}").text
    problem = client.get("/nowhere").json()["error"]
    assert problem["code"] == "not-found" and problem["request_id"]


def test_the_original_file_is_a_download(client, lease, office):
    found = client.get(f"{AT}/documents/{lease}/original")
    assert found.content == (office.workshop.files / "boathouse.txt").read_bytes()
    assert found.headers["content-disposition"].startswith("attachment")
    (office.workshop.files / "boathouse.txt").write_text("another file")
    assert client.get(f"{AT}/documents/{lease}/original").status_code == 404


def test_a_search_finds_passages_and_tells_how(client, office):
    found = client.post(f"{AT}/search", json={"query": "who repairs the roof of the orchard?", "k": 2, "explain": True})
    ranking = found.json()
    assert len(ranking["hits"]) == 2 and "roof" in ranking["hits"][0]["text"] and ranking["steps"]
    assert ranking["hits"][0]["document"].endswith("orchard.txt")
    again = client.post(f"{AT}/search", json={"query": "who repairs the roof of the orchard?", "k": 2, "explain": True})
    assert again.content == found.content
    only = client.post(f"{AT}/search", json={"query": "roof", "scope": {"file": "*foundry*"}}).json()
    assert {hit["document"].rsplit("/", 1)[-1] for hit in only["hits"]} == {"foundry.txt"}
    documents = client.post(f"{AT}/search", json={"query": "a lease of an orchard", "layer": "document"}).json()
    assert documents["hits"] and "summary" in documents["hits"][0]


def test_a_kept_result_does_not_outlive_the_state_it_came_from(client, office):
    body = {"query": "who repairs the roof of the windmill?", "k": 1}
    assert client.post(f"{AT}/search", json=body).json()["hits"][0]["document"].endswith("windmill.txt") is False
    office.workshop.write("windmill")
    office.workshop.build()
    client.app.state.api.service.refresh("leases")
    assert client.post(f"{AT}/search", json=body).json()["hits"][0]["document"].endswith("windmill.txt")


def test_an_answer_quotes_the_document_word_for_word(client, office):
    body = {"question": "Who keeps the roof of the boathouse in repair?", "scope": {"file": "*boathouse*"}}
    answer = client.post(f"{AT}/ask", json=body).json()
    assert answer["found"] and answer["citations"]
    for citation in answer["citations"]:
        text = client.get(
            f"{AT}/documents/{citation['doc_id']}/text",
            params=dict(zip(("start", "end"), citation["span"], strict=True)),
        ).json()["text"]
        assert text == citation["quote"]


def events_of(response):
    found, kind = [], None
    for line in response.text.splitlines():
        if line.startswith("event:"):
            kind = line.removeprefix("event:").strip()
        elif line.startswith("data:"):
            found.append((kind, json.loads(line.removeprefix("data:"))))
    return found


def test_an_answer_as_events_tells_sources_before_verified_text(client):
    body = {"question": "Who keeps the roof of the boathouse in repair?", "scope": {"file": "*boathouse*"}}
    plain = client.post(f"{AT}/ask", json=body).json()
    response = client.post(f"{AT}/ask/stream", json=body)
    assert response.headers["content-type"].startswith("text/event-stream")
    events = events_of(response)
    kinds = [kind for kind, _ in events]
    assert kinds.index("sources") < kinds.index("text") < kinds.index("answer") and kinds[-1] == "done"
    assert "".join(data["text"] for kind, data in events if kind == "text") == plain["answer"]
    assert dict(events)["answer"]["citations"] == plain["citations"]


def test_a_stream_that_fails_says_why(client):
    events = events_of(client.post(f"{AT}/ask/stream", json={"question": " "}))
    assert [kind for kind, _ in events] == ["error"] and events[0][1]["error"]["code"] == "bad-question"


def test_a_conversation_leans_on_what_was_said(client):
    first = client.post(f"{AT}/chat", json={"question": "Who keeps the roof of the boathouse in repair?"}).json()
    turn = {"asked": first["asked"], "answer": first["answer"]}
    second = client.post(f"{AT}/chat", json={"question": "And when is its rent due?", "history": [turn]}).json()
    assert second["said"] == "And when is its rent due?" and "boathouse" in second["asked"]
    kinds = [
        kind
        for kind, _ in events_of(
            client.post(f"{AT}/chat/stream", json={"question": "And the rent?", "history": [turn]})
        )
    ]
    assert kinds[-1] == "done"


def test_a_quotation_is_found_or_not(client):
    right = client.post(f"{AT}/quotation", json={"quote": "keeps the roof and the gutters in repair"}).json()
    assert right["found"] and len(right["places"]) == 3
    wrong = client.post(f"{AT}/quotation", json={"quote": "keeps the roof and the chimneys in repair"}).json()
    assert not wrong["found"] and wrong["nearest"]


def test_unknown_fields_and_bad_values_are_refused_without_repeating_them(client):
    for body in ({"query": "x", "oops": 1}, {"query": "x", "k": 0}, {"query": "x", "layer": "word"}, {}, [], "x"):
        refused = client.post(f"{AT}/search", json=body)
        assert refused.status_code == 422, body
    secret = client.post(f"{AT}/search", json={"query": ["the merger with Mere"]})
    assert "Mere" not in secret.text


def test_an_empty_question_is_refused(client):
    assert client.post(f"{AT}/ask", json={"question": "  "}).json()["error"]["code"] == "bad-question"
    assert client.post(f"{AT}/search", json={"query": ""}).status_code == 422


def test_half_a_surrogate_pair_breaks_nothing(client):
    for path, body in (
        ("search", '{"query": "\\ud800 roof"}'),
        ("ask", '{"question": "\\ud800 the roof?"}'),
        ("search", '{"query": "roof", "scope": {"party": "\\ud800"}}'),
    ):
        response = client.post(f"{AT}/{path}", content=body, headers={"Content-Type": "application/json"})
        assert response.status_code in (200, 404, 422), response.text


def test_health_readiness_and_version(client):
    assert client.get("/api/v1/health").json() == {"status": "ok"}
    client.app.state.warm.wait(30)
    assert client.get("/api/v1/ready").json() == {"ready": True, "problems": 0}
    assert client.get("/api/v1/version").json()["keys"] is False


def test_a_store_that_is_gone_is_a_problem_of_its_own(office):
    from pincite.service.service import Service

    service = Service({"leases": office.workshop.store, "lost": office.folder / "lost"})
    client = office.client(service)
    client.app.state.warm.wait(30)
    assert client.get("/api/v1/ready").status_code == 503
    refused = client.post("/api/v1/collections/lost/search", json={"query": "roof"})
    assert refused.status_code == 503 and "Retry-After" in refused.headers
    assert client.post(f"{AT}/search", json={"query": "roof"}).status_code == 200


def test_a_store_of_another_embedder_is_named_when_the_server_starts(office, monkeypatch, caplog):
    from pincite.service.service import Service

    service = Service({"leases": office.workshop.store})
    monkeypatch.setattr(
        "hashing_embedder.HashingEmbedder.__init__", lambda self, *, name="x": setattr(self, "identity", "new")
    )
    client = office.client(service)
    client.app.state.warm.wait(30)
    (warning,) = [record for record in caplog.records if record.getMessage() == "store"]
    assert warning.fields["collection"] == "leases"
    refused = client.post(f"{AT}/search", json={"query": "roof"})
    assert refused.status_code == 503
    for sentence in (warning.fields["problem"], refused.text):
        assert "made with the embedder hashing, and the one here is new; indexing it upgrades it" in sentence


def test_figures_count_requests_and_answers(client):
    client.post(f"{AT}/ask", json={"question": "Who keeps the roof of the boathouse in repair?"})
    text = client.get("/metrics").text
    assert 'pincite_requests_total{route="/api/v1/collections/{collection}/ask",status="200"} 1.0' in text
    assert "pincite_answers_total" in text and "pincite_work_held" in text


def test_the_description_and_its_page_need_nothing_from_elsewhere(client):
    page = client.get("/docs").text
    assert "/api/v1/collections/{collection}/ask" in page and "<script" not in page
    assert "http://" not in page and "https://" not in page
    schema = client.get("/openapi.json").json()
    assert "HTTPValidationError" not in json.dumps(schema)


def test_what_routes_depend_on_takes_no_thread():
    routes = [route for module in _ROUTERS for route in module.router.routes]
    needed = [needed.call for route in routes for needed in route.dependant.dependencies]
    assert needed and all(inspect.iscoroutinefunction(call) for call in needed)
