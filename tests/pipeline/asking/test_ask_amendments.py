"""Amendments of the clause that an answer quotes first."""

import pytest

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.pipeline.asking.ask_amendments import bring_amendments
from pincite.spans import Span

LEASE = """LEASE OF THE MILL

This Lease is made between Larkspur Mills Limited ("the Landlord") and Quarry Farm Limited ("the Tenant").

1. Grain

1.1 The Tenant shall grind ten tons of grain in each year.

1.2 The grain is stored in the loft.

2. Rent

2.1 The rent is £900 a month.

2.2 Interest on late rent runs at 4% a year.

3. Wheel

3.1 The Landlord greases the wheel.
"""
DEED = """DEED OF VARIATION

This deed varies the Lease of the Mill between Larkspur Mills Limited and Quarry Farm Limited.

1.1 In clause 1.1, "ten tons" is replaced by "twelve tons".

1.2 Clause 2.1 is replaced by the following:

"2.1 The rent is £950 a month."

1.3 The following is added after clause 2.2: "2.3 Rent is paid by transfer."

1.4 Clause 31 is deleted.
"""
OTHER = """SUPPLY OF ROPES

This agreement is made between Larkspur Mills Limited and Quarry Farm Limited.

1.1 Ropes are new.

2.1 A rope costs £3.
"""


@pytest.fixture
def store(workshop):
    for name, text in (("lease", LEASE), ("deed of variation", DEED), ("ropes", OTHER)):
        (workshop.files / f"{name}.txt").write_text(text, "utf-8")
    return workshop.open_made()


def asked(store, words, question="How much?", name="lease", short=""):
    """The answer that quotes some words of a document, with what amends them."""
    card = next(card for card in store.library.cards if card.path.endswith(f"/{name}.txt"))
    text = store.library.text(card.id)
    span = Span(text.index(words), text.index(words) + len(words))
    said = f"{short} “{words}” [1]".strip()
    cited = Citation(1, Passage(card.id, span), words, card.path, Span(0, len(said)), title=card.title)
    answer = Answer(question, said, found=True, confidence=0.9, citations=(cited,), short=short)
    return answer, bring_amendments(answer, question, store.library)


@pytest.mark.parametrize(
    ("words", "amended"),
    [
        ("The Tenant shall grind ten tons", '1.1 In clause 1.1, "ten tons" is replaced by "twelve tons".'),
        (
            "The rent is £900 a month.",
            '1.2 Clause 2.1 is replaced by the following:\n\n"2.1 The rent is £950 a month."',
        ),
    ],
)
def test_what_amends_a_clause_is_quoted_after_it(store, words, amended):
    _, answer = asked(store, words, short="£900 a month.")
    assert [citation.quote for citation in answer.citations] == [words, amended]
    assert answer.citations[1].document.endswith("/deed of variation.txt")
    assert answer.text.startswith(f"Before its amendment: “{words}” [1] As amended, in ")
    assert not answer.short
    for citation in answer.citations:
        assert citation.claim.slice(answer.text).endswith(f"[{citation.number}]")
        assert (
            store.library.text(citation.passage.doc_id)[citation.passage.span.start : citation.passage.span.end]
            == citation.quote
        )


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Interest on late rent runs at 4% a year.", "lease"),  # something is only added after it
        ("The Landlord greases the wheel.", "lease"),  # clause 3.1 is not clause 31
        ("A rope costs £3.", "ropes"),  # another agreement of the same parties
        ('"2.1 The rent is £950 a month."', "deed of variation"),
    ],
)
def test_what_is_not_amended_stays(store, words, name):
    before, answer = asked(store, words, name=name)
    assert answer == before


def test_a_clause_is_told_as_it_was_where_that_is_asked_for(store):
    before, answer = asked(store, "The rent is £900 a month.", "What was the rent originally?")
    assert answer == before


def test_the_question_of_the_old_rent_is_answered_with_the_new(store):
    answer = store.ask("How much is the rent of the mill a month?")
    assert answer.found
    assert "£950" in answer.text
