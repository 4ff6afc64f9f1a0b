import json
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from pincite.domain.chat import ChatMessage
from pincite.errors import ModelError
from pincite.llm.openai_http import OpenAiChat
from pincite.ports import ChatModel
from pincite.registry import load

MESSAGES = [ChatMessage("system", "Be brief."), ChatMessage("user", "Who pays?")]


def answer(text="The tenant."):
    return httpx.Response(200, json={"choices": [{"message": {"content": text}}]})


class Provider:
    """A provider that gives its answers in turn, the last one for ever."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(given, Exception):
            raise given
        return given


def chat(provider, **options):
    waits = []
    options.setdefault("base_url", "http://model.test/v1/")
    model = OpenAiChat("gull-1", **options)
    model.api.transport, model.api.sleep = httpx.MockTransport(provider), waits.append
    return model, waits


def test_it_is_the_registered_chat_model():
    assert load("chat", "openai") is OpenAiChat
    assert isinstance(OpenAiChat("m"), ChatModel)


def test_a_question_is_posted_in_the_providers_form(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret-1")
    provider = Provider(answer())
    model, _ = chat(provider)
    assert model.reply(MESSAGES, as_json=True) == "The tenant."
    request = provider.requests[0]
    assert str(request.url) == "http://model.test/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer secret-1"
    assert json.loads(request.content) == {
        "model": "gull-1",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Who pays?"}],
        "temperature": 0,
        "response_format": {"type": "json_object"},
    }


def test_the_address_comes_from_the_environment_and_a_local_model_needs_no_key(monkeypatch):
    monkeypatch.setenv("PINCITE_LLM_BASE_URL", "http://localhost:9/v1")
    provider = Provider(answer())
    model, _ = chat(provider, base_url=None)
    model.reply(MESSAGES)
    assert str(provider.requests[0].url) == "http://localhost:9/v1/chat/completions"
    assert "authorization" not in provider.requests[0].headers


def test_passing_trouble_is_waited_out_with_growing_jittered_pauses():
    trouble = [httpx.Response(500), httpx.ReadTimeout("slow"), httpx.Response(429, headers={"retry-after": "7"})]
    model, waits = chat(Provider(*trouble, httpx.Response(503, headers={"retry-after": "soon"}), answer()))
    assert model.reply(MESSAGES) == "The tenant."
    assert 0.5 <= waits[0] <= 0.75
    assert 1 <= waits[1] <= 1.5
    assert 7 <= waits[2] <= 10.5
    assert 4 <= waits[3] <= 6


def test_lasting_trouble_is_an_error_after_the_last_attempt():
    model, waits = chat(Provider(httpx.Response(503)), attempts=3)
    with pytest.raises(ModelError, match="Model 'gull-1': .* status 503, after 3 attempts"):
        model.reply(MESSAGES)
    assert len(waits) == 2


def test_an_unreachable_provider_is_named():
    model, _ = chat(Provider(httpx.ConnectError("refused")), attempts=1)
    with pytest.raises(ModelError, match=r"cannot be reached at http://model\.test/v1 \(ConnectError\)"):
        model.reply(MESSAGES)


def test_a_refused_key_is_not_tried_again_and_never_shown(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret-1")
    provider = Provider(httpx.Response(401, json={"error": "bad key secret-1"}))
    model, _ = chat(provider)
    with pytest.raises(ModelError, match="refuses the key .* set OPENAI_API_KEY") as caught:
        model.reply(MESSAGES)
    assert caught.value.status == 401
    assert "secret-1" not in str(caught.value) + repr(vars(model))
    assert len(provider.requests) == 1


@pytest.mark.parametrize("response", [httpx.Response(200, text="hello"), httpx.Response(200, json={"choices": []})])
def test_an_unknown_form_is_an_error(response):
    with pytest.raises(ModelError, match="in an unknown form"):
        chat(Provider(response))[0].reply(MESSAGES)


def test_an_answer_without_text_is_an_error():
    with pytest.raises(ModelError, match="gave no text"):
        chat(Provider(answer(None)))[0].reply(MESSAGES)


def test_answers_are_kept_by_what_was_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret-1")
    provider = Provider(answer("one"), answer("two"))
    model, _ = chat(provider, cache=tmp_path / "kept")
    assert [model.reply(MESSAGES) for _ in range(3)] == ["one"] * 3
    assert chat(provider, cache=tmp_path / "kept")[0].reply(MESSAGES) == "one"
    assert model.reply(MESSAGES[:1]) == "two"
    kept = list((tmp_path / "kept").iterdir())
    assert len(kept) == 2
    assert all("secret-1" not in path.read_text() for path in kept)


def test_many_may_ask_at_once(tmp_path):
    model, _ = chat(Provider(answer()), cache=tmp_path)
    with ThreadPoolExecutor(8) as pool:
        asked = [[ChatMessage("user", str(n))] for n in range(40)]
        assert set(pool.map(model.reply, asked)) == {"The tenant."}
    assert len(list(tmp_path.iterdir())) == 40
