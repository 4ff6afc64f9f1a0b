"""Confidence from several signals."""

from dataclasses import replace

from pincite.answer.confidence import Signals, chance_of, read_signals
from pincite.domain.answer import Context, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.hit import Hit, Ranking
from pincite.domain.verdict import Verdict
from pincite.spans import Span

TEXT = "The Tenant shall pay rent of £9,000 a year on the first day of each quarter."
SOURCE = NumberedSource(1, Passage("d", Span(0, len(TEXT))), TEXT, "lease.txt", evidence=((Span(0, 40), 0.9),))
RANKING = Ranking("q", (Hit(SOURCE.passage, 0.9, 1),), relevance=2.0)


class _Sure:
    def verify(self, pairs):
        return [Verdict(0.9, 0.05, 0.05) for _ in pairs]


def test_each_signal_raises_the_chance():
    low = Signals(-4.0, -2.0, -3.0, 0.0, 0.0, 0.5)
    for name, value in (("relevance", 4.0), ("sure", 2.0), ("read", 3.0), ("shared", 1.0), ("alone", 1.0)):
        assert chance_of(replace(low, **{name: value})) > chance_of(low)


def test_a_chance_lies_between_nought_and_one():
    assert 0 < chance_of(Signals(-8, -8, -8, 0, 0, 0)) < chance_of(Signals(8, 8, 8, 1, 1, 3)) < 1


def test_signals_are_read_from_the_best_words():
    context = Context("What rent shall the Tenant pay a year?", (SOURCE,))
    found = read_signals(context, RANKING, _Sure())
    assert found is not None
    assert found.relevance == 2.0
    assert found.alone == 1.0
    assert found.read > 0
    assert found.shared > 0.5


def test_without_a_highlighter_there_are_no_signals():
    assert read_signals(Context("q", (SOURCE,)), replace(RANKING, relevance=None), None) is None
