import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from pincite.errors import MissingKey, ModelError, SettingsError
from pincite.http import JsonApi
from pincite.prices import Meter, price_of, search_price_of


def api(handler, **options):
    made = JsonApi("gull-1", base_url="http://model.test/v1", **options)
    made.transport = httpx.MockTransport(handler)
    return made


def test_no_more_requests_are_under_way_than_allowed():
    under_way, most, lock = 0, 0, threading.Lock()

    def handle(request):
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.01)
        with lock:
            under_way -= 1
        return httpx.Response(200, json={})

    provider = api(handle, concurrency=2)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: provider.post("/x", {"n": n}), range(16)))
    assert most == 2


def test_a_waiting_request_does_not_hold_up_the_others():
    turns = iter([httpx.Response(429), httpx.Response(200, json=1), httpx.Response(200, json=2)])
    provider = api(lambda _: next(turns), concurrency=1)
    provider.sleep = lambda _: provider.post("/other", {})
    assert provider.post("/x", {}) == 2


def test_the_key_is_read_when_it_is_used(monkeypatch):
    seen = []
    provider = api(lambda request: seen.append(request.headers.get("authorization")) or httpx.Response(200, json={}))
    provider.post("/x", {})
    monkeypatch.setenv("OPENAI_API_KEY", "one")
    provider.post("/x", {})
    assert seen == [None, "Bearer one"]


@pytest.mark.parametrize("url", [None, "https://api.cohere.com", "https://gull.openai.azure.com/openai/deployments/x"])
def test_a_hosted_model_without_a_key_is_not_asked_at_all(url):
    asked, slept = [], []
    provider = JsonApi("gull-1", base_url=url)
    provider.transport = httpx.MockTransport(lambda request: asked.append(request) or httpx.Response(503))
    provider.sleep = slept.append
    with pytest.raises(MissingKey, match="needs a key, and the variable OPENAI_API_KEY is not set"):
        provider.post("/x", {})
    assert (asked, slept) == ([], [])


def test_an_answer_that_is_no_json_is_an_error():
    with pytest.raises(ModelError, match="unknown form"):
        api(lambda _: httpx.Response(200, text="<html>")).post("/x", {})


def test_tokens_and_dollars_are_counted():
    meter = Meter("gpt-4o-mini-2024-07-18")
    for _ in range(2):
        meter.count({"usage": {"prompt_tokens": 1_000_000, "completion_tokens": 500_000}})
    assert (meter.usage.requests, meter.usage.input_tokens, meter.usage.output_tokens) == (2, 2_000_000, 1_000_000)
    assert meter.usage.dollars == pytest.approx(2 * 0.15 + 0.6)


def test_the_cost_of_a_model_without_a_price_is_unknown():
    meter = Meter("gull-1")
    meter.count({"usage": "none"})
    assert (meter.usage.requests, meter.usage.dollars) == (1, None)


def test_prices_can_be_overridden(tmp_path, monkeypatch):
    prices = tmp_path / "prices.json"
    prices.write_text('{"gpt-4o-mini": [1, 2], "gull-1": [3, 4]}')
    monkeypatch.setenv("PINCITE_PRICES", str(prices))
    assert (price_of("gpt-4o-mini"), price_of("gull-1"), price_of("gpt-4o")) == ((1, 2), (3, 4), (2.5, 10))
    prices.write_text('{"gull-rank": 5}')
    assert (search_price_of("gull-rank"), price_of("gull-rank"), search_price_of("rerank-v3.5")) == (5, None, 2)
    prices.write_text("[]")
    with pytest.raises(SettingsError, match="PINCITE_PRICES"):
        price_of("gull-1")


@pytest.mark.parametrize("key", ["sk-\u00e9-4711", "sk-4711\x07", "sk-47\n11"])
def test_a_key_that_cannot_be_sent_is_not_told(key, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ModelError, match="OPENAI_API_KEY holds characters that no key has") as caught:
        api(lambda _: httpx.Response(200, json={})).post("/x", {})
    assert "4711" not in "".join(traceback.format_exception(caught.value))


def test_a_key_in_the_place_of_its_variable_is_not_told():
    with pytest.raises(SettingsError, match="name the variable") as caught:
        api(lambda _: None, key_variable="sk-proj-4711")
    assert "4711" not in str(caught.value)


@pytest.mark.parametrize(
    "trouble",
    [httpx.ConnectError("no way to http://clerk:pa55word@model.test"), httpx.Response(500), httpx.Response(401)],
)
def test_neither_key_nor_password_is_in_an_error(trouble, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-4711")

    def handle(request):
        if isinstance(trouble, Exception):
            raise trouble
        return trouble

    provider = JsonApi("gull-1", base_url="http://clerk:pa55word@model.test/v1?sig=s3cret", attempts=1)
    provider.transport = httpx.MockTransport(handle)
    with pytest.raises(ModelError) as caught:
        provider.post("/x", {})
    told = "".join(traceback.format_exception(caught.value))
    assert "4711" not in told
    assert "pa55word" not in str(caught.value) + provider.shown
    assert "s3cret" not in str(caught.value) + provider.shown


def test_a_redirection_is_not_followed_with_the_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-4711")
    seen = []

    def handle(request):
        seen.append(request.url.host)
        return httpx.Response(307, headers={"location": "http://thief.test/"})

    with pytest.raises(ModelError, match="status 307"):
        api(handle).post("/x", {})
    assert seen == ["model.test"]
