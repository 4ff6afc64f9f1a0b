"""Dates are read to ISO form with their exact words and their role, and never guessed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.legal.dated import agreement_date, sole_effective_date
from pincite.legal.values.dates import find_dates


@pytest.mark.parametrize(
    ("text", "words", "iso", "role"),
    [
        ("dated as of March 3, 2019, by", "March 3, 2019", "2019-03-03", "signed"),
        ("made this 3rd day of March, 2019 by", "3rd day of March, 2019", "2019-03-03", "signed"),
        ("signed on 2019-03-03.", "2019-03-03", "2019-03-03", "signed"),
        ("Date: 3 March 2019", "3 March 2019", "2019-03-03", "signed"),
        ("V Praze dne 4. března 2019", "4. března 2019", "2019-03-04", "signed"),
        ("effective as of Feb 10, 2014 (the", "Feb 10, 2014", "2014-02-10", "effective"),
        ("on May 1, 2020 (the “Effective Date”)", "May 1, 2020", "2020-05-01", "effective"),
        ("and expires on 31 December 2025.", "31 December 2025", "2025-12-31", "expiry"),
        ("4.1 Price. Prices are firm through May 1, 2016. Then", "May 1, 2016", "2016-05-01", None),
        ("The term of this lease and its rent run until May 1, 2016.", "May 1, 2016", "2016-05-01", "expiry"),
        ("2.1 The Engagement starts on 1 March 2025 and", "1 March 2025", "2025-03-01", "effective"),
        ("Last updated: June 1, 2021", "June 1, 2021", "2021-06-01", "updated"),
        ("on 25/12/2020 at noon", "25/12/2020", "2020-12-25", None),
        ("on 12/25/2020 at noon", "12/25/2020", "2020-12-25", None),
        ("am 24.12.2020 um zwölf", "24.12.2020", "2020-12-24", None),
        ("made this first day of May, 2019", "first day of May, 2019", "2019-05-01", "signed"),
        ("made the Twenty-Third (23rd) day of May 2019", "Twenty-Third (23rd) day of May 2019", "2019-05-23", "signed"),
        ("made on the 1st day of JUNE , 2006", "1st day of JUNE , 2006", "2006-06-01", "signed"),
        ("made the 20 March day of 1998", "20 March day of 1998", "1998-03-20", "signed"),
        ("is entered on this 9th day of October, 2001", "9th day of October, 2001", "2001-10-09", "signed"),
        ("dated for reference the 5th day of May 2008", "5th day of May 2008", "2008-05-05", "signed"),
        ("effective as of _Dec. 8, 2005", "Dec. 8, 2005", "2005-12-08", "effective"),
        ("Effective Date: May 1, 2016", "May 1, 2016", "2016-05-01", "effective"),
        ("The term of this contract will begin on   May 1, 2016", "May 1, 2016", "2016-05-01", "effective"),
        ("comes into force as of May 1, 2016", "May 1, 2016", "2016-05-01", "effective"),
        ("and shall end as of May 1, 2016", "May 1, 2016", "2016-05-01", "expiry"),
        ("and conclude on May 1, 2016", "May 1, 2016", "2016-05-01", "expiry"),
        ("Requested delivery date May 1, 2016", "May 1, 2016", "2016-05-01", None),
        ("/s/ Ann Oak   5/17/12", "5/17/12", "2012-05-17", "signature"),
        ("By: /s/ Ann Oak\nDate: May 1, 2016", "May 1, 2016", "2016-05-01", "signature"),
        ("SUPPLY AGREEMENT\n\nMay 1, 2016\n\nDear Sirs", "May 1, 2016", "2016-05-01", "signed"),
        ("SUPPLY AGREEMENT   Hamburg, May 1, 2016   Dear Sirs", "May 1, 2016", "2016-05-01", "signed"),
    ],
)
def test_each_form_is_read(text, words, iso, role):
    (found,) = find_dates(text)
    assert (found.span.slice(text), found.iso, found.role) == (words, iso, role)


def test_an_ambiguous_figure_is_left_out_unless_the_document_settles_it():
    assert find_dates("on 03/04/2019 at noon") == ()
    assert [found.iso for found in find_dates("on 03/04/2019", month_first=True)] == ["2019-03-04"]
    assert [found.iso for found in find_dates("on 03/04/2019", month_first=False)] == ["2019-04-03"]


@pytest.mark.parametrize(
    "text", ["on February 30, 2019", "clause 5.2.19", "version 1.2.2019.4", "June 2019", "99/99/2019"]
)
def test_what_is_no_day_is_no_date(text):
    assert find_dates(text) == ()


def test_the_date_of_the_agreement_is_when_it_was_made():
    text = "effective May 1, 2020, and entered into this 10th day of January, 2020 between the parties"
    assert agreement_date(find_dates(text)).iso == "2020-01-10"
    assert agreement_date(()) is None


def test_a_late_expiry_is_found_in_the_middle_of_a_long_text():
    text = "x" * 13_000 + " This agreement expires on 31 December 2030. " + "y" * 13_000
    assert [found.iso for found in find_dates(text)] == ["2030-12-31"]


@given(
    st.lists(st.one_of(st.sampled_from(["March ", "3rd day of ", "2019", "31", "/", ".", " "]), st.text(max_size=3)))
)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_spans_inside_it(parts):
    text = "".join(parts)
    assert all(found.span.slice(text) and len(found.iso) == 10 for found in find_dates(text))


def test_the_date_of_another_document_is_not_that_of_this_one():
    text = (
        "Effective as of June 1, 2020, this amends that certain Supply Agreement between the parties dated May 1, 2019."
    )
    assert [found.role for found in find_dates(text)] == ["effective", None]
    found = agreement_date(find_dates(text))
    assert found is not None and found.iso == "2020-06-01"


def test_a_day_on_which_it_is_made_and_in_effect_has_both_roles():
    for called in ('(the "Effective Date")', "the (“Effective Date”)", "hereinafter called the Effective Date,"):
        found = find_dates(f"This Agreement is made and entered into as of May 1, 2019 {called} between")
        assert [(one.iso, one.role) for one in found] == [("2019-05-01", "signed"), ("2019-05-01", "effective")]


def test_other_dates_of_the_text_tell_how_a_figure_is_meant():
    assert [found.iso for found in find_dates("on 03/04/2019 and on 03/25/2019")] == ["2019-03-04", "2019-03-25"]
    assert [found.iso for found in find_dates("on 03/04/2019 and on 25/03/2019")] == ["2019-04-03", "2019-03-25"]
    assert [found.iso for found in find_dates("on 03/04/2019, 25/03/2019 and 03/25/2019")] == ["2019-03-25"] * 2


@pytest.mark.parametrize(
    "before",
    [
        "This is the First Amendment to the Supply Agreement entered into on",
        "The parties have previously entered into the Agreement dated",
        "except the Confidentiality Agreement between the parties dated",
        "This Addendum forms part of the Services Agreement between Northwind, Inc. and Tern GmbH dated",
        "It is secured by the Security Deed between Alder Ltd. (the “Lender”) and Fox Ltd (the “Borrower”) dated",
        "if the Effective Time has not occurred by",
        "if the plan has not become effective by",
        "signed a memorandum of understanding effective from",
        "WHEREAS, the plan that was made by the Company on",
        "Either party may terminate this Agreement, effective",
    ],
)
def test_a_document_that_is_only_mentioned_dates_nothing(before):
    assert [found.role for found in find_dates(f"{before} May 1, 2019.")] == [None]


def test_a_title_that_names_its_own_agreement_is_dated():
    text = "THIS AMENDMENT TO THE LICENCE AGREEMENT is made effective May 1, 2019."
    assert [found.role for found in find_dates(text)] == ["effective"]


def test_a_contract_without_a_date_is_made_when_the_last_party_signs():
    text = "The parties agree.\nBy: /s/ Ann Oak\nDate: May 3, 2019\nBy: /s/ Bob Elm\nDate: May 1, 2019\n"
    assert agreement_date(find_dates(text)).iso == "2019-05-03"
    begins = f"{'The parties agree. ' * 90}The term shall commence on June 1, 2018.\n{text}"
    assert agreement_date(find_dates(begins)).iso == "2019-05-03"
    preamble = f"This Agreement is effective June 1, 2018.\n{text}"
    assert agreement_date(find_dates(preamble)).iso == "2018-06-01"


def test_signatures_of_an_annex_are_not_those_of_the_contract():
    one = "By: /s/ Ann Oak\nDate: May 3, 2019\n"
    text = one + "An annex. " * 400 + one.replace("2019", "2020")
    assert agreement_date(find_dates(text)).iso == "2019-05-03"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("This Agreement comes into force on 1 May 2019.", "2019-05-01"),
        ("Sections 1 to 3 come into force on 1 January 2025. The rest comes into force on 1 July 2025.", None),
        ("This Lease is effective 1 May 2019. Clause 4, on rent, comes into force on 1 June 2020.", "2019-05-01"),
        ("Made on 1 May 2019 (the “Effective Date”). The new fees come into force on 1 June 2020.", "2019-05-01"),
        ("The fees are effective from 1 June 2020. The rates are effective from 1 June 2020.", "2020-06-01"),
    ],
)
def test_several_days_of_effect_are_none_unless_one_is_that_of_the_document(text, day):
    found = sole_effective_date(find_dates(text), text)
    assert (found.iso if found else None) == day
