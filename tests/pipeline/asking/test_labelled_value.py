"""Values that stand beside a label or in a table row, asked of the models that ship."""

import pytest

from pincite.pipeline.store import Store
from pincite.settings import load_settings

LICENCE = """LICENCE OF THE BOAT SHED

PARTICULARS

Date of Licence: 2 March 2026
Owner: Fen Boats Limited
Keeper: Ada Reed
Licence Fee: £340 a quarter
Payment Day: the 7th of March, June, September and December
Bond: £600
Late Rate: 5% a year above the base rate

TERMS

1. The Keeper may keep one boat in the shed.
2. The Keeper must pay the Licence Fee in advance on each Payment Day.
3. On money that is paid late the Keeper owes interest at the Late Rate.
4. The Keeper may not light a fire in the shed.
"""
HIRE = """# Boat hire at Fen Bridge

Boats are let from the slip at these charges.

| Boat | Half a day | Whole day | Deposit |
| --- | --- | --- | --- |
| Canoe | £18 | £30 | £40 |
| Rowing skiff | £25 | £42 | £60 |
| Punt | £22 | £38 | £50 |

## Rules

1. Boats come back to the slip before dusk.
2. No boat goes below the weir.
"""

LODGE = """HERON LODGE – YOUR BOOKING

Guest: Ines Farrow
Lodge: Heron Lodge, Ferry Lane
Check-in: from 3 pm
Check-out: by 10 am
Balance due: 1 May 2026
Late check-out: £20 an hour

TERMS

1. The booking is made when the owner has the deposit.
2. Guests bring their own towels.
3. Tell the caretaker of any fault within 24 hours.
"""
CLOCKS = """# Larkrise Clock Repairs

## Prices

| Work | Time | Price |
| --- | --- | --- |
| New battery | same day | £9 |
| Spring change | 4 working days | £55 |
| Full overhaul | 6 weeks | £210 |

## Other charges

- Late collection: £4 a week
- Collection from your home: £15

## Terms

1. We ring you before any further work.
2. We guarantee our work for 12 months.
"""
ORDER = """# Larch Payroll order form

| Item | Detail |
| --- | --- |
| Customer | Bright Foods Ltd |
| Named users | 15 |
| Annual fee | £2,880 |
| Response time, urgent faults | 4 hours |

1. Larch lets the Named Users use the service.
2. The Customer pays the Annual Fee within 30 days of the invoice.
"""


def build(folder, files):
    (folder / "files").mkdir()
    for name, text in files.items():
        (folder / "files" / name).write_text(text)
    settings = load_settings(flags=("executor.kind=inline",)).settings
    return Store.build([folder / "files"], folder / "store", settings=settings)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with build(tmp_path_factory.mktemp("labelled"), {"licence.txt": LICENCE, "hire.md": HIRE}) as built:
        yield built


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    files = {"heron-lodge.txt": LODGE, "larkrise.md": CLOCKS, "larch.md": ORDER}
    with build(tmp_path_factory.mktemp("sheets"), files) as built:
        yield built


@pytest.mark.parametrize(
    ("question", "short", "quote"),
    [
        ("what time can we arrive at heron lodge", "From 3 pm.", "Check-in: from 3 pm"),
        ("what time must we be out of heron lodge", "By 10 am.", "Check-out: by 10 am"),
        ("when is the balance due for heron lodge", "1 May 2026.", "Balance due: 1 May 2026"),
        ("how long does a spring change take", "4 working days.", "Spring change | 4 working days | £55"),
        ("what does a spring change cost", "£55.", "Spring change | 4 working days | £55"),
        ("what does it cost if I pick up my clock late", "£4 a week.", "Late collection: £4 a week"),
        ("how many users do we get with larch", "15.", "Named users | 15"),
        ("how fast does larch respond to urgent faults", "4 hours.", "Response time, urgent faults | 4 hours"),
    ],
)
def test_the_line_or_row_is_chosen_by_what_is_asked(sheets, question, short, quote):
    answer = sheets.ask(question)
    assert answer.short == short, answer.text
    assert answer.citations[-1].quote == quote


@pytest.mark.parametrize(
    "question",
    [
        "what time is breakfast at heron lodge",
        "how much does a glass replacement cost at larkrise",
        "how many administrators do we get with larch",
        "how long does a case polish take at larkrise",
    ],
)
def test_a_line_or_row_on_another_thing_answers_nothing(sheets, question):
    answer = sheets.ask(question)
    assert not answer.short
    assert not answer.found or all("|" not in one.quote and ": " not in one.quote for one in answer.citations)


def test_the_price_of_a_thing_is_no_answer_to_what_else_is_asked_of_it(sheets):
    assert not sheets.ask("how long is the guarantee on a spring change").short.startswith("4 working")


@pytest.mark.parametrize(
    ("question", "short", "quotes"),
    [
        ("how much is the bond for the shed?", "£600.", ["Bond: £600"]),
        ("how much does the shed cost each quarter?", "£340 a quarter.", ["Licence Fee: £340 a quarter"]),
        (
            "what's the deposit on a punt?",
            "£50.",
            ["Boat | Half a day | Whole day | Deposit", "Punt | £22 | £38 | £50"],
        ),
        (
            "how much is the rowing skiff for a whole day?",
            "£42.",
            ["Boat | Half a day | Whole day | Deposit", "Rowing skiff | £25 | £42 | £60"],
        ),
    ],
)
def test_the_value_is_told_first_and_its_line_or_row_alone_is_quoted(store, question, short, quotes):
    answer = store.ask(question)
    assert answer.short == short, answer.text
    assert [one.quote for one in answer.citations if one.number == 1] == quotes


def test_a_clause_and_the_value_of_the_term_it_uses_are_quoted_together(store):
    answer = store.ask("how much interest do I pay if I pay late for the shed?")
    assert sorted(one.quote for one in answer.citations) == [
        "3. On money that is paid late the Keeper owes interest at the Late Rate.",
        "Late Rate: 5% a year above the base rate",
    ]


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("what is the payment day?", "Payment Day: the 7th of March"),
        ("what does late rate mean?", "Late Rate: 5% a year"),
    ],
)
def test_a_label_is_asked_for_as_a_defined_term_is(store, question, quote):
    answer = store.ask(question)
    assert answer.answerer == "definitions"
    assert answer.citations[0].quote.startswith(quote)


def test_a_row_that_shares_no_word_with_the_question_answers_nothing(store):
    assert not store.ask("how much is a motor launch for half an hour?").short
