import pytest

from pincite.legal.figures import find_figures, is_borne_out


@pytest.mark.parametrize(
    "claimed, written",
    [
        ("30 days", "thirty (30) days"),
        ("£53,200", "a sum of £53,200 a month"),
        ("1 July 2026", "on July 1, 2026"),
        ("2026-07-01", "the 1st day of July 2026"),
        ("5%", "five per cent a year"),
        ("$38.5 million", "$38,500,000"),
        ("121 days", "one hundred and twenty-one days"),
        ("53,200", "£53,200"),
        ("one of the parties", "either party"),
    ],
)
def test_equal_figures_bear_each_other_out(claimed, written):
    assert all(is_borne_out(figure, find_figures(written)) for figure in find_figures(claimed))


@pytest.mark.parametrize(
    "claimed, written",
    [
        ("60 days", "thirty (30) days"),
        ("$53,200", "£53,200"),
        ("£53,201", "£53,200"),
        ("2 July 2026", "1 July 2026"),
        ("5%", "5 days"),
        ("$38.5 million", "$38,500"),
        ("£500", "£5,500"),
    ],
)
def test_other_figures_do_not(claimed, written):
    assert not all(is_borne_out(figure, find_figures(written)) for figure in find_figures(claimed))
