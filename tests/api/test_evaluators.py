"""Evaluators and clients of others, unchanged, against a real server."""

import json

import pytest
from tests.api.live import running
from tests.api.test_foreign import QUESTION
from tests.pipeline.conftest import lease_of
from typer.testing import CliRunner

from pincite.cli.main import app


def invoke(*words):
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def test_evaluate_measures_the_server_over_http(office, tmp_path):
    truth = tmp_path / "truth.jsonl"
    rows = [{"question": QUESTION, "truth": "The Tenant of the boathouse keeps the roof in repair. [boathouse.txt]"}]
    truth.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with running(office.client(start=False, citations="file").app) as url:
        config = {
            "testdata_path": str(truth),
            "results_dir": str(tmp_path / "results"),
            "requested_metrics": ["answer_length", "any_citation", "citation_match"],
            "target_url": f"{url}/chat",
            "target_parameters": {"overrides": {"top": 3}},
            "target_response_answer_jmespath": "message.content",
            "target_response_context_jmespath": "context.data_points.text",
        }
        (tmp_path / "config.json").write_text(json.dumps(config))
        invoke("evaluate", "--config", tmp_path / "config.json")
    (row,) = [json.loads(line) for line in (tmp_path / "results" / "eval_results.jsonl").read_text().splitlines()]
    assert "roof" in row["answer"] and row["citation_match"] == 1 and "boathouse.txt" in json.dumps(row["context"])


def test_evaluate_rag_feeds_asks_and_scores_the_server(office, tmp_path):
    dataset = tmp_path / "leases-rag"
    (dataset / "corpus").mkdir(parents=True)
    for name in ("ferry", "quarry"):
        (dataset / "corpus" / f"{name}.txt").write_text(lease_of(name))
    row = {"id": 0, "question": "Who keeps the roof of the ferry in repair?", "answer": "The Tenant."}
    (dataset / "train.json").write_text(json.dumps([row]))
    with running(office.client(start=False, data=office.folder / "data").app) as url:
        host, port = url.removeprefix("http://").split(":")
        server = ("--host", host, "--port", port, "--ingestor_server_url", url, "--file-type", "txt")
        invoke("evaluate-rag", "--dataset-paths", dataset, *server, "--output_dir", tmp_path / "out")
    (found,) = json.loads((tmp_path / "out/leases-rag/rag_leases-rag_evaluation_data.json").read_text())
    assert "roof" in found["answer"] and found["error"] is None
    assert found["citations"][0]["document_name"] == "ferry.txt"


@pytest.mark.filterwarnings("ignore")
def test_langchain_asks_as_it_asks_openai(office):
    langchain = pytest.importorskip("langchain_openai")
    with running(office.client(start=False).app) as url:
        model = langchain.ChatOpenAI(base_url=f"{url}/v1", api_key="none", model="pincite/leases", max_retries=0)
        assert "[1]" in model.invoke(QUESTION).content
        assert "[1]" in "".join(str(piece.content) for piece in model.stream(QUESTION))
