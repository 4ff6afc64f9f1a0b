import pytest

from pincite.legal.quotations import locate_quotation

TEXT = "The Tenant\nshall pay the “Rent” – £12,500 – on each quarter day, and keep the Tenant’s roof in repair."


@pytest.mark.parametrize(
    "quote",
    [
        "The Tenant shall pay",
        'pay the "Rent" - £12,500',
        "keep the Tenant's roof",
        "The Tenant … keep the Tenant’s roof",
        "on each quarter day.",
    ],
)
def test_words_that_stand_so_are_found(quote):
    span = locate_quotation(quote, TEXT)
    assert span is not None
    assert span.slice(TEXT).split()[0].strip("“") in quote


@pytest.mark.parametrize(
    "quote",
    [
        "The Tenant must pay",
        "the tenant shall pay",
        "£12,50",
        "keep the roof",
        "keep the Tenant’s roof … The Tenant",
        "shall pay the Rent",
        "pair",
        "",
        "…",
    ],
)
def test_words_that_stand_otherwise_are_not(quote):
    assert locate_quotation(quote, TEXT) is None
