import pytest

from pincite.cancellation import Cancellation
from pincite.errors import Cancelled
from pincite.legal.quotations import MOST_PARTS, find_quotations, locate_quotation

TEXT = "The Tenant\nshall pay the “Rent” – £12,500 – on each quarter day, and keep the Tenant’s roof in repair."


@pytest.mark.parametrize(
    "quote",
    [
        "The Tenant shall pay",
        'pay the "Rent" - £12,500',
        "keep the Tenant's roof",
        "The Tenant … keep the Tenant’s roof",
        "The Ten\u200bant shall p\u0430y",
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


LIST = "The Seller shall:\n(a) deliver it;\n\n(b) insure them; and\n\n(c) pay the duty.\n\nThe Buyer shall not resell."


@pytest.mark.parametrize("quote", ["The Seller shall: … insure them", "The Seller shall: … pay the duty"])
def test_an_ellipsis_runs_on_through_a_list(quote):
    assert locate_quotation(quote, LIST) is not None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The Tenant shall … assign", "The Tenant shall not assign the Lease."),
        ("may assign … the Lease", "It may assign, if the Landlord agrees, the Lease."),
        ("The Tenant shall pay … on Friday", "The Tenant shall pay rent. The Landlord shall inspect on Friday."),
        ("may sell … the house", "They may sell, except to Pike, the house."),
        ("pay the duty … resell", LIST),
        ("The Tenant shall pay … The Landlord shall", "The Tenant shall pay rent. The Landlord shall inspect."),
    ],
)
def test_an_ellipsis_leaves_out_no_negation_no_condition_and_no_sentence_end(quote, text):
    assert locate_quotation(quote, text) is None


def test_of_two_places_the_one_that_lets_the_rest_follow_is_taken():
    text = "The Tenant shall pay tax. The Tenant shall pay rent on each quarter day."
    span = locate_quotation("The Tenant shall pay … on each quarter day", text)
    assert span is not None
    assert span.start == text.index("The Tenant shall pay rent")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Podle smlouvy „nájemce platí“ vždy.", ["nájemce platí"]),
        ("“Pan Havel (dále jen „pronajímatel“) a paní Nová” [1] “nic jiného” [2]", ["Pan", "nic"]),
        ("„Umowa wygasa” w maju.", ["Umowa wygasa"]),
        ("“He said “no” and left”", ["He said “no” and left"]),
    ],
)
def test_marks_of_other_languages_close_what_they_opened(text, quoted):
    found = [span.slice(text) for span in find_quotations(text)]
    assert len(found) == len(quoted)
    assert all(words.startswith(start) for words, start in zip(found, quoted, strict=True))


BOXES = f"The goods include {', '.join(['the box'] * 40)} and more; nothing else is sold, not even zinc."


@pytest.mark.parametrize("last", ["zinc", "more"])
def test_parts_that_stand_in_many_places_take_no_longer_than_others(last):
    quote = " … ".join(["the box"] * (MOST_PARTS - 1) + [last])
    with Cancellation(seconds=5).active():
        found = locate_quotation(quote, BOXES)
    assert (found is not None) == (last == "more")


def test_a_quotation_of_too_many_parts_is_not_looked_for():
    text = " ".join(["box"] * 3_000)
    assert locate_quotation("…".join(["box"] * MOST_PARTS), text) is not None
    assert locate_quotation("…".join(["box"] * (MOST_PARTS + 1)), text) is None
    assert locate_quotation("…".join(["box"] * 3_000), text) is None


def test_the_search_for_a_quotation_ends_when_nobody_waits():
    work = Cancellation()
    work.cancel()
    with work.active(), pytest.raises(Cancelled):
        locate_quotation("The Tenant … the Tenant’s roof", TEXT)


def test_strokes_and_turns_of_a_document_are_quoted_as_they_are():
    text = "It may n\u0336o\u0336t\u0336 be sold for \u202e009\u202c pounds, and a \u200eboat\u200e may."
    for quote in ("may n\u0336o\u0336t\u0336 be sold", "for \u202e009\u202c pounds", "a boat may"):
        assert locate_quotation(quote, text) is not None
    for quote in ("may not be sold", "for 009 pounds"):
        assert locate_quotation(quote, text) is None
