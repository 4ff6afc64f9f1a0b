"""Tables read cell by cell, whatever file they stand in."""

from io import BytesIO

import pytest
from docx import Document as WordFile

from pincite.answer.questions.asked_value import asked_value
from pincite.answer.quotations.table_grid import read_grids, with_table_lines
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


HOTEL = (("Room", "Period", "Price"), ("Single", "Off-peak", "£50"), ("Double", "Peak", "£90"))
SEASONS = (
    ("Season", "Day", "Opens", "Closes"),
    ("Summer", "Weekdays", "9 am", "6 pm"),
    ("Winter", "Weekends", "10 am", "4 pm"),
)
POST = (
    ("Zone", "Service", "Price"),
    ("Zone 1", "Standard", "£5"),
    ("", "Express", "£9"),
    ("Zone 2", "Standard", "£7"),
    ("", "Express", "£13"),
)
SCALE = (
    ("Grade", "Step", "Salary"),
    ("Grade 1", "Step 1", "£20,000"),
    ("", "Step 2", "£22,000"),
    ("Grade 2", "Step 1", "£30,000"),
    ("", "Step 2", "£32,000"),
)
TOOLS = (("Item", "Price"), ("Generator, 6 kVA", "£40"), ("Mixer", "£25"))


@pytest.mark.parametrize(
    ("rows", "question", "words"),
    [
        (POST, "how much is express to zone 1?", "£9"),
        (POST, "how much is standard post to zone 2?", None),  # "Post" is no word of the row.
        (POST, "how much is standard to zone 2?", "£7"),
        (SCALE, "what is the salary for grade 1 step 2?", "£22,000"),
        (SCALE, "what is the salary of grade 2 at step 2?", "£32,000"),
        (POST, "how much is it to zone 1?", ["Zone 1", "Zone 1"]),
        (HOTEL, "how much is a double at peak?", "£90"),
        (HOTEL, "how much is a single off-peak?", "£50"),
        (HOTEL, "how much is a double off-peak?", None),
        (SEASONS, "what time does it open in winter on weekdays?", None),
        (SEASONS, "what time does it close in summer on weekdays?", "6 pm"),
        (TOOLS, "what is the price of a 6 kVA generator?", "£40"),
        (TOOLS, "what is the price of a 10 kVA generator?", None),
    ],
)
def test_the_other_words_of_a_question_choose_among_rows_or_leave_them_in_doubt(rows, question, words):
    assert cell_of(rows, question) == words


ROOMS = (
    "<tr><th rowspan=2>Room</th><th colspan=2>Price</th><th rowspan=2>Deposit</th></tr>"
    "<tr><th>Weekday</th><th>Weekend</th></tr>"
    "<tr><td>Suite</td><td>£140</td><td>£170</td><td>£60</td></tr><tr><td>Loft</td><td>£90</td><td>£99</td><td>£9</td></tr>"
)
HIRED = (
    "<tr><th>Vehicle</th><th>Price</th><th>Deposit</th></tr><tr><td>Van</td><td>£50</td><td rowspan=2>£200</td></tr>"
    "<tr><td>Car</td><td>£45</td></tr><tr><td>Bike</td><td>£9</td></tr>"
)
SHOP = (
    "<tr><th>Day</th><th>Opens</th><th>Closes</th></tr><tr><td>Saturday</td><td>9 am</td><td>1 pm</td></tr>"
    "<tr><td>Sunday</td><td colspan=2>Closed</td></tr>"
)


def page(rows, above="<h1>Prices</h1>"):
    return "prices.html", f"<html><body>{above}<table>{rows}</table><p>1. Terms apply.</p></body></html>".encode()


def test_two_header_rows_name_the_columns_together():
    grid = grid_of(*page(ROOMS))
    assert grid.names == ("Room", "Price Weekday", "Price Weekend", "Deposit")
    question = "what is the weekend price of a suite?"
    (row,) = named_rows(question, grid)
    assert find_cell(asked_value(question), question, grid, row).words == "£170"
    doc = read_file(RawFile(*page(ROOMS)), wire_reading(load_settings().settings)).doc
    lines = with_table_lines(doc, (row.span,))
    assert [line.slice(doc.text) for line in lines] == [
        "Room | Price |  | Deposit",
        "| Weekday | Weekend",
        "Suite | £140 | £170 | £60",
    ]


def test_a_merged_cell_is_told_from_an_empty_one():
    hired, shop = grid_of(*page(HIRED)), grid_of(*page(SHOP))
    van, car, bike = hired.rows
    assert [hired.words(row, 2) for row in hired.rows] == ["£200", "£200", ""]
    assert car.above == (van.span,)
    assert not bike.above
    assert shop.words(shop.rows[1], 2) == "Closed"


def test_running_text_above_a_table_is_not_known_of_its_rows():
    question = "what is the price for an adult on bank holidays?"
    rows = "<tr><th>Visitor</th><th>Price</th></tr><tr><td>Adult</td><td>£8</td></tr><tr><td>Child</td><td>£4</td></tr>"
    for above, words in (
        ("<h1>Pool</h1><p>Prices on bank holidays are double.</p>", ""),
        ("<h1>Prices on bank holidays</h1>", "£8"),
    ):
        grid = grid_of(*page(rows, above))
        (row,) = named_rows(question, grid)
        assert find_cell(asked_value(question), question, grid, row).words == words
