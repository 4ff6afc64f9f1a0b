"""What an operator sees: drift by day as JSON, page and metrics; traces; results and answers that are kept."""

import json

import pytest
from tests.api.conftest import bearer
from tests.service.test_drift import write

AT = "/api/v1/collections/leases"
QUESTION = {"question": "Who keeps the roof of the boathouse in repair?", "scope": {"file": "*boathouse*"}}


@pytest.fixture
def watched(office):
    path = write(office.folder / "samples.jsonl", [(1, 4, 0.5), (2, 5, 0.52), (3, 20, 2.0)])
    path.write_text(path.read_text() + "\n")
    return office.client(samples=path, sample_share=1.0)


def test_drift_is_told_by_day_as_json_page_and_metrics(watched):
    told = watched.get("/api/v1/drift").json()
    assert [day["day"] for day in told["days"]] == ["2026-03-01", "2026-03-02", "2026-03-03"]
    assert {one["figure"] for one in told["drift"]} == {"abstention", "p95_seconds"}
    page = watched.get("/drift")
    assert "abstention was 0.500 on 2026-03-03" in page.text and "<script" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    figures = watched.get("/metrics").text
    assert 'pincite_day_abstention{day="2026-03-03"} 0.5' in figures
    assert (
        'pincite_day_p95_seconds{day="2026-03-01"}' in figures
        and 'pincite_day_dropped{day="2026-03-02"} 0.25' in figures
    )
    assert 'pincite_drift{figure="abstention"} 1.0' in figures and 'pincite_drift{figure="confidence"} 0.0' in figures


def test_live_answers_are_scored_by_the_measures_that_need_no_gold(watched, office):
    watched.post(f"{AT}/ask", json=QUESTION)
    row = json.loads((office.folder / "samples.jsonl").read_text().splitlines()[-1])
    assert row["measures"]["verified"] == 1.0 and row["measures"]["has_citation"] == 1.0
    (last,) = [day for day in watched.get("/api/v1/drift").json()["days"] if day["answers"] == 1]
    assert last["measures"]["verified"] == 1.0


def test_drift_is_shown_only_where_it_is_kept_and_to_whom_may_see_all(office):
    assert office.client().get("/drift").status_code == 404
    client = office.client(keys=office.keys, samples=office.folder / "s.jsonl", sample_share=1.0)
    assert client.get("/drift", headers=bearer(office.key(leases="admin"))).status_code == 403
    assert client.get("/drift", headers=bearer(office.key(**{"*": "read"}))).status_code == 200


def test_an_answer_that_is_asked_again_is_kept_until_the_collection_changes(client, office):
    first = client.post(f"{AT}/ask", json=QUESTION).json()
    assert client.post(f"{AT}/ask", json=QUESTION).json() == first
    assert 'pincite_cache_total{hit="yes"} 1.0' in client.get("/metrics").text
    stream = client.post(f"{AT}/ask/stream", json=QUESTION).text
    assert "event: sources" in stream and "event: done" in stream
    office.workshop.write("boathouse", months=9)
    office.workshop.build()
    client.app.state.api.service.refresh("leases")
    notice = {**QUESTION, "question": "How much notice ends the lease of the boathouse?"}
    assert "9 months" in client.post(f"{AT}/ask", json=notice).json()["answer"]
    assert 'pincite_cache_total{hit="yes"} 2.0' in client.get("/metrics").text


def test_requests_and_their_stages_are_traced_without_any_words(office):
    pytest.importorskip("opentelemetry.sdk.trace")
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    client = office.client(tracer=provider.get_tracer("test"))
    parent = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
    client.post(f"{AT}/ask", json=QUESTION, headers=parent)
    client.get(f"{AT}/documents/{'0' * 16}")
    spans = {span.name: span for span in memory.get_finished_spans()}
    request = spans["POST /api/v1/collections/{collection}/ask"]
    assert request.attributes["http.response.status_code"] == 200 and request.attributes["pincite.request_id"]
    assert f"{request.context.trace_id:032x}" == "0af7651916cd43dd8448eb211c80319c"
    stages = [span for name, span in spans.items() if name.startswith("stage ")]
    assert stages and all(span.parent.span_id == request.context.span_id for span in stages)
    told = " ".join(span.to_json() for span in spans.values())
    assert "roof" not in told and "0000000000000000/" not in told


def test_traces_are_off_unless_they_are_asked_for(client):
    assert client.app.state.api.options.telemetry is False
    assert client.post(f"{AT}/ask", json=QUESTION).status_code == 200
