"""What every registered chat model must do.

Those behind a provider's interface talk to a real server on this machine; one that needs a package or a file that is
not here is skipped.
"""

import inspect

import pytest
from tests.chat_provider import ChatProvider
from tests.local_server import LocalServers

from pincite import registry
from pincite.domain.chat import ChatMessage
from pincite.domain.usage import Usage
from pincite.errors import MissingExtra, ModelError
from pincite.options import is_injected, settable
from pincite.pipeline.wire import make_chat
from pincite.ports import ChatModel
from pincite.settings import Stage

REPLY = "The Tenant pays £12,500 a year."
MESSAGES = (ChatMessage("system", "Be brief."), ChatMessage("user", "Who pays the rent, and how much?"))
ASKED_AGAIN = (*MESSAGES, ChatMessage("assistant", "Nobody."), ChatMessage("user", "That is wrong. Again."))
GRAMMAR = 'root ::= "yes" | "no"\n'
CHATS = [name for name in registry.names("chat") if name != "none"]


@pytest.fixture
def provider(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    with LocalServers(keep_alive=False) as servers:
        yield ChatProvider(servers, REPLY)


@pytest.fixture(params=CHATS)
def chat(request, provider):
    """Makes the chat model as settings would, pointed at the provider of the test."""
    known = settable(registry.load("chat", request.param))
    where = {"base_url": f"{provider.url}/v1", "attempts": 1, "max_tokens": 30, "temperature": 0.0}

    def make(cache=None, **options):
        given = {name: value for name, value in {**where, **options}.items() if name in known}
        try:
            made = make_chat(Stage.model_validate({"kind": request.param, **given}), cache=cache)
            made.reply(MESSAGES)
        except MissingExtra as missing:
            pytest.skip(str(missing))
        return made

    return make


@pytest.mark.parametrize("messages", [MESSAGES, ASKED_AGAIN], ids=["asked", "asked again"])
def test_it_replies_and_streams_the_same_words(chat, messages):
    model, streamed = chat(), []
    assert isinstance(model, ChatModel) and model.name
    reply = model.reply(messages, on_token=streamed.append)
    assert isinstance(reply, str) and reply.strip()
    assert "".join(streamed).endswith(reply)


def test_it_counts_what_it_is_asked(chat):
    model = chat()
    before = model.usage
    model.reply(MESSAGES)
    assert isinstance(before, Usage)
    assert model.usage.requests == before.requests + 1


def test_it_keeps_to_a_grammar_or_ignores_it(chat):
    reply = chat().reply(MESSAGES, grammar=GRAMMAR, on_token=lambda piece: None)
    assert reply in {"yes", "no", REPLY}


def test_what_it_was_asked_before_it_knows_from_disk(chat, tmp_path):
    reply = chat(tmp_path).reply(MESSAGES)
    model = chat(tmp_path)
    assert model.reply(MESSAGES) == reply
    assert not model.usage
    assert chat(tmp_path, cached=False).usage


@pytest.mark.parametrize("name", CHATS)
def test_its_sampling_and_its_model_are_settings_and_its_cache_is_not(name):
    plugin = registry.load("chat", name)
    assert {"model", "temperature", "top_p", "max_tokens", "seed"} <= settable(plugin).keys()
    assert "cache" not in inspect.signature(plugin).parameters or is_injected(plugin, "cache")


def test_a_provider_that_answers_out_of_form_is_a_model_error(provider):
    chat = make_chat(Stage.model_validate({"kind": "openai", "base_url": f"{provider.url}/v1", "attempts": 1}))
    provider.broken = True
    with pytest.raises(ModelError, match="gpt-4o-mini"):
        chat.reply(MESSAGES)


def test_no_model_says_what_to_set():
    chat = make_chat(Stage(kind="none"))
    assert isinstance(chat, ChatModel)
    with pytest.raises(ModelError, match=r"chat\.kind"):
        chat.reply(MESSAGES)


class Echo:
    """A vendor's model as a third party might write it."""

    def __init__(self, *, model: str = "echo", temperature: float = 0.0) -> None:
        self.name, self.temperature, self.usage = model, temperature, Usage()

    def reply(self, messages, *, as_json=False, grammar=None, on_token=None):
        return f"{messages[-1].content} [1]."


def test_a_new_vendor_is_one_file_and_one_line(monkeypatch):
    """Registered, it answers: nothing else knows of it."""
    from pincite.pipeline.wire import check_wiring, make_answerer
    from pincite.settings import load_settings

    monkeypatch.setitem(registry.BUILT_IN["chat"], "echo", f"{__name__}:Echo")
    settings = load_settings(flags=["chat.kind=echo", "chat.model=e-1", "answerer.kind=model"]).settings
    check_wiring(settings)
    answerer = make_answerer(settings)
    assert answerer.name == "e-1"
    assert answerer._chat.temperature == 0.1
