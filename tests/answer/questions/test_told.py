import pytest

from pincite.answer.questions.told import read_told, without_correction


@pytest.mark.parametrize(
    "question, told, ask",
    [
        ("he's only 12", "he's only 12", ""),
        ("our boat is already sold", "our boat is already sold", ""),
        ("the keeper lives in Norway", "the keeper lives in Norway", ""),
        ("mine is in Welsh, though.", "mine is in Welsh", ""),
        (
            "There are three of us, though, and my sister disagrees.",
            "there are three of us and my sister disagrees",
            "",
        ),
        ("She has moved to Leeds. Does that change anything?", "she has moved to Leeds", ""),
        ("Too late for that, our licence ran out last week. What now?", "our licence ran out last week", ""),
        ("We only keep ducks. Who inspects them?", "we only keep ducks", "Who inspects them?"),
        ("he has left - can we end it?", "he has left", "can we end it?"),
        ("And the gutters?", "", "And the gutters?"),
        (
            "What about rope that has left the yard - can they sell it?",
            "",
            "What about rope that has left the yard - can they sell it?",
        ),
        ("the other mooring", "", "the other mooring"),
        ("I need to know who pays", "", "I need to know who pays"),
        ("Can they do it?", "", "Can they do it?"),
    ],
)
def test_what_is_told_is_read_apart_from_what_is_asked(question, told, ask):
    follow = read_told(question)
    assert (follow.told, follow.ask) == (told, ask)


@pytest.mark.parametrize(
    "question, meant",
    [
        ("no, I meant his boat", "his boat"),
        ("Sorry, we mean the other yard", "the other yard"),
        ("I meant selling - to a neighbour", "selling to a neighbour"),
        ("and the gutters?", None),
    ],
)
def test_a_correction_says_what_was_meant(question, meant):
    assert without_correction(question) == meant
