"""The preset pipeline-002, from files to a cited answer, against a provider on this machine."""

import http.server
import json
import threading
import zlib

import pytest
from tests.pipeline.conftest import lease_of

from pincite.domain.chunk import Layer
from pincite.errors import MissingKey
from pincite.pipeline.store import Store
from pincite.settings import load_settings


class Provider(http.server.BaseHTTPRequestHandler):
    """Embeds by words, summarises in one line, and answers with the first source that names the roof."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.bodies.append((self.path, body))
        given = self.embeddings(body) if self.path.endswith("/embeddings") else self.chat(body)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if body.get("stream") else "application/json")
        self.end_headers()
        self.wfile.write(given.encode())

    def embeddings(self, body):
        rows = []
        for index, text in enumerate(body["input"]):
            vector = [0.001] * 64
            for word in text.casefold().split():
                vector[zlib.crc32(word.strip(".,?").encode()) % 64] += 1
            rows.append({"index": index, "embedding": vector})
        return json.dumps({"data": rows, "usage": {"prompt_tokens": 10}})

    def chat(self, body):
        asked = body["messages"][-1]["content"]
        words = "Lease between two companies." if body["model"] == "gpt-4o-mini" else self.answer(asked)
        if body.get("stream"):
            event = json.dumps({"choices": [{"delta": {"content": words}}], "usage": {"prompt_tokens": 9}})
            return f"data: {event}\n\ndata: [DONE]\n\n"
        return json.dumps({"choices": [{"message": {"content": words}}], "usage": {"prompt_tokens": 9}})

    def answer(self, asked):
        self.server.contexts.append(asked)
        return "The Tenant of the smithy keeps the roof and the gutters in repair at its own cost [1]."

    def log_message(self, *arguments):
        pass


@pytest.fixture
def provider(monkeypatch):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider) as server:
        server.bodies, server.contexts = [], []
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        monkeypatch.setenv("PINCITE_LLM_BASE_URL", f"http://127.0.0.1:{server.server_address[1]}/v1")
        yield server
        server.shutdown()


@pytest.fixture
def files(tmp_path, inline, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "files"
    folder.mkdir()
    for subject in ("orchard", "smithy"):
        (folder / f"{subject}.txt").write_text(lease_of(subject))
    return folder


FLAGS = ["jobs=1", "ocr.mode=never", "answer.threshold=0.01"]


def test_all_seven_phases_run(provider, files, tmp_path):
    flags = [*FLAGS, "embedder.dimensions=64"]
    settings = load_settings("pipeline-002", flags=flags).settings
    Store.build([files], tmp_path / "store", settings=settings)
    summaries = [body for path, body in provider.bodies if path.endswith("/chat/completions")]
    assert {body["model"] for body in summaries} == {"gpt-4o-mini"}
    assert {body["temperature"] for body in summaries} == {0.3}
    embedded = [text for path, body in provider.bodies if path.endswith("/embeddings") for text in body["input"]]
    assert any(text.startswith("Lease between two companies. ") and "gutters" in text for text in embedded)
    provider.bodies.clear()

    store = Store.open(tmp_path / "store", preset="pipeline-002", flags=flags)
    assert all(store.describe()["rows"][layer.value] for layer in Layer)
    answer = store.ask("Who keeps the gutters of the smithy in repair?")
    (asked,) = [body for path, body in provider.bodies if path.endswith("/chat/completions")]
    assert (asked["model"], asked["temperature"], asked["max_tokens"], asked["top_p"]) == ("gpt-4", 0.1, 1000, 0.95)
    (context,) = provider.contexts
    # The summaries stand apart: no passage begins with one.
    assert context.count("Lease between two companies.") <= 2
    assert answer.found and answer.answerer == "gpt-4"
    for citation in answer.citations:
        assert citation.quote == citation.passage.span.slice(store.library.text(citation.passage.doc_id))
    assert len({source.passage.doc_id for source in answer.sources}) <= 2


def test_without_a_key_it_ends_at_once_and_says_which(files, tmp_path):
    settings = load_settings("pipeline-002", flags=FLAGS).settings
    with pytest.raises(MissingKey, match=r"'gpt-4o-mini': api\.openai\.com needs a key.*OPENAI_API_KEY is not set"):
        Store.build([files], tmp_path / "store", settings=settings)


@pytest.mark.parametrize(
    ("flags", "model"),
    [
        (["summarizer.kind=model", "chat.kind=openai"], "gpt-4o-mini"),
        (["embedder.kind=openai"], "text-embedding-3-large"),
        (["answerer.kind=model", "chat.kind=openai"], "gpt-4o-mini"),
        (["reranker.kind=cohere"], "rerank-v3.5"),
    ],
)
def test_a_stage_without_its_key_is_named_at_once(files, tmp_path, hashing, flags, model):
    settings = load_settings(flags=[*hashing, *FLAGS, *flags]).settings
    with pytest.raises(MissingKey, match=f"'{model}'.*API_KEY is not set"):
        Store.build([files], tmp_path / "store", settings=settings)
        Store.open(tmp_path / "store", settings=settings).ask("Who repairs the roof of the smithy?")
