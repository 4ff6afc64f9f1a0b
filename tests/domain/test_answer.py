from dataclasses import replace

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.domain.hit import Hit, Ranking
from pincite.spans import Span

HOSTILE = "<script>alert(1)</script>"
PASSAGE = Passage("d1", Span(4, 30))
CITATION = Citation(1, PASSAGE, f"Rent of\n £90 {HOSTILE}", "lease.pdf", Span(0, 9), section="1. Rent", page=3)
ANSWER = Answer("What rent?", "Rent is £90 [1].", found=True, confidence=0.9, citations=(CITATION,), note="Weak & old.")
RANKING = Ranking(f"rent {HOSTILE}", (Hit(PASSAGE, 0.81234, 1), Hit(Passage("d2", Span(0, 2)), 0.5, 2)))


def test_an_answer_prints_as_words_and_citations():
    assert str(ANSWER).splitlines() == [
        "Rent is £90 [1].",
        "Weak & old.",
        f"[1] lease.pdf, 1. Rent, p. 3: “Rent of £90 {HOSTILE}”",
    ]


def test_an_answer_is_weak_by_the_confidence_that_is_printed():
    for confidence, weak in ((0.644, True), (0.646, False), (0.9, False)):
        assert replace(ANSWER, confidence=confidence).weak is weak
    assert not replace(ANSWER, confidence=0.2, found=False).weak


def test_a_ranking_prints_a_line_for_each_hit():
    assert str(RANKING).splitlines()[1:] == ["1. d1 [4–30]  score 0.812", "2. d2 [0–2]  score 0.500"]
    assert str(RANKING.hits[0]) == "1. d1 [4–30]  score 0.812"


def test_notebooks_show_documents_words_and_no_markup_of_theirs():
    for shown in (ANSWER, RANKING, Hit(Passage(HOSTILE, Span(0, 2)), 1.0, 1)):
        page = shown._repr_html_()
        assert "<script" not in page
        assert "&lt;script&gt;" in page
