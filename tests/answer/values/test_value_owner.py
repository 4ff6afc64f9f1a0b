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
        (
            "How much notice must the tenant give?",
            "The Tenant may end this lease by giving the Landlord two months' notice.",
            "two months' notice",
        ),
        (
            "How much notice must the tenant be given?",
            "The Landlord may end this lease by giving the Tenant two months' notice.",
            "two months' notice",
        ),
        (
            "How much notice must the tenant give?",
            "Either party may end this lease by giving the other 30 days' notice.",
            "30 days' notice",
        ),
        ("How much notice must I give?", "You may end the lease on 60 days' notice.", "60 days' notice"),
        ("How much must the buyer pay?", "The Buyer shall pay £500 to the Agent.", "£500"),
        (
            "How long does the tenant have to pay?",
            "The Tenant must pay the invoice within 7 days of receipt.",
            "within 7 days of receipt",
        ),
        ("How many directors can the investor appoint?", "The Investor may appoint two directors.", "two directors"),
        ("How many weeks of sick pay do I get?", "Sick pay is paid for 12 weeks.", "12 weeks"),
        (
            "how many days holiday does the consultant get",
            "The Consultant is entitled to 20 days' holiday a year.",
            "20 days' holiday a year",
        ),
        ("How many days of leave do I have?", "7. Holiday\nEmployees get 25 days a year.", "25 days a year"),
        (
            "How many hours of training are there?",
            "Staff have eight hours of training a year.",
            "eight hours of training a year",
        ),
        (
            "How many days do I have to pay?",
            "You must pay within 14 days of the invoice.",
            "within 14 days of the invoice",
        ),
        ("What is the purchase price?", "The price is £900.", "£900"),
    ],
)
def test_a_value_of_the_party_and_the_thing_asked_about_is_put_first(question, quote, value):
    assert short(question, quote) == value


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        (
            "How much notice must the tenant give to end the shop lease?",
            "The Landlord may end this lease by giving the Tenant not less than six months' written notice.",
        ),
        (
            "How much notice must the tenant be given?",
            "The Tenant may end this lease by giving the Landlord two months' notice.",
        ),
        (
            "How much notice must the tenant give?",
            "The Landlord may end this lease by giving six months' notice and the Tenant shall then leave.",
        ),
        ("How much notice must the tenant give?", "Six months' notice shall be given by the Landlord."),
        ("How much notice must the supplier give?", "The Customer is entitled to 30 days' notice."),
        ("How much notice must the tenant give?", "The Tenant is entitled to 30 days' notice."),
        ("How much notice must I give?", "We may end the lease on 60 days' notice."),
        (
            "How much notice does the landlord need to give before entry?",
            "The Tenant must give one month's notice to quit.",
        ),
        ("How much must the buyer pay?", "The Seller shall pay £500 to the Agent."),
        ("How many directors can the investor appoint?", "There are seven directors."),
        ("How many seats may the founder fill?", "The board has five seats, two of which the Founder fills."),
        (
            "how many days holiday does the consultant get",
            "The Consultant shall provide the Services for 3 days per week.",
        ),
        (
            "how many days holiday does the consultant get",
            "The Consultant works 3 days a week and gets no paid holiday.",
        ),
        ("How much holiday does the consultant get?", "The Consultant shall provide the Services for 3 days per week."),
        ("How many days of leave do I have?", "The office is open 250 days a year."),
        ("How much holiday do I get?", "You get 10 days' sick leave a year."),
        ("How many days of holiday do I get?", "Up to 5 days of unused holiday may be carried over."),
        ("How many hours of training are there?", "The shift lasts eight hours."),
        ("How much is the annual fee?", "The joining fee is £50."),
        ("How much is the rent for the garage?", "The rent for the flat is £900 a month."),
    ],
)
def test_the_value_of_another_party_or_thing_is_not_put_first(question, quote):
    assert short(question, quote) is None
