"""Cells of tables, asked of the models that ship."""

import pytest

from pincite.domain.answer import NoteKind
from pincite.pipeline.store import Store
from pincite.settings import load_settings

LEVELS = """# Fernhill support levels

## Faults

| Severity | What it is | First reply | Target repair | Credit |
|---|---|---|---|---|
| L1 | No pump runs | 20 minutes | 6 hours | 12% |
| L2 | One pump is down | 2 hours | 1 working day | 4% |
| L3 | A gauge is wrong | 1 working day | 8 working days | |

## Requests

| Request | Lead time | Charge |
|---|---|---|
| New gauge | 3 working days | £70 |
| Spare key | 1 day | £9 |

## Terms

1. Faults are reported by telephone.
2. The credits of a month are no more than a fifth of its charge.
"""
CLINIC = """<html><head><title>Elder Lane Dental</title></head><body><h1>Elder Lane Dental – prices</h1>
<p>Prices are for one visit.</p>
<table><tr><th></th><th>Adult</th><th>Child</th><th>Student</th></tr>
<tr><td>Check-up</td><td>£44</td><td>£20</td><td></td></tr>
<tr><td>White filling</td><td>£95</td><td></td><td>£80</td></tr>
<tr><td>Scale and polish</td><td>£52</td><td>£30</td><td>£41</td></tr></table>
<p>1. A visit missed without a day's notice costs £15.</p></body></html>"""


YARD = """<html><head><title>Elm Yard hire</title></head><body><h1>Elm Yard hire charges</h1>
<p>Charges on bank holidays are double.</p>
<table><tr><th>Vehicle</th><th>Charge</th><th>Bond</th></tr><tr><td>Lorry</td><td>£70</td><td rowspan=2>£300</td></tr>
<tr><td>Pick-up</td><td>£55</td></tr><tr><td>Coach</td><td>£90</td><td>£600</td></tr></table>
<table><tr><td>Signed</td><td>______________</td></tr><tr><td>Witness</td><td>Ann Fern</td></tr></table>
</body></html>"""
TOOLS = """# Sallow Tools hire prices

| Item | Price per day |
|---|---|
| Pump, 6 kW | £40 |
| Ladder, 10 m | £12 |
| Mixer | £25 |

All tools are collected from the yard.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    (folder / "files").mkdir()
    (folder / "files" / "fernhill.md").write_text(LEVELS)
    (folder / "files" / "elder-lane.html").write_text(CLINIC)
    (folder / "files" / "elm-yard.html").write_text(YARD)
    (folder / "files" / "sallow.md").write_text(TOOLS)
    settings = load_settings(flags=("executor.kind=inline",)).settings
    with Store.build([folder / "files"], folder / "store", settings=settings) as built:
        yield built


@pytest.mark.parametrize(
    ("question", "short", "row"),
    [
        ("first reply time for an L2 fault?", "2 hours.", "L2 | One pump is down | 2 hours | 1 working day | 4%"),
        ("target repair for an L3?", "8 working days.", "L3 | A gauge is wrong | 1 working day | 8 working days"),
        ("what credit do we get for an L1", "12%.", "L1 | No pump runs | 20 minutes | 6 hours | 12%"),
        ("what is the turnaround for a spare key", "1 day.", "Spare key | 1 day | £9"),
        ("how much is a check-up for a child?", "£20.", "Check-up | £44 | £20"),
        ("what does a white filling cost for a student", "£80.", "White filling | £95 |  | £80"),
    ],
)
def test_the_cell_is_told_and_its_row_alone_is_quoted(store, question, short, row):
    answer = store.ask(question)
    assert answer.short == short, answer.text
    assert answer.citations[-1].quote == row
    assert "|”" not in answer.text and "| ”" not in answer.text


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("what is the first reply time for an L5 fault?", "“L5”: there are L1, L2 and L3."),
        ("how much is a check-up for a student?", "“Check-up” has nothing under “Student”"),
        ("what does a white filling cost for a child", "“White filling” has nothing under “Child”"),
    ],
)
def test_what_a_table_does_not_have_is_not_found(store, question, note):
    answer = store.ask(question)
    assert not answer.found
    assert answer.note_kind is NoteKind.NO_VALUE
    assert note in answer.note


def test_a_value_with_another_is_no_cell(tmp_path):
    path = tmp_path / "plots.md"
    path.write_text(
        "# Plots\n\n| Plot | Yearly fee | Water |\n|---|---|---|\n| Half plot | £38 | £9 |\n"
        "| Full plot | £64 | £15 |\n\n1. The fee is due on 1 April.\n"
    )
    settings = load_settings(flags=("executor.kind=inline",)).settings
    with Store.build([path], tmp_path / "store", settings=settings) as built:
        answer = built.ask("how much is a full plot with water?")
        assert "Full plot | £64 | £15" in answer.text and not answer.short
        assert built.ask("what does the water cost for a full plot?").short == "£15."


def test_a_pair_is_in_doubt_as_other_rows_are(store):
    assert store.ask("what does the 6 kW pump cost per day at Sallow Tools?").short == "£40."
    assert not store.ask("what does a 10 kW pump cost per day at Sallow Tools?").short


def test_a_value_merged_over_two_rows_holds_for_both(store):
    answer = store.ask("what is the bond for a pick-up at Elm Yard?")
    assert answer.found, answer.note
    assert answer.short in ("", "£300.")
    assert [one.quote for one in answer.citations][-2:] == ["Lorry | £70 | £300", "Pick-up | £55"]


def test_rows_that_share_a_word_are_no_price_of_what_the_document_does_not_know(store):
    answer = store.ask("how much is a hygienist polish and a crown fitting?")
    assert not answer.short
