import json
import re

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pincite.cli.main import app

QUESTIONS = (
    "name,question,type\n"
    "governing_law,Which law governs the agreement?,text\n"
    "notice,How much notice must be given to terminate?,duration\n"
)


def run(*words):
    return CliRunner().invoke(app, ["review", *map(str, words)])


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(QUESTIONS)
    return path


def test_the_sets_are_listed():
    result = run("--list-sets")
    assert result.exit_code == 0
    assert "contracts" in result.stdout and "41 questions" in result.stdout
    assert set(json.loads(run("--list-sets", "--json").stdout)) == {"contracts", "lease", "merger", "nda", "privacy"}


def test_a_review_is_written_and_goes_on_from_its_cells(store, mine, tmp_path):
    out = tmp_path / "review.xlsx"
    first = run("--store", store.describe()["folder"], "--questions", mine, "--out", out)
    assert first.exit_code == 0, first.output
    assert re.search(r"heron\.txt: [12] found, 0 not found, [01] unsure", first.stdout)
    assert "3 documents: 6 cells read, 0 kept" in first.stderr
    assert out.exists() and (tmp_path / "review.cells.jsonl").exists()
    assert len(list((tmp_path / "review.sources").glob("*.html"))) == 3
    again = run("--store", store.describe()["folder"], "--questions", mine, "--out", out, "--group", "governing_law")
    assert "0 cells read, 6 kept" in again.stderr
    assert "Delaware (2): heron.txt, plover.txt" in again.stdout


def test_rows_are_chosen_and_told_as_json(store, mine):
    result = run("--store", store.describe()["folder"], "--questions", mine, "--json", "--where", "governing_law=Ohio")
    (row,) = [json.loads(line) for line in result.stdout.strip().split("\n")]
    assert row["document"].endswith("osprey.txt")
    assert [cell["value"] for cell in row["cells"]] == ["Ohio", "90 days"]


def test_an_unknown_column_is_refused_before_any_cell_is_read(store, mine, tmp_path):
    for option in ("--sort", "--group", "--where"):
        named = "tax=1" if option == "--where" else "tax"
        result = run(
            "--store", store.describe()["folder"], "--questions", mine, "--out", tmp_path / "r.csv", option, named
        )
        assert result.exit_code != 0
        assert not (tmp_path / "r.cells.jsonl").exists()


def test_where_no_document_meets_the_conditions_it_says_so(store, mine, tmp_path):
    out = tmp_path / "none.xlsx"
    result = run(
        *("--store", store.describe()["folder"], "--questions", mine, "--out", out, "--where", "governing_law=Mars")
    )
    assert result.exit_code == 0, result.output
    assert "No document meets the conditions." in result.stdout
    assert load_workbook(out)["Review"].max_row == 1


def test_without_a_store_or_questions_it_says_what_to_give():
    result = run("--questions", "contracts")
    assert result.exit_code == 2
    assert "--list-sets" in result.output


def test_a_reviewed_sheet_is_accepted(store, mine, tmp_path):
    out = tmp_path / "review.csv"
    assert run("--store", store.describe()["folder"], "--questions", mine, "--out", out).exit_code == 0
    refused = run("accept", out, "--store", store.describe()["folder"], "--out", tmp_path / "gold")
    assert refused.exit_code == 2 and "--questions" in refused.output
    result = run("accept", out, "--store", store.describe()["folder"], "--out", tmp_path / "gold", "--questions", mine)
    assert result.exit_code == 0, result.output
    assert re.search(r"[3-6] cells with passages, 0 without, of 3 documents; [0-3] left unsure", result.stdout)
