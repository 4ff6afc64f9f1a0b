"""Confidence from several signals."""

import math
from dataclasses import replace

from pincite.answer.confidence import DOUBTED, EvidenceSignals, chance_of, is_answered, read_signals, stated_chance
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.hit import Hit, Ranking
from pincite.domain.verdict import Verdict
from pincite.spans import Span

TEXT = "The Tenant shall pay rent of £9,000 a year on the first day of each quarter."
SOURCE = NumberedSource(1, Passage("d", Span(0, len(TEXT))), TEXT, "lease.txt", evidence=((Span(0, 40), 0.9),))
RANKING = Ranking("q", (Hit(SOURCE.passage, 0.9, 1),), relevance=2.0, likely=2, place=3)


class _Sure:
    def verify(self, pairs):
        return [Verdict(0.9, 0.05, 0.05) for _ in pairs]


def test_what_speaks_for_an_answer_raises_its_chance():
    low = EvidenceSignals(-4.0, 0.5, likely=0.0, place=2.0, documents=1.5, read=-3.0, alone=-3.0, margin=1.0)
    better = (
        ("relevance", 4.0),
        ("lead", 6.0),
        ("likely", 1.0),
        ("place", 0.0),
        ("documents", 0.7),
        ("read", 3.0),
        ("alone", 3.0),
    )
    for name, value in better:
        assert chance_of(replace(low, **{name: value})) > chance_of(low)


def test_a_chance_lies_between_nought_and_one():
    assert (
        0
        < chance_of(EvidenceSignals(-8, 0, 0, 4, 2, -6, -6, 0))
        < chance_of(EvidenceSignals(8, 8, 2, 0, 0.7, 6, 6, 3))
        < 1
    )


def test_a_question_that_nothing_answers_is_told_from_one_that_something_does():
    assert not is_answered(
        EvidenceSignals(-4.0, 0.5, likely=0.0, place=1.0, documents=1.1, read=-6.0, alone=-6.0, margin=1.0)
    )
    assert is_answered(EvidenceSignals(4.0, 6.0, likely=1.1, place=0.0, documents=0.7, read=3.0, alone=3.0, margin=1.0))


def test_in_a_short_document_only_what_the_models_say_of_the_passage_counts():
    low = EvidenceSignals(
        -4.0, 0.5, likely=0.0, place=2.0, documents=1.5, read=-3.0, alone=-3.0, margin=1.0, compared=False
    )
    for name, value in (("lead", 6.0), ("likely", 1.0), ("place", 0.0), ("documents", 0.7)):
        assert chance_of(replace(low, **{name: value})) == chance_of(low)
    for name, value in (("relevance", 4.0), ("read", 3.0), ("alone", 3.0)):
        assert chance_of(replace(low, **{name: value})) > chance_of(low)
    assert not is_answered(low)
    assert is_answered(replace(low, read=3.0, alone=2.0))


def test_evidence_is_doubted_where_neither_reading_finds_an_answer():
    sure = EvidenceSignals(4.0, 6.0, likely=1.1, place=0.0, documents=0.7, read=-0.1, alone=-0.1, margin=1.0)
    assert sure.doubted
    assert not replace(sure, read=0.1).doubted and not replace(sure, alone=0.1).doubted


def test_the_chance_that_is_told_is_small_where_no_reading_finds_an_answer():
    sure = EvidenceSignals(8.0, 8.0, likely=2.0, place=0.0, documents=0.7, read=-0.5, alone=-0.5, margin=1.0)
    assert stated_chance(sure) == DOUBTED < chance_of(sure)
    read = replace(sure, read=0.1)
    assert stated_chance(read) == chance_of(read)
    unlikely = replace(sure, relevance=-8.0, lead=0.0)
    assert stated_chance(unlikely) == chance_of(unlikely) < DOUBTED


def test_signals_are_read_from_the_best_words():
    context = AnswerContext("What rent shall the Tenant pay a year?", (SOURCE,))
    found = read_signals(context, RANKING, _Sure(), margin=None)
    assert found is not None
    assert found.relevance == 2.0
    assert found.likely == math.log1p(2)
    assert found.place == math.log1p(3)
    assert found.documents == math.log1p(1)
    assert found.read > 0
    assert found.compared
    short = read_signals(context, replace(RANKING, compared=False), _Sure(), margin=0.2)
    assert short is not None
    assert not short.compared


def test_without_a_highlighter_there_are_no_signals():
    assert read_signals(AnswerContext("q", (SOURCE,)), replace(RANKING, relevance=None), None, margin=None) is None


class _Literal:
    """A verifier that reads an answer where a passage has the last word of a question."""

    def verify(self, pairs):
        held = (asked.rstrip("?").split()[-1] in text for asked, text in pairs)
        return [Verdict(0.9, 0.05, 0.05) if one else Verdict(0.05, 0.05, 0.9) for one in held]


def read_of(question, **changed):
    context = AnswerContext(question, (replace(SOURCE, **changed),))
    signals = read_signals(context, RANKING, _Literal(), margin=1.0)
    return signals and signals.read


def test_words_that_answer_one_part_of_a_question_answer():
    assert read_of("Who can enter the yard?") < 0 < read_of("How much is the rent and who can enter the yard?")


def test_a_value_whose_label_is_what_is_asked_answers_whatever_a_model_reads():
    assert read_of("When can we arrive?") < 0 < read_of("When can we arrive?", read_as="Check-in: 3 pm", named=True)
