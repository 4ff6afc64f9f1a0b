import json
from functools import partial

import pytest
from typer.testing import CliRunner

from pincite.cli.dataset import app
from pincite.cli.main import app as main
from pincite.errors import BenchmarkError

TEXT = "The rent is due in May. Gull pays it.\n"
ROWS = [
    {"question": f"Q{n}?", "answer": "May", "contexts": [{"filename": "lease.txt", "text": "due in May"}]}
    for n in range(5)
]


@pytest.fixture
def dataset(invoke):
    return partial(invoke, app)


@pytest.fixture
def source(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "lease.txt").write_text(TEXT)
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


@pytest.fixture
def made(dataset, source, tmp_path):
    dataset("convert", source, "--to", tmp_path / "data", "--corpus", tmp_path / "texts", "--yes")
    return tmp_path / "data"


def test_the_commands_are_part_of_pincite():
    result = CliRunner().invoke(main, ["dataset", "--help"])
    assert result.exit_code == 0
    for command in ("convert", "check", "export", "materialize", "card"):
        assert f"  {command} " in result.output


def test_convert_shows_three_rows_and_writes_nothing_until_told(dataset, source, tmp_path):
    arguments = ("convert", source, "--to", tmp_path / "data", "--corpus", tmp_path / "texts")
    for more in ((), ("--dry-run",), ("--dry-run", "--yes")):
        result = dataset(*arguments, *more)
        assert result.exit_code == 0
        assert "jsonl: 5 rows" in result.output
        assert [f"Q{n}?" in result.output for n in range(5)] == [True, True, True, False, False]
        assert "Nothing was written" in result.output
        assert not (tmp_path / "data").exists()
    assert "Written to" in dataset(*arguments, "--yes").output
    rows = json.loads((tmp_path / "data" / "train.json").read_text())
    assert rows[4] == {"id": 4, "is_impossible": False, **ROWS[4]}


def test_convert_tells_programs_what_it_did(dataset, source, tmp_path):
    result = dataset("convert", source, "--to", tmp_path / "d", "--corpus", tmp_path / "texts", "--yes", "--json")
    assert json.loads(result.output) == {
        "format": "jsonl",
        "out": str(tmp_path / "d"),
        "rows": 5,
        "contexts": 5,
        "documents": 1,
        "notes": [],
    }


def test_a_bad_row_leaves_nothing_behind(dataset, source, tmp_path):
    with source.open("a") as out:
        out.write('{"question": }\n')
    with pytest.raises(BenchmarkError, match="row 6: is not JSON"):
        dataset("convert", source, "--to", tmp_path / "data", "--corpus", tmp_path / "texts", "--yes")
    assert not (tmp_path / "data").exists()


def test_check_tells_sound_from_broken_by_its_exit_status(dataset, made):
    result = dataset("check", made)
    assert result.exit_code == 0
    assert "contexts, exact: 5" in result.output
    rows = json.loads((made / "train.json").read_text())
    (made / "train.json").write_text(json.dumps([*rows, {**rows[0], "question": "New?"}]))
    result = dataset("check", made)
    assert result.exit_code == 1
    assert "repeated-id" in result.output
    report = json.loads(dataset("check", made, "--json").output)
    assert (report["errors"], report["findings"][0]["where"]) == (1, "row 6")


def test_strict_checking_fails_on_warnings(dataset, made):
    rows = json.loads((made / "train.json").read_text())
    (made / "train.json").write_text(json.dumps([{**rows[0], "answer": ""}]))
    assert dataset("check", made).exit_code == 0
    assert dataset("check", made, "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("format", "file"), [("legalbenchrag", "benchmarks/data.json"), ("squad", "squad.json"), ("beir", "qrels/test.tsv")]
)
def test_export_writes_the_other_forms(dataset, made, tmp_path, format, file):
    result = dataset("export", made, "--to-format", format, "--out", tmp_path / "out")
    assert "5 rows; 0 left out" in result.output
    assert (tmp_path / "out" / file).exists()
    again = dataset("export", made, "--to-format", format, "--out", tmp_path / "out", "--force", "--json")
    assert json.loads(again.output)["methods"] == {"exact": 5}


def test_documents_of_other_kinds_are_read_for_their_text(dataset, tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "rules.html").write_text("<html><body><p>The rent is due\nin May.</p></body></html>")
    (tmp_path / "set.jsonl").write_text(
        json.dumps({"question": "Q?", "answer": "A", "context": "is due in May", "file": "rules.html"})
    )
    source = tmp_path / "set.jsonl"
    dataset("convert", source, "--to", tmp_path / "data", "--corpus", tmp_path / "texts", "--yes")
    dataset("export", tmp_path / "data", "--to-format", "legalbenchrag", "--out", tmp_path / "out")
    (test,) = json.loads((tmp_path / "out" / "benchmarks" / "data.json").read_text())["tests"]
    assert test["snippets"] == [{"file_path": "data/rules.html.txt", "span": [9, 22], "answer": "is due in May"}]
    assert (tmp_path / "out" / "corpus" / "data" / "rules.html.txt").read_text()[9:22] == "is due in May"


def test_materialize_reports_each_address_and_fails_where_some_are_not_there(dataset, tmp_path):
    (tmp_path / "urls.txt").write_text("https://host.test/a/\n")
    result = dataset("materialize", tmp_path / "urls.txt", "--to", tmp_path / "data")
    assert result.exit_code == 1
    assert "refused  https://host.test/a/" in result.output
    (row,) = dataset("materialize", tmp_path / "urls.txt", "--to", tmp_path / "data", "--json").output.splitlines()
    assert json.loads(row)["status"] == "refused"


def test_card_is_written_once(dataset, made):
    assert "| rows | 5 |" in dataset("card", made, "--out", "-").output
    assert not (made / "README.md").exists()
    dataset("card", made, "--licence", "CC0")
    assert "Licence: CC0" in (made / "README.md").read_text()
    with pytest.raises(BenchmarkError, match="exists already"):
        dataset("card", made)
    assert json.loads(dataset("card", made, "--force", "--json").output) == {"out": str(made / "README.md")}
