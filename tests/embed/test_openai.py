import json

import httpx
import numpy as np
import pytest

from pincite.embed.openai import OpenAiEmbedder
from pincite.errors import ModelError
from pincite.ports import Embedder


class Provider:
    """Gives each text the vector (its length, 1), in shuffled order."""

    def __init__(self, *trouble):
        self.trouble = list(trouble)
        self.bodies = []

    def __call__(self, request):
        if self.trouble:
            return self.trouble.pop(0)
        body = json.loads(request.content)
        self.bodies.append(body)
        rows = [{"index": i, "embedding": [len(text), 1.0]} for i, text in enumerate(body["input"])]
        return httpx.Response(200, json={"data": rows[::-1], "usage": {"prompt_tokens": 10 * len(rows)}})


def embedder(provider, **options):
    waits = []
    options.setdefault("model", "gull-embed")
    made = OpenAiEmbedder(base_url="http://model.test/v1", **options)
    made.api.transport, made.api.sleep = httpx.MockTransport(provider), waits.append
    return made, waits


def test_texts_are_sent_in_batches_and_come_back_in_order_with_length_one():
    provider = Provider()
    made, _ = embedder(provider, batch=3)
    texts = ["x" * n for n in range(1, 9)]
    vectors = made.embed_passages(texts)
    assert sorted(len(body["input"]) for body in provider.bodies) == [2, 3, 3]
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert np.allclose(vectors[:, 0] / vectors[:, 1], range(1, 9))


def test_it_is_an_embedder_that_knows_its_model_and_size():
    made, _ = embedder(Provider())
    assert isinstance(made, Embedder)
    assert made.dimensions == 2
    assert OpenAiEmbedder().dimensions == 3072
    assert OpenAiEmbedder(dimensions=256).identity != OpenAiEmbedder().identity


def test_shorter_vectors_are_asked_for():
    provider = Provider()
    embedder(provider, dimensions=2)[0].embed_queries(["why?"])
    assert provider.bodies[0] == {"model": "gull-embed", "input": ["why?"], "encoding_format": "float", "dimensions": 2}


def test_a_full_provider_is_waited_for():
    made, waits = embedder(Provider(httpx.Response(429, headers={"retry-after": "3"})))
    assert len(made.embed_passages(["a"])) == 1
    assert 3 <= waits[0] <= 4.5


def test_long_texts_go_in_smaller_batches_and_are_cut():
    provider = Provider()
    made, _ = embedder(provider)
    made.embed_passages(["x" * 60_000] * 20)
    assert all(len(text) == 24_000 for body in provider.bodies for text in body["input"])
    assert max(sum(map(len, body["input"])) for body in provider.bodies) <= 200_000


def test_what_cannot_be_sent_is_replaced():
    provider = Provider()
    embedder(provider)[0].embed_passages(["", "\ud800"])
    assert provider.bodies[0]["input"] == [" ", "?"]


def test_no_texts_ask_nothing_and_usage_is_counted():
    provider = Provider()
    made, _ = embedder(provider, model="text-embedding-3-small", batch=2)
    assert made.embed_passages([]).shape == (0, 1536)
    assert not made.usage
    made.embed_passages(["a", "b", "c"])
    assert (made.usage.requests, made.usage.input_tokens) == (2, 30)
    assert made.usage.dollars == pytest.approx(30 * 0.02 / 1e6)


@pytest.mark.parametrize("data", [[], [{"index": 0}], [{"index": 0, "embedding": "x"}], None])
def test_an_answer_out_of_form_is_an_error(data):
    made, _ = embedder(lambda _: httpx.Response(200, json={"data": data}))
    with pytest.raises(ModelError, match="unknown form"):
        made.embed_passages(["a"])
