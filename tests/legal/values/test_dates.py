"""Dates are read to ISO form with their exact words and their role, and never guessed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.legal.dated import agreement_date
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
        ("Last updated: June 1, 2021", "June 1, 2021", "2021-06-01", "updated"),
        ("on 25/12/2020 at noon", "25/12/2020", "2020-12-25", None),
        ("on 12/25/2020 at noon", "12/25/2020", "2020-12-25", None),
        ("am 24.12.2020 um zwölf", "24.12.2020", "2020-12-24", None),
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
