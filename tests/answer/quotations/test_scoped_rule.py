"""A rule for all goes before one that says it is for a field which the question does not name."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.scoped_rule import with_general_rule
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.spans import Span

RULES = """PART 91 - HARBOUR RULES

91.1 (1) This rule applies to collision claims.

(2) A defendant who disputes the court's powers must apply within two months.

91.2 (1) A defendant may dispute the court's powers.

(2) The application must be made within fourteen days.

91.3 (1) This rule applies to claims made by any party to proceedings.

(2) A claim is sealed within three days.
"""
SPECIAL = "(2) A defendant who disputes the court's powers must apply within two months."
GENERAL = "(2) The application must be made within fourteen days."


class Odds:
    """A verifier that reads the special rule and the general one with chosen log odds."""

    def __init__(self, special, general):
        self.special, self.general = special, general

    def verify(self, pairs):
        odds = [self.special if "two months" in text else self.general for _, text in pairs]
        return [Verdict(1 / (1 + 2.718281828**-one), 0.0, 0.0) for one in odds]


@pytest.fixture
def library(tmp_path):
    return OneReading(tmp_path / "Part 91.txt", RULES)


def first(library, question, *, special=4.0, general=3.6, best=SPECIAL, other=GENERAL):
    """The best evidence for a question where the special rule was it, beside the general one."""
    text = library.reading("d").doc.text
    spans = [Span(text.index(words), text.index(words) + len(words)) for words in (best, other)]
    sources = tuple(
        NumberedSource(i, Passage("d", span), span.slice(text), "d.txt", evidence=((span, score),))
        for i, (span, score) in enumerate(zip(spans, (0.5, 0.4), strict=True), start=1)
    )
    context = with_general_rule(AnswerContext(question, sources), library, Odds(special, general))
    score, source, span = context.best_evidence
    assert (score, source.number) == (0.5, 1)
    return span.slice(text)


def test_a_question_that_names_no_field_is_answered_by_the_rule_for_all(library):
    assert first(library, "How long does a defendant have to dispute the court's powers?") == GENERAL


@pytest.mark.parametrize(
    ("question", "odds"),
    [
        ("In a collision claim, how long has a defendant to dispute the court's powers?", {}),
        ("The ships collided. How long have I to dispute the court's powers after the collision?", {}),
        ("How long does a defendant have to dispute the court's powers?", {"general": 2.0}),
        ("How long does a defendant have to dispute the court's powers?", {"special": 0.5, "general": 0.5}),
    ],
)
def test_the_rule_for_a_field_stays_first_where_that_is_named_or_the_other_answers_less(library, question, odds):
    assert first(library, question, **odds) == SPECIAL


def test_what_a_part_is_for_is_said_of_its_rules_alone(tmp_path):
    rules = (
        "PART 91\n\n91.1 This Part applies to ferry claims.\n\n91.2 A defence is filed within two months.\n\n"
        "PART 92\n\n92.1 A form is sealed.\n\n92.2 A defence is filed within fourteen days.\n"
    )
    library = OneReading(tmp_path / "rules.txt", rules)
    ferry, general = "A defence is filed within two months.", "A defence is filed within fourteen days."
    assert first(library, "When is a defence filed?", best=ferry, other=general) == general
    assert first(library, "When is a defence to a ferry claim filed?", best=ferry, other=general) == ferry


def test_what_applies_to_claims_of_any_kind_is_for_all(library):
    words = "(2) A claim is sealed within three days."
    assert first(library, "When is it sealed?", best=words, special=4.0, general=4.0) == words
