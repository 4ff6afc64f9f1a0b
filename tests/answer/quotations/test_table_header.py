"""Rows of a table are quoted with its header row."""

import pytest

from pincite.answer.quotations.clauses import with_whole_clauses
from pincite.answer.quotations.table_header import header_rows
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

COVER = """<html><body><h1>Boat policy</h1><table>
<tr><th>What is covered</th><th>What is not covered</th></tr>
<tr><td>1. Fire and smoke.</td><td>Damage by scorching without flames.</td></tr>
<tr><td>2. Storm or flood.</td><td>Damage to sails, masts and rigging.</td></tr>
</table><h2>Term</h2><p>The policy runs for a year.</p></body></html>"""
PRICES = "# Boats\n\n| Boat | For a day |\n|---|---|\n| Canoe | £20 |\n| Dinghy | £45 |\n\nBoats are hired in May.\n"


def table(*rows):
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<html><body><h1>Boats</h1><p>Words stand here.</p><table>{cells}</table></body></html>"


@pytest.fixture
def read(tmp_path):
    def read_text(name, text):
        (tmp_path / name).write_text(text)
        return read_file(tmp_path / name, wire_reading(load_settings().settings))

    return read_text


def header_of(reading, words):
    start = reading.doc.text.index(words)
    found = header_rows(reading.doc, Span(start, start + len(words)))
    return "\n".join(row.slice(reading.doc.text) for row in found) or None


def test_a_row_is_quoted_after_the_bold_row_that_names_its_columns(read):
    held = read("policy.html", COVER)
    text = held.doc.text
    start = text.index("sails")
    source = NumberedSource(1, Passage("p", Span(0, len(text))), text, "p", evidence=((Span(start, start + 5), 0.9),))

    class Library:
        def reading(self, doc_id):
            return held

    (grown,) = with_whole_clauses(AnswerContext("sails?", (source,)), Library()).sources
    assert [span.slice(text) for span, _ in grown.evidence] == [
        "What is covered | What is not covered",
        "2. Storm or flood. | Damage to sails, masts and rigging.",
    ]


def test_a_table_of_markdown_has_a_header_row_above_its_line_of_dashes(read):
    prices = read("prices.md", PRICES)
    assert header_of(prices, "| Dinghy") == "Boat | For a day"
    assert header_of(prices, "Boats are hired") is None
    assert header_of(prices, "| Boat |") is None


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ((("Boat", "Price"), ("Canoe", "£20"), ("Dinghy", "£45")), "Boat | Price"),
        ((("Landlord", "Jane Smith"), ("Tenant", "Ann Lee"), ("Rent", "£500")), None),
        ((("Landlord", "Jane Smith"), ("Rent", "£500"), ("Term", "12 months")), None),
        ((("Canoe", "£20"), ("Dinghy", "£45"), ("Punt", "£15")), None),
        ((("Boat", "Seats", "Price"), ("Canoe", "2", "£20"), ("Dinghy", "4", "£45")), "Boat | Seats | Price"),
        (
            (("Session", "Under 2 years", "3 and 4 years"), ("Morning", "£44", "£39"), ("Full day", "£78", "£69")),
            "Session | Under 2 years | 3 and 4 years",
        ),
        ((("Term", "2 years"), ("Rent", "£44"), ("Bond", "£69")), None),
    ],
)
def test_without_bold_type_the_cells_tell_whether_the_first_row_names_columns(read, rows, header):
    assert header_of(read("boats.html", table(*rows)), rows[-1][0]) == header
