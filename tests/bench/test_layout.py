import json

import pytest

from pincite.bench.dataset.layout import DatasetContext, DatasetItem, Layout, parse_item, read_train
from pincite.bench.dataset.write import Conversion, Trace, read_origin, write_dataset
from pincite.errors import BenchmarkError


def write_train(tmp_path, value):
    (tmp_path / "corpus").mkdir(exist_ok=True)
    path = tmp_path / "train.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def test_a_row_has_the_fields_of_the_rules_and_no_others():
    item = DatasetItem(
        3,
        "Who?",
        "Gull.",
        False,
        (DatasetContext("a.txt"), DatasetContext("b%20c", "Gull Ltd."), DatasetContext(text="plain")),
    )
    assert item.as_json() == {
        "id": 3,
        "question": "Who?",
        "answer": "Gull.",
        "is_impossible": False,
        "contexts": [{"filename": "a.txt"}, {"filename": "b%20c", "text": "Gull Ltd."}, "plain"],
    }
    assert "contexts" not in DatasetItem(0, "Who?", "Gull.").as_json()
    assert parse_item(item.as_json(), index=9, where="") == item


def test_ids_may_be_missing_or_called_query_id():
    assert parse_item({"question": "Q", "answer": "A"}, index=4, where="").id == 4
    assert parse_item({"question": "Q", "answer": "A", "query_id": 8}, index=4, where="").id == 8


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"data": []}, r"is an object; it must be a list of rows.*its 'data' looks like another format"),
        ({"question": "Q"}, "is an object; it must be a list"),
        ('"words"', "is a str; it must be a list"),
        ('[{"question": "Q"}, {"question": "Q",,}]', r"is not JSON: .* at line 1, column 38 \(in or after row 2\)"),
        ("[" * 100_000, "nested too deeply|is not JSON"),
    ],
)
def test_files_of_another_shape_are_named(tmp_path, value, problem):
    with pytest.raises(BenchmarkError, match=problem):
        read_train(write_train(tmp_path, value))


def test_a_train_file_in_another_encoding_is_named(tmp_path):
    path = write_train(tmp_path, [])
    path.write_bytes('[{"question": "Café?"}]'.encode("cp1252"))
    with pytest.raises(BenchmarkError, match="is not UTF-8"):
        read_train(path)


GOOD = {"id": 0, "question": "Q", "answer": "A"}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("text", "a row must be an object, not str"),
        ({"answer": "A"}, "'question' is missing"),
        ({**GOOD, "answer": ["A"]}, r"'answer' must be text, not \[\"A\"\]"),
        ({**GOOD, "id": "set-1"}, "'id' must be a whole number, the index of the source row, not \"set-1\""),
        ({**GOOD, "id": True}, "'id' must be a whole number"),
        ({**GOOD, "is_impossible": "no"}, "'is_impossible' must be true or false"),
        ({**GOOD, "contexts": "c"}, "'contexts' must be a list"),
        ({**GOOD, "contexts": [{"text": "t"}]}, "context 1 has no 'filename'"),
        ({**GOOD, "contexts": ["t", 7]}, "context 2 must be an object or a text, not 7"),
        ({**GOOD, "contexts": [{"filename": "f", "text": 1}]}, "context 1: 'text' must be text"),
        (GOOD, "row 2: its id 0 is that of row 1 too"),
    ],
)
def test_a_row_that_breaks_a_rule_is_named(tmp_path, row, problem):
    write_train(tmp_path, [GOOD, row])
    with pytest.raises(BenchmarkError, match=rf"row 2: .*{problem}|{problem}"):
        Layout(tmp_path).items()


def made(**documents):
    conversion = Conversion("jsonl", documents=documents)
    conversion.add(
        DatasetItem(0, "Who?", "Gull.", False, (DatasetContext("a.txt", "Gull"),)),
        Trace(source_id="x-9", spans=((4, 8),)),
    )
    return conversion


def test_a_dataset_is_written_with_what_the_layout_has_no_field_for_beside_it(tmp_path):
    (tmp_path / "in.txt").write_bytes("Caf\xe9\r\nGull".encode("cp1252"))
    source = tmp_path / "in.txt"
    summary = write_dataset(made(**{"a.txt": source}), tmp_path / "out", source=source, lenient=True)
    assert summary == {"rows": 1, "contexts": 1, "documents": 1, "notes": []}
    assert (tmp_path / "out" / "corpus" / "a.txt").read_bytes() == "Café\nGull".encode()
    assert Layout(tmp_path / "out").items() == made().items
    origin = read_origin(tmp_path / "out")
    assert origin.rows == {0: Trace(source_id="x-9", spans=((4, 8),))}
    assert (origin.format, origin.source, len(origin.sha256)) == ("jsonl", "in.txt", 64)


def test_nothing_is_left_behind_where_writing_fails(tmp_path):
    out = tmp_path / "out"
    with pytest.raises(BenchmarkError, match="holds no row"):
        write_dataset(Conversion("jsonl"), out, source=tmp_path)
    torn = made(**{"a.txt": "Gull"})
    torn.items[0] = DatasetItem(0, "\ud83d?", "Gull.")
    with pytest.raises(BenchmarkError, match="row 1: contains a lone surrogate"):
        write_dataset(torn, out, source=tmp_path)
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe\xfd")
    with pytest.raises(Exception, match="bad.txt: is not UTF-8"):
        write_dataset(made(**{"a.txt": tmp_path / "bad.txt"}), out, source=tmp_path / "bad.txt")
    assert not out.exists()


def test_what_is_there_is_replaced_only_when_asked(tmp_path):
    out, source = tmp_path / "out", tmp_path / "s.jsonl"
    source.write_text("{}")
    write_dataset(made(**{"a.txt": "Gull"}), out, source=source)
    with pytest.raises(BenchmarkError, match="exists already"):
        write_dataset(made(**{"b.txt": "Gull"}), out, source=source)
    assert list(Layout(out).files) == ["a.txt"]
    write_dataset(made(**{"b.txt": "Gull"}), out, source=source, force=True)
    assert list(Layout(out).files) == ["b.txt"]


def test_a_damaged_origin_is_named(tmp_path):
    (tmp_path / "origin.json").write_text('{"format": "x"}')
    with pytest.raises(BenchmarkError, match=r"origin.json: field 'source': .*move the file away to do without"):
        read_origin(tmp_path)
    assert read_origin(tmp_path / "elsewhere") is None
