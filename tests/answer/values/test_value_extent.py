import pytest

from pincite.answer.questions.asked_value import asked_value
from pincite.answer.values.stated_value import stated_value


def short(question, quote):
    """What is put first, or None."""
    asked = asked_value(question)
    span = stated_value(asked, question, quote) if asked else None
    return span.slice(quote) if span else None


@pytest.mark.parametrize(
    ("question", "quote", "value"),
    [
        ("How much is the bonus?", "The bonus is up to a maximum of £500.", "up to a maximum of £500"),
        ("How much is the rent?", "The rent is £500 per person per month.", "£500 per person per month"),
        ("How much is the fee?", "The fee is £200/day.", "£200/day"),
        ("How much is the fee?", "The fee is £200 maximum.", "£200 maximum"),
        ("When must I leave?", "The Tenant must leave by 16 May 2025.", "by 16 May 2025"),
        ("What is the rent?", "The rent is £900 a month and is paid in advance.", "£900 a month"),
        ("What is the monthly rent?", "The monthly rent is £900.", "£900"),
    ],
)
def test_a_value_keeps_its_limit_and_its_unit(question, quote, value):
    assert short(question, quote) == value


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("How much is the bonus?", "The bonus is at least the agreed £500."),
        ("How much is the rent?", "The rent is £500 a month and half of the bills."),
        ("How much holiday is there?", "Holiday is 25 days a year and bank holidays."),
        ("How long may guests stay?", "Guests may stay three nights are allowed per month."),
        ("When is the rent due?", "Rent is due on 1 January 2025 and then every month."),
        (
            "When is the Company's rent due?",
            "The Company's rent is due on 1 January 2025 and on the first day of each month after that.",
        ),
        ("How long is the term?", "The term is two years and then one year."),
        ("What is the rent?", "The monthly rent is £900."),
        (
            "What law governs the agreement?",
            "This Agreement is governed by the laws of Ireland, except that German law applies to the Employees.",
        ),
        ("How long is the probation?", "The probation is six months, which may be extended by three months."),
    ],
)
def test_no_value_is_put_first_without_its_limit_its_unit_or_a_second_value(question, quote):
    assert short(question, quote) is None
