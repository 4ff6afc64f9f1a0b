import json
import shutil

import pytest
from tests.local_server import LocalServers, Reply
from tests.runs.conftest import LEASE, invoke

ROWS = [
    {"id": 0, "question": "Who repairs the roof?", "answer": "The landlord.", "contexts": [{"filename": "lease.txt"}]},
    {"id": 1, "question": "Break this one", "answer": "Nothing."},
    {"id": 2, "question": "What is the rent?", "answer": "Ninety pounds."},
]


@pytest.fixture
def dataset(tmp_path):
    folder = tmp_path / "leases"
    (folder / "corpus").mkdir(parents=True)
    (folder / "corpus/lease.txt").write_text(LEASE)
    (folder / "train.json").write_text(json.dumps(ROWS))
    return folder


def events(question):
    found = {"results": [{"document_name": "lease.txt", "metadata": {"page_number": 2, "description": "The roof."}}]}
    sent = [
        {"choices": [{"message": {"content": "Answer to "}}], "citations": found},
        {"choices": [{"message": {"content": question}}]},
    ]
    return Reply("".join(f"data: {json.dumps(one)}\n\n" for one in sent) + "data: [DONE]\n\n", type="text/event-stream")


def part(folder, name):
    return json.loads((folder / f"leases/rag_leases_evaluation_{name}.json").read_text())


def test_a_server_is_fed_asked_and_scored_and_failed_rows_are_kept_in_order(dataset, tmp_path):
    had = []

    def reply(body, request):
        if request == "GET /v1/collections":
            return Reply(json.dumps({"collections": had}))
        if request == "POST /v1/collection":
            had.append({"collection_name": body["collection_name"]})
            return Reply("{}")
        if request.startswith("GET /v1/documents"):
            return Reply(json.dumps({"documents": [{"document_name": "lease.txt"}]}))
        if request == "POST /v1/generate":
            question = body["messages"][0]["content"]
            return Reply("no", 422) if question == "Break this one" else events(question)
        return Reply("{}")

    with LocalServers() as servers:
        url = servers.start(reply)
        given = [
            "--host",
            "127.0.0.1",
            "--port",
            url.rsplit(":", 1)[1],
            "--ingestor_server_url",
            url,
            "--file-type",
            "txt",
        ]
        words = ["evaluate-rag", "--dataset-paths", dataset, *given, "--output_dir", tmp_path / "out", "--top_k", 3]
        words.append("--disable-reranker")
        done = invoke(*words, "--delete_collection")
        assert done.exit_code == 1, done.output
        asked = [seen for seen in servers.seen if seen[1] == "/v1/generate"]
        assert asked[0][3]["reranker_top_k"] == 3 and asked[0][3]["enable_reranker"] is False
        assert "temperature" not in asked[0][3] and asked[0][3]["collection_names"] == ["leases"]
        uploads = [seen for seen in servers.seen if seen[:2] == ("POST", "/v1/documents")]
        assert len(uploads) == 1 and b'name="documents"; filename="lease.txt"' in uploads[0][3]
        assert b'"collection_name": "leases"' in uploads[0][3]
        assert servers.seen[-1][0] == "DELETE" and servers.seen[-1][3] == ["leases"]
        invoke(*words)
        assert len([seen for seen in servers.seen if seen[:2] == ("POST", "/v1/documents")]) == 1
    data = part(tmp_path / "out", "data")
    assert [row["id"] for row in data] == [0, 1, 2]
    assert data[0]["answer"] == "Answer to Who repairs the roof?" and data[0]["contexts"] == ROWS[0]["contexts"]
    assert data[0]["citations"] == [{"document_name": "lease.txt", "page_number": 2}]
    assert "422" in data[1]["error"]
    assert part(tmp_path / "out", "results")[1]["metrics"]["f1_score"] is None
    assert part(tmp_path / "out", "summary")["failed"] == 1
    assert part(tmp_path / "out", "metrics")["f1_score"]["rows"] == 2


def test_several_folders_stand_after_the_option_as_argparse_takes_them(dataset, tmp_path, hashing, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    other = tmp_path / "others"
    shutil.copytree(dataset, other)
    flags = [word for flag in [*hashing, "answer.threshold=0"] for word in ("--set", flag)]
    out = tmp_path / "out"
    done = invoke("evaluate-rag", "--dataset-paths", dataset, other, "--output_dir", out, "--thread", 2, *flags)
    assert done.exit_code == 0, done.output
    assert (out / "leases/rag_leases_evaluation_data.json").is_file()
    assert (out / "others/rag_others_evaluation_data.json").is_file()


def test_without_a_server_our_pipeline_is_asked(dataset, tmp_path, hashing, inline, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    flags = [word for flag in [*hashing, "answer.threshold=0"] for word in ("--set", flag)]
    done = invoke("evaluate-rag", "--dataset-paths", dataset, "--output_dir", tmp_path / "out", *flags)
    assert done.exit_code == 0, done.output
    assert len(part(tmp_path / "out", "data")) == 3
    assert part(tmp_path / "out", "metrics")["answer_length"]["mean"] > 0
