import csv
import json

import pytest

from pincite.bench.dataset.columns import Columns
from pincite.bench.dataset.layout import DatasetContext, DatasetItem
from pincite.bench.dataset.source import ConversionSource, convert, sniff_format
from pincite.errors import BenchmarkError, NotFound, ReadError, UnknownName

ROWS = [
    {"question": "When is rent due?", "answer": "May", "id": "a-1", "topic": "rent", "filename": "x/lease.txt"},
    {"question": "Who pays?", "answer": "Gull", "id": "a-2", "topic": "rent", "filename": "lease.txt"},
]


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "lease.txt").write_text("Gull pays the rent in May.")
    return folder


@pytest.fixture
def lines(tmp_path):
    def write(*rows, name="set.jsonl"):
        path = tmp_path / name
        path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
        return path

    return write


def write_csv(path, rows, separator=","):
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, list(rows[0]), delimiter=separator)
        table.writeheader()
        table.writerows(rows)
    return path


EXPECTED = [
    DatasetItem(0, "When is rent due?", "May", False, (DatasetContext("lease.txt"),)),
    DatasetItem(1, "Who pays?", "Gull", False, (DatasetContext("lease.txt"),)),
]


def test_lines_of_json_become_rows_numbered_by_index(lines, corpus):
    made = convert(ConversionSource(lines(*ROWS), corpus=corpus))
    assert (made.format, made.items) == ("jsonl", EXPECTED)
    assert [trace.source_id for trace in made.traces] == ["a-1", "a-2"]
    assert made.documents == {"lease.txt": corpus / "lease.txt"}


@pytest.mark.parametrize(("name", "separator"), [("set.csv", ","), ("set.tsv", "\t")])
def test_tables_become_rows(tmp_path, corpus, name, separator):
    path = write_csv(tmp_path / name, ROWS, separator)
    assert convert(ConversionSource(path, corpus=corpus)).items == EXPECTED


def test_json_lists_become_rows(tmp_path, corpus):
    for value in (ROWS, {"version": 1, "data": ROWS}):
        (tmp_path / "set.json").write_text(json.dumps(value))
        assert convert(ConversionSource(tmp_path / "set.json", corpus=corpus)).items == EXPECTED


def test_parquet_becomes_rows(tmp_path, corpus):
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "set.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), path)
    assert convert(ConversionSource(path, corpus=corpus)).items == EXPECTED
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BenchmarkError, match="cannot be read as Parquet after row 0"):
        convert(ConversionSource(path, corpus=corpus))


def test_ground_truth_files_need_no_flags(lines):
    path = lines({"question": "Q?", "truth": "T.", "source_type": "CPR", "category": "Rules"})
    made = convert(ConversionSource(path, no_corpus=True))
    assert made.items == [DatasetItem(0, "Q?", "T.")]
    assert convert(ConversionSource(path, format="ground_truth", no_corpus=True)).items == made.items


def test_columns_are_named_by_flags(lines, corpus):
    path = lines({"Q": "When?", "A": 4, "n": 17, "ctx": ["Gull pays"], "f": "lease.txt", "none": False})
    columns = Columns("Q", "A", id="n", context="ctx", file="f", impossible="none")
    made = convert(ConversionSource(path, columns=columns, corpus=corpus))
    assert made.items == [DatasetItem(17, "When?", "4", False, (DatasetContext("lease.txt", "Gull pays"),))]


def test_addresses_become_names_by_the_stem_rule(lines, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "Caf%C3%A9#Law").write_text("x")
    path = lines({"question": "Q?", "answer": "A", "link": "https://host.test/a/Caf%C3%A9#Law"})
    made = convert(ConversionSource(path, columns=Columns(url="link"), corpus=folder))
    assert made.items[0].contexts == (DatasetContext("Caf%C3%A9#Law"),)


def test_answers_of_several_forms(lines):
    path = lines(
        {"question": "A?", "answers": ["one", "two"]},
        {"question": "B?", "answers": {"text": ["three"], "answer_start": [1]}},
        {"question": "C?", "answers": {"text": [], "answer_start": []}},
        {"question": "D?", "answers": [], "is_impossible": True},
    )
    made = convert(ConversionSource(path, no_corpus=True))
    assert [(item.answer, item.is_impossible) for item in made.items] == [
        ("one", False),
        ("three", False),
        ("", True),
        ("", True),
    ]


def test_contexts_of_several_forms(tmp_path, corpus):
    rows = [
        {"question": "A?", "answer": "x", "contexts": "plain words", "filename": ""},
        {"question": "B?", "answer": "x", "contexts": "['it\\'s', \"two\"]", "filename": "lease.txt"},
        {"question": "C?", "answer": "x", "contexts": '["one"]', "filename": "['lease.txt']"},
        {"question": "D?", "answer": "x", "contexts": '[{"filename": "lease.txt", "text": "t"}]', "filename": ""},
        {"question": "E?", "answer": "x", "contexts": "", "filename": ""},
    ]
    made = convert(ConversionSource(write_csv(tmp_path / "set.csv", rows), corpus=corpus))
    assert [item.contexts for item in made.items] == [
        (DatasetContext(None, "plain words"),),
        (DatasetContext("lease.txt", "it's"), DatasetContext("lease.txt", "two")),
        (DatasetContext("lease.txt", "one"),),
        (DatasetContext("lease.txt", "t"),),
        (),
    ]


def test_contexts_become_documents_when_asked(lines):
    path = lines(
        {"question": "A?", "answer": "x", "contexts": ["first", "second"]},
        {"question": "B?", "answer": "x", "contexts": ["second"]},
    )
    made = convert(ConversionSource(path, make_corpus=True))
    assert made.documents == {"context-000001.txt": "first", "context-000002.txt": "second"}
    assert made.items[1].contexts == (DatasetContext("context-000002.txt", "second"),)
    path = lines(
        {"question": "A?", "answer": "x", "context": "first", "file": "a/b"},
        {"question": "B?", "answer": "x", "context": "second", "file": "b"},
    )
    assert convert(ConversionSource(path, make_corpus=True)).documents == {"b.txt": "first\n\nsecond"}


def test_a_corpus_that_is_there_is_kept(lines, corpus):
    made = convert(ConversionSource(lines(*ROWS)), standing=corpus)
    assert (made.items, made.documents) == (EXPECTED, {})


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([ROWS[0], '{"question": "Q",,}'], r"row 2: is not JSON: .* at column 18"),
        ([ROWS[0], "", "[1]"], "row 3: a row must be an object, not list"),
        ([{"text": "Q"}], r"row 1: has no column for the question; say which with --question: text"),
        ([{"question": "Q"}], r"row 1: has no column for the answer"),
        ([ROWS[0], {"question": " ", "answer": "A"}], "row 2: column 'question' holds no text"),
        ([ROWS[0], {"question": "Q", "answer": None}], "row 2: column 'answer' holds no answer"),
        ([{"question": "Q", "answer": [{"a": 1}]}], "row 1: column 'answer' holds a list with more than texts"),
        ([{**ROWS[0], "is_impossible": "perhaps"}], "row 1: column 'is_impossible' must say true or false"),
        ([{**ROWS[0], "contexts": [7]}], "row 1: column 'contexts' holds a context that is neither"),
        ([{**ROWS[0], "contexts": ["a"], "filename": ["a", "b"]}], "holds 2 names for 1 contexts"),
        ([{**ROWS[0], "filename": "lost.txt"}], "row 1: names 'lost.txt', which the corpus does not have"),
        ([], "holds no row"),
    ],
)
def test_bad_rows_are_named(lines, corpus, rows, problem):
    with pytest.raises(BenchmarkError, match=problem):
        convert(ConversionSource(lines(*rows), corpus=corpus))


def test_ids_that_are_texts_or_come_twice_are_named(lines):
    path = lines({"question": "Q?", "answer": "A", "n": 1}, {"question": "R?", "answer": "A", "n": "set-1"})
    with pytest.raises(BenchmarkError, match=r"row 2: column 'n' must hold whole numbers, not \"set-1\""):
        convert(ConversionSource(path, columns=Columns(id="n"), no_corpus=True))
    path = lines({"question": "Q?", "answer": "A", "n": 1}, {"question": "R?", "answer": "A", "n": 1})
    with pytest.raises(BenchmarkError, match="row 2: its id 1 is that of row 1 too"):
        convert(ConversionSource(path, columns=Columns(id="n"), no_corpus=True))
    with pytest.raises(BenchmarkError, match=r"has no column 'm' \(--id\); it has question, answer, n"):
        convert(ConversionSource(path, columns=Columns(id="m"), no_corpus=True))


@pytest.mark.parametrize("cell", ["[a, b]", "['a'", "[__import__('os').system('true')]", "[" * 5000])
def test_a_cell_that_is_no_list_is_refused_and_never_evaluated(tmp_path, corpus, cell):
    rows = [ROWS[0], {**ROWS[1], "filename": cell}]
    with pytest.raises(BenchmarkError, match="row 3: column 'filename' begins like a list but is not one"):
        convert(ConversionSource(write_csv(tmp_path / "set.csv", rows), corpus=corpus))


def test_mixed_encodings_are_named_with_their_line(tmp_path, corpus):
    path = tmp_path / "set.jsonl"
    good = json.dumps(ROWS[0]).encode()
    path.write_bytes(good + b"\n" + '{"question": "Café?", "answer": "A"}'.encode("cp1252"))
    with pytest.raises(ReadError, match=r"is not UTF-8 \(byte 0xe9 at offset \d+, line 2\)"):
        convert(ConversionSource(path, corpus=corpus))
    assert convert(ConversionSource(path, corpus=corpus, lenient=True)).items[1].question == "Café?"


def test_a_byte_order_mark_and_a_line_separator_do_no_harm(tmp_path, corpus):
    path = tmp_path / "set.jsonl"
    path.write_text("\ufeff" + json.dumps({**ROWS[0], "answer": "a\u2028b"}, ensure_ascii=False), "utf-8")
    assert convert(ConversionSource(path, corpus=corpus)).items[0].answer == "a\u2028b"


def test_documents_must_be_known(lines, corpus, tmp_path):
    path = lines(*ROWS)
    with pytest.raises(BenchmarkError, match="its documents are not known"):
        convert(ConversionSource(path))
    (tmp_path / "empty").mkdir()
    with pytest.raises(BenchmarkError, match="empty: holds no document"):
        convert(ConversionSource(path, corpus=tmp_path / "empty"))
    (corpus / "sub").mkdir()
    (corpus / "sub" / "lease.txt").write_text("another")
    with pytest.raises(BenchmarkError, match=r"lease.txt and sub/lease.txt have the same base name"):
        convert(ConversionSource(path, corpus=corpus))


def test_missing_files_are_noted_leniently(lines, corpus):
    made = convert(ConversionSource(lines({**ROWS[0], "filename": "lost.txt"}), corpus=corpus, lenient=True))
    assert made.notes[0].endswith("row 1: names 'lost.txt', which the corpus does not have")


def test_formats_are_told_by_their_looks(tmp_path, lines):
    (tmp_path / "squad.json").write_text('{"data": [{"paragraphs": []}]}')
    (tmp_path / "lbr.json").write_text('{"tests": [{"snippets": []}]}')
    (tmp_path / "beir").mkdir()
    (tmp_path / "beir" / "corpus.jsonl").write_text("")
    names = {"squad.json": "squad", "lbr.json": "legalbenchrag", "beir": "beir"}
    assert {name: sniff_format(tmp_path / name) for name in names} == names
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(BenchmarkError, match="is none of"):
        sniff_format(tmp_path / "notes.txt")
    with pytest.raises(NotFound):
        sniff_format(tmp_path / "nowhere")
    (tmp_path / "train.json").write_text("[]")
    with pytest.raises(BenchmarkError, match="is in the layout already"):
        sniff_format(tmp_path)
    with pytest.raises(UnknownName, match=r"no format called 'xml'. Known: beir, csv"):
        convert(ConversionSource(lines(*ROWS), format="xml"))
