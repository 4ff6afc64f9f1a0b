import pytest

from pincite.answer.questions.date_conditions import date_condition


@pytest.mark.parametrize(
    "question, day, met",
    [
        ("Was the agreement made in 2020?", "2020-03-01", True),
        ("Was the agreement signed before 2019?", "2019-01-01", False),
        ("Was the agreement dated after 2018?", "2019-01-01", True),
        ("Was the agreement signed in or after 2024?", "2024-03-03", True),
        ("Was the agreement signed in 2024 or later?", "2023-12-31", False),
        ("Was the agreement made on or before 1 June 2022?", "2022-06-01", True),
        ("Was the agreement made before June 2022?", "2022-05-31", True),
        ("Was the agreement made before June 2022?", "2022-06-01", False),
        ("Was the agreement made after June 2022?", "2022-06-30", False),
        ("Was the agreement signed between 2019 and 2021?", "2021-12-31", True),
        ("Was the agreement signed between 2019 and 2021?", "2022-01-01", False),
        ("Was the agreement signed in 2020 or 2022?", "2021-05-05", False),
        ("Was the agreement signed no later than 2020?", "2020-12-31", True),
        ("Is the agreement dated in the 1990s?", "1999-12-31", True),
        ("Is the agreement dated in the 1990s?", "2000-01-01", False),
        ("Was the agreement signed between 2019 and 2021 (both years included)?", "2021-12-31", True),
        ("Does the agreement expire before 2025?", "2027-12-31", False),
        ("Does the lease end in 2027?", "2027-05-31", True),
    ],
)
def test_a_day_is_held_against_the_time_asked_for(question, day, met):
    condition = date_condition(question)
    assert condition is not None
    assert condition.met_by(day) is met


def test_the_end_is_told_from_the_making():
    assert date_condition("Does the lease end in 2027?").role == "expiry"
    assert date_condition("Was the lease made in 2027?").role == "signed"


@pytest.mark.parametrize(
    "question",
    ["Can the lease be ended before 2025?", "Was the lease signed in London?", "Was the lease signed in 2020 by Acme?"],
)
def test_what_is_not_read_is_no_condition(question):
    assert date_condition(question) is None
