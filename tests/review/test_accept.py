import csv
import io
import json
from datetime import datetime

import pytest
from openpyxl import load_workbook
from tests.review.test_review import QUESTIONS

from pincite.errors import BenchmarkError, ReviewError
from pincite.review.accept import accept_sheet
from pincite.review.question import QuestionSet
from pincite.review.report import review_documents
from pincite.review.sheet import read_sheet
from pincite.review.write import write_table
from pincite.runs.exam import load_exam

ASKED = QuestionSet("mine", "Mine", QUESTIONS[:5])
NAMES = {question.name: question.question for question in QUESTIONS}


@pytest.fixture(scope="module")
def reviewed(store, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reviewed")
    table = review_documents(store, ASKED, store.documents, cells=folder / "cells.jsonl").table(ASKED)
    for ending in ("xlsx", "csv", "json"):
        write_table(table, folder / f"review.{ending}", read=lambda id: store.library.reading(id).doc)
    return folder


@pytest.mark.parametrize("ending", ["xlsx", "csv", "json"])
def test_an_unchanged_sheet_becomes_gold_that_a_run_can_load(reviewed, store, tmp_path, ending):
    cells = read_sheet(reviewed / f"review.{ending}", questions=NAMES)
    assert len(cells) == 15
    report = accept_sheet(store, cells, tmp_path / "gold")
    assert (report.failures, report.documents) == ([], 3)
    assert report.found + report.not_found + report.unsure == 15
    exam = load_exam([tmp_path / "gold"], corpus=None, only=())
    assert exam is not None
    tests = json.loads((tmp_path / "gold" / "benchmarks" / "review.json").read_text("utf-8"))["tests"]
    for test in tests:
        for snippet in test["snippets"]:
            start, end = snippet["span"]
            text = (tmp_path / "gold" / "corpus" / snippet["file_path"]).read_text("utf-8")
            assert text[start:end] == snippet["answer"]


def test_what_the_reviewer_changed_in_the_table_counts(reviewed, store, tmp_path):
    path = tmp_path / "review.xlsx"
    book = load_workbook(reviewed / "review.xlsx")
    sheet = book["Review"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    sheet.cell(2, columns["governing_law"]).value = "not found"
    sheet.cell(3, columns["notice"]).value = "3 months"
    book.save(path)
    cells = {(cell.column, cell.value, cell.state) for cell in read_sheet(path, questions={})}
    assert ("governing_law", "", "not found") in cells
    assert ("notice", "3 months", "found") in cells


def test_what_the_reviewer_changed_in_the_sources_counts(reviewed, tmp_path):
    path = tmp_path / "review.xlsx"
    book = load_workbook(reviewed / "review.xlsx")
    sheet = book["Sources"]
    head = {cell.value: cell.column for cell in sheet[1]}
    rows = {(row[0].row, row[head["column"] - 1].value) for row in sheet.iter_rows(min_row=2)}
    law = min(row for row, column in rows if column == "governing_law")
    notice = min(row for row, column in rows if column == "notice")
    sheet.cell(law, head["state"]).value = "Not found"
    sheet.cell(notice, head["state"]).value = "found"
    sheet.cell(notice, head["value"]).value = "3 months"
    book.save(path)
    cells = {(cell.column, cell.where.rsplit(" ", 1)[-1]): cell for cell in read_sheet(path, questions={})}
    assert cells["governing_law", str(law)].state == "not found"
    assert (cells["notice", str(notice)].state, cells["notice", str(notice)].value) == ("found", "3 months")


def test_a_workbook_without_the_column_of_what_was_shown_is_read(reviewed, tmp_path):
    path = tmp_path / "review.xlsx"
    book = load_workbook(reviewed / "review.xlsx")
    book["Sources"].delete_cols([cell.value for cell in book["Sources"][1]].index("shown") + 1)
    book["Review"].cell(2, 2).value = "Ohio"
    book.save(path)
    (changed,) = set(read_sheet(path, questions={})) - set(read_sheet(reviewed / "review.xlsx", questions={}))
    assert (changed.state, changed.value) == ("found", "Ohio")


def test_a_day_or_a_number_that_was_typed_in_is_read_as_it_looks(reviewed, tmp_path):
    path = tmp_path / "review.xlsx"
    book = load_workbook(reviewed / "review.xlsx")
    sheet = book["Review"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    sheet.cell(2, columns["made"]).value = datetime(2024, 5, 1)
    sheet.cell(2, columns["notice"]).value = 60.0
    book.save(path)
    cells = {(cell.column, cell.value) for cell in read_sheet(path, questions={})}
    assert {("made", "2024-05-01"), ("notice", "60")} <= cells


def test_a_new_quotation_is_placed_and_a_wrong_one_is_named(reviewed, store, tmp_path):
    path = tmp_path / "review.xlsx"
    book = load_workbook(reviewed / "review.xlsx")
    sheet = book["Sources"]
    head = {cell.value: cell.column for cell in sheet[1]}
    sheet.cell(2, head["quotation"]).value = "The Supplier shall supply the goods that the Customer orders"
    sheet.cell(3, head["quotation"]).value = "These words stand nowhere in any of the agreements."
    sheet.cell(4, head["state"]).value = "perhaps"
    book.save(path)
    report = accept_sheet(store, read_sheet(path, questions={}), tmp_path / "gold")
    assert [failure.message.split(":")[0] for failure in report.failures] == [
        "its quotation cannot be placed",
        "its state is 'perhaps'; it must be found, not found or unsure",
    ]
    first = json.loads((tmp_path / "gold" / "benchmarks" / "review.json").read_text("utf-8"))["tests"][0]
    assert first["snippets"][0]["answer"].startswith("The Supplier shall supply")


def test_gold_that_is_there_is_not_replaced_unasked(reviewed, store, tmp_path):
    cells = read_sheet(reviewed / "review.json", questions={})
    accept_sheet(store, cells, tmp_path / "gold")
    with pytest.raises(BenchmarkError, match="exists already"):
        accept_sheet(store, cells, tmp_path / "gold")
    accept_sheet(store, cells, tmp_path / "gold", force=True)


def test_a_guarded_formula_comes_back_as_it_was(reviewed, tmp_path):
    rows = list(csv.reader(io.StringIO((reviewed / "review.csv").read_text("utf-8-sig"))))
    rows[1][rows[0].index("governing_law")] = "'=Delaware"
    path = tmp_path / "review.csv"
    with path.open("w", newline="") as out:
        csv.writer(out).writerows(rows)
    assert "=Delaware" in {cell.value for cell in read_sheet(path, questions=NAMES)}


@pytest.mark.parametrize("name", ["notes.xlsx", "notes.csv", "notes.json", "notes.doc"])
def test_another_file_is_refused_in_a_sentence(tmp_path, name):
    (tmp_path / name).write_text("hello")
    with pytest.raises(ReviewError, match=name):
        read_sheet(tmp_path / name, questions={})
