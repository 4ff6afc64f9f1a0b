import threading
import time

import pytest

from pincite.domain.chat import ChatMessage
from pincite.errors import MissingExtra, ModelError
from pincite.llm.local import LocalChat
from pincite.ports import ChatModel

ASKED = [ChatMessage("user", "Who pays the rent?")]


class Scripted:
    """Stands in for llama.cpp: says each piece after a pause, until it is told to stop."""

    def __init__(self, pieces, *, pause=0.0, before=None, error=None):
        self.pieces, self.pause, self.before, self.error = pieces, pause, before, error
        self.asked, self.said, self.ended = [], 0, threading.Event()

    def handle_chat_completions(self, asked, hear):
        self.asked.append(asked)
        try:
            if self.before:
                self.before.wait()
            if self.error:
                raise self.error
            for piece in self.pieces:
                time.sleep(self.pause)
                self.said += 1
                timings = {"prompt_n": 4, "cache_n": 3, "predicted_n": self.said}
                if hear({"choices": [{"delta": {"content": piece}}], "timings": timings}):
                    return
            hear({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": self.said}})
        finally:
            self.ended.set()


@pytest.fixture
def chat(tmp_path):
    """A model whose engine is scripted."""
    file = tmp_path / "small.gguf"
    file.write_bytes(b"GGUF")

    def make(server, **options):
        model = LocalChat(str(file), **options)
        model.__dict__["_server"] = server
        return model

    return make


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(ModelError, match=r"nowhere\.gguf"):
        LocalChat("nowhere.gguf")


def test_the_words_are_heard_as_they_come_and_counted(chat):
    model, heard = chat(Scripted(["The Tenant ", "pays [1]."]), max_tokens=50), []
    assert model.reply(ASKED, on_token=heard.append) == "The Tenant pays [1]."
    assert heard == ["The Tenant ", "pays [1]."]
    assert (model.usage.requests, model.usage.input_tokens, model.usage.output_tokens) == (1, 7, 2)


def test_the_limits_are_passed_on(chat):
    server = Scripted(["x"])
    chat(server, max_tokens=50, seed=3).reply(ASKED, as_json=True)
    assert server.asked[0]["max_tokens"] == 50
    assert server.asked[0]["seed"] == 3
    assert "\nQuestion:" in server.asked[0]["stop"]
    assert server.asked[0]["response_format"] == {"type": "json_object"}


def test_a_model_that_goes_round_in_circles_is_stopped(chat):
    server = Scripted(["The rent is due on the first day of every month, in advance. "] * 10_000)
    model = chat(server)
    assert len(model.reply(ASKED)) < 1000
    assert server.ended.wait(5)
    assert model.usage.input_tokens == 7
    assert 0 < model.usage.output_tokens < 20


def test_time_is_up_even_while_the_model_still_reads(chat):
    going_on = threading.Event()
    model = chat(Scripted(["late"], before=going_on), seconds=0.1)
    with pytest.raises(ModelError, match=r"more than 0\.1 s"):
        model.reply(ASKED)
    with pytest.raises(ModelError, match=r"more than 0\.1 s"):
        model.reply(ASKED)
    going_on.set()


def test_after_a_question_that_was_given_up_the_next_is_answered(chat):
    going_on = threading.Event()
    server = Scripted(["late"], before=going_on)
    model = chat(server, seconds=0.1)
    with pytest.raises(ModelError):
        model.reply(ASKED)
    going_on.set()
    assert server.ended.wait(5)
    model._seconds = 5
    assert model.reply(ASKED) == "late"


def test_who_breaks_off_leaves_no_model_at_work(chat):
    server = Scripted([f"word {n} " for n in range(10_000)], pause=0.01)

    def break_off(piece):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chat(server).reply(ASKED, on_token=break_off)
    assert server.ended.wait(5)
    assert server.said < 100


@pytest.mark.parametrize("trouble", [RuntimeError("out of memory"), ValueError("bad prompt")])
def test_trouble_in_the_engine_is_an_error_of_the_model(chat, trouble):
    with pytest.raises(ModelError, match="failed"):
        chat(Scripted([], error=trouble)).reply(ASKED)


def test_an_event_that_tells_of_an_error_is_an_error(chat):
    class Refusing:
        def handle_chat_completions(self, asked, hear):
            hear({"error": {"message": "the request exceeds the available context size"}})

    with pytest.raises(ModelError, match="context size"):
        chat(Refusing()).reply(ASKED)


@pytest.mark.slow
def test_a_small_model_answers_in_this_process():
    pytest.importorskip("xllamacpp")
    try:
        model = LocalChat(max_tokens=12, window=512)
    except MissingExtra:
        pytest.skip("no model package is installed")
    assert isinstance(model, ChatModel)
    heard = []
    reply = model.reply([ChatMessage("user", "Say: good morning.")], on_token=heard.append)
    assert reply.strip()
    assert "".join(heard) == reply
    assert model.usage.output_tokens <= 12
