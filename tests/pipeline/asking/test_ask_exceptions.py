"""Exceptions to the clause that an answer quotes first."""

import pytest

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.pipeline.asking.ask_exceptions import bring_exceptions
from pincite.spans import Span

TEXT = """LEASE OF THE MILL

This Lease is made between Larkspur Mills Limited and Quarry Farm Limited.

1. Grain

1.1 The Tenant shall grind no less than ten tons of grain in each year.

1.2 The grain is stored in the loft.

1.3 Clause 1.1 does not apply to a year in which the river is dry.

2. Transfer

2.1 The Tenant shall not assign this Lease without consent.

2.2 Consent is not required for an assignment to a brother of the Tenant.

2.3 Notwithstanding clause 2, the Landlord may assign this Lease.

3. Notice

3.1 The Landlord gives a day's notice before it enters the mill.

3.2 Insurance is not required for the wheel.

3.3 As clause 3.1 says, notice is given in writing.

4. Warranty

4.1 The Landlord warrants that the wheel turns freely.

4.2 The Tenant greases the wheel in May.

5. Limits

5.1 The warranty in clause 4.1 shall not apply where the Tenant has altered the wheel.

5.2 Nothing in clause 4.1 covers the ropes.

5.3 Clause 4.1 does not apply to the stones.

6. Leaving

6.1 If the Tenant leaves before May, half of the fee is returned.

6.2 If the Tenant leaves later, nothing is returned.

6.3 If the key is lost, the Tenant pays for the lock.
"""


@pytest.fixture
def library(workshop):
    (workshop.files / "mill.txt").write_text(TEXT)
    return workshop.open_made().library


def answer_with(library, words):
    """An answer that quotes the paragraph with these words."""
    (card,) = library.cards
    text = library.text(card.id)
    paragraph = next(one for one in text.split("\n\n") if words in one)
    start = text.index(paragraph)
    said = f"“{paragraph}” [1]"
    span = Span(start, start + len(paragraph))
    citation = Citation(1, Passage(card.id, span), paragraph, "mill.txt", Span(0, len(said)))
    return Answer("What?", said, True, 0.9, (citation,))


def brought(library, words):
    return [one.section for one in bring_exceptions(answer_with(library, words), library).citations[1:]]


def test_a_clause_that_lifts_the_quoted_one_by_its_number_comes_after_see_also(library):
    answer = bring_exceptions(answer_with(library, "ten tons"), library)
    assert answer.text.endswith(
        "[1] See also: “1.3 Clause 1.1 does not apply to a year in which the river is dry.” [2]"
    )
    cited = answer.citations[-1]
    assert cited.claim.slice(answer.text).startswith("See also: “1.3")
    assert cited.passage.span.slice(library.text(cited.passage.doc_id)) == cited.quote


def test_the_next_sub_clause_comes_along_where_it_begins_with_an_exception(library):
    assert brought(library, "without consent") == ["2 › 2.2"]


def test_the_next_sub_clause_comes_along_where_it_tells_the_other_case(library):
    assert brought(library, "before May") == ["6 › 6.2"]
    assert brought(library, "leaves later") == []


def test_an_exception_to_something_else_and_a_mere_reference_stay_away(library):
    assert brought(library, "day's notice") == []


def test_two_exceptions_are_brought_and_no_third(library):
    answer = bring_exceptions(answer_with(library, "turns freely"), library)
    assert [one.section for one in answer.citations[1:]] == ["5 › 5.1", "5 › 5.2"]
    assert answer.text.count("See also: ") == 1


def test_a_long_exception_is_told_by_its_sentence(workshop):
    long = "The river is gauged at the bridge on each Monday of the year. " * 16
    (workshop.files / "mill.txt").write_text(TEXT.replace("river is dry.", f"river is dry. {long}"))
    workshop.build()
    library = workshop.open().library
    (_, cited) = bring_exceptions(answer_with(library, "ten tons"), library).citations
    assert cited.quote.endswith("in which the river is dry.")
