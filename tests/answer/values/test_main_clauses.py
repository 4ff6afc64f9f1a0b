import pytest

from pincite.answer.values.main_clauses import clause_around, split_clauses
from pincite.spans import Span


@pytest.mark.parametrize(
    "clauses",
    [
        ["The Tenant pays the rent ", "and the Landlord insures the roof."],
        ["While the Tenant cleans the floors, ", "the landlord maintains the windows."],
        ["The Tenant shall, at its own cost, maintain and repair the roof and the drains."],
        ["The Investor and the Lender may inspect the books."],
        ["The fee is £5; ", "the deposit is £9. ", "Keys are free."],
        [""],
    ],
)
def test_a_part_of_a_sentence_is_a_clause_where_it_has_a_verb(clauses):
    text = "".join(clauses)
    assert [one.slice(text) for one in split_clauses(text)] == [one for one in clauses if one]


def test_the_clause_of_a_span_is_the_one_that_it_begins_in():
    text = "The fee is £5 and the deposit is £9."
    at = text.index("£9")
    assert clause_around(text, Span(at, at + 2)).slice(text) == "and the deposit is £9."
