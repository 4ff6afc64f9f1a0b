import pytest

from pincite.legal.figures import find_figures, is_stated_in
from pincite.legal.fractions import fractions_in_figures


@pytest.mark.parametrize(
    ("text", "figured"),
    [
        ("half the toll", "50% the toll"),
        ("one half of it", "50% of it"),
        ("a quarter of the catch", "25% of the catch"),
        ("one quarter of the catch", "25% of the catch"),
        ("three quarters of the catch", "75% of the catch"),
        ("a three-quarters majority", "a 75% majority"),
        ("a third of the crew", "33.33% of the crew"),
        ("one third", "33.33%"),
        ("two-thirds", "66.67%"),
        ("66 2/3% of the votes", "66.67% of the votes"),
        ("33\u2153% of the votes", "33.33% of the votes"),
        ("2/3 of the votes", "66.67% of the votes"),
        ("seven tenths", "70%"),
        ("the toll falls by a third.", "the toll falls by 33.33%."),
        ("one and a half times the toll", "150% the toll"),
        ("time and a half", "150%"),
        ("1.5 times the toll", "150% the toll"),
        ("two and a half years", "2.5 years"),
        ("half a year", "6 months"),
        ("three quarters of an hour", "45 minutes"),
        ("half a million pounds", "0.5 million pounds"),
        ("one quarter of one per cent", "0.25%"),
    ],
)
def test_fractions_are_figures(text, figured):
    assert fractions_in_figures(text) == figured


@pytest.mark.parametrize(
    "text",
    [
        "a third party",
        "one third party",
        "by a third party",
        "a third copy",
        "the third of May",
        "three quarters after that",
        "once a quarter",
        "one quarter in arrears",
        "eight quarters of the plan",
        "the first half of the match",
        "half a day",
        "half-yearly",
        "half past nine",
        "5/6/2031",
        "and/or 3/1 of",
    ],
)
def test_ordinals_and_quarters_of_a_year_are_none(text):
    assert fractions_in_figures(text) == text


@pytest.mark.parametrize(
    ("claimed", "written"),
    [
        ("33.33%", "33.3%"),
        ("66.67%", "66.6 per cent"),
        ("66.67%", "66.7%"),
        ("1.5 years", "18 months"),
    ],
)
def test_thirds_and_half_years_are_compared_by_what_they_come_to(claimed, written):
    assert is_stated_in(find_figures(claimed)[0], find_figures(written))
