"""Tables read cell by cell, whatever file they stand in."""

from io import BytesIO

import pytest
from docx import Document as WordFile

from pincite.answer.questions.asked_value import asked_value
from pincite.answer.quotations.table_grid import read_grids
from pincite.answer.values.table_cell import find_cell, named_rows
from pincite.domain.raw_file import RawFile
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings

ROWS = (
    ("", "Adult", "Child under 16", "Student", "Home visit"),
    ("First assessment", "£62", "£45", "£50", "£90"),
    ("Follow-up", "£48", "£36", "", "£75"),
    ("Nail surgery", "£240", "", "£210", ""),
)


def markdown(rows):
    head, *below = ("| " + " | ".join(row) + " |" for row in rows)
    return "prices.md", "\n".join(["# Prices", "", head, "|---" * len(rows[0]) + "|", *below, ""]).encode()


def html(rows):
    head, *below = rows
    names = "".join(f"<th>{cell}</th>" for cell in head)
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in below)
    return "prices.html", f"<html><body><h1>Prices</h1><table><tr>{names}</tr>{cells}</table></body></html>".encode()


def word(rows):
    held = WordFile()
    held.add_heading("Prices", 1)
    table = held.add_table(rows=len(rows), cols=len(rows[0]))
    for i, row in enumerate(rows):
        for j, words in enumerate(row):
            table.cell(i, j).text = words
    out = BytesIO()
    held.save(out)
    return "prices.docx", out.getvalue()


def grid_of(name, data):
    (grid,) = read_grids(read_file(RawFile(name, data), wire_reading(load_settings().settings)).doc)
    return grid


@pytest.mark.parametrize("written", [markdown, html, word])
def test_empty_cells_keep_their_columns_in_every_kind_of_file(written):
    grid = grid_of(*written(ROWS))
    assert grid.names == ROWS[0]
    assert [tuple(grid.words(row, i) for i in range(5)) for row in grid.rows] == list(ROWS[1:])


def test_a_table_with_rows_longer_than_its_names_is_no_grid():
    name, data = markdown([("Who", "Price"), ("Adult", "£5")])
    doc = read_file(
        RawFile(name, data + b"| Child | \xc2\xa33 | \xc2\xa34 |\n"), wire_reading(load_settings().settings)
    ).doc
    assert read_grids(doc) == ()


LEVELS = (
    ("Priority", "Meaning", "First response", "Target fix"),
    ("P1", "Service down", "1 hour", "8 hours"),
    ("P2", "Major feature broken", "4 hours", "2 working days"),
)
HIRE = (
    ("Equipment", "Day", "Week", "Deposit"),
    ("Mini digger 1.5 t", "£95", "£320", "£500"),
    ("Mini digger 3 t", "£130", "£450", "£750"),
    ("Generator 6 kVA", "£45", "£150", "£200"),
    ("Brake bleed, per brake", "£12", "£40", "£5"),
)
HOURS = (("Day", "Opens", "Closes"), ("Monday to Thursday", "8 am", "7 pm"), ("Friday", "8 am", "5 pm"))
JOBS = (("Job", "Usual time", "Price (£)"), ("Silver service", "2 hours", "85"), ("Wheel true", "1 hour", "20"))


def cell_of(rows, question):
    """The value that is put first, if a question names just one row."""
    grid, asked = grid_of(*markdown(rows)), asked_value(question)
    named = named_rows(question, grid)
    if len(named) != 1:
        return [grid.label(row) for row in named]
    value = find_cell(asked, question, grid, named[0]).value(asked, question)
    return value.slice(grid.text) if value else None


@pytest.mark.parametrize(
    ("rows", "question", "words"),
    [
        (ROWS, "how much is a follow-up for an adult?", "£48"),
        (ROWS, "how much is a follow-up for a child?", "£36"),
        (ROWS, "how much is a follow-up at home, as a home visit?", "£75"),
        (LEVELS, "first response time for a P2?", "4 hours"),
        (LEVELS, "target fix for a P1", "8 hours"),
        (LEVELS, "what is the target fix for a P1?", "8 hours"),
        (LEVELS, "how soon do you respond when a major feature is broken?", "4 hours"),
        (HIRE, "what does a generator cost for a week?", "£150"),
        (HIRE, "how much is a day's hire of the generator?", "£45"),
        (HIRE, "what is the weekly rate for the 3 t mini digger?", "£450"),
        (HOURS, "what time do you close on Tuesday?", "7 pm"),
        (HOURS, "what time do you open on Friday?", "8 am"),
        (JOBS, "how long does a silver service take?", "2 hours"),
    ],
)
def test_the_cell_is_that_of_the_row_and_the_column_that_a_question_names(rows, question, words):
    assert cell_of(rows, question) == words


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        (ROWS, "how much is a follow-up?"),  # Which column?
        (ROWS, "how much is a follow-up for a student?"),  # The cell is empty.
        (LEVELS, "what is the acknowledgement target for P2?"),  # No column is on acknowledgement.
        (LEVELS, "why is the first response to a P2 slow?"),  # No value is asked for.
        (HIRE, "how much is a generator for 3 days?"),  # Not the price of one day.
        (HIRE, "how much is a generator for a day after the first week?"),  # Another case.
        (HIRE, "how much is the insurance of the generator for a week?"),  # No price of hiring it.
        (HIRE, "how much is a bleed for a day?"),  # Not named by all words.
        (JOBS, "how much is a wheel true?"),  # "20" alone is no sum.
    ],
)
def test_no_cell_is_taken_where_the_row_or_the_column_is_in_doubt(rows, question):
    assert not cell_of(rows, question)


def test_several_rows_may_be_meant():
    assert cell_of(HIRE, "what is the deposit on a mini digger?") == ["Mini digger 1.5 t", "Mini digger 3 t"]
    assert cell_of(LEVELS, "the response times of P1 and P2") == ["P1", "P2"]
    assert cell_of(LEVELS, "the response time of a P5") == []
