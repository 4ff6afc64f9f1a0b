"""Passages that a search put first, judged by hand."""

from random import Random

from training.contrast import SUPPORTED, UNSAID
from training.judged import REACH, Showing, digest, read_judged, with_words

TEXT = "Lamps\nThe keeper lights the lamp at dusk.\nRent\nThe rent is due in May.\n" + "Dogs are let in. " * 100
ANSWER = ("a", TEXT.index("The rent"), TEXT.index("The rent") + 23)
MISS = ("a", TEXT.index("The keeper"), TEXT.index("The keeper") + 35)
SHOWING = Showing(
    {"a": TEXT}, {"a": [(0, "Lighthouse lease › Lamps"), (TEXT.index("Rent"), "Lighthouse lease › Rent")]}
)


def row(**changed):
    return {"question": "when do I pay", "answers": [list(ANSWER)], "misses": [list(MISS)]} | changed


def test_words_are_shown_alone_with_what_stands_round_them_or_under_their_headings():
    assert SHOWING.alone(ANSWER) == "The rent is due in May."
    assert SHOWING.near(ANSWER).startswith("Lamps") and len(SHOWING.near(ANSWER)) <= 2 * REACH
    assert SHOWING.headed(ANSWER).split("\n")[0] == "Lighthouse lease › Rent"
    assert SHOWING.headed(MISS).split("\n")[0] == "Lighthouse lease › Lamps"


def test_a_document_whose_headings_are_not_known_is_shown_without():
    assert Showing({"a": TEXT}, {}).headed(ANSWER) == SHOWING.near(ANSWER)


def test_an_answer_and_a_miss_are_shown_in_the_same_way():
    (judged,), rng = read_judged([row()]), Random(3)
    for _ in range(40):
        right, wrong = SHOWING.draw(judged, rng)
        assert (right.label, wrong.label) == (SUPPORTED, UNSAID)
        assert right.passage.startswith("Lighthouse") == wrong.passage.startswith("Lighthouse")
        assert (right.passage == SHOWING.alone(ANSWER)) == (wrong.passage == SHOWING.alone(MISS))


def test_questions_without_a_miss_teach_nothing():
    assert read_judged([row(misses=[]), row(answers=[])]) == []


def test_a_question_is_found_by_its_digest():
    rows = [{"asked": digest("when do I pay"), "misses": [1]}, {"asked": digest("who pays"), "misses": [2]}]
    (found,) = with_words(rows, ["when do I pay", "may I bring a dog"])
    assert (found["question"], found["misses"]) == ("when do I pay", [1])
