import pytest

from pincite.domain.chat import ChatMessage
from pincite.errors import MissingExtra, ModelError
from pincite.llm.local import LocalChat
from pincite.ports import ChatModel


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(ModelError, match=r"nowhere\.gguf"):
        LocalChat("nowhere.gguf")


@pytest.mark.slow
def test_a_small_model_answers_in_this_process():
    pytest.importorskip("xllamacpp")
    try:
        model = LocalChat(max_tokens=12, window=512)
    except MissingExtra:
        pytest.skip("no model package is installed")
    assert isinstance(model, ChatModel)
    heard = []
    reply = model.reply([ChatMessage("user", "Say: good morning.")], told=heard.append)
    assert reply.strip()
    assert "".join(heard) == reply
    assert model.usage.output_tokens <= 12
