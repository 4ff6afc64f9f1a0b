import csv
import io
import json
import re
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from pincite.domain.document import Document, Format, Source, document_id
from pincite.errors import ReviewError
from pincite.review.cell import Cell, CellState, ReviewRow, ReviewTable
from pincite.review.question import ReviewQuestion
from pincite.review.write import write_table
from pincite.spans import Span
from pincite.spreadsheet_text import guard, is_formula, unguard, writable

TEXT = '=HYPERLINK("http://evil") <script>alert(1)</script> is the law. The notice is +10 days | or so.'
DOC = Document(document_id(TEXT), TEXT, Source("deal.txt", Format.TEXT, "", len(TEXT)))


@pytest.fixture
def table():
    questions = (ReviewQuestion("law", "Which law?"), ReviewQuestion("notice", "How much?"), ReviewQuestion("tax", "?"))
    law, notice = Span(0, TEXT.index(" The")), Span(TEXT.index("The"), len(TEXT))
    cells = (
        Cell(
            "law",
            CellState.FOUND,
            0.97,
            '=HYPERLINK("http://evil")',
            "x",
            quote=law.slice(TEXT),
            span=law,
            section="1 › 1.2",
        ),
        Cell(
            "notice",
            CellState.UNSURE,
            0.5,
            "+10 days",
            "+10 days",
            quote=notice.slice(TEXT),
            span=notice,
            page=3,
            note="<b>",
        ),
        Cell("tax", CellState.NOT_FOUND, 0.02),
    )
    return ReviewTable("Deals & more", questions, (ReviewRow(DOC.id, "@deal.txt", "-A deal", cells),))


def written(table, path):
    write_table(table, path, read={DOC.id: DOC}.__getitem__)
    return path


def test_excel_holds_text_links_colours_and_a_frozen_head(table, tmp_path):
    book = load_workbook(written(table, tmp_path / "review.xlsx"))
    assert book.sheetnames == ["Review", "Sources", "Summary"]
    review = book["Review"]
    assert review.freeze_panes == "B2"
    law, notice, tax = review["B2"], review["C2"], review["D2"]
    assert (law.value, law.data_type) == ('=HYPERLINK("http://evil")', "s")
    assert review["A2"].data_type == "s"
    assert notice.value == "+10 days (?)"
    assert tax.value == "not found"
    assert len({cell.fill.fgColor.rgb for cell in (law, notice, tax)}) == 3
    assert law.hyperlink.target == f"review.sources/{DOC.id}.html#law"
    assert tax.hyperlink is None
    sources = list(book["Sources"].iter_rows(min_row=2, values_only=True))
    assert [row[3] for row in sources] == ["found", "unsure", "not found"]
    assert all(cell.data_type != "f" for sheet in book for row in sheet.iter_rows() for cell in row)


def test_csv_guards_formulas_and_can_be_read_back(table, tmp_path):
    text = written(table, tmp_path / "review.csv").read_text("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["law"].startswith("'=")
    assert row["document"] == "'@deal.txt"
    assert unguard(row["law.quote"]) == table.rows[0].cells[0].quote
    assert (row["notice.state"], row["notice.page"], row["tax.state"]) == ("unsure", "3", "not found")
    assert TEXT[int(row["notice.start"]) : int(row["notice.end"])] == row["notice.quote"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n=1", "＝1", "\tx", "\rx"])
def test_what_would_be_a_formula_is_guarded(text):
    assert is_formula(text)
    assert guard(text).startswith("'")
    assert unguard(guard(text)) == text


def test_plain_words_stay_as_they_are():
    for text in ("60 days", "'quoted'", "", "a=b"):
        assert guard(text) == text == unguard(text)
    assert "\x00" not in writable("a\x00b\ud800")
    assert len(writable("x" * 40_000)) < 32_767


def test_the_page_has_no_script_and_escapes_the_documents_words(table, tmp_path):
    page = written(table, tmp_path / "review.html").read_text("utf-8")
    assert "script-src 'none'" in page
    assert "<script" not in page.lower().replace("&lt;script", "")
    assert "Deals &amp; more" in page
    source = (tmp_path / "review.sources" / f"{DOC.id}.html").read_text("utf-8")
    assert 'id="law"' in source and 'id="notice"' in source
    assert "<script>alert" not in source
    shown = re.sub(r'<span class="name".*?</span>', "", source.split('<div class="text">')[1])
    assert "is the law." in shown


def test_a_page_is_written_again_only_where_it_changed(table, tmp_path):
    read = []

    def reader(doc_id):
        read.append(doc_id)
        return DOC

    write_table(table, tmp_path / "review.html", read=reader)
    write_table(table, tmp_path / "review.html", read=reader)
    assert len(read) == 1
    row = replace(table.rows[0], cells=table.rows[0].cells[1:])
    write_table(replace(table, questions=table.questions[1:], rows=(row,)), tmp_path / "review.html", read=reader)
    assert len(read) == 2


def test_json_and_markdown(table, tmp_path):
    told = json.loads(written(table, tmp_path / "review.json").read_text("utf-8"))
    assert told["rows"][0]["cells"][0]["span"] == [0, len(table.rows[0].cells[0].quote)]
    assert told["rows"][0]["cells"][2]["confidence"] == 0.98
    assert [one["not_found"] for one in told["summary"]] == [0, 0, 1]
    page = written(table, tmp_path / "review.md").read_text("utf-8")
    assert page.count("\n| ") == 3
    assert "\\<script\\>" in page


def test_an_unknown_ending_is_refused(table, tmp_path):
    with pytest.raises(ReviewError, match=r"\.xlsx, \.csv, \.json, \.html, \.md"):
        written(table, tmp_path / "review.doc")
