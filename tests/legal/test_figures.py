import pytest

from pincite.legal.figures import find_figures, is_stated_in


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
        ("30-day period", "thirty (30) days"),
        ("25 days of paid leave", "25 days' paid leave"),
        ("10 calendar days", "ten days"),
        ("between 14 and 7 days", "not more than 14 days and not less than 7 days"),
        ("£12,500 a year", "a yearly rent of £12,500"),
        ("the tenth day", "the 10th day"),
        ("in 2026", "on 1 July 2026"),
        ("50 computers", "up to 50 computers"),
        ("under section 6 the sum is £5", "£5"),
        ("٣0 days".replace("٣", "\uff13"), "30 days"),
        ("one of the parties", "either party"),
        ("two years", "24 months"),
        ("fourteen days", "two weeks"),
        ("during COVID-19", "in the pandemic"),
        ("cover starts at two million", "two million dollars ($2,000,000)"),
        ("even one oak", "any oak"),
        ("within one day", "within twenty-four (24) hours"),
        ("seventy-two hours", "three days"),
        ("eight quarters", "each of the eight full calendar quarters"),
        ("by 31 January of the next year", "no later than January 31, 2006"),
        ("on 5 May", "on May 5th of each year"),
        ("九十 days", "ninety days"),
        ("二〇二四", "2024"),
        ("a fortnight's written notice", "14 days"),
        ("within a month", "one month"),
        ("two fees a month", "two fees"),
        ("five paid days", "five days' paid leave"),
        ("up to ten other days a year", "on up to ten days in each year"),
    ],
)
def test_equal_figures_bear_each_other_out(claimed, written):
    assert all(is_stated_in(figure, find_figures(written)) for figure in find_figures(claimed))


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
        ("53,200", "£53,200"),
        ("two years", "12 months"),
        ("cover starts at three million", "two million dollars ($2,000,000)"),
        ("two million shares", "two million dollars ($2,000,000)"),
        ("30 days", "30 business days"),
        ("30 months", "30 days"),
        ("50 servers", "up to 50 computers"),
        ("a monthly rent of £48,000", "a yearly rent of £48,000"),
        ("£650 for each hour", "£650 for each day"),
        ("the fourth anniversary", "the third anniversary"),
        ("6 days", "under section 6"),
        ("1\u200b0 days", "1 day"),
        ("within one day", "within thirty-six (36) hours"),
        ("two days", "24 hours"),
        ("one business day", "24 hours"),
        ("by 30 January", "no later than January 31, 2006"),
        ("by 31 January 2007", "by 31 January"),
        ("may 5 members", "5 May 2020"),
        ("九十 days", "30 days"),
        ("百二十 days", "100 days"),
        ("a fortnight notice", "30 days"),
        ("within a week", "30 days"),
    ],
)
def test_other_figures_do_not(claimed, written):
    assert not all(is_stated_in(figure, find_figures(written)) for figure in find_figures(claimed))
