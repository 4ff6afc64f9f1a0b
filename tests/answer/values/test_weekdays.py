"""Days of the week in words."""

import pytest

from pincite.answer.values.weekdays import days_in


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("Tuesday to Friday", {1, 2, 3, 4}),
        ("Sat–Mon", {5, 6, 0}),
        ("on Wednesdays", {2}),
        ("weekends", {5, 6}),
        ("a monthly fee", set()),
        ("open mon-wed", {0, 1, 2}),
        ("Fri and SAT", {4, 5}),
        ("the sun terrace, where they sat", set()),
    ],
)
def test_words_cover_days(words, days):
    assert days_in(words) == days
