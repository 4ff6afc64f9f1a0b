"""A question in everyday words is asked in those of clauses."""

import pytest

from pincite.answer.questions.clause_words import in_clause_words


@pytest.mark.parametrize(
    ("asked", "put"),
    [
        (
            "Does the lease make the loser pay the winner's lawyers' bills?",
            "Does the lease make the losing party pay the prevailing party's lawyers' bills?",
        ),
        (
            "Can the winning side claim its legal costs?",
            "Can the prevailing party claim its legal costs?",
        ),
        ("Can the other side put our rent up?", "Can the other side change or increase our rent?"),
        ("Does the document let somebody put their prices up on us?", "Can anyone change or increase their prices?"),
        ("Does the document let the rent or fees be put up?", "Can the rent or fees be changed or increased?"),
        ("Can the price go up?", "Can the price be changed or increased?"),
        ("Does the agreement let the other side enter?", "Can the other side enter?"),
        ("Must the side that loses bear the court fees?", "Must the losing party bear the court fees?"),
        ("Does the deal go to mediation rather than the courts?", "Does the deal go to mediation?"),
        ("Does the deal pay in shares as opposed to cash, each year?", "Does the deal pay in shares, each year?"),
    ],
)
def test_it_is_put_in_the_words_of_clauses(asked, put):
    assert in_clause_words(asked) == put


@pytest.mark.parametrize(
    "asked",
    [
        "Does the lease let the tenant put up a shed?",
        "Does the document allow somebody working nearby?",
        "Does the agreement allow subletting?",
        "Does the contract give the winner of the contest a prize?",
        "Does the lease last longer than a year?",
        "Is the tenant, rather than the landlord, bound to repair?",
        "Must the supplier repair and not replace the goods?",
    ],
)
def test_other_words_stay(asked):
    assert in_clause_words(asked) == asked
