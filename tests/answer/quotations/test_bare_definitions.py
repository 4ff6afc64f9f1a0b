"""What only names the parties or defines a term is not quoted beside a clause that answers."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.bare_definitions import drop_bare_definitions
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = """FERRY AGREEMENT

This Agreement is made between Orrin Boats Limited (the "Owner") and Fenn Lines Limited (the "Operator").

1. Definitions

"Landing" means the stone pier at Hale.

"Fare" means the price of one crossing.

2. Running

2.1 The Operator may end this Agreement by a month's notice at the Landing.

2.2 This Agreement lasts three years (the "Season").
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return OneReading(tmp_path_factory.mktemp("ferry") / "ferry.txt", TEXT)


def quoted(library, question, *beginnings):
    """The beginnings of what is evidence, of lines of the text that were, the best first."""
    spots = []
    for place, words in enumerate(beginnings):
        start = TEXT.index(words)
        spots.append((Span(start, TEXT.index("\n", start)), 0.9 - place / 10))
    source = NumberedSource(1, Passage("f", Span(0, len(TEXT))), TEXT, "ferry.txt", evidence=tuple(spots))
    found = drop_bare_definitions(AnswerContext(question, (source,)), library)
    kept = [span.slice(TEXT) for span, _ in found.sources[0].evidence]
    return [words for words in beginnings if any(one.startswith(words) for one in kept)]


END = "2.1 The Operator"


def test_the_parties_are_named_only_where_they_are_asked_for(library):
    assert quoted(library, "when can the operator end it?", END, "This Agreement is made") == [END]
    both = [END, "This Agreement is made"]
    assert quoted(library, "who can end it?", *both) == both
    assert quoted(library, "when is it made?", "This Agreement is made", END) == ["This Agreement is made", END]


def test_a_definition_stays_where_its_term_is_used(library):
    assert quoted(library, "when can it be ended?", END, '"Fare"') == [END]
    assert quoted(library, "when can it be ended?", END, '"Landing"') == [END, '"Landing"']
    assert quoted(library, "can it be ended for a low fare?", END, '"Fare"') == [END, '"Fare"']


def test_a_clause_that_names_what_it_says_stays(library):
    assert quoted(library, "when can it be ended?", END, "2.2 This Agreement") == [END, "2.2 This Agreement"]
