"""Rerankers: what each does alone, and what a search does with one."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from pincite import Passage, Span, registry
from pincite.errors import ModelError, SettingsError
from pincite.ports import Reranker
from pincite.retrieve.candidates import Pool, put_first
from pincite.retrieve.rerank_cohere import CohereReranker
from pincite.retrieve.rerank_highlighter import HighlighterReranker
from pincite.settings import load_settings

PASSAGES = (
    "The Tenant keeps the roof and the gutters of the mill in repair at its own cost.",
    "The rent is due on the first day of each month, in advance.",
    "Either party may end this Lease by three months' notice in writing.",
)


class Provider(ThreadingHTTPServer):
    """A local server with Cohere's interface: a passage scores by its length; `replies` come first."""

    daemon_threads = True

    def __init__(self, replies=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies = list(replies)
        self.bodies, self.paths, self.keys = [], [], []
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.paths.append(self.path)
        self.server.keys.append(self.headers.get("authorization"))
        if self.server.replies:
            status, reply = self.server.replies.pop(0)
        else:
            self.server.bodies.append(body)
            rows = [{"index": i, "relevance_score": len(text) / 100} for i, text in enumerate(body["documents"])]
            units = {"search_units": 1}
            status, reply = 200, {"results": rows[::-1], "meta": {"billed_units": units}}
        told = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


@pytest.fixture
def serve():
    made = []

    def start(*replies):
        server = Provider(replies)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        made.append(server)
        return server

    yield start
    for server in made:
        server.shutdown()
        server.server_close()


def test_every_registered_reranker_is_one():
    for name in registry.names("reranker"):
        assert isinstance(registry.load("reranker", name)(), Reranker)


def test_passages_go_in_batches_and_scores_come_back_in_order(serve, monkeypatch):
    monkeypatch.setenv("CO_API_KEY", "k-1")
    server = serve()
    reranker = CohereReranker(base_url=server.url + "/", batch=3)
    texts = ["x" * n for n in range(1, 9)]
    assert reranker.rerank("why?", texts) == [n / 100 for n in range(1, 9)]
    assert sorted(len(body["documents"]) for body in server.bodies) == [2, 3, 3]
    assert {body["top_n"] == len(body["documents"]) for body in server.bodies} == {True}
    assert set(server.paths) == {"/v2/rerank"}
    assert set(server.keys) == {"Bearer k-1"}
    assert reranker.usage.requests == 3
    assert reranker.usage.dollars == pytest.approx(3 * 2 / 1000)


def test_another_provider_has_its_own_place_model_and_key(serve, monkeypatch):
    monkeypatch.setenv("GULL_KEY", "k-2")
    server = serve()
    reranker = CohereReranker(base_url=server.url, path="/v1/rerank", model="gull-rank", key_variable="GULL_KEY")
    reranker.rerank("why?", ["a"])
    assert (server.paths, server.keys) == (["/v1/rerank"], ["Bearer k-2"])
    assert server.bodies[0] == {"model": "gull-rank", "query": "why?", "documents": ["a"], "top_n": 1}
    assert reranker.usage.dollars is None


def test_passing_trouble_is_waited_out_and_lasting_trouble_told(serve):
    waits = []
    server = serve((429, {}), (503, {}))
    reranker = CohereReranker(base_url=server.url)
    reranker.api.sleep = waits.append
    assert reranker.rerank("why?", ["a"]) == [0.01]
    assert len(waits) == 2
    server = serve((401, {"message": "invalid api token"}))
    with pytest.raises(ModelError, match="rerank-v3.5"):
        CohereReranker(base_url=server.url).rerank("why?", ["a"])
    assert len(server.paths) == 1


@pytest.mark.parametrize(
    "results",
    [
        None,
        [],
        [{"index": 0}],
        [{"index": 1, "relevance_score": 1}],
        [{"index": 0, "relevance_score": float("nan")}],
        [{"index": 0, "relevance_score": "high"}],
    ],
)
def test_an_answer_out_of_form_is_an_error(serve, results):
    server = serve((200, {"results": results}))
    with pytest.raises(ModelError, match="unknown form"):
        CohereReranker(base_url=server.url).rerank("why?", ["a"])


def test_what_cannot_be_sent_is_replaced_and_nothing_asks_nothing(serve):
    server = serve()
    reranker = CohereReranker(base_url=server.url)
    assert reranker.rerank("why?", []) == []
    assert not reranker.usage
    reranker.rerank("\ud800", ["", "x" * 60_000, "\udfff"])
    assert server.bodies[0]["query"] == "?"
    assert [len(text) for text in server.bodies[0]["documents"]] == [1, 24_000, 1]


def test_the_highlighter_puts_the_passage_that_answers_first():
    reranker = HighlighterReranker(threads=1)
    scores = reranker.rerank("Who must keep the roof in repair?", [*PASSAGES, ""])
    assert max(range(4), key=scores.__getitem__) == 0
    assert np.isfinite(scores).all()
    assert reranker.rerank("why?", []) == []


def pool_of(scores):
    score = np.array(scores, dtype=np.float32)
    return Pool(tuple(Passage("lease", Span(10 * n, 10 * n + 10)) for n in range(len(score))), score, score, score)


def test_the_best_are_ordered_anew_and_the_others_follow_on_the_same_scale():
    pool = put_first(pool_of([5, 4, 3, 2, 1]), np.array([0.2, 0.6, 0.4], dtype=np.float32))
    assert [chunk.span.start for chunk in pool.chunks] == [10, 20, 0, 30, 40]
    assert np.allclose(pool.score, [0.6, 0.4, 0.2, 0.0, -0.2], atol=1e-6)
    assert np.allclose(pool.dense, [4, 3, 5, 2, 1])


def test_equal_scores_leave_the_order():
    pool = put_first(pool_of([3, 3, 2]), np.zeros(3, dtype=np.float32))
    assert [chunk.span.start for chunk in pool.chunks] == [0, 10, 20]


def test_an_unknown_argument_is_refused_before_work_begins():
    from pincite.pipeline.wire import check_wiring

    with pytest.raises(SettingsError, match=r"reranker\.modell"):
        check_wiring(load_settings(flags=["reranker.kind=cohere", "reranker.modell=x"]).settings)
