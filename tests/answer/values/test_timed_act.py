import pytest

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.stated_value import stated_value
from pincite.answer.values.timed_act import find_timed_act

APPLICATION = "An application must be made within six years of the event."
SUPPLY = "Where a list of boats is asked for, the keeper must give it within nine days of the request."
APPEAL = "Notice of appeal must be lodged within 21 days of the decision."


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("how long does a party have to appeal?", "appellant"),
        ("How many days do I have to lodge an appeal?", "appeals"),
        ("what is the deadline for paying?", "payment"),
        ("how long does the respondent have to file an answer?", "reply"),
    ],
)
def test_the_act_is_known_in_other_words(question, word):
    act = find_timed_act(question)
    assert act is not None and act.fullmatch(word)


@pytest.mark.parametrize("question", ["how long is the lease?", "how long have I to plant it?", "when is the appeal?"])
def test_other_questions_name_no_timed_act(question):
    assert find_timed_act(question) is None


@pytest.mark.parametrize(
    ("question", "quote", "short"),
    [
        ("how long does a party have to appeal?", APPLICATION, None),
        ("how long does a party have to appeal?", APPEAL, "within 21 days of the decision"),
        ("how long does a party have to make an application?", APPLICATION, "within six years of the event"),
        ("How long does the keeper have to answer?", SUPPLY, "within nine days of the request"),
        ("How long does the keeper have to answer?", APPLICATION, None),
    ],
)
def test_the_time_of_another_act_is_no_short_answer(question, quote, short):
    found = stated_value(AskedValue.DURATION, question, quote, answering=True)
    assert (found.slice(quote) if found else None) == short
