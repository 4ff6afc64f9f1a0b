import pytest

from pincite.errors import SettingsError
from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable
from pincite.review.choose import choose_rows, group_rows, pivot_rows, read_condition, sort_rows
from pincite.review.question import ReviewQuestion, ValueType
from pincite.review.summary import summarise
from pincite.review.values.read import read_value

LAW = ReviewQuestion("law", "Which law governs?")
NOTICE = ReviewQuestion("notice", "How much notice?", ValueType.DURATION)


def row(name, law, notice):
    cells = []
    for question, words in ((LAW, law), (NOTICE, notice)):
        if words is None:
            cells.append(Cell(question.name, CellState.NOT_FOUND, 0.1))
            continue
        value = read_value(words, question)
        cells.append(
            Cell(question.name, CellState.FOUND, 0.9, value.text, value.words, value.size, value.unit, quote=words)
        )
    return ReviewRow(name, f"deals/{name}.txt", name, tuple(cells))


@pytest.fixture
def table():
    rows = [row("a", "Delaware", "60 days"), row("b", "Ohio", "two (2) months"), row("c", "delaware", None)]
    rows += [row("d", "Delaware", "10 days"), row("e", None, "60 days"), row("f", "Delaware", "60 days")]
    return ReviewTable("Deals", (LAW, NOTICE), tuple(rows))


def chosen(table, *conditions):
    return "".join(
        one.doc_id for one in choose_rows(table, [read_condition(c, table.questions) for c in conditions]).rows
    )


def test_conditions_choose_rows(table):
    assert chosen(table, "law=Delaware") == "acdf"
    assert chosen(table, "law!=delaware") == "be"
    assert chosen(table, "LAW ~ dela") == "acdf"
    assert chosen(table, "notice < 30 days") == "d"
    assert chosen(table, "notice>=1 month") == "abef"
    assert chosen(table, "law=Delaware", "notice=not found") == "c"
    assert chosen(table, "law = not found") == "e"


def test_a_condition_that_cannot_be_is_said_so(table):
    for text, words in (
        ("law", "write NAME=VALUE"),
        ("place=Ohio", "Known: law, notice"),
        ("notice<soon", "not of type duration"),
    ):
        with pytest.raises(SettingsError, match=words):
            read_condition(text, table.questions)


def test_rows_are_sorted_by_size_with_the_empty_last(table):
    assert [one.doc_id for one in sort_rows(table, "notice").rows][0] == "d"
    assert [one.doc_id for one in sort_rows(table, "-notice").rows][:2] == ["b", "a"]
    assert sort_rows(table, "-notice").rows[-1].doc_id == "c"


def test_groups_are_by_value_the_largest_first(table):
    groups = group_rows(table, "law")
    assert [(value, len(one.rows)) for value, one in groups.items()] == [("Delaware", 4), ("Ohio", 1), ("not found", 1)]


def test_two_columns_are_counted_together(table):
    counts = pivot_rows(table, "law", "notice")
    assert counts["Delaware"] == {"60 days": 2, "10 days": 1, "2 months": 0, "not found": 1}
    assert counts["Ohio"]["2 months"] == 1


def test_a_summary_names_what_stands_out(table):
    law, notice = summarise(table)
    assert (law.found, law.not_found, law.unsure) == (5, 1, 0)
    assert law.values[0] == ("Delaware", 3)
    assert notice.outliers == (("d.txt", "10 days"),)
    assert "from 10 days to 2 months" in notice.span
    assert "stands out: d.txt: 10 days" in str(notice)


def test_one_value_among_many_that_agree_stands_out():
    rows = tuple(row(str(i), "Texas" if i == 3 else "Ohio", None) for i in range(8))
    assert summarise(ReviewTable("Deals", (LAW, NOTICE), rows))[0].outliers == (("3.txt", "Texas"),)
