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


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("labelled")
    (folder / "files").mkdir()
    (folder / "files" / "licence.txt").write_text(LICENCE)
    (folder / "files" / "hire.md").write_text(HIRE)
    flags = ("executor.kind=inline",)
    with Store.build([folder / "files"], folder / "store", settings=load_settings(flags=flags).settings) as built:
        yield built


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
