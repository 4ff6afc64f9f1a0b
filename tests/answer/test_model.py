import pytest

from pincite import registry
from pincite.answer.model import LocalAnswerer
from pincite.errors import ModelError, SettingsError


class Speaking:
    """A chat model that repeats what it was told to say, and keeps what it was asked."""

    name = "speaking"
    says = "The Tenant shall pay a rent of £12,500 a year [1]."
    made: list

    def __init__(self, path=None, **options):
        self.options = options
        self.asked = []
        Speaking.made.append(self)

    def reply(self, messages, *, as_json=False, told=None):
        self.asked.append(messages)
        return self.says


@pytest.fixture(autouse=True)
def speaking(monkeypatch):
    Speaking.made = []
    monkeypatch.setitem(registry.BUILT_IN["chat"], "local", f"{__name__}:Speaking")
    return Speaking


def test_a_small_model_is_shown_as_much_as_it_may_read(context, speaking):
    draft = LocalAnswerer(context_tokens=45).answer(context)
    shown = speaking.made[0].asked[0][-1].content
    assert "£12,500" in shown
    assert "gutters" not in shown
    assert [claim.numbers for claim in draft.claims] == [(1,)]


def test_where_no_source_is_short_enough_the_model_is_not_asked(context, speaking):
    with pytest.raises(ModelError, match="no source is as short"):
        LocalAnswerer(context_tokens=1).answer(context)
    assert speaking.made[0].asked == []


def test_a_budget_below_one_token_is_refused():
    with pytest.raises(SettingsError, match="at least 1"):
        LocalAnswerer(context_tokens=0)


def test_a_small_model_is_held_to_cite_and_not_asked_to_rewrite(speaking):
    small, large = LocalAnswerer(), LocalAnswerer(brief=False)
    assert "[1-9]" in speaking.made[0].options["grammar"]
    assert speaking.made[1].options["grammar"] is None
    history = [("Consider the lease; what is the rent?", "£12,500")]
    assert small.rewrite("And the deposit?", history) == "Consider the lease; what is the deposit?"
    assert speaking.made[0].asked == []
    assert large.rewrite("And the deposit?", history) == speaking.says
