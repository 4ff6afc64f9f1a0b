import pytest

from pincite.legal.authorities import find_authorities, is_named_in


@pytest.mark.parametrize(
    "text, found",
    [
        ("Under the Limitation Act 1980 it is late.", "Limitation Act 1980"),
        ("See CPR 36.14 on this.", "CPR 36.14"),
        ("By rule 3.4(2)(a) it is struck out.", "rule 3.4(2)(a)"),
        ("In [2019] EWCA Civ 123 it was held so.", "[2019] EWCA Civ 123"),
        ("As in Rennick v Castlegate Ferries Ltd it was late.", "Rennick v Castlegate Ferries Ltd"),
        ("Practice Direction 6A applies.", "Practice Direction 6A"),
        ("It was decided in 410 U.S. 113 long ago.", "410 U.S. 113"),
        ("This is governed by 42 U.S.C. § 1983 alone.", "42 U.S.C. § 1983"),
    ],
)
def test_authorities_are_found(text, found):
    assert found in find_authorities(text)


@pytest.mark.parametrize("text", ["The rent is due or 5 days later.", "per 7 loads", "The Act applies.", "clause 4"])
def test_ordinary_words_are_none(text):
    assert find_authorities(text) == []


def test_the_same_authority_in_another_dress_is_named():
    assert is_named_in("CPR 3.4", "Rule 3.4(2)(a) allows it")
    assert is_named_in("Rennick v. Castlegate Ferries", "in Rennick v Castlegate Ferries Ltd")
    assert is_named_in("Limitation Act 1980", "the Limitation\nAct 1980, s 33")


def test_another_authority_is_not():
    assert not is_named_in("CPR 3.4", "rule 23.4")
    assert not is_named_in("[2019] EWCA Civ 123", "[2019] EWCA Civ 124")
    assert not is_named_in("Limitation Act 1980", "Limitation Act 1939")
