from pincite.domain.document import Passage
from pincite.retrieve.highlight import HighlightedPassage, Highlights
from pincite.review.cell import CellState
from pincite.review.presence import Curve, judge_presence, shipped_curve
from pincite.review.questions import load_questions
from pincite.spans import Span

CURVE = Curve((1.0, 0.0, 0.0, 0.0), 0.0, {"Is there an audit?": 0.0, "Is there a dog?": 3.0}, (0.2, 0.8), 0.4)


def seen(relevance):
    found = [HighlightedPassage(Passage("d", Span(0, 9)), 0.9, 0, exact=True)]
    return Highlights(found, relevance, 2.0, likely=1, place=0, windows=4, compared=False)


def judged(relevance, question, words=""):
    return judge_presence(seen(relevance), question, words=words, curve=CURVE)


def test_a_cell_is_found_unsure_or_not_by_its_chance():
    assert judged(4, "Is there an audit?").state is CellState.FOUND
    assert judged(-4, "Is there an audit?").state is CellState.NOT_FOUND
    middle = judged(0, "Is there an  audit?")
    assert (middle.state, middle.there, middle.chance) == (CellState.UNSURE, True, 0.5)


def test_a_question_leans_its_own_way():
    assert judged(-1, "Is there a dog?").state is CellState.FOUND
    assert judged(-1, "Is there an audit?").state is CellState.UNSURE


def test_another_question_counts_its_words():
    question = "Does the tenant repair the gutters?"
    with_words = judged(0.5, question, "The tenant repairs the gutters and the roof.")
    without = judged(0.5, question, "Rent is due on Monday.")
    assert with_words.chance > 0.7 > without.chance


def test_the_shipped_curve_knows_every_question_of_the_contracts_set():
    leans = shipped_curve().leans
    assert [one.question for one in load_questions("contracts").questions if one.question not in leans] == []
