"""Series of rows: which members a question names."""

import pytest

from pincite.answer.values.series import find_series, is_series

PRIORITIES = (["P1", "P2", "P3", "P4"], "Priority")
ZONES = (["Zone 1", "Zone 2", "Zone 3 – islands"], "Zone")
GRADES = (["A", "B", "C"], "Grade")


@pytest.mark.parametrize(
    ("labels", "question", "signs"),
    [
        (PRIORITIES, "what is the response time for a P5 fault", {"5"}),
        (PRIORITIES, "how soon is a priority 2 fault fixed", {"2"}),
        (PRIORITIES, "P1 and P3", {"1", "3"}),
        (PRIORITIES, "is there a penalty of 5%", set()),
        (ZONES, "postage to zone six", {"6"}),
        (ZONES, "zones 1 and 2", {"1", "2"}),
        (ZONES, "zones 1 to 3", set()),
        (ZONES, "is the zone a place", set()),
        (GRADES, "grade e damage", {"e"}),
        (GRADES, "what is the charge for grade a?", {"a"}),
        (GRADES, "which grade a digger has", set()),
        (GRADES, "grade 2", set()),
    ],
)
def test_a_question_names_members_by_their_kind_and_sign(labels, question, signs):
    (series,) = find_series(labels[0], column=labels[1])
    assert set(series.named(question)) == signs
    assert not series.open


@pytest.mark.parametrize("more", ["Zones 4 to 6", "Zone 4 and above", "Other zones", "4–6"])
def test_a_label_for_several_members_leaves_a_series_open(more):
    (series,) = find_series(["Zone 1", "Zone 2", more], column="Zone")
    assert series.open


@pytest.mark.parametrize(
    "labels", [["Mini digger 1.5 t", "Mini digger 3 t"], ["Up to 5", "Up to 10"], ["May 1", "May 8"], ["Zone 1"]]
)
def test_sizes_bounds_and_days_are_no_series(labels):
    assert find_series(labels, column="What") == []


def test_signs_alone_are_a_series():
    assert is_series(["A", "B", "C"])
    assert not is_series(["A", "B", "Late"])
