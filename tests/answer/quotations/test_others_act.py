"""The clause in which another party does what is asked comes before what else the party asked about does."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.others_act import with_others_act
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = """FRANCHISE AGREEMENT

This Agreement is made between Loaf Limited (the "Franchisor") and Perrin Limited (the "Franchisee").

1. Advertising

1.1 The Franchisor shall pay for advertising on television.

1.2 The Franchisee shall pay for advertising in local newspapers.

2. Recipes

2.1 The Franchisee may suggest recipes for bread.

2.2 The Franchisor may refuse bread that the Franchisee suggests without recipes.

3. Signs

3.1 The Franchisor shall buy signs.

3.2 The Franchisee shall buy signs for the street.

3.3 The Franchisee shall buy signs for the street door.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return OneReading(tmp_path_factory.mktemp("franchise") / "franchise.txt", TEXT)


def evidence(library, question, best):
    start = TEXT.index(best)
    words = Span(start, TEXT.index("\n", start))
    source = NumberedSource(1, Passage("f", Span(0, len(TEXT))), TEXT, "f.txt", evidence=((words, 0.9),))
    (source,) = with_others_act(AnswerContext(question, (source,)), library).sources
    return [source.words(span)[:3] for span, _ in sorted(source.evidence, key=lambda spot: -spot[1])]


def test_the_clause_with_all_words_comes_first_and_what_was_best_second(library):
    asked = "Does the franchisor have to pay for newspaper advertising?"
    assert evidence(library, asked, "1.1 The") == ["1.2", "1.1"]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Does the franchisor have to pay for television advertising?", "1.1"),  # the best clause has all words
        ("When does the franchisor pay for newspaper advertising?", "1.1"),  # asks when, not whether
        ("Must the franchisor pay for newspaper advertising on Sundays?", "1.1"),  # a word that no clause has
        ("Can the franchisee suggest to refuse bread without recipes?", "2.1"),  # the other does something else
        ("Must the franchisor buy signs for the street?", "3.1"),  # two clauses have all words
        ("Must advertising in newspapers be paid for?", "1.1"),  # asks for no party
    ],
)
def test_nothing_changes_otherwise(library, question, best):
    assert evidence(library, question, f"{best} The") == [best]
