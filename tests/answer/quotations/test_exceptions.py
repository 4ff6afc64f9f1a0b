import pytest

from pincite.answer.quotations.exceptions import asks_only_exception, clause_of, find_exceptions, pinpoint_of
from pincite.domain.document import Document
from pincite.domain.profile import DocumentKind, Profile
from pincite.spans import Span
from pincite.structure.outline import RuleStructurer

TEXT = """BOATYARD AGREEMENT

1. Storage

1.1 The Yard stores the boat under cover from October to March.

1.2 The Owner may collect the boat on any day.

1.3 The Owner may not collect the boat on a Sunday.

2. Warranty

2.1 The Yard warrants its repairs for twelve months.

2.2 The Owner tells the Yard of a defect in writing.

2.3 The warranty in clause 2.1 shall not apply where the Owner has raced the boat.

3. Liability

3.1 The Yard indemnifies the Owner against theft.

3.2 Except under clause 3.1, the Yard pays no more than £5,000.

3.3 The limit in clause 3.2 does not apply to the indemnity in clause 3.1.

4. Transfer

4.1 The Owner transfers the berth only with the consent of the Yard.

4.2 Consent is not required for a transfer of the berth to a child of the Owner.

5. Payment

5.1 The Owner pays within 30 days, unless the invoice is disputed.
"""


@pytest.fixture(scope="module")
def outline():
    return RuleStructurer().outline(Document("yard", TEXT, "yard.txt"), Profile(DocumentKind.CONTRACT))


def exceptions_to(outline, words):
    start = TEXT.index(words)
    clause = clause_of(Span(start, start + len(words)), outline)
    return [pinpoint_of(one, outline) for one in find_exceptions(clause, outline, TEXT)]


@pytest.mark.parametrize(
    "words, clauses",
    [
        ("The Yard warrants its repairs", ["clause 2.3"]),
        ("The Owner may collect", ["clause 1.3"]),
        ("The Owner transfers the berth", ["clause 4.2"]),
        ("the Yard pays no more than", ["clause 3.3"]),
        ("The Owner pays within 30 days", ["clause 5.1"]),
    ],
)
def test_the_clause_that_makes_the_exception_is_found(outline, words, clauses):
    assert exceptions_to(outline, words) == clauses


@pytest.mark.parametrize("words", ["The Yard stores the boat", "The Owner tells the Yard", "The Yard indemnifies"])
def test_a_clause_about_another_one_makes_no_exception(outline, words):
    assert exceptions_to(outline, words) == []


@pytest.mark.parametrize(
    "question",
    ["Is there an exception?", "any exceptions?", "are there any exceptions to that?", "What are the exceptions?"],
)
def test_a_follow_up_may_ask_for_nothing_but_exceptions(question):
    assert asks_only_exception(question)


def test_an_exception_to_something_named_is_a_question_of_its_own():
    assert not asks_only_exception("Is there an exception to the ban on pets in the Quay Lease?")
