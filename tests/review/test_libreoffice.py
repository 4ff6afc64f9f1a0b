"""The workbook in another program: LibreOffice opens it, shows what was written, and what it saves is read back."""

import csv
import shutil
import subprocess

import pytest
from openpyxl import load_workbook
from tests.review.test_review import QUESTIONS

from pincite.review.question import QuestionSet
from pincite.review.report import review_documents
from pincite.review.sheet import read_sheet
from pincite.review.write import write_table

SOFFICE = shutil.which("soffice")
ASKED = QuestionSet("mine", "Mine", QUESTIONS[:4])
# Comma, quotation mark, UTF-8, from the first line on, as shown, every sheet.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"

pytestmark = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed")


@pytest.fixture(scope="module")
def folder(store, tmp_path_factory):
    """A review, and what LibreOffice makes of it in `out`."""
    folder = tmp_path_factory.mktemp("office")
    table = review_documents(store, ASKED, store.documents).table(ASKED)
    write_table(table, folder / "review.xlsx", read=lambda id: store.library.reading(id).doc)
    for form in ("xlsx:Calc MS Excel 2007 XML", CSV, "pdf"):
        told = subprocess.run(
            [
                *(SOFFICE, f"-env:UserInstallation=file://{folder}/profile", "--headless"),
                *("--convert-to", form, "--outdir", str(folder / "out"), str(folder / "review.xlsx")),
            ],
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
        assert "error" not in (told.stdout + told.stderr).lower()
    return folder


def test_values_colours_and_links_survive(folder):
    ours, theirs = load_workbook(folder / "review.xlsx"), load_workbook(folder / "out" / "review.xlsx")
    assert theirs.sheetnames == ["Review", "Sources", "Summary"]
    links = 0
    for sheet in ours:
        other = theirs[sheet.title]
        assert other.dimensions == sheet.dimensions
        assert other.auto_filter.ref == sheet.auto_filter.ref
        for row in sheet.iter_rows():
            for cell in row:
                copy = other[cell.coordinate]
                assert (copy.value or "") == (cell.value or "")
                assert copy.data_type != "f"
                assert copy.fill.fgColor.rgb == cell.fill.fgColor.rgb
                if cell.hyperlink:
                    links += 1
                    page, _, mark = cell.hyperlink.target.partition("#")
                    assert copy.hyperlink.target.endswith(page)
                    assert copy.hyperlink.location == mark
                    assert (folder / page).exists()
    assert links > 10


def test_it_shows_what_was_written(folder):
    with (folder / "out" / "review-Review.csv").open(encoding="utf-8", newline="") as file:
        shown = list(csv.reader(file))
    sheet = load_workbook(folder / "review.xlsx")["Review"]
    assert shown == [[cell.value or "" for cell in row] for row in sheet.iter_rows()]
    assert (folder / "out" / "review-Sources.csv").stat().st_size > 1000
    assert (folder / "out" / "review.pdf").read_bytes().startswith(b"%PDF")


def test_what_it_saves_is_read_back(folder):
    ours, theirs = (read_sheet(path, questions={}) for path in (folder / "review.xlsx", folder / "out" / "review.xlsx"))
    assert len(ours) == 12
    assert [(cell.doc_id, cell.column, cell.state, cell.value, cell.start, cell.end) for cell in theirs] == [
        (cell.doc_id, cell.column, cell.state, cell.value, cell.start, cell.end) for cell in ours
    ]
    assert [" ".join(cell.quote.split()) for cell in theirs] == [" ".join(cell.quote.split()) for cell in ours]
