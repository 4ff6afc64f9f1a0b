import pytest

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.asked_label import names_asked
from pincite.answer.values.comings import Direction, direction


@pytest.mark.parametrize(
    ("question", "label", "value"),
    [
        ("how many users do we get with larch", "Named users", "15"),
        ("how many guests may stay", "Number of guests", "5"),
        ("how many children are in a session", "Children per session", "24"),
        ("how many dogs are allowed", "Dogs", "up to two"),
    ],
)
def test_a_label_names_what_is_counted(question, label, value):
    assert names_asked(AskedValue.COUNT, question, label, value=value, known="larch stay")


@pytest.mark.parametrize(
    ("question", "label", "value"),
    [
        ("how many administrators do we get", "Named users", "15"),
        ("how many users do we get", "Extra user", "£14 a month"),
        ("how many users do we get", "User guides", "3"),
        ("how many extra users do we get", "Named users", "15"),
        ("how many users left last year", "Named users", "15"),
        ("how many users do we get", "Users from", "1 May 2026"),
    ],
)
def test_a_label_of_another_thing_names_nothing(question, label, value):
    assert not names_asked(AskedValue.COUNT, question, label, value=value, known="")


@pytest.mark.parametrize(
    ("question", "label", "named"),
    [
        ("how long does a wheel build take", "Wheel build", True),
        ("how long is the guarantee on a wheel build", "Wheel build", False),
        ("how long does a gear service take", "Wheel build", False),
    ],
)
def test_nothing_may_be_asked_beyond_the_label(question, label, named):
    assert names_asked(AskedValue.DURATION, question, label, value="3 days", known="") is named


@pytest.mark.parametrize(
    ("question", "label", "named"),
    [
        ("what time can we arrive", "Check-in", True),
        ("what time can we arrive", "Check-out", False),
        ("what time must we leave", "Check-out", True),
        ("what time must we leave the pool", "Check-out", False),
        ("what time is breakfast", "Check-in", False),
    ],
)
def test_a_time_is_of_the_same_end(question, label, named):
    assert names_asked(AskedValue.TIME, question, label, value="2 pm", known="") is named


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("when do you shut", Direction.GOING),
        ("Opening", Direction.COMING),
        ("can I pick my son up", Direction.GOING),
        ("Check-in and check-out", None),
        ("how much is it", None),
    ],
)
def test_words_speak_of_coming_or_going(words, told):
    assert direction(words) is told
