"""A clause that answers takes the place of best words that do not."""

import math

import pytest

from pincite.answer.quotations.better_clause import with_better_clause
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

TEXT = """RULES OF THE QUAY

1. Boats
1.1 A boat that leaves early tells the warden the night before it goes.
1.2 The owners answer together: the warden may ask any of them for the whole fee.

2. Ropes
2.1 Ropes are coiled when they are not in use, and dried once a week.
2.2 A rope that frays is mended by whoever finds it.
"""


class Odds:
    """A verifier that reads chosen words with chosen odds, and all others as no answer."""

    def __init__(self, **odds):
        self.odds, self.read = odds, []

    def verify(self, pairs):
        self.read += [text for _, text in pairs]
        chances = [max((odds for word, odds in self.odds.items() if word in text), default=-4.0) for _, text in pairs]
        return [Verdict(1 / (1 + math.exp(-odds)), 0.0, 0.0) for odds in chances]


class OneReading:
    def __init__(self, reading):
        self._reading = reading

    def reading(self, doc_id):
        return self._reading


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("quay") / "quay.txt"
    path.write_text(TEXT)
    return OneReading(read_file(path, wire_reading(load_settings().settings)))


def context(score=0.5):
    start = TEXT.index("A boat that leaves")
    words = Span(start, TEXT.index("\n1.2"))
    source = NumberedSource(1, Passage("q", Span(0, len(TEXT))), TEXT, "quay.txt", evidence=((words, score),))
    return AnswerContext("My partner has not paid, do I have to?", (source,))


def best_words(found):
    _, source, span = found.best_evidence
    return source.words(span)


def test_a_clause_that_answers_comes_before_words_that_do_not(library):
    found = with_better_clause(context(), library, Odds(together=3.5, leaves=-0.5))
    assert best_words(found).startswith("1.2 The owners answer together")
    # What was best before is evidence still.
    assert len(found.sources[0].evidence) == 2


def test_beside_words_that_do_not_answer_a_clause_that_does_comes_second(library):
    found = with_better_clause(context(), library, Odds(together=1.0, leaves=-1.5))
    assert best_words(found).startswith("A boat that leaves")
    (source,) = found.sources
    second, _ = sorted(source.evidence, key=lambda spot: spot[1])[0]
    assert source.words(second).startswith("1.2 The owners answer together")


@pytest.mark.parametrize("odds", [{"together": 2.0, "leaves": -0.4}, {"together": 5.0, "leaves": 2.6}, {}])
def test_the_best_words_stay_without_a_clear_lead_or_where_they_answer(library, odds):
    assert with_better_clause(context(), library, Odds(**odds)) == context()


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Who dries the ropes once a week?", "2.1 Ropes are coiled"),
        ("Who looks after the ropes?", "2.2 A rope that frays"),
    ],
)
def test_a_clause_with_fewer_words_of_the_question_does_not_come_first(library, question, best):
    start = TEXT.index("2.1")
    source = NumberedSource(
        1,
        Passage("q", Span(0, len(TEXT))),
        TEXT,
        "quay.txt",
        evidence=((Span(start, TEXT.index("\n2.2")), 0.5),),
    )
    found = with_better_clause(AnswerContext(question, (source,)), library, Odds(frays=5.0, coiled=-1.0))
    assert best_words(found).startswith(best)


def test_nothing_is_read_where_the_highlighter_is_sure(library):
    verifier = Odds(together=5.0)
    assert with_better_clause(context(0.95), library, verifier) == context(0.95)
    assert not verifier.read
