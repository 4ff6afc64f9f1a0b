"""The shapes that other clients speak."""

import base64
import json
import struct

import pytest
from tests.api.conftest import bearer
from tests.api.test_uploads import lease_of

from pincite.api.foreign.chat_app import IGNORED, pieces

QUESTION = "Who keeps the roof of the boathouse in repair?"
OVERRIDES = {
    "top": 5,
    "results_merge_strategy": "interleaved",
    "temperature": 0.3,
    "minimum_reranker_score": 0.5,
    "retrieval_mode": "hybrid",
    "semantic_ranker": True,
    "query_rewriting": True,
    "reasoning_effort": "medium",
    "seed": 1,
}


def said(text=QUESTION):
    return [{"role": "user", "content": text}]


def events(response):
    return [json.loads(line[6:]) for line in response.text.splitlines() if line.startswith("data: {")]


def test_the_chat_app_gets_an_answer_with_labelled_texts(client):
    body = {"messages": said(), "context": {"overrides": OVERRIDES}, "stream": False, "session_state": "s"}
    answer = client.post("/ask", json=body).json()
    assert "[1]" in answer["message"]["content"] and answer["session_state"] == "s"
    texts = answer["context"]["data_points"]["text"]
    assert 0 < len(texts) <= 5 and texts[0].startswith("1: ")
    assert set(answer["context"]["ignored_overrides"]) == set(OVERRIDES) - {"top"} == set(IGNORED)
    assert len(answer["context"]["thoughts"]) >= 8


def test_overrides_that_cannot_be_are_refused(client):
    for overrides in ({"prompt_template": "Say yes."}, {"top": 0}, {"top": "many"}, {"top": True}):
        body = {"messages": said(), "context": {"overrides": overrides}}
        assert client.post("/ask", json=body).status_code == 422, overrides
    assert client.post("/ask", json={"messages": []}).status_code == 422
    assert client.post("/ask", json={"messages": [{"role": "assistant", "content": "x"}]}).status_code == 422


def test_the_chat_app_streams_lines_of_verified_text(client):
    history = [
        *said(),
        {"role": "assistant", "content": "The tenant."},
        {"role": "user", "content": "And when is its rent due?"},
    ]
    whole = client.post("/chat", json={"messages": history}).json()
    response = client.post("/chat/stream", json={"messages": history})
    lines = [json.loads(line) for line in response.text.splitlines()]
    assert lines[0]["delta"] == {"role": "assistant"} and lines[0]["context"] == whole["context"]
    assert "".join(line["delta"]["content"] for line in lines[1:]) == whole["message"]["content"]


def test_citations_are_written_as_files_where_that_is_set(office):
    client = office.client(citations="file")
    answer = client.post("/ask", json={"messages": said()}).json()
    assert "[boathouse.txt]" in answer["message"]["content"] and "[1]" not in answer["message"]["content"]
    assert answer["context"]["data_points"]["text"][0].split(": ")[0].endswith(".txt")


def test_openai_completions_come_whole_and_in_pieces(client):
    body = {"model": "pincite/leases", "messages": said(), "temperature": 0.1, "seed": 3}
    whole = client.post("/v1/chat/completions", json=body).json()
    text = whole["choices"][0]["message"]["content"]
    assert whole["object"] == "chat.completion" and "[1]" in text and whole["pincite"]["citations"]
    streamed = client.post(
        "/v1/chat/completions", json={**body, "stream": True, "stream_options": {"include_usage": True}}
    )
    assert streamed.text.rstrip().endswith("data: [DONE]")
    chunks = events(streamed)
    assert "".join(c["choices"][0]["delta"].get("content", "") for c in chunks if c["choices"]) == text
    assert chunks[-1]["usage"]["total_tokens"] == 0
    assert [row["id"] for row in client.get("/v1/models").json()["data"]] == ["pincite/leases"]
    assert client.post("/v1/chat/completions", json={**body, "model": "gpt-4"}).status_code == 404
    parts = [{"role": "user", "content": [{"type": "text", "text": QUESTION}]}]
    assert client.post("/v1/chat/completions", json={**body, "model": "pincite", "messages": parts}).status_code == 200


def test_openai_embeddings_are_those_of_the_collection(client):
    body = {"model": "pincite/leases", "input": ["the roof", "the rent"]}
    plain = client.post("/v1/embeddings", json=body).json()["data"]
    assert [row["index"] for row in plain] == [0, 1] and len(plain[0]["embedding"]) == 64
    packed = client.post("/v1/embeddings", json={**body, "encoding_format": "base64"}).json()["data"][0]["embedding"]
    assert struct.unpack("<64f", base64.b64decode(packed)) == pytest.approx(plain[0]["embedding"])
    assert client.post("/v1/embeddings", json={**body, "input": [[1, 2]]}).status_code == 422
    assert client.post("/v1/embeddings", json={**body, "input": []}).json()["data"] == []


def test_cohere_rerank_puts_the_passage_that_answers_first(client):
    texts = ["The weather was fine.", {"text": "The Tenant keeps the roof in repair."}, "Bananas are yellow."]
    body = {
        "model": "rerank",
        "query": "Who repairs the roof?",
        "documents": texts,
        "top_n": 2,
        "return_documents": True,
    }
    rows = client.post("/v1/rerank", json=body).json()["results"]
    assert len(rows) == 2 and rows[0]["index"] == 1 and rows[0]["document"]["text"] == texts[1]["text"]
    assert 0 <= rows[1]["relevance_score"] <= rows[0]["relevance_score"] <= 1


def test_the_rag_blueprint_makes_fills_asks_and_deletes_a_collection(office):
    data = office.folder / "data"
    data.mkdir()
    client = office.client(data=data)
    assert client.post("/v1/collection", json={"collection_name": "eval"}).json()["collection_name"] == "eval"
    names = [row["collection_name"] for row in client.get("/v1/collections").json()["collections"]]
    assert names == ["eval", "leases"]
    files = [("documents", ("ferry.txt", lease_of("ferry").encode())), ("documents", ("bad.pdf", b"%PDF-1.4"))]
    form = {"data": json.dumps({"collection_name": "eval", "blocking": True, "split_options": {"chunk_size": 512}})}
    sent = client.post("/v1/documents", files=files, data=form).json()
    assert [row["document_name"] for row in sent["documents"]] == ["ferry.txt"]
    assert [row["document_name"] for row in sent["failed_documents"]] == ["bad.pdf"]
    later = client.post("/v1/documents", files=files[:1], data={"data": json.dumps({"collection_name": "eval"})}).json()
    assert client.get("/v1/status", params={"task_id": later["task_id"]}).json()["state"] in ("PENDING", "FINISHED")
    listed = client.get("/v1/documents", params={"collection_name": "eval"}).json()
    assert [row["document_name"] for row in listed["documents"]] == ["ferry.txt"]
    body = {
        "messages": said("Who keeps the roof of the ferry in repair?"),
        "collection_names": ["eval"],
        "use_knowledge_base": True,
    }
    chunks = events(
        client.post("/v1/generate", json={**body, "llm_endpoint": "http://169.254.169.254/", "reranker_top_k": 3})
    )
    assert "roof" in "".join(chunk["choices"][0]["message"]["content"] for chunk in chunks)
    assert chunks[-1]["choices"][0]["finish_reason"] == "stop" and "usage" in chunks[-1]
    result = chunks[0]["citations"]["results"][0]
    assert result["document_name"] == "ferry.txt" and {"page_number", "description"} <= result["metadata"].keys()
    gone = client.request("DELETE", "/v1/collections", json=["eval", "leases"]).json()
    assert gone["successful"] == ["eval"] and gone["failed"][0]["collection_name"] == "leases"


def test_a_client_with_several_collections_must_name_one(office):
    from pincite.service.service import Service

    service = Service(
        {"leases": office.workshop.store, "more": office.workshop.store}, flags=("retrieval.results=chunks",)
    )
    key = office.key(leases="read")
    client = office.client(service, keys=office.keys)
    everything = office.key("root", **{"*": "read"})
    assert client.post("/ask", json={"messages": said()}, headers=bearer(key)).status_code == 200
    refused = client.post("/ask", json={"messages": said()}, headers=bearer(everything))
    assert refused.status_code == 422 and "leases, more" in refused.json()["error"]["message"]
    named = {"messages": said(), "context": {"overrides": {"collection": "more"}}}
    assert client.post("/ask", json=named, headers=bearer(everything)).status_code == 200
    assert client.post("/ask", json=named, headers=bearer(key)).status_code == 403


@pytest.mark.parametrize("text", ["", "one", "a b " * 100, "x" * 500])
def test_pieces_make_up_the_text(text):
    assert "".join(pieces(text)) == text
