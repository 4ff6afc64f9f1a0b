import pytest

from pincite.legal.labelled_values import find_labelled_values, labelled_within
from pincite.spans import Span

SHEET = """LICENCE OF THE BOAT SHED

PARTICULARS

Owner: Fen Boats Limited
Licence Fee: £340 a quarter
Payment Day: the 7th of the month
Berth: the one nearest to the slip,
North Quay
Hours .............. 7 am to 9 pm
Insurance .......... £2 million

1. The Keeper pays the Licence Fee on each Payment Day.
2. Keys: the Keeper must return them.
"""


def read(text):
    return [one.sentence(text) for one in find_labelled_values(text)]


def test_lines_of_a_front_sheet_are_labels_with_their_values():
    assert read(SHEET) == [
        "Owner: Fen Boats Limited",
        "Licence Fee: £340 a quarter",
        "Payment Day: the 7th of the month",
        "Berth: the one nearest to the slip, North Quay",
        "Hours: 7 am to 9 pm",
        "Insurance: £2 million",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| Item | Value |\n| --- | --- |\n| Fee | £9 |\n", ["Item: Value", "Fee: £9"]),
        ("Canoe | £20 | £90\n", ["Canoe: £20 | £90"]),
        ("- **Deposit:** £50\n- **Fee**: £9 a day\n", ["Deposit: £50", "Fee: £9 a day"]),
        ("The hall is let on these terms and the keeper pays for\nHeating: oil and gas\n", []),
        ("Doors open 10:30 today\n", []),
        ("Note: see https://example.com\n", ["Note: see https://example.com"]),
        ("Fees: the Keeper must pay them\n", []),
        ("One wide gap      alone\n", []),
    ],
)
def test_rows_and_lists_have_values_and_sentences_have_none(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("£340", "Licence Fee: £340 a quarter"),
        ("£340 a quarter\nPayment", "Licence Fee: £340 a quarter\nPayment Day: the 7th of the month"),
        ("The Keeper pays", None),
    ],
)
def test_words_lie_within_the_values_they_touch(words, quoted):
    at = SHEET.index(words)
    within = labelled_within(SHEET, Span(at, at + len(words)))
    assert (within and within.slice(SHEET)) == quoted


def test_an_item_of_a_list_keeps_the_words_that_lead_to_it():
    text = "If you cancel, you pay:\n- six months before: 50% of the fee\n- later: all of it\n"
    at = text.index("50%")
    assert labelled_within(text, Span(at, at + 3)) is None


@pytest.mark.parametrize(
    ("heading", "alone"),
    [("Other charges\n\n", True), ("Not included\n\n", False), ("You pay these charges:\n\n", False), ("", False)],
)
def test_an_item_below_a_heading_stands_alone_unless_the_heading_turns_it(heading, alone):
    text = f"{heading}- Towels: £4 each\n- Late collection: £5 a day\n"
    at = text.index("£5")
    within = labelled_within(text, Span(at, at + 2))
    assert (within.slice(text) if within else "") == ("Late collection: £5 a day" if alone else "")


def test_a_day_in_may_is_a_value():
    assert read("Balance due: 1 May 2026\n") == ["Balance due: 1 May 2026"]


@pytest.mark.parametrize("row", ["Signature | ______________\n", "* | plus tax\n", "___ | ___\n"])
def test_rows_to_sign_and_footnotes_state_nothing(row):
    assert read(f"{row}Name | Ann Fern\n") == ["Name: Ann Fern"]
