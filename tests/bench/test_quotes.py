import pytest

from pincite.bench.legalbenchrag.draft import Reason
from pincite.bench.legalbenchrag.quotes import QuoteLocator
from pincite.spans import Span


def test_a_quote_that_stands_once_is_found_exactly():
    located = QuoteLocator("to have and to hold").locate("have and")
    assert located.spans == (Span(3, 11),)
    assert located.flaw is None


def test_a_repeated_quote_is_found_everywhere_and_says_so():
    located = QuoteLocator("rent, and rent").locate("rent")
    assert located.spans == (Span(0, 4), Span(10, 14))
    assert located.flaw is Reason.REPEATED


def test_white_space_may_differ_and_the_span_covers_the_text_as_it_is():
    text = "The Harbour may   inspect\nthe log."
    located = QuoteLocator(text).locate("may inspect the log")
    assert located.flaw is Reason.SPACING
    assert located.spans[0].slice(text) == "may   inspect\nthe log"


def test_omissions_are_followed_in_reading_order():
    text = "Alpha pays rent. Beta cleans. Gamma pays tax."
    located = QuoteLocator(text).locate("Alpha pays <omitted> pays tax")
    assert [span.slice(text) for span in located.spans] == ["Alpha pays", "pays tax"]
    assert located.flaw is Reason.OMITTED


@pytest.mark.parametrize(
    ("quote", "flaw"),
    [
        ("", Reason.EMPTY),
        ("zeta", Reason.ABSENT),
        ("  \n", Reason.ABSENT),
        ("pays<omitted>tax", Reason.REPEATED),
        ("tax<omitted>Alpha", Reason.ABSENT),
    ],
)
def test_what_cannot_be_placed_has_no_span(quote, flaw):
    located = QuoteLocator("Alpha pays rent. Gamma pays tax.").locate(quote)
    assert (located.spans, located.flaw) == ((), flaw)
