"""Series of rows: which members a question names."""

import time

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


@pytest.mark.parametrize(
    "more",
    ["Zones 4 to 6", "Zone 4 and above", "Other zones", "4–6", "Zone 4 onwards", "Zone 4 (and higher)", "Thereafter"],
)
def test_a_label_for_several_members_leaves_a_series_open(more):
    (series,) = find_series(["Zone 1", "Zone 2", more], column="Zone")
    assert series.open


@pytest.mark.parametrize(
    "labels", [["Mini digger 1.5 t", "Mini digger 3 t"], ["Up to 5", "Up to 10"], ["May 1", "May 8"], ["Zone 1"]]
)
def test_sizes_bounds_and_days_are_no_series(labels):
    assert find_series(labels, column="What") == []


@pytest.mark.parametrize(
    ("clause", "more"),
    [
        ("After year 2 the rent rises by 3 %.", True),
        ("In each subsequent year it rises.", True),
        ("The rent for year 3 onwards is agreed.", True),
        ("The rent is paid each year in advance.", False),
    ],
)
def test_clauses_may_speak_of_members_beyond_the_last(clause, more):
    (series,) = find_series(["Year 1", "Year 2"], column="Year")
    assert series.goes_on(clause) is more


def test_a_preposition_and_a_sign_that_several_rows_share_make_no_series():
    assert find_series(["5", "10", "20"], column="Miles, up to") == []
    assert find_series(["Zone 1, by air", "Zone 1, by sea", "Zone 2, by air"], column="Zone") == []


def test_series_of_many_kinds_are_found_in_linear_time():
    labels = [f"{chr(65 + n % 26)}{chr(65 + n // 26 % 26)}{chr(65 + n // 676)}-{n % 7}" for n in range(12000)]
    began = time.perf_counter()
    find_series(labels, column="Part no.")
    assert time.perf_counter() - began < 2


def test_signs_alone_are_a_series():
    assert is_series(["A", "B", "C"])
    assert not is_series(["A", "B", "Late"])
