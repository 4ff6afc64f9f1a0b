from datetime import date

import pytest

from pincite.domain.profile import Party
from pincite.legal.values.figure_words import find_written
from pincite.review.question import ReviewQuestion, ValueType
from pincite.review.values.read import read_value, stands_in
from pincite.review.values.value import CellNote, Surroundings, Value
from pincite.spans import Span


def asked(question, type="text", **more):
    return ReviewQuestion("column", question, ValueType(type), **more)


@pytest.mark.parametrize(
    ("quote", "value", "words"),
    [
        ("upon sixty (60) days' prior written notice", "60 days", "sixty (60) days"),
        ("for a period of three years from the Effective Date", "3 years", "three years"),
        ("within thirty (30) business days after receipt", "30 business days", "thirty (30) business days"),
        ("a twelve-month term", "12 months", "twelve-month"),
        ("(and in any case within two (2) Business Days)", "2 business days", "two (2) Business Days"),
        ("renews for one (1) year", "1 year", "one (1) year"),
        ("no less than 90 days before the end of the term", "90 days", "90 days"),
    ],
)
def test_a_duration_keeps_the_words_that_write_it(quote, value, words):
    found = read_value(quote, asked("How much notice must be given?", "duration"))
    assert (found.text, found.words) == (value, words)


def test_of_several_durations_the_one_asked_for_is_taken():
    quote = "The term is five (5) years, and either party may end it on sixty (60) days notice in writing."
    assert read_value(quote, asked("How much notice must be given?", "duration")).text == "60 days"
    assert read_value(quote, asked("How long is the term?", "duration")).text == "5 years"


@pytest.mark.parametrize(
    ("quote", "value"),
    [
        ("a fee of One Million Dollars ($1,000,000)", "USD 1,000,000"),
        ("shall pay US$ 2.5 million at closing", "USD 2,500,000"),
        ("a deposit of £12,500.50 is held", "GBP 12,500.50"),
        ("the price is EUR 300", "EUR 300"),
    ],
)
def test_an_amount_is_read_with_its_currency(quote, value):
    found = read_value(quote, asked("How much?", "money"))
    assert found.text == value
    assert found.words in quote


def test_percentages_dates_and_choices():
    assert read_value("interest of five per cent (5%) a year", asked("What interest?", "percentage")).text == "5 %"
    made = read_value("made this 3rd day of May, 2019", asked("When was it made?", "date"))
    assert (made.text, made.words) == ("2019-05-03", "3rd day of May, 2019")
    term = "commences on May 1, 2019 and continues until April 30, 2022"
    assert read_value(term, asked("When does it end?", "date")).text == "2022-04-30"
    assert read_value(term, asked("When does it begin?", "date")).text == "2019-05-01"
    kinds = asked("Which kind?", "choice", choices=("exclusive", "non-exclusive"))
    assert read_value("a non-exclusive license", kinds).text == "non-exclusive"
    assert read_value("a license", kinds) is None


def test_an_end_that_names_no_day_is_told_as_a_duration_with_the_day_noted():
    known = Surroundings(begins=date(2020, 2, 29))
    found = read_value("continues for five (5) years", asked("When does it end?", "date"), known=known)
    assert (found.text, found.words, found.note) == (
        "5 years",
        "five (5) years",
        "Counted from 2020-02-29, that is 2025-02-28.",
    )
    assert read_value("continues for 90 days", asked("When does it end?", "date"), known=known).note.endswith(
        "2020-05-29."
    )
    assert read_value("continues for 90 days", asked("When does it end?", "date")).note == ""
    assert read_value("continues for 90 days", asked("When was it made?", "date"), known=known) is None


def test_an_end_is_counted_from_the_first_day_that_the_words_name():
    quote = "commences on April 1, 1999 and continues for six (6) months, renewed for one (1) year on 30 days' notice"
    found = read_value(quote, asked("When does the agreement end?", "date"))
    assert (found.text, found.note) == ("6 months", "Counted from 1999-04-01, that is 1999-10-01.")
    assert found.note_kind is CellNote.COUNTED


def test_each_duration_of_a_term_clause_is_found_by_what_is_asked():
    quote = (
        "This Agreement continues for a period of twelve (12) months. It shall automatically renew for successive one "
        "(1) year terms unless either party gives written notice at least sixty (60) days prior to the end of the term."
    )
    assert read_value(quote, asked("When does the agreement end?", "date")).text == "12 months"
    assert read_value(quote, asked("For how long is it renewed after the first term?", "duration")).text == "1 year"
    assert read_value(quote, asked("How much notice must be given to stop the renewal?", "duration")).text == "60 days"


@pytest.mark.parametrize(
    ("quote", "value"),
    [
        ("in effect for sixty (60) months from the Effective Date. It must be told six (6) months prior", "60 months"),
        (
            "continues until five (5) years after that day, and renews for one additional three (3) year period",
            "5 years",
        ),
        ("shall remain in effect for at least one year thereafter", "1 year"),
        ("shall extend for a period of Five (5) years thereafter", "5 years"),
        ("until the fifth (5th) anniversary of the Effective Date, or on thirty (30) days' notice", "5 years"),
        ("until the first anniversary of the Effective Date", "1 year"),
        ("may be terminated with 30 days written notice", None),
        ("renews for successive one (1) year terms unless told sixty (60) days prior to the end of the term", None),
    ],
)
def test_the_end_is_counted_by_the_first_term_alone(quote, value):
    found = read_value(quote, asked("When does the agreement end?", "date"))
    assert (found.text if found else None) == value


@pytest.mark.parametrize(
    ("quote", "value"),
    [
        ("for two years, and thereafter continues automatically for successive annual periods", "1 year"),
        ("shall continue on a year to year basis until six (6) months' notice is given", "1 year"),
        ("extends automatically for monthly periods unless told thirty (30) days before", "1 month"),
        ("renews for one (1) twelve-month period unless told within three (3) months", "12 months"),
        ("renews unless told thirty (30) days before", None),
    ],
)
def test_a_renewal_is_no_period_of_notice(quote, value):
    found = read_value(quote, asked("For how long is the agreement renewed after the first term?", "duration"))
    assert (found.text if found else None) == value


def test_an_end_since_the_date_of_the_agreement_is_counted_from_there():
    known = Surroundings(begins=date(2020, 6, 1), made=date(2020, 1, 15))
    ends = asked("When does the agreement end?", "date")
    found = read_value("ends two (2) years from the date hereof", ends, known=known)
    assert found.note == "Counted from 2020-01-15, that is 2022-01-15."
    found = read_value("continues for two (2) years", ends, known=known)
    assert found.note == "Counted from 2020-06-01, that is 2022-06-01."


def test_the_place_of_a_choice_of_law_is_its_value():
    quote = "Even then the law of the Federal Republic of Germany applies."
    assert read_value(quote, asked("Which law governs the agreement?")).text == "Germany"


def test_what_is_not_there_is_no_value():
    for type in ("duration", "money", "percentage", "date"):
        assert read_value("The Tenant keeps the roof in repair under Section 12.", asked("When?", type)) is None


def test_a_value_must_stand_in_the_quotation():
    assert stands_in(Value("60 days", "sixty (60)\ndays"), "on sixty (60) days notice")
    assert not stands_in(Value("60 days", "sixty (60) days"), "on ninety (90) days notice")
    assert not stands_in(Value("x", ""), "anything")


def test_who_acts_is_the_party_before_the_modal():
    parties = (Party("Oak Limited", Span(0, 1), "Landlord"), Party("Ash Limited", Span(2, 3), "Tenant"))
    known = Surroundings(parties=parties)
    found = read_value("The Tenant shall keep the Landlord's roof in repair.", asked("Who?", "party"), known=known)
    assert found.text == "Ash Limited (Tenant)"
    assert read_value("Either party may end it.", asked("Who?", "party"), known=known).text == "either party"
    assert read_value("Nothing is said.", asked("Who?", "party"), known=known) is None


@pytest.mark.parametrize(
    ("question", "quote", "value"),
    [
        ("May the tenant sublet?", "The Tenant shall not sublet the premises.", "no"),
        ("May the tenant sublet?", "The Tenant may sublet a part of the premises.", "yes"),
        ("Is assignment restricted?", "Neither party may assign this Agreement.", "yes"),
        ("May a party assign without consent?", "Neither party may assign without the other's consent.", "no"),
        ("Is consent needed to assign?", "Neither party may assign without the other's consent.", "yes"),
        ("Is there a third-party beneficiary?", "There are no third-party beneficiaries.", "no"),
        ("Must a party carry insurance?", "Supplier shall carry insurance of $1,000,000.", "yes"),
    ],
)
def test_yes_and_no_follow_the_words(question, quote, value):
    assert read_value(quote, asked(question, "yes/no")).text == value


def test_what_is_forbidden_in_other_words_is_neither_yes_nor_no():
    quote = "The Tenant shall not part with possession of the premises."
    assert read_value(quote, asked("May the tenant sublet?", "yes/no")) is None


def test_an_exception_is_noted():
    found = read_value(
        "The Tenant shall not sublet without the Landlord's consent.", asked("May the tenant sublet?", "yes/no")
    )
    assert (found.text, found.note) == ("no", "without the Landlord's consent.")
    assert found.note_kind is CellNote.EXCEPTION


def test_numbers_of_clauses_are_no_figures():
    assert find_written("under Section 12 and paragraph 3(b)") == [] or all(
        not one.figure.unit for one in find_written("under Section 12 and paragraph 3(b)")
    )
