"""Quotations that come near the value asked for, and do not state it."""

import pytest

from pincite.answer.questions.asked_value import AskedValue
from pincite.answer.values.set_elsewhere import find_gap
from pincite.domain.answer import Citation
from pincite.domain.document import Passage
from pincite.spans import Span


def cite(*quotes, sections=()):
    return [
        Citation(number, Passage("d", Span(0, len(quote))), quote, "d.txt", Span(0, 1), section=section)
        for number, (quote, section) in enumerate(zip(quotes, sections or [""] * len(quotes), strict=True), 1)
    ]


@pytest.mark.parametrize(
    ("question", "quote", "asked", "place"),
    [
        (
            "What minimum amount of fire cover must the tenant carry?",
            'The Tenant shall carry insurance in the minimum amounts set forth in Exhibit "C".',
            AskedValue.AMOUNT,
            'Exhibit "C"',
        ),
        (
            "What hourly rate can the helper charge?",
            "The helper is paid for the time spent at the rate set out in Schedule 2.",
            AskedValue.AMOUNT,
            "Schedule 2",
        ),
        (
            "I mended it all myself. How many pounds an hour may I charge?",
            "A reasonable sum is due, at the rate prescribed by Practice Direction 91.",
            AskedValue.AMOUNT,
            "Practice Direction 91",
        ),
        (
            "I mended it all myself. What's the £ per hour figure?",
            "A reasonable sum is due, at the rate prescribed by Practice Direction 91.",
            AskedValue.AMOUNT,
            "Practice Direction 91",
        ),
        (
            "How long is the notice period?",
            "The Notice Period is specified in Schedule 4.",
            AskedValue.NOTICE,
            "Schedule 4",
        ),
        (
            "What percentage of sales is due as a royalty?",
            "The Licensee pays [***] of its Net Sales each quarter.",
            AskedValue.PERCENTAGE,
            "",
        ),
        (
            "How many days does the surveyor have to answer the letter?",
            "A letter may be put to the surveyor within 28 days after the report.",
            AskedValue.DURATION,
            "",
        ),
        (
            "What is the page limit for statements?",
            "Documents over 4 pages long need an index. Statements are bound.",
            AskedValue.COUNT,
            "",
        ),
    ],
)
def test_a_value_that_is_not_stated_is_missed(question, quote, asked, place):
    assert find_gap(question, cite(quote)) == (asked, place)


@pytest.mark.parametrize(
    ("question", "quotes", "sections"),
    [
        ("What rate can the helper charge?", ["At the rate set out in Schedule 2, being £19 an hour."], None),
        (
            "What rate can the helper charge?",
            ["At the rate set out in Schedule 2.", "Rate of pay: £19 an hour."],
            ["4", "Schedule 2"],
        ),
        ("Who sets the rate?", ["The rate is set out in Schedule 2."], None),
        ("How much is the deposit?", ["The deposit is £400."], None),
        ("How many days does he have to answer?", ["He must reply within 28 days."], None),
        ("How many pages may a statement have?", ["Statements are of no more than 25 pages."], None),
        ("How many pages may a statement have?", ["A statement has twenty sides at most."], None),
    ],
)
def test_a_value_that_is_stated_is_no_gap(question, quotes, sections):
    assert find_gap(question, cite(*quotes, sections=sections or ())) is None
