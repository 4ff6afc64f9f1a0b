"""The field that a sentence names at its head."""

import pytest

from pincite.legal.opening_field import read_opening_field


@pytest.mark.parametrize(
    ("sentence", "name", "outside"),
    [
        ("In the Fisheries List, a defence is due within 10 days.", ("fisheri", "list"), False),
        ("In the Fisheries List a defence is due within 10 days.", ("fisheri", "list"), False),
        ("9.2 In an urgent appeal the notice is filed within 7 days.", ("urgent", "appeal"), False),
        ("Outside the Fisheries List, a defence is due within 28 days.", ("fisheri", "list"), True),
        ("For part-time staff, overtime is paid at the plain rate.", ("part", "time", "staff"), False),
    ],
)
def test_a_field_named_at_the_head(sentence, name, outside):
    found = read_opening_field(sentence)
    assert found is not None
    assert (found.name, found.outside) == (name, outside)


@pytest.mark.parametrize(
    "sentence",
    [
        "A defence is due within 10 days.",
        "Within 28 days of service, the defendant files a defence.",
        "On 3 May 2024, the parties signed.",
        "The tenant insures in the names of both.",
    ],
)
def test_no_field(sentence):
    assert read_opening_field(sentence) is None


def test_fields_beside_each_other_are_of_one_kind():
    ordinary, urgent = (read_opening_field(f"In an {kind} appeal, a fee is due.") for kind in ("ordinary", "urgent"))
    any_appeal = read_opening_field("In an appeal, a fee is due.")
    listed = read_opening_field("In the Fisheries List, a fee is due.")
    assert ordinary.is_beside(urgent)
    assert urgent.is_beside(ordinary)
    assert not ordinary.is_beside(any_appeal)
    assert not ordinary.is_beside(listed)
